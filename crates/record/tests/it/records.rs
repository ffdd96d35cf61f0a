//! The tree: variations, cursor, set-up, moves against the rules.

use plateau_core::Player;
use record::tree::{Cursor, Fault, NodeId};
use record::{Record, sgf};

fn mv(text: &str) -> go::Move {
    text.parse().unwrap()
}

fn small() -> Record<go::Game> {
    Record::new(go::Game::even(go::Size::new(5).unwrap(), go::Rules::default()))
}

#[test]
fn a_cursor_plays_and_finds_its_way_back() {
    let mut record = small();
    let mut cursor = Cursor::new(&record);
    cursor.play(&mut record, mv("C3")).unwrap();
    cursor.play(&mut record, mv("D3")).unwrap();
    let end = cursor.clone();
    assert!(cursor.play(&mut record, mv("D3")).is_err());
    assert_eq!(cursor, end);
    assert!(cursor.back(&record));
    // The same move follows the line that is there; another begins a variation.
    cursor.play(&mut record, mv("D3")).unwrap();
    assert_eq!(cursor.node(), end.node());
    assert!(cursor.back(&record));
    cursor.play(&mut record, mv("B3")).unwrap();
    assert_eq!((cursor.ply(&record), record.node_count()), (2, 4));
    assert!(cursor.back(&record) && cursor.back(&record) && !cursor.back(&record));
    assert!(cursor.forward(&record, 0) && cursor.forward(&record, 1) && !cursor.forward(&record, 0));
    assert_eq!(record.main_moves().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>(), ["C3", "D3"]);
    record.promote(cursor.node());
    assert_eq!(record.main_moves().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>(), ["C3", "B3"]);
    record.remove(cursor.node());
    cursor = Cursor::new(&record);
    cursor.to_end(&record);
    assert_eq!(cursor.node(), end.node());
}

#[test]
fn from_moves_stops_at_the_first_illegal_one() {
    let game = small().game;
    assert_eq!(Record::from_moves(game, [mv("C3"), mv("C2")]).unwrap().main_moves().count(), 2);
    assert_eq!(Record::from_moves(game, [mv("C3"), mv("C3")]), Err((1, go::Illegal::Occupied)));
}

#[test]
fn a_move_against_the_rules_is_reported_and_carried_out() {
    let mut record = small();
    let mut node = NodeId::ROOT;
    // Black plays twice, White on a stone, and Black after the end.
    for (player, at) in [
        (Player::Black, "C3"),
        (Player::Black, "C4"),
        (Player::White, "C4"),
        (Player::Black, "pass"),
        (Player::White, "pass"),
        (Player::Black, "A1"),
    ] {
        node = record.add(node, Some((player, mv(at))));
    }
    let mut position = record.start();
    let faults: Vec<_> = record.main_line().filter_map(|node| record.step(&mut position, node).err()).collect();
    assert_eq!(faults, [Fault::Illegal(go::Illegal::Occupied)]);
    assert_eq!(position.to_string(), "...../..O../..X../...../X.... O");
}

#[test]
fn a_setup_puts_takes_and_hands_over() {
    let mut record = small();
    let first = record.add(NodeId::ROOT, Some((Player::Black, mv("C3"))));
    let second = record.add(first, None);
    let setup = record.node_mut(second).setup_mut();
    setup.cells = [("C3", None), ("A1", Some(Player::White)), ("A2", Some(Player::Black))]
        .map(|(point, stone)| (point.parse().unwrap(), stone))
        .to_vec();
    setup.turn = Some(Player::White);
    assert_eq!(record.position_at(second).to_string(), "...../...../...../X..../O.... O");
    // A chain without a liberty cannot stand, and nothing changes.
    record.node_mut(second).setup_mut().cells.push(("B1".parse().unwrap(), Some(Player::Black)));
    let mut position = record.position_at(first);
    assert_eq!(record.step(&mut position, second), Err(Fault::Placement));
    assert_eq!(position, record.position_at(first));
}

#[test]
fn a_deep_record_needs_no_deep_stack() {
    let mut record = small();
    let mut node = NodeId::ROOT;
    for ply in 0..300_000 {
        node = record.add(node, Some((if ply % 2 == 0 { Player::Black } else { Player::White }, go::Move::Pass)));
        if ply % 100 == 0 {
            record.add(node, None);
        }
    }
    let copy = record.clone();
    assert!(sgf::write(&copy).len() > 300_000);
    drop(record);
}
