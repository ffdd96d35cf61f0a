//! The symmetries are all there are, and the first moves that they tell apart, counted two ways.

use std::collections::{BTreeSet, HashSet};

use aligne4::{Bits, Cell, CellSymmetry, Line, Move, PieceSymmetry, Position, Rules, Symmetry};
use plateau_core::{Position as _, Symmetric as _};

const SQUARES: Rules = Rules { gift: false, squares: true };

/// Every permutation of the cells that takes the set of lines to itself, by trying all images cell after cell.
///
/// A partial permutation is given up as soon as a line whose four cells have images is not taken to a line. The order of
/// the cells completes lines early; it decides only how long the search takes.
fn automorphisms(squares: bool) -> BTreeSet<[u8; 16]> {
    const ORDER: [usize; 16] = [0, 1, 2, 3, 4, 8, 12, 5, 10, 15, 6, 9, 7, 11, 13, 14];
    fn extend(known: usize, image: &mut [u8; 16], lines: &[u16], found: &mut BTreeSet<[u8; 16]>) {
        let Some(&cell) = ORDER.get(known) else {
            found.insert(*image);
            return;
        };
        let settled = ORDER[..=known].iter().fold(0, |mask, &cell| mask | 1u16 << cell);
        let taken: Vec<u8> = ORDER[..known].iter().map(|&cell| image[cell]).collect();
        for candidate in (0..16).filter(|candidate| !taken.contains(candidate)) {
            image[cell] = candidate;
            let mut completed = lines.iter().filter(|&&line| line & settled == line && line >> cell & 1 != 0);
            if completed.all(|&line| lines.contains(&Bits(line).fold(0, |mask, i| mask | 1 << image[i as usize]))) {
                extend(known + 1, image, lines, found);
            }
        }
    }
    let lines: Vec<u16> = Line::all(squares).map(Line::mask).collect();
    let mut found = BTreeSet::new();
    extend(0, &mut [0; 16], &lines, &mut found);
    found
}

#[test]
fn the_cell_symmetries_are_all_there_are() {
    for (squares, count) in [(false, 32), (true, 8)] {
        let listed: BTreeSet<[u8; 16]> = CellSymmetry::all(squares).map(|symmetry| *symmetry.table()).collect();
        assert_eq!(listed.len(), count);
        assert_eq!(listed, automorphisms(squares), "squares: {squares}");
    }
}

#[test]
fn the_piece_symmetries_are_384_and_keep_differences() {
    let tables: BTreeSet<[u8; 16]> = PieceSymmetry::all().map(|symmetry| *symmetry.table()).collect();
    assert_eq!(tables.len(), 384);
    for table in tables {
        for a in 0..16 {
            for b in 0..16 {
                let image = table[a] ^ table[b];
                assert_eq!(image.count_ones(), (a ^ b).count_ones(), "{table:?}");
            }
        }
    }
}

#[test]
fn symmetries_form_a_group() {
    let start = Position::new(Rules::BASE);
    assert_eq!(start.symmetries().next(), Some(Symmetry::IDENTITY));
    assert_eq!(start.symmetries().count(), 32 * 384);
    assert_eq!(Position::new(SQUARES).symmetries().count(), 8 * 384);
    let mv: Move = "7b1".parse().unwrap();
    for symmetry in start.symmetries().step_by(7) {
        assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
        assert_eq!(symmetry.inverse().apply(symmetry.apply(mv)), mv);
        let other = Symmetry { cells: symmetry.cells.inverse(), pieces: symmetry.pieces };
        assert_eq!(symmetry.then(other).apply(mv), other.apply(symmetry.apply(mv)));
    }
}

type Puts = Vec<(u8, u8)>;

/// One representative of every class of ordered sequences of `plies` puts: the least image under all symmetries.
fn classes_by_canonical_form(rules: Rules, plies: u32) -> usize {
    let mut representatives: BTreeSet<Puts> = [Puts::new()].into();
    for _ in 0..plies {
        // A sequence is equivalent to an extension of its beginning's representative, so only those are extended.
        let mut next = BTreeSet::new();
        for puts in &representatives {
            for mv in after(rules, puts).legal_moves() {
                let mut extended = puts.clone();
                extended.push((mv.piece().unwrap().index(), mv.cell().unwrap().index()));
                next.insert(least_image(rules, &extended));
            }
        }
        representatives = next;
    }
    representatives.len()
}

