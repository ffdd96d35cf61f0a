//! Ladders, read out.
//!
//! A network sees the next steps of a ladder and is sure of each, but not where it ends: that may be at the other side of the board. Reading is simple,
//! since nearly every move is forced: who chases must give atari, and who runs must run on, or take one of the stones that chase. So a chase is
//! read to its end in some microseconds, where an evaluation takes hundreds.

use go::{Board, Player, Point};

/// Reads ladders; keeps the boards that it reads on.
#[derive(Default, Debug)]
pub(crate) struct Reader {
    /// A board for each move that something else could be tried instead of.
    boards: Vec<Board>,
    /// Moves that may still be tried for the ladder that is being read.
    left: u32,
}

/// More moves than this are not tried for one ladder: the longest that goes straight across 19×19 has some 70.
const MOVES_MAX: u32 = 300;

/// A ladder that is over in fewer moves than this is the network's: it sees the end, and what else may come of it, such as a squeeze.
const IN_SIGHT: u32 = 6;

impl Reader {
    /// Tells the points where a move of `turn` goes on with a ladder in vain: stones in atari that run on and are taken at the end, and
    /// ataris on stones that get away.
    ///
    /// A ladder's step is one after which both liberties are ahead of the stone that ran. Of stones that run to three liberties, into the next atari or
    /// with a liberty left behind nothing is said: the end of that is in sight, and an atari there may be worth its answer. Nor of a move that
    /// does something else as well, such as taking stones.
    pub(crate) fn steps_in_vain(&mut self, board: &Board, turn: Player, mut tell: impl FnMut(Point)) {
        for head in board.heads() {
            if board.at(head) == Some(turn) {
                if let Some(liberty) = board.atari(head)
                    && self.runs_in_vain(board, head, liberty)
                    && self.is_long()
                {
                    tell(liberty);
                }
            } else if let Some([one, other]) = two_liberties(board, head) {
                for (atari, run) in [(one, other), (other, one)] {
                    if self.chases_in_vain(board, head, atari, run) && self.is_long() {
                        tell(atari);
                    }
                }
            }
        }
    }

    /// Whether the stones in atari run to two liberties ahead by this move and are taken all the same.
    fn runs_in_vain(&mut self, board: &Board, stone: Point, liberty: Point) -> bool {
        let hunted = board.at(stone).expect("a stone stands there");
        if board.captured_by(liberty, hunted) > 0
            || !board.is_legal(liberty, hunted)
            || empty_beside(board, liberty, None) != 2
        {
            return false;
        }
        self.begin(board);
        self.boards[0].play(liberty, hunted);
        two_liberties(&self.boards[0], stone).is_some() && self.is_caught(0, stone) == Some(true)
    }

    /// Whether the stones, put into atari by this move, run on to two liberties ahead and get away.
    fn chases_in_vain(&mut self, board: &Board, stone: Point, atari: Point, run: Point) -> bool {
        let hunted = board.at(stone).expect("a stone stands there");
        let hunter = hunted.opponent();
        if board.captured_by(atari, hunter) > 0
            || !board.is_legal(atari, hunter)
            || empty_beside(board, run, Some(atari)) != 2
            || helps_elsewhere(board, stone, atari)
        {
            return false;
        }
        self.begin(board);
        self.boards[0].play(atari, hunter);
        let board = self.copy(0);
        if !board.is_legal(run, hunted) {
            return false;
        }
        board.play(run, hunted);
        two_liberties(board, stone).is_some() && self.escapes(0, stone) == Some(true)
    }

    /// Whether it took so many moves to read the last ladder that a network does not see the end by itself.
    fn is_long(&self) -> bool {
        MOVES_MAX - self.left >= IN_SIGHT
    }

