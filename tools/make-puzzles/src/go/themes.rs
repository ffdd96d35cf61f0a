//! What a puzzle of Go is about, as far as the board and the search say.

use engine_go::{Reason, explain};
use go::{Board, Move, Point, Position};
use plateau_core::{Player, Position as _};
use search::Report;
use study::puzzle::Theme;

/// Themes of a position with this solution. `owners` says who owns the points after the solution's first move and after the best of the
/// wrong ones, seen by the opponent, who is to move there.
pub(super) fn themes(position: &Position, line: &[Move], owners: [&[f32]; 2]) -> Vec<Theme> {
    let (board, own) = (position.board(), position.turn());
    let said = explain(position, line[0], &Report::default());
    let life = changes_hands(board, owners);
    let (area, empty) = (f32::from(position.size().area()), f32::from(board.empty_count()));
    let taken = taken_on_the_way(position, line, own);
    let takes = said.iter().any(|reason| matches!(reason, Reason::Captures(_)));
    let joins = said.iter().any(|reason| matches!(reason, Reason::Connects | Reason::Cuts));
    let fullness = 1.0 - empty / area;
    let themes = [
        (is_ladder(position, line), Theme::Ladder),
        (life >= GROUP, Theme::Life),
        (takes || taken >= 2, Theme::Capture),
        (said.contains(&Reason::TakesKo), Theme::Ko),
        (joins, Theme::Connection),
        (fullness < OPENING, Theme::Opening),
        (fullness > ENDGAME && life < GROUP, Theme::Endgame),
    ];
    themes.into_iter().filter_map(|(is_so, theme)| is_so.then_some(theme)).collect()
}

/// So many stones are a group whose life is worth a word.
const GROUP: usize = 4;

/// Up to this share of the board is the opening, from this on the endgame.
const OPENING: f32 = 0.12;
const ENDGAME: f32 = 0.55;

/// An owner is sure above this.
const SURE: f32 = 0.5;

/// How many stones of one side live by one move and die by the other.
fn changes_hands(board: &Board, owners: [&[f32]; 2]) -> usize {
    let size = board.size();
    if owners.iter().any(|owners| owners.len() != size.area() as usize) {
        return 0;
    }
    let turns = |&point: &Point| {
        let [right, wrong] = owners.map(|owners| owners[point.number(size) as usize]);
        right.abs() > SURE && wrong.abs() > SURE && right.signum() != wrong.signum()
    };
    let of = |player: Player| size.points().filter(|&point| board.at(point) == Some(player)).filter(turns).count();
    Player::BOTH.map(of).into_iter().max().unwrap_or(0)
}

/// How many stones the player takes while the line is played.
fn taken_on_the_way(position: &Position, line: &[Move], own: Player) -> u32 {
    let last = line.iter().try_fold(position.clone(), |mut at, &mv| at.play(mv).is_ok().then_some(at));
    last.map_or(0, |last| last.board().captures(own).saturating_sub(position.board().captures(own)))
}

/// A ladder has so many ataris in a row on the same chain.
const ATARIS: usize = 3;

/// Whether the player's moves of the line are one atari after the other on a chain that runs.
fn is_ladder(position: &Position, line: &[Move]) -> bool {
    let own = position.turn();
    let mut at = position.clone();
    let (mut chased, mut ataris): (Option<Point>, usize) = (None, 0);
    for &mv in line {
        let by = at.turn();
        if at.play(mv).is_err() {
            return false;
        }
        let Move::Play(point) = mv else { return false };
        let board = at.board();
        if by == own {
            let runs = chased.filter(|&stone| board.at(stone) == Some(own.opponent()) && board.atari(stone).is_some());
            let begun = || {
                let beside = point.neighbours(board.size());
                beside.into_iter().find(|&n| board.at(n) == Some(own.opponent()) && board.atari(n).is_some())
            };
            let hit = if chased.is_some() { runs } else { begun() };
            let Some(stone) = hit else { return ataris >= ATARIS };
            (chased, ataris) = (Some(stone), ataris + 1);
        } else if chased.is_some_and(|stone| board.head(stone) != board.head(point)) {
            return ataris >= ATARIS;
        }
    }
    ataris >= ATARIS
}