fn after(rules: Rules, puts: &Puts) -> Position {
    let mut position = Position::new(rules);
    for &(piece, cell) in puts {
        let (piece, cell) = (aligne4::Piece::new(piece).unwrap(), Cell::new(cell).unwrap());
        position.play(Move::Put { piece, cell }).unwrap();
    }
    position
}

fn least_image(rules: Rules, puts: &Puts) -> Puts {
    // Cells and pieces are moved independently, so each half can be minimised on its own.
    let cells = CellSymmetry::all(rules.squares);
    let cells =
        cells.map(|s| puts.iter().map(|&(_, cell)| s.table()[cell as usize]).collect::<Vec<_>>()).min().unwrap();
    let pieces = PieceSymmetry::all();
    let pieces =
        pieces.map(|s| puts.iter().map(|&(piece, _)| s.table()[piece as usize]).collect::<Vec<_>>()).min().unwrap();
    pieces.into_iter().zip(cells).collect()
}

/// The same number by Burnside's lemma: the mean, over all symmetries, of how many sequences each leaves as they are.
fn classes_by_burnside(rules: Rules, plies: u32) -> u64 {
    // A sequence of different things is fixed if each of them is: n·(n−1)·… for n fixed things.
    let fixed_sequences = |n: usize| (0..plies as usize).map(|i| n.saturating_sub(i) as u64).product::<u64>();
    let fixed = |table: &[u8; 16]| (0..16).filter(|&i| table[i as usize] == i).count();
    let cells: u64 = CellSymmetry::all(rules.squares).map(|s| fixed_sequences(fixed(s.table()))).sum();
    let pieces: u64 = PieceSymmetry::all().map(|s| fixed_sequences(fixed(s.table()))).sum();
    let group = (CellSymmetry::all(rules.squares).len() * PieceSymmetry::COUNT) as u64;
    assert_eq!(cells * pieces % group, 0);
    cells * pieces / group
}

#[test]
fn first_moves_up_to_symmetry_counted_two_ways() {
    for (rules, plies, count) in [(Rules::BASE, 1, 2), (Rules::BASE, 2, 48), (SQUARES, 1, 3), (SQUARES, 2, 132)] {
        let (canonical, burnside) = (classes_by_canonical_form(rules, plies), classes_by_burnside(rules, plies));
        assert_eq!((canonical as u64, burnside), (count, count), "{} {plies}", rules.name());
    }
}

/// Positions with two pieces, where it does not matter which came first.
#[test]
fn positions_after_two_moves_up_to_symmetry_counted_two_ways() {
    let start = Position::new(Rules::BASE);
    let ones = start.legal_moves().map(|first| start.after(first));
    let twos = ones.flat_map(|one| one.legal_moves().map(move |second| one.after(second)).collect::<Vec<_>>());
    let mut left: HashSet<Position> = twos.collect();
    assert_eq!(left.len(), 240 * 240 / 2);

    // Orbits, by walking from a position to all its images.
    let mut orbits = 0;
    while let Some(&position) = left.iter().next() {
        for symmetry in start.symmetries() {
            left.remove(&position.transformed(symmetry));
        }
        orbits += 1;
    }

    // Burnside: a pair of puts is fixed if both are, or if they change places; each pair is counted in both orders.
    let mut fixed = 0u64;
    let cells: Vec<(u64, u64)> = CellSymmetry::all(false).map(|s| fixed_and_swapped(s.table())).collect();
    let pieces: Vec<(u64, u64)> = PieceSymmetry::all().map(|s| fixed_and_swapped(s.table())).collect();
    for (fixed_cells, swapped_cells) in &cells {
        for (fixed_pieces, swapped_pieces) in &pieces {
            fixed += fixed_cells * fixed_pieces + swapped_cells * swapped_pieces;
        }
    }
    assert_eq!(fixed % (2 * 32 * 384), 0);
    assert_eq!((orbits, fixed / (2 * 32 * 384)), (40, 40));
}

/// How many ordered pairs of different things stay, and how many are exchanged.
fn fixed_and_swapped(table: &[u8; 16]) -> (u64, u64) {
    let fixed = (0..16u8).filter(|&i| table[i as usize] == i).count() as u64;
    let swapped =
        (0..16u8).filter(|&i| table[i as usize] != i && table[table[i as usize] as usize] == i).count() as u64;
    (fixed * fixed.saturating_sub(1), swapped)
}
