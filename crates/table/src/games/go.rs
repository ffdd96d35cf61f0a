//! Go at the table: numbers of intersections, captures, territory, dead chains.

use go::{Count, DeadStones, Game, Move, Point, Position, Size, Territory};
use plateau_core::{Outcome, Player, Position as _};

use crate::Message;
use crate::playable::{GameResult, Playable, Scene};
use crate::view::{BoardView, Cell, Content, Counter, Mark, Surface};

impl Playable for Game {
    type Marks = DeadStones;

    const ID: &'static str = "go";

    /// A coordinate (`D4`), `pass`, or the number of an intersection counted from 0 at the upper left; on 9×9, where no
    /// intersection has that number, 88 passes too.
    fn read_move(&self, _position: &Position, text: &str) -> Result<Move, Message> {
        if self.size() == Size::NINE && text.trim() == "88" {
            return Ok(Move::Pass);
        }
        read_point(self.size(), text)
    }

    fn cell_of(mv: Move) -> Option<String> {
        mv.point().map(|point| point.to_string())
    }

    fn happened(&self, before: &Position, mv: Move, after: &Position) -> Message {
        let player = before.turn();
        let Move::Play(point) = mv else { return Message::new("go-passed").with("player", player) };
        let captured = after.board().captures(player) - before.board().captures(player);
        let id = if captured > 0 { "go-captured" } else { "go-played" };
        let message = Message::new(id).with("player", player).with("point", point.to_string());
        if captured > 0 { message.with("count", captured as i64) } else { message }
    }

    /// Handicap stones still to place, or a chain in atari.
    fn prompt(&self, position: &Position) -> Option<Message> {
        if position.is_over() {
            return None;
        }
        if position.handicap_left() > 0 {
            return Some(Message::new("go-place-handicap").with("count", position.handicap_left() as i64));
        }
        let board = position.board();
        let mut own = self.size().points_from_top().filter(|&point| board.at(point) == Some(position.turn()));
        let in_atari = own.find(|&point| board.atari(point).is_some())?;
        Some(Message::new("go-in-atari").with("point", in_atari.to_string()))
    }

    fn counters(&self, position: &Position, player: Player) -> Vec<Counter> {
        let board = position.board();
        vec![
            Counter::new("counter-captures", board.captures(player)),
            Counter::new("counter-territory", Territory::of(board).count(player)),
            Counter::new("counter-stones", board.stones(player)),
        ]
    }

    fn board(&self, scene: &Scene<'_, Game>) -> BoardView {
        let size = self.size();
        let count = scene.marks.map(|dead| scene.position.count(dead));
        let territory = (scene.territory && count.is_none()).then(|| Territory::of(scene.position.board()));
        let whose = |point| match (&count, &territory) {
            (Some(count), _) => counted_for(count, point),
            (None, Some(territory)) => territory.owner(point),
            (None, None) => None,
        };
        let stars = star_points(size);
        let cell = |point: Point| Cell {
            name: point.to_string(),
            content: scene.position.board().at(point).map(Content::Stone),
            legal: scene.live && scene.position.check(Move::Play(point)).is_ok(),
            star: stars.contains(&point),
            territory: whose(point),
            dead: scene.marks.is_some_and(|dead| dead.contains(point)),
            marks: marks_at(point, scene),
            label: None,
        };
        BoardView {
            surface: Surface::Go,
            columns: (0..size.width()).filter_map(|column| Point::new(column, 0)).map(column_name).collect(),
            rows: (1..=size.width()).rev().map(|row| row.to_string()).collect(),
            cells: size.points_from_top().map(cell).collect(),
            reserve: Vec::new(),
            won: Vec::new(),
        }
    }

    /// Not after a void game, and not where everything counts as alive.
    fn needs_marking(&self, position: &Position) -> bool {
        !self.rules().everything_alive && position.outcome() != Some(Outcome::NoResult)
    }

