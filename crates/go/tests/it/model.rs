//! A slow model of the rules, written to be obviously right and to share nothing with the crate but names: a grid of
//! characters, flood fill for everything, and a list of all earlier boards compared one by one.

use go::{Ko, Rules};

/// `b`, `w` or `.`, along the rows from the bottom.
type Grid = Vec<char>;

#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) width: usize,
    pub(crate) grid: Grid,
    pub(crate) turn: char,
    pub(crate) passes: u8,
    pub(crate) void: bool,
    /// Stones taken by black and by white.
    pub(crate) taken: [u32; 2],
    rules: Rules,
    /// Every state there was: the board, who was to move, and who had placed a stone to make it (`.` if nobody did).
    past: Vec<(Grid, char, char)>,
}

/// What the model says about a placement.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Legal,
    Occupied,
    NoLiberty,
    /// Ko and superko alike: the model only knows that a board comes again.
    Repeats,
    Over,
}

fn other(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

impl Model {
    pub(crate) fn new(width: usize, rules: Rules) -> Model {
        let grid = vec!['.'; width * width];
        let past = vec![(grid.clone(), 'b', '.')];
        Model { width, grid, turn: 'b', passes: 0, void: false, taken: [0, 0], rules, past }
    }

    pub(crate) fn over(&self) -> bool {
        self.void || self.passes == 2
    }

    /// Indices of the cells beside one.
    fn beside(&self, at: usize) -> Vec<usize> {
        let (x, y) = ((at % self.width) as i32, (at / self.width) as i32);
        let on_board =
            |&(x, y): &(i32, i32)| (0..self.width as i32).contains(&x) && (0..self.width as i32).contains(&y);
        let all = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        all.into_iter().filter(on_board).map(|(x, y)| y as usize * self.width + x as usize).collect()
    }

    /// All cells connected to this one by cells of the same content, and what lies around them.
    pub(crate) fn flood(&self, grid: &Grid, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut inside, mut around) = (vec![at], Vec::new());
        let mut seen = vec![false; grid.len()];
        seen[at] = true;
        let mut next = 0;
        while next < inside.len() {
            for n in self.beside(inside[next]) {
                if !seen[n] {
                    seen[n] = true;
                    if grid[n] == grid[at] { inside.push(n) } else { around.push(n) }
                }
            }
            next += 1;
        }
        (inside, around)
    }

    fn has_liberty(&self, grid: &Grid, at: usize) -> bool {
        self.flood(grid, at).1.iter().any(|&n| grid[n] == '.')
    }

    /// The board after a placement, the stones that each side takes by it, and whether it was suicide.
    fn place(&self, at: usize) -> (Grid, [u32; 2], bool) {
        let mut grid = self.grid.clone();
        let mut taken = [0, 0];
        grid[at] = self.turn;
        let mine = usize::from(self.turn == 'w');
        for n in self.beside(at) {
            if grid[n] == other(self.turn) && !self.has_liberty(&grid, n) {
                for stone in self.flood(&grid, n).0 {
                    grid[stone] = '.';
                    taken[mine] += 1;
                }
            }
        }
        let suicide = !self.has_liberty(&grid, at);
        if suicide {
            for stone in self.flood(&grid, at).0 {
                grid[stone] = '.';
                taken[1 - mine] += 1;
            }
        }
        (grid, taken, suicide)
    }

    /// Whether the rules of repetition forbid making this board by placing a stone.
    fn repeats(&self, grid: &Grid) -> bool {
        let next = other(self.turn);
        match self.rules.ko {
            // Simple ko: one stone was taken by one stone, and would be taken back at once. That is to say, the board before
            // the opponent's move comes again; with single suicide that can happen without any capture, which is no ko.
            Ko::Simple => false,
            Ko::Positional => self.past.iter().any(|(board, _, _)| board == grid),
            Ko::Situational => self.past.iter().any(|(board, turn, _)| board == grid && *turn == next),
            Ko::NaturalSituational => self.past.iter().any(|(board, _, maker)| board == grid && *maker == self.turn),
        }
    }

    /// Simple ko, from the last two boards: the last move took exactly one stone, and this one would take exactly the stone
    /// that did so and give the board before back.
    fn takes_ko_back(&self, grid: &Grid, taken: [u32; 2]) -> bool {
        let [.., (before, _, _), (now, _, maker)] = self.past.as_slice() else { return false };
        let count = |grid: &Grid, colour: char| grid.iter().filter(|&&c| c == colour).count();
        let lost = count(before, self.turn) - count(now, self.turn).min(count(before, self.turn));
        let mine = usize::from(self.turn == 'w');
        self.passes == 0 && *maker == other(self.turn) && lost == 1 && taken[mine] == 1 && grid == before
    }

    pub(crate) fn verdict(&self, at: usize) -> Verdict {
        if self.over() {
            return Verdict::Over;
        }
        if self.grid[at] != '.' {
            return Verdict::Occupied;
        }
        let (grid, taken, suicide) = self.place(at);
        if suicide && !self.rules.suicide {
            Verdict::NoLiberty
        } else if self.repeats(&grid) || self.rules.ko == Ko::Simple && self.takes_ko_back(&grid, taken) {
            Verdict::Repeats
        } else {
            Verdict::Legal
        }
    }

    /// Plays a legal move; `None` is a pass.
    pub(crate) fn play(&mut self, at: Option<usize>) {
        let mut maker = '.';
        if let Some(at) = at {
            let (grid, taken, _) = self.place(at);
            self.grid = grid;
            self.taken = [self.taken[0] + taken[0], self.taken[1] + taken[1]];
            self.passes = 0;
            maker = self.turn;
        } else {
            self.passes += 1;
        }
        self.turn = other(self.turn);
        let known = self.past.iter().any(|(board, turn, _)| *board == self.grid && *turn == self.turn);
        self.void = self.rules.ko == Ko::Simple && maker != '.' && known;
        self.past.push((self.grid.clone(), self.turn, maker));
    }

    /// Stones and surrounded points of a colour.
    pub(crate) fn stones_and_territory(&self, colour: char) -> (usize, usize) {
        let stones = self.grid.iter().filter(|&&c| c == colour).count();
        let surrounded = |&at: &usize| {
            let (_, around) = self.flood(&self.grid, at);
            self.grid[at] == '.' && !around.is_empty() && around.iter().all(|&n| self.grid[n] == colour)
        };
        (stones, (0..self.grid.len()).filter(surrounded).count())
    }

    /// How many liberties the chain on a cell has.
    pub(crate) fn liberties(&self, at: usize) -> usize {
        self.flood(&self.grid, at).1.iter().filter(|&&n| self.grid[n] == '.').count()
    }
}
