use fastrand::Rng;
use go::{Position, Territory};
use plateau_core::{Player, Position as _};
use search::{Resources, Stop};

/// So many random games tell what is dead: a chain that random play cannot save has no way to live, and one with two eyes
/// loses them in none. 3 ms on 9×9, 15 ms on 19×19.
const PLAYOUTS: u32 = 400;

/// Whose each point is at the end of random play, along the rows from the upper left: from 1 for Black to −1 for White.
pub fn owners_by_playouts(position: &Position, resources: &Resources, stop: &Stop) -> Vec<f32> {
    let mut rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
    let size = position.board().size();
    let mut owned = vec![0i32; size.area() as usize];
    let mut played = 0;
    while played < PLAYOUTS && !(stop.is_asked() && played > 0) {
        // Neither side gains by beginning.
        let first = if played % 2 == 0 { position.turn() } else { position.turn().opponent() };
        let mut board = position.board().clone();
        board.playout(first, |n| rng.u32(..n));
        let territory = Territory::of(&board);
        for (sum, point) in owned.iter_mut().zip(size.points_from_top()) {
            *sum += match board.at(point).or_else(|| territory.owner(point)) {
                Some(Player::Black) => 1,
                Some(Player::White) => -1,
                None => 0,
            };
        }
        played += 1;
    }
    owned.into_iter().map(|sum| sum as f32 / played as f32).collect()
}