    fn mark(&self, position: &Position, dead: &mut DeadStones, cell: &str) -> Result<(), Message> {
        let Move::Play(point) = read_point(self.size(), cell)? else { return Err(Message::new("go-no-chain")) };
        if !self.size().contains(point) {
            return Err(Message::refusal(&go::Illegal::OffBoard));
        }
        if dead.toggle(position.board(), point) { Ok(()) } else { Err(Message::new("go-no-chain")) }
    }

    fn resumed(&self, position: &Position, turn: Player) -> Position {
        position.resumed(turn)
    }

    fn result(&self, position: &Position, dead: &DeadStones) -> GameResult {
        if position.outcome() == Some(Outcome::NoResult) {
            return GameResult { outcome: Outcome::NoResult, margin: None, points: None };
        }
        let count = position.count(dead);
        let outcome = count.margin().outcome();
        let margin = outcome.winner().map(|_| half_points(count.margin().black_half_points.abs()));
        let points = Player::BOTH.map(|player| half_points(count.tally(player).total_half_points));
        GameResult { outcome, margin, points: Some(points) }
    }

    fn tally(&self, position: &Position, dead: &DeadStones) -> Option<[Vec<Counter>; 2]> {
        let count = position.count(dead);
        Some(Player::BOTH.map(|player| tally_rows(&count, player, self)))
    }
}

/// The rows that add up to a player's points under the rules of this game.
fn tally_rows(count: &Count, player: Player, game: &Game) -> Vec<Counter> {
    let tally = count.tally(player);
    let scoring = game.rules().scoring;
    let mut rows = vec![Counter::new("counter-territory", tally.territory)];
    if scoring != go::Scoring::Territory {
        rows.push(Counter::new("counter-stones", tally.stones));
    }
    if scoring != go::Scoring::Area {
        rows.push(Counter::new("counter-captures", tally.captures));
        rows.push(Counter::new("counter-dead", tally.dead));
    }
    for (id, bonus) in
        [("counter-komi", tally.komi_half_points), ("counter-compensation", tally.compensation_half_points)]
    {
        if bonus != 0 {
            rows.push(Counter { id, value: half_points(bonus) });
        }
    }
    rows.push(Counter { id: "counter-total", value: half_points(tally.total_half_points) });
    rows
}

/// Whose point it is in the count: territory only, since a stone shows its owner by itself.
fn counted_for(count: &Count, point: Point) -> Option<Player> {
    match count.at(point).status {
        go::Status::Territory(player) => Some(player),
        go::Status::Stone(_) | go::Status::SekiEye(_) | go::Status::Dame => None,
    }
}

fn marks_at(point: Point, scene: &Scene<'_, Game>) -> Vec<Mark> {
    let here = Some(Move::Play(point));
    [(scene.last, Mark::Last), (scene.hint, Mark::Hint)]
        .into_iter()
        .filter_map(|(mv, mark)| (mv == here).then_some(mark))
        .collect()
}

/// A coordinate or a number.
fn read_point(size: Size, text: &str) -> Result<Move, Message> {
    let Ok(number) = text.trim().parse() else { return Ok(text.parse()?) };
    let point = Point::from_number(number, size);
    point.map(Move::Play).ok_or_else(|| Message::refusal(&go::Illegal::OffBoard))
}

/// The letter of a point's column.
fn column_name(point: Point) -> String {
    point.to_string().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

/// The points that are drawn larger, to guide the eye: near the corners, in the middles of large boards.
fn star_points(size: Size) -> Vec<Point> {
    let width = size.width();
    let near = match width {
        0..7 => return Vec::new(),
        7..13 => 2,
        _ => 3,
    };
    let (far, middle) = (width - 1 - near, width / 2);
    let lines: &[u8] = if width % 2 == 1 && width >= 13 { &[near, middle, far] } else { &[near, far] };
    let mut stars: Vec<Point> =
        lines.iter().flat_map(|&row| lines.iter().filter_map(move |&column| Point::new(column, row))).collect();
    if width % 2 == 1 && lines.len() == 2 {
        stars.extend(Point::new(middle, middle));
    }
    stars
}

/// A count of half points as people write it.
fn half_points(half_points: i32) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let half = if half_points % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", half_points.unsigned_abs() / 2)
}
