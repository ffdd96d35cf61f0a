//! The rules once more, as a beginner would write them: characters on a grid, walked square by square. Nothing is shared
//! with the crate but the text of a position, so that the same mistake is unlikely to be made twice.

/// A grid of `X`, `O` and `-` with the character whose turn it is.
#[derive(Clone)]
pub(crate) struct Model {
    grid: Vec<Vec<char>>,
    turn: char,
}

const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Model {
    pub(crate) fn read(text: &str) -> Model {
        let (cells, turn) = text.split_once(' ').expect("cells and a turn");
        let cells: Vec<char> = cells.chars().collect();
        Model { grid: cells.chunks(8).map(<[char]>::to_vec).collect(), turn: turn.chars().next().expect("a turn") }
    }

    pub(crate) fn write(&self) -> String {
        format!("{} {}", self.grid.concat().iter().collect::<String>(), self.turn)
    }

    fn at(&self, row: isize, column: isize) -> Option<char> {
        self.grid.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    /// The squares that a disc of `who` would turn, by walking away from it until something else than an enemy comes.
    fn turned(&self, who: char, row: isize, column: isize) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.at(row, column) != Some('-') {
            return turned;
        }
        let enemy = other(who);
        for (down, right) in DIRECTIONS {
            let mut walked = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while self.at(r, c) == Some(enemy) {
                walked.push((r as usize, c as usize));
                r += down;
                c += right;
            }
            if self.at(r, c) == Some(who) {
                turned.extend(walked);
            }
        }
        turned
    }

    fn squares(&self, who: char) -> Vec<(isize, isize)> {
        let all = (0..64).map(|i| (i / 8, i % 8));
        all.filter(|&(row, column)| !self.turned(who, row, column).is_empty()).collect()
    }

    fn after(&self, row: isize, column: isize) -> Model {
        let mut next = self.clone();
        for (r, c) in self.turned(self.turn, row, column) {
            next.grid[r][c] = self.turn;
        }
        next.grid[row as usize][column as usize] = self.turn;
        next.turn = other(self.turn);
        next
    }

    /// Everything that may come next, written out: the move and the position after it.
    pub(crate) fn successors(&self) -> Vec<(String, Model)> {
        let mut successors: Vec<(String, Model)> = Vec::new();
        for (row, column) in self.squares(self.turn) {
            let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
            successors.push((name, self.after(row, column)));
        }
        if successors.is_empty() && !self.squares(other(self.turn)).is_empty() {
            successors.push(("pass".into(), Model { grid: self.grid.clone(), turn: other(self.turn) }));
        }
        successors
    }

    /// Plays every sequence to its last ply.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let successors = self.successors();
        if successors.is_empty() { 1 } else { successors.iter().map(|(_, next)| next.perft(depth - 1)).sum() }
    }
}

fn other(who: char) -> char {
    if who == 'X' { 'O' } else { 'X' }
}
