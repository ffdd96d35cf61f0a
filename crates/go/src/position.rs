use plateau_core::processor::{Fastest, Path as _};
use plateau_core::{Outcome, Player, nearest};

use crate::history::History;
use crate::{Board, Count, DeadStones, Game, Illegal, Ko, Margin, Move, Point, PointSet, Rules, Size, zobrist};

/// The moves that [`Position::recent_moves`] remembers.
const RECENT: usize = 8;

/// More points than any count gives.
const LEAD_MAX: f32 = 1e6;

/// A state of play: the board, whose turn it is, and all that the rules of repetition must know of what was before.
///
/// ```
/// use go::{Game, Illegal, Move, Position};
/// use plateau_core::{Game as _, Position as _};
///
/// let mut position = Game::default().start();
/// position.play("E5".parse().unwrap()).unwrap();
/// assert_eq!(position.play("E5".parse().unwrap()), Err(Illegal::Occupied));
/// position.play(Move::Pass).unwrap();
/// assert_eq!(position.turn(), go::Player::Black);
/// ```
#[derive(PartialEq, Debug)]
pub struct Position {
    game: Game,
    board: Board,
    turn: Player,
    /// Passes in a row; two end the game.
    passes: u8,
    /// Free handicap stones that Black has still to place.
    handicap_left: u16,
    /// A cycle closed under simple ko.
    void: bool,
    /// The last moves, the latest first.
    recent: [Option<Move>; RECENT],
    history: History,
}

/// The parts of a position that its text holds; the history starts with it.
pub(crate) struct Parts {
    pub(crate) board: Board,
    pub(crate) turn: Player,
    pub(crate) passes: u8,
    pub(crate) handicap_left: u16,
}

impl Position {
    /// A position without a past, from any board of the game's size: what a diagram or a record's setup shows.
    ///
    /// Handicap stones count as placed. The board's ko is kept.
    pub fn with_board(game: Game, board: Board, turn: Player) -> Position {
        assert_eq!(board.size(), game.size(), "the board has the game's size");
        Position::set_up(game, Parts { board, turn, passes: 0, handicap_left: 0 })
    }

    pub(crate) fn set_up(game: Game, Parts { board, turn, passes, handicap_left }: Parts) -> Position {
        let (recent, history) = ([None; RECENT], History::new());
        let mut position = Position { game, board, turn, passes, handicap_left, void: false, recent, history };
        position.remember_turn();
        position
    }

