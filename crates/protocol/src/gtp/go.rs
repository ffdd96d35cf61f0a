//! Go behind the commands.

use std::fmt;
use std::sync::Arc;

use go::{Board, DeadStones, Game, Handicap, Komi, Margin, Move, Point, Position, Rules, Size};
use plateau_core::{Game as _, Outcome, Player, Position as _};
use record::Record;
use record::tree::NodeId;

use super::adapter::{Adapter, AtSight, Refusal, Status, spaced};
use crate::kata_rules::{self, Unread};

/// Go: a board, rules, and stones that stand there before the first move.
#[derive(Clone)]
pub struct Go {
    size: Size,
    rules: Rules,
    /// The controller named the komi, or a file did: then that is what is counted.
    komi_named: bool,
    setup: Beginning,
    judge: Judge,
    estimate: Estimate,
    network: Network,
}

/// Says which stones are dead at the end of a game.
type Judge = Arc<dyn Fn(&Position) -> DeadStones + Send + Sync>;

/// Says how a game that is not over will probably come out, if anybody can tell.
type Estimate = Arc<dyn Fn(&Position) -> Option<Margin> + Send + Sync>;

/// Says what a network thinks of a position through one of the eight symmetries, if there is a network.
type Network = Arc<dyn Fn(&Position, usize) -> Option<AtSight> + Send + Sync>;

/// What stands on the board before the first move. The stones have liberties, and a handicap fits the board.
#[derive(Clone, PartialEq, Debug)]
struct Beginning {
    handicap: Handicap,
    stones: Vec<(Point, Player)>,
    turn: Player,
}

impl Beginning {
    const NOTHING: Beginning = Beginning { handicap: Handicap::None, stones: Vec::new(), turn: Player::Black };
}

impl Go {
    /// A game under these rules. Every stone is taken for alive until somebody can [judge](Go::with_judge), and a game in
    /// progress is counted as it stands until somebody can [estimate](Go::with_estimate). Free handicap is left to the
    /// controller, which has commands for it.
    pub fn new(game: &Game) -> Go {
        let mut adapter = Go {
            size: game.size(),
            rules: *game.rules(),
            komi_named: false,
            setup: Beginning::NOTHING,
            judge: Arc::new(|_| DeadStones::NONE),
            estimate: Arc::new(|_| None),
            network: Arc::new(|_, _| None),
        };
        if let Handicap::Fixed(_) = game.handicap() {
            adapter.place(game.handicap(), game.handicap_points()).expect("a game has a handicap that fits");
        }
        adapter
    }

    /// With somebody who says which stones are dead when a game is scored.
    #[must_use]
    pub fn with_judge(self, judge: impl Fn(&Position) -> DeadStones + Send + Sync + 'static) -> Go {
        Go { judge: Arc::new(judge), ..self }
    }

    /// With somebody who says how a game in progress will probably come out when its score is asked for.
    #[must_use]
    pub fn with_estimate(self, estimate: impl Fn(&Position) -> Option<Margin> + Send + Sync + 'static) -> Go {
        Go { estimate: Arc::new(estimate), ..self }
    }

    /// With a network that can be asked without a search.
    #[must_use]
    pub fn with_network(self, network: impl Fn(&Position, usize) -> Option<AtSight> + Send + Sync + 'static) -> Go {
        Go { network: Arc::new(network), ..self }
    }

    fn game(&self) -> Game {
        let handicap = self.setup.handicap;
        let komi = if self.komi_named { self.rules.komi } else { self.rules.usual_komi(handicap.stones()) };
        let rules = Rules { komi, ..self.rules };
        Game::new(self.size, rules, handicap).expect("the handicap was checked when it was set")
    }

    /// Puts down Black's stones, if there are such a handicap and such points, and they leave each other a liberty.
    fn place(&mut self, handicap: Handicap, points: Vec<Point>) -> Result<Vec<String>, Refusal> {
        Game::new(self.size, self.rules, handicap).map_err(|_| Refusal::Handicap)?;
        let on_board = points.iter().all(|&point| self.size.contains(point));
        let mut different = points.clone();
        different.sort_unstable();
        different.dedup();
        if !on_board || different.len() != points.len() {
            return Err(Refusal::Vertices);
        }
        let names = points.iter().map(Point::to_string).collect();
        let stones: Vec<_> = points.into_iter().map(|point| (point, Player::Black)).collect();
        Board::with_stones(self.size, stones.iter().copied()).map_err(|_| Refusal::Vertices)?;
        self.setup = Beginning { handicap, stones, turn: Player::White };
        Ok(names)
    }
}