    fn begin(&mut self, board: &Board) {
        self.left = MOVES_MAX;
        match self.boards.first_mut() {
            Some(first) => first.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// A copy of the board in this place, in the next one.
    fn copy(&mut self, place: usize) -> &mut Board {
        if self.boards.len() == place + 1 {
            self.boards.push(self.boards[place].clone());
        }
        let (before, after) = self.boards.split_at_mut(place + 1);
        after[0].clone_from(&before[place]);
        &mut after[0]
    }

    /// Plays a move on the board in this place, or, if it is not the last one to try there, on a copy. Says where.
    fn play(&mut self, place: usize, point: Point, player: Player, is_last: bool) -> usize {
        if is_last {
            self.boards[place].play(point, player);
            return place;
        }
        self.copy(place).play(point, player);
        place + 1
    }

    /// Whether ataris take the stones, if those who chase them move next; not known if that takes too many moves. The board is used up.
    fn is_caught(&mut self, place: usize, stone: Point) -> Option<bool> {
        let board = &self.boards[place];
        let Some(hunted) = board.at(stone) else { return Some(true) };
        let hunter = hunted.opponent();
        if let Some(liberty) = board.atari(stone) {
            return Some(board.is_legal(liberty, hunter));
        }
        let Some([one, other]) = two_liberties(board, stone) else { return Some(false) };
        // An atari after which the stones run to three liberties at once is none that takes them.
        let mut ataris = [(one, other), (other, one)].map(|(atari, run)| {
            (board.is_legal(atari, hunter) && empty_beside(board, run, Some(atari)) <= 2).then_some(atari)
        });
        ataris.sort_by_key(Option::is_none);
        let [first, second] = ataris;
        for (atari, is_last) in [(first, second.is_none()), (second, true)] {
            let Some(atari) = atari else { break };
            self.left = self.left.checked_sub(1)?;
            let place = self.play(place, atari, hunter, is_last);
            if !self.escapes(place, stone)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether stones in atari get away, if they move next. The board is used up.
    fn escapes(&mut self, place: usize, stone: Point) -> Option<bool> {
        let board = &self.boards[place];
        let Some(hunted) = board.at(stone) else { return Some(false) };
        let Some(run) = board.atari(stone) else { return Some(true) };
        let mut answers = taking(board, stone, hunted);
        if !answers.contains(&run) {
            answers.push(run);
        }
        answers.retain(|&answer| board.is_legal(answer, hunted));
        for (number, &answer) in answers.iter().enumerate() {
            self.left = self.left.checked_sub(1)?;
            let place = self.play(place, answer, hunted, number + 1 == answers.len());
            if !self.is_caught(place, stone)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Both liberties of a chain that has two.
fn two_liberties(board: &Board, stone: Point) -> Option<[Point; 2]> {
    let (mut one, mut other) = (None, None);
    for point in
        board.chain(stone).flat_map(|point| point.neighbours(board.size())).filter(|&point| board.is_empty(point))
    {
        match (one, other) {
            (None, _) => one = Some(point),
            (Some(known), None) if known != point => other = Some(point),
            (Some(known), Some(too)) if known != point && too != point => return None,
            _ => {}
        }
    }
    Some([one?, other?])
}

/// How many points beside this one are empty, leaving one aside.
fn empty_beside(board: &Board, point: Point, aside: Option<Point>) -> usize {
    point.neighbours(board.size()).filter(|&beside| board.is_empty(beside) && Some(beside) != aside).count()
}

/// Where the chain's player takes stones beside it.
fn taking(board: &Board, stone: Point, hunted: Player) -> Vec<Point> {
    let beside = board.chain(stone).flat_map(|point| point.neighbours(board.size()));
    let mut points = Vec::new();
    for liberty in
        beside.filter(|&point| board.at(point) == Some(hunted.opponent())).filter_map(|point| board.atari(point))
    {
        if !points.contains(&liberty) {
            points.push(liberty);
        }
    }
    points
}

/// Whether an atari on this chain is at the same time one on another, or saves own stones.
fn helps_elsewhere(board: &Board, stone: Point, atari: Point) -> bool {
    let (hunted, chased) = (board.at(stone), board.head(stone));
    atari.neighbours(board.size()).any(|beside| match board.at(beside) {
        None => false,
        player if player == hunted => board.head(beside) != chased && board.liberty_count(beside, 3) <= 2,
        _ => board.atari(beside).is_some(),
    })
}

#[cfg(test)]
mod tests;