    /// What was agreed before the first move.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.game.size()
    }

    /// The stones. What [`Board::ko`] says is what the rules of this game forbid.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Passes just played in a row, at most two.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Handicap stones that Black has still to place, one after another.
    pub fn handicap_left(&self) -> u16 {
        self.handicap_left
    }

    /// The last moves since the position was set up, the latest first, up to eight.
    pub fn recent_moves(&self) -> impl Iterator<Item = Move> {
        self.recent.into_iter().map_while(|mv| mv)
    }

    /// The points that only ko or superko keeps the player to move from playing on.
    pub fn forbidden_points(&self) -> impl Iterator<Item = Point> {
        let forbidden = |point: &Point| matches!(self.check_point(*point), Err(Illegal::Ko | Illegal::Superko));
        // Mostly no board can come back, and then there is no need to look around every point.
        let (ko, superko) = (self.board.ko(), self.rules().suicide || self.may_repeat());
        self.size().points().filter(move |point| (superko || ko == Some(*point)) && forbidden(point))
    }

    /// The count of the board as it stands, with these stones taken as dead.
    pub fn count(&self, dead: &DeadStones) -> Count {
        Count::of(&self.board, self.rules(), self.game.handicap().stones(), dead)
    }

    /// The margin that a count could give and that is nearest to this lead of Black in points: whole points, but for what White
    /// gets under the rules.
    pub fn margin_near(&self, black_lead: f32) -> Margin {
        let (komi, for_stones) = self.rules().bonus_half_points(self.game.handicap().stones());
        let bonus = komi + for_stones;
        let on_board = (black_lead + bonus as f32 / 2.0).clamp(-LEAD_MAX, LEAD_MAX);
        Margin { black_half_points: 2 * nearest(f64::from(on_board)) as i32 - bonus }
    }

    #[inline]
    fn check_point(&self, point: Point) -> Result<(), Illegal> {
        if !self.board.is_empty(point) {
            return Err(if self.size().contains(point) { Illegal::Occupied } else { Illegal::OffBoard });
        }
        if self.board.ko() == Some(point) {
            return Err(Illegal::Ko);
        }
        let suicide = self.board.is_suicide(point, self.turn);
        if suicide && !self.rules().suicide {
            return Err(Illegal::NoLiberty);
        }
        if (suicide || self.may_repeat()) && self.repeats(point) { Err(Illegal::Superko) } else { Ok(()) }
    }

    /// The points where [`Position::check`] allows a stone. Most are settled all at once, so that only the rest are looked at one by one.
    fn legal_points(&self) -> PointSet {
        if plateau_core::Position::is_over(self) {
            return PointSet::EMPTY;
        }
        Fastest.run(
            #[inline(always)]
            || {
                let empty = self.board.empty_set();
                // Beside an empty point no stone is suicide. If no board can come back either, nothing is left but ko.
                let mut free = if self.may_repeat() { PointSet::EMPTY } else { empty.beside_each_other() };
                if let Some(ko) = self.board.ko() {
                    free.remove(ko);
                }
                let mut legal = empty.without(&free);
                legal.retain(|point| self.check_point(point).is_ok());
                legal.insert_all(&free);
                legal
            },
        )
    }

    /// Whether there may be a stone that stays and gives a board that superko forbids.
    #[inline]
    fn may_repeat(&self) -> bool {
        // It gives the board one more of its colour. Unless some were taken lately, so many it never had.
        let stones = self.board.stones(self.turn) + 1;
        self.rules().ko != Ko::Simple && !self.history.is_new_count(self.turn, stones)
    }

    /// Whether a stone here would give a board that superko forbids.
    fn repeats(&self, point: Point) -> bool {
        let hash = self.board.hash_after(point, self.turn);
        let key = self.repetition_key(hash, self.turn, self.turn_after_stone());
        self.rules().ko != Ko::Simple && self.history.contains(key)
    }

    /// Under which number a board is remembered: boards that count as the same for this ko rule have the same.
    fn repetition_key(&self, hash: u64, mover: Player, next: Player) -> u64 {
        match self.rules().ko {
            Ko::Positional => hash,
            Ko::Simple | Ko::Situational => hash ^ zobrist::turn(next),
            Ko::NaturalSituational => hash ^ zobrist::created_by(mover),
        }
    }

    /// Who plays after a stone: Black goes on while handicap stones are left.
    fn turn_after_stone(&self) -> Player {
        if self.handicap_left > 1 { self.turn } else { self.turn.opponent() }
    }

    /// Remembers that this player came to move on this board without a stone being placed: the beginning, a pass.
    fn remember_turn(&mut self) {
        // By the natural rule only who placed a stone gave the board its state.
        if self.rules().ko != Ko::NaturalSituational {
            let key = self.repetition_key(self.board.hash(), self.turn.opponent(), self.turn);
            self.history.insert(key, &self.board);
        }
    }

    fn play_stone(&mut self, point: Point) {
        let (mover, before) = (self.turn, self.board.hash());
        let next = self.turn_after_stone();
        self.board.play(point, mover);
        self.passes = 0;
        self.handicap_left = self.handicap_left.saturating_sub(1);
        self.turn = next;
        // By the natural rule a ko may be taken back at once by a player who did not make the board that this would give
        // back: who passed before, or had not played yet.
        if self.rules().ko == Ko::NaturalSituational
            && self.board.ko().is_some()
            && !self.history.contains(before ^ zobrist::created_by(next))
        {
            self.board.set_ko(None);
        }
        let key = self.repetition_key(self.board.hash(), mover, next);
        self.void = self.rules().ko == Ko::Simple && self.history.contains(key);
        self.history.insert(key, &self.board);
    }

    fn pass(&mut self) {
        self.board.set_ko(None);
        self.passes += 1;
        self.turn = self.turn.opponent();
        self.remember_turn();
    }

    /// This position with another board, whose past is forgotten: what a symmetry makes of it.
    pub(crate) fn on_board(&self, board: Board, map: impl Fn(Move) -> Move) -> Position {
        let (turn, passes, handicap_left) = (self.turn, self.passes, self.handicap_left);
        let mut position = Position::set_up(self.game, Parts { board, turn, passes, handicap_left });
        position.void = self.void;
        position.recent = self.recent.map(|mv| mv.map(&map));
        position
    }
}

impl plateau_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn turn(&self) -> Player {
        self.turn
    }

    /// Once both have passed, the count with nothing marked dead.
    fn outcome(&self) -> Option<Outcome> {
        match (self.void, self.passes) {
            (true, _) => Some(Outcome::NoResult),
            (false, 2) => Some(self.count(&DeadStones::NONE).margin().outcome()),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.void || self.passes == 2
    }

    fn all_moves(&self) -> impl Iterator<Item = Move> {
        self.size().points().map(Move::Play).chain([Move::Pass])
    }

    /// From A1 along the rows, then the pass.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let pass = self.check(Move::Pass).is_ok().then_some(Move::Pass);
        self.legal_points().iter().map(Move::Play).chain(pass)
    }

    fn count_legal_moves(&self) -> usize {
        usize::from(self.legal_points().len()) + usize::from(self.check(Move::Pass).is_ok())
    }

    #[inline]
    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Play(point) => self.check_point(point),
            Move::Pass if self.handicap_left > 0 => Err(Illegal::HandicapFirst),
            Move::Pass => Ok(()),
        }
    }

    /// Play goes on after two passes: the players did not agree on what is dead.
    fn resumed(&self, turn: Player) -> Position {
        let mut position = self.clone();
        position.turn = turn;
        position.passes = 0;
        position.remember_turn();
        position
    }

    fn play_legal(&mut self, mv: Move) {
        match mv {
            Move::Play(point) => self.play_stone(point),
            Move::Pass => self.pass(),
        }
        self.recent.rotate_right(1);
        self.recent[0] = Some(mv);
    }

    fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, zobrist::ko);
        let void = if self.void { zobrist::void() } else { 0 };
        let turn = zobrist::turn(self.turn) ^ zobrist::passes(self.passes);
        self.board.hash() ^ ko ^ void ^ turn ^ zobrist::handicap_left(self.handicap_left)
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { board: self.board.clone(), history: self.history.clone(), ..*self }
    }

    /// Copies the rows of the board that are in use, and allocates nothing if there is room.
    fn clone_from(&mut self, from: &Position) {
        self.board.clone_from(&from.board);
        self.history.clone_from(&from.history);
        (self.game, self.turn, self.passes) = (from.game, from.turn, from.passes);
        (self.handicap_left, self.void, self.recent) = (from.handicap_left, from.void, from.recent);
    }
}