impl fmt::Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Go { size, rules, komi_named, setup, .. } = self;
        let mut shown = f.debug_struct("Go");
        shown.field("size", size).field("rules", rules).field("komi_named", komi_named).field("setup", setup);
        shown.finish_non_exhaustive()
    }
}

impl Adapter for Go {
    type Position = Position;
    type Game = Game;

    const GAME_ID: &'static str = "Go";

    fn root(&self) -> Position {
        let Beginning { stones, turn, .. } = &self.setup;
        let board = Board::with_stones(self.size, stones.iter().copied()).expect("the stones have liberties");
        Position::with_board(self.game(), board, *turn)
    }

    fn clear(&mut self) {
        self.setup = Beginning::NOTHING;
    }

    fn record(&self) -> Record<Game> {
        let mut record = Record::new(self.game());
        let start = record.game.start();
        let same = start.board().hash() == self.root().board().hash() && start.turn() == self.setup.turn;
        if !same {
            let setup = record.node_mut(NodeId::ROOT).setup_mut();
            setup.cells = self.setup.stones.iter().map(|&(point, player)| (point, Some(player))).collect();
            setup.turn = Some(self.setup.turn);
        }
        record
    }

    fn adopt(&mut self, record: &Record<Game>, start: &Position) {
        let (unsaid, game) = (record.info.unsaid, &record.game);
        self.size = game.size();
        let komi = if unsaid.komi { self.rules.komi } else { game.rules().komi };
        self.komi_named |= !unsaid.komi;
        self.rules = Rules { komi, ..if unsaid.rules { self.rules } else { *game.rules() } };
        let owner = |point| start.board().at(point).map(|owner| (point, owner));
        let stones = self.size.points().filter_map(owner).collect();
        self.setup = Beginning { handicap: game.handicap(), stones, turn: start.turn() };
    }

    fn set_size(&mut self, size: u32) -> Result<(), Refusal> {
        self.size = u8::try_from(size).ok().and_then(Size::new).ok_or(Refusal::Size)?;
        Ok(())
    }

    /// Controllers send anything from `6.5` to `5.500000` and `.5`; half points are what Go has.
    fn set_komi(&mut self, komi: &str) -> Result<(), Refusal> {
        let points: f64 = komi.parse().map_err(|_| Refusal::Syntax)?;
        let half_points = points * 2.0;
        if !(half_points.abs() <= 2000.0 && half_points.fract() == 0.0) {
            return Err(Refusal::Syntax);
        }
        self.rules.komi = Komi::from_half_points(half_points as i16);
        self.komi_named = true;
        Ok(())
    }

    /// Moves out of turn are never illegal in the protocol, nor are moves after two passes.
    fn hand_turn(&self, position: &mut Position, to: Player) -> bool {
        let next = position.resumed(to);
        let goes_on = !next.is_over();
        if goes_on {
            *position = next;
        }
        goes_on
    }

    fn move_after_end(&self) -> Option<Move> {
        Some(Move::Pass)
    }

    fn show(&self, position: &Position) -> String {
        let width = self.size.width();
        let letters = format!("   {}", spaced((0..width).map(letter)));
        let rows = (0..width).rev().map(|row| {
            let cells = (0..width).map(|column| stone(position, column, row));
            format!("{:2} {} {}", row + 1, spaced(cells), row + 1)
        });
        let rows = rows.collect::<Vec<_>>().join("\n");
        let [black, white] = Player::BOTH.map(|player| position.board().captures(player));
        let turn = if position.is_over() { "game over".into() } else { format!("{} to move", position.turn()) };
        format!("{letters}\n{rows}\n{letters}\nblack (X) took {black}, white (O) took {white}, {turn}")
    }

    /// The count once both have passed. Before that most points are nobody's, and a count would say nothing about the game.
    fn final_score(&self, position: &Position) -> Option<String> {
        if position.outcome() == Some(Outcome::NoResult) {
            return None;
        }
        let expected = if position.is_over() { None } else { (self.estimate)(position) };
        let margin = expected.unwrap_or_else(|| position.count(&(self.judge)(position)).margin());
        Some(margin.to_string())
    }

    const DEAD_STONES: bool = true;

    fn final_status(&self, position: &Position, status: Status) -> Option<Vec<String>> {
        let dead = (self.judge)(position);
        let board = position.board();
        let wanted = |head: &Point| match status {
            Status::Alive => !dead.contains(*head),
            Status::Dead => dead.contains(*head),
            // Nobody here tells seki from life; such stones are listed as alive.
            Status::Seki => false,
        };
        let written = |head| board.chain(head).map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
        Some(board.heads().filter(wanted).map(written).collect())
    }

    const HANDICAP: bool = true;

    fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<String>, Refusal> {
        let stones = u8::try_from(stones).map_err(|_| Refusal::Handicap)?;
        if let Ok(game) = Game::new(self.size, self.rules, Handicap::Fixed(stones)) {
            return self.place(game.handicap(), game.handicap_points());
        }
        if stones > most_fixed_stones(self.size) {
            return Err(Refusal::Handicap);
        }
        self.place(Handicap::Free(stones as u16), go::handicap_points(self.size, stones))
    }

    /// The points of the fixed handicap, as far as they go: the protocol lets an engine place fewer stones than asked for.
    fn place_free_handicap(&mut self, stones: u32) -> Result<Vec<String>, Refusal> {
        if stones < 2 || stones >= self.size.area() as u32 {
            return Err(Refusal::Handicap);
        }
        let most = most_fixed_stones(self.size).max(4) as u32;
        let stones = stones.min(most) as u8;
        self.place(Handicap::Free(stones as u16), go::handicap_points(self.size, stones))
    }

    fn set_free_handicap(&mut self, points: &[&str]) -> Result<(), Refusal> {
        let points: Option<Vec<Point>> = points.iter().map(|point| point.parse().ok()).collect();
        let points = points.ok_or(Refusal::Vertices)?;
        let handicap = Handicap::Free(points.len() as u16);
        self.place(handicap, points).map(|_| ()).map_err(|_| Refusal::Vertices)
    }

    const RULES: bool = true;

    fn rules(&self) -> String {
        kata_rules::write(self.rules)
    }

    fn set_rules(&mut self, text: &str) -> Result<(), Refusal> {
        self.rules = kata_rules::read(text, self.rules).map_err(|unread| match unread {
            Unread::Unknown => Refusal::Rules,
            Unread::Unplayed { what, .. } => Refusal::UnplayedRules(what),
        })?;
        Ok(())
    }

    fn komi(&self) -> String {
        self.game().rules().komi.to_string()
    }

    const SETUP: bool = true;

    fn set_up(&mut self, stones: &[(Player, &str)]) -> Result<(), Refusal> {
        let read = |&(player, text): &(Player, &str)| {
            let point: Point = text.parse().map_err(|_| Refusal::Vertices)?;
            if self.size.contains(point) { Ok((point, player)) } else { Err(Refusal::Vertices) }
        };
        let stones: Vec<_> = stones.iter().map(read).collect::<Result<_, _>>()?;
        let mut points: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
        points.sort_unstable();
        points.dedup();
        if points.len() != stones.len() || Board::with_stones(self.size, stones.iter().copied()).is_err() {
            return Err(Refusal::Vertices);
        }
        self.setup = Beginning { stones, ..Beginning::NOTHING };
        Ok(())
    }

    fn set_up_turn(&mut self, player: Player) -> Result<(), Refusal> {
        self.setup.turn = player;
        Ok(())
    }

    fn policy_place(&self, mv: Move) -> Option<usize> {
        Some(mv.point().map_or(self.size.area(), |point| point.number(self.size)) as usize)
    }

    const NETWORK: bool = true;

    fn at_sight(&self, position: &Position, symmetry: usize) -> Option<AtSight> {
        (self.network)(position, symmetry)
    }

    fn gogui_size(&self) -> (u8, u8) {
        (self.size.width(), self.size.width())
    }

    fn gogui_board(&self, position: &Position, _half: Option<&str>) -> String {
        let width = self.size.width();
        let row_text = |row| spaced((0..width).map(|column| stone(position, column, row)));
        (0..width).rev().map(row_text).collect::<Vec<_>>().join("\n")
    }

    fn gogui_moves(&self, position: &Position, _half: Option<&str>) -> Vec<String> {
        position.legal_moves().map(|mv| mv.to_string()).collect()
    }

    fn gogui_result(&self, position: &Position) -> String {
        match (position.is_over(), self.final_score(position)) {
            (false, _) => "the game is not over".into(),
            (true, Some(score)) => score,
            (true, None) => "no result".into(),
        }
    }

    fn gogui_analyze_commands(&self) -> &'static [&'static str] {
        &[
            "plist/Stones Alive/final_status_list alive",
            "plist/Stones Dead/final_status_list dead",
            "string/Rules/kata-get-rules",
        ]
    }
}

/// Section 4.1.1 of the specification: none below 7×7, the corners on 7×7 and on even boards, else nine.
fn most_fixed_stones(size: Size) -> u8 {
    match size.width() {
        ..7 => 0,
        7 => 4,
        width if width.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The letter of a column, I left out.
fn letter(column: u8) -> char {
    (b'A' + column + u8::from(column >= 8)) as char
}

fn stone(position: &Position, column: u8, row: u8) -> char {
    let point = Point::new(column, row).expect("inside the board");
    match position.board().at(point) {
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
        None => '.',
    }
}
