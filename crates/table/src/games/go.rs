//! Go at the table: numbers of intersections, captures, territory, dead chains.

use go::{Count, DeadStones, Game, Move, Point, Position, Size, Territory};
use plateau_core::{Outcome, Player, Position as _};

use crate::playable::{Playable, Shown};
use crate::view::{BoardView, Cell, Claim, Content, Counter, Mark, Surface};
use crate::{End, Kind, Message};

impl Playable for Game {
    type Marks = DeadStones;

    const KIND: Kind = Kind::Go;

    /// A coordinate (`D4`), `pass`, or the number of an intersection counted from 0 at the upper left; on 9×9, where no
    /// intersection has that number, 88 passes too.
    fn read_move(&self, _position: &Position, text: &str) -> Result<Move, Message> {
        if self.size() == Size::NINE && text.trim() == "88" {
            return Ok(Move::Pass);
        }
        read_point(self.size(), text)
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }

    fn cell_of(mv: Move) -> Option<String> {
        mv.point().map(|point| point.to_string())
    }

    fn happened(&self, before: &Position, mv: Move) -> Message {
        let player = before.turn();
        let Move::Play(point) = mv else { return Message::new("go-passed").with("player", Self::KIND.side(player)) };
        let mut after = before.board().clone();
        after.play(point, player);
        let captured = after.captures(player) - before.board().captures(player);
        let id = if captured > 0 { "go-captured" } else { "go-played" };
        let message = Message::new(id).with("player", Self::KIND.side(player)).with("point", point.to_string());
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
        Some(
            Message::new("go-in-atari")
                .with("point", in_atari.to_string())
                .with("count", board.chain(in_atari).count() as i64),
        )
    }

    fn counters(&self, position: &Position, marks: Option<&DeadStones>) -> [Vec<Counter>; 2] {
        let board = position.board();
        let counters = |[captures, territory, stones]: [i32; 3]| {
            vec![
                Counter::new("counter-captures", captures),
                Counter::new("counter-territory", territory),
                Counter::new("counter-stones", stones),
            ]
        };
        if let Some(dead) = marks {
            let count = position.count(dead);
            return Player::BOTH.map(|player| {
                let tally = count.tally(player);
                counters([tally.captures as i32 + i32::from(tally.dead), tally.territory.into(), tally.stones.into()])
            });
        }
        let territory = Territory::of(board);
        Player::BOTH.map(|player| {
            counters([board.captures(player) as i32, territory.count(player).into(), board.stones(player).into()])
        })
    }

    fn board(&self, shown: &Shown<'_, Game>) -> BoardView {
        let size = self.size();
        let count = shown.marks.map(|dead| shown.position.count(dead));
        let territory = (shown.territory && count.is_none()).then(|| Territory::of(shown.position.board()));
        let whose = |point| match (&count, &territory) {
            (Some(count), _) => counted_for(count, point),
            (None, Some(territory)) => territory.owner(point),
            (None, None) => None,
        };
        let stars = star_points(size);
        let cell = |point: Point| Cell {
            name: point.to_string(),
            content: shown.position.board().at(point).map(Content::Stone),
            legal: shown.live && shown.position.check(Move::Play(point)).is_ok(),
            star: stars.contains(&point),
            territory: whose(point).map(Claim::from),
            dead: shown.marks.is_some_and(|dead| dead.contains(point)),
            marks: marks_at(point, shown),
            label: None,
            worth: None,
        };
        BoardView {
            surface: Surface::Go,
            columns: (0..size.width()).filter_map(|column| Point::new(column, 0)).map(column_name).collect(),
            rows: (1..=size.width()).rev().map(|row| row.to_string()).collect(),
            cells: size.points_from_top().map(cell).collect(),
            reserve: Vec::new(),
            won: Vec::new(),
            strokes: Vec::new(),
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

    fn marked(&self, position: &Position, dead: &DeadStones) -> Vec<String> {
        let mut left = *dead;
        let is_first = |point: &Point| left.contains(*point) && left.toggle(position.board(), *point);
        self.size().points().filter(is_first).map(|point| Move::Play(point).to_string()).collect()
    }

    fn end(&self, position: &Position, dead: &DeadStones) -> End {
        if position.outcome() == Some(Outcome::NoResult) {
            return End::decided(Outcome::NoResult);
        }
        let count = position.count(dead);
        let half_points = Player::BOTH.map(|player| count.tally(player).total_half_points);
        End::counted(count.margin().black_half_points, half_points)
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
    let mut rows = vec![Counter::new("counter-territory", tally.territory as i32)];
    if scoring != go::Scoring::Territory {
        rows.push(Counter::new("counter-stones", tally.stones as i32));
    }
    if scoring == go::Scoring::Stones {
        rows.push(Counter::new("counter-eyes", -(tally.eyes as i32)));
    }
    if matches!(scoring, go::Scoring::Territory | go::Scoring::Sum) {
        rows.push(Counter::new("counter-captures", tally.captures as i32));
        rows.push(Counter::new("counter-dead", tally.dead as i32));
    }
    let bonuses = [("counter-komi", tally.komi_half_points), ("counter-compensation", tally.compensation_half_points)];
    rows.extend(
        bonuses.into_iter().filter(|(_, bonus)| *bonus != 0).map(|(id, half_points)| Counter { id, half_points }),
    );
    rows.push(Counter { id: "counter-total", half_points: tally.total_half_points });
    rows
}

/// Whose point it is in the count: territory only, since a stone shows its owner by itself.
fn counted_for(count: &Count, point: Point) -> Option<Player> {
    match count.at(point).status {
        go::Status::Territory(player) => Some(player),
        go::Status::Stone(_) | go::Status::SekiEye(_) | go::Status::Dame => None,
    }
}

fn marks_at(point: Point, shown: &Shown<'_, Game>) -> Vec<Mark> {
    let here = Some(Move::Play(point));
    [(shown.last, Mark::Last), (shown.hint, Mark::Hint)]
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
