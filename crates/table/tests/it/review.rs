use table::event::Action;
use table::view::{Mark, Wanted};
use table::{AnyTable, AnyWay, Command, Review};

use crate::play::Played;

fn read(text: &str) -> Review {
    let mut contents = record::read(text.as_bytes(), None, &record::ReadOptions::default()).expect("a record");
    Review::of_record(contents.records.remove(0))
}

fn at(review: &Review, node: u32) -> Review {
    let mut review = review.clone();
    assert!(review.go_to(node), "{node}");
    review
}

/// The list of moves: how deep in variations, how many moves lead there, the move, and whether one came through it.
fn shown(review: &Review, most: usize) -> Vec<String> {
    let text = |node: table::review::ListedNode| {
        let mv = node.mv.map_or("-".to_owned(), |mv| mv.text);
        format!("{}{}:{mv}{}", ">".repeat(node.depth as usize), node.ply, if node.on_path { "*" } else { "" })
    };
    review.list(most).into_iter().map(text).collect()
}

#[test]
fn variations_stand_after_the_move_that_they_replace() {
    let review = at(&read("(;GM[1]SZ[9];B[ee](;W[ec];B[ce])(;W[ge](;B[cc])(;B[gc])))"), 5);
    let all = ["0:-*", "1:E5*", "2:E7", ">2:G5*", ">3:C7*", ">>3:G7", "3:C5"];
    assert_eq!(shown(&review, 99), all);
    assert_eq!(shown(&review, 3), all[..3]);
    let steps = review.steps();
    assert_eq!((steps.first, steps.back, steps.on, steps.below, steps.above), (0, Some(4), None, Some(6), None));
    assert_eq!(review.replay().moves().collect::<Vec<_>>(), ["E5", "G5", "C7"]);
    assert!(!review.clone().go_to(99));
}

#[test]
fn two_moves_in_a_row_with_variations_show_both() {
    let review = read("(;GM[1]SZ[9];B[ee](;W[ec](;B[ce](;W[cc])(;W[gg]))(;B[ge]))(;W[eg]))");
    let all = ["0:-*", "1:E5", "2:E7", ">2:E3", "3:C5", ">3:G5", "4:C7", ">4:G3"];
    assert_eq!(shown(&review, 99), all);
    for most in 0..all.len() {
        assert_eq!(shown(&review, most), all[..most]);
    }
}

#[test]
fn large_steps_are_of_ten_and_end_where_the_line_does() {
    let moves: String = (0..25)
        .map(|at| {
            format!(";{}[{}{}]", ["B", "W"][at % 2], (b'a' + at as u8 % 9) as char, (b'a' + at as u8 / 9) as char)
        })
        .collect();
    let review = read(&format!("(;GM[1]SZ[9]{moves})"));
    for (here, ten_back, ten_on) in [
        (0, None, Some(10)),
        (1, Some(0), Some(11)),
        (10, Some(0), Some(20)),
        (11, Some(1), Some(21)),
        (15, Some(5), Some(25)),
        (16, Some(6), Some(25)),
        (25, Some(15), None),
    ] {
        let steps = at(&review, here).steps();
        assert_eq!((steps.ten_back, steps.ten_on, steps.last), (ten_back, ten_on, 25), "from {here}");
    }
}

#[test]
fn a_variation_has_others_above_and_below() {
    let review = read("(;GM[1]SZ[9](;B[ee])(;B[ec])(;B[ce]))");
    for (here, above, below) in [(0, None, None), (1, None, Some(2)), (2, Some(1), Some(3)), (3, Some(2), None)] {
        let steps = at(&review, here).steps();
        assert_eq!((steps.above, steps.below), (above, below), "{here}");
    }
}

/// What stands behind a move without being one, such as stones put down, belongs to it.
#[test]
fn a_number_of_moves_leads_to_the_last_node_that_it_can() {
    let mut review = read("(;GM[1]SZ[9];C[no move];B[dd];W[ee];AB[aa][bb]PL[W](;W[ff])(;W[gg];B[hh]))");
    assert_eq!(review.main_length(), 3);
    for (moves, node) in [(0, 1), (1, 2), (2, 4), (3, 5)] {
        assert!(review.go_to_ply(moves), "{moves}");
        assert_eq!((review.here(), review.ply()), (node, moves));
    }
    assert!(!review.go_to_ply(4));
    assert_eq!(review.here(), 5, "one stays where one was");
}

#[test]
fn a_comment_on_the_game_stands_at_its_beginning_only() {
    let review = read("(;GM[1]SZ[9]GC[a fine game];B[ee];W[ec]C[hm])");
    assert_eq!([0, 1, 2].map(|node| at(&review, node).comment().to_owned()), ["a fine game", "", "hm"]);
}

#[test]
fn the_board_of_a_record_says_what_happened_and_who_is_next() {
    let review = read("(;GM[1]SZ[9]PB[Ada]PW[Bob];B[ii];W[ab];B[aa];W[ba];B[];B[ih];W[];B[])");
    let said = |node| -> Vec<String> {
        let view = at(&review, node).view(&Wanted::default());
        let said = view.sentences.iter().map(|said| {
            let player = said.gaps.iter().find(|(gap, _)| *gap == "player").map(|(_, player)| format!("{player:?}"));
            format!("{} {}", said.id, player.unwrap_or_default())
        });
        let next = view.players.iter().position(|player| player.to_move).map(|side| format!("next {side}"));
        said.chain(next).collect()
    };
    for (node, expected) in [
        (0, &["table-turn Side(Black)", "next 0"][..]),
        (1, &["go-played Side(Black)", "table-turn Side(White)", "next 1"]),
        (4, &["go-captured Side(White)", "table-turn Side(Black)", "next 0"]),
        (5, &["go-passed Side(Black)", "table-turn Side(White)", "next 1"]),
        (6, &["go-played Side(Black)", "table-turn Side(White)", "next 1"]),
        (8, &["go-passed Side(Black)"]),
    ] {
        assert_eq!(said(node), expected, "{node}");
    }
    let moves = at(&review, 5).view(&Wanted::default()).moves;
    assert_eq!(moves.iter().map(|mv| mv.is_pass).collect::<Vec<_>>(), [false, false, false, false, true]);
}

#[test]
fn stones_that_are_still_there_have_the_number_of_their_move() {
    let review = at(&read("(;GM[1]SZ[9];B[aa];W[ab];B[ii];W[ba];B[])"), 4);
    let numbered = review.numbered_view(&Wanted::default()).board;
    let labels: Vec<_> =
        numbered.cells.iter().filter_map(|cell| Some(format!("{} {}", cell.name, cell.label.as_ref()?))).collect();
    assert_eq!(labels, ["B9 4", "A8 2", "J1 3"], "what was taken has none");
    let last = |cells: &[table::view::Cell]| cells.iter().filter(|cell| cell.marks.contains(&Mark::Last)).count();
    assert_eq!((last(&numbered.cells), last(&review.view(&Wanted::default()).board.cells)), (0, 1));
    let marked = read("(;GM[1]SZ[9];B[aa]TR[aa])");
    let marks = &at(&marked, 1).numbered_view(&Wanted::default()).board.cells[0].marks;
    assert_eq!(marks, &[Mark::Triangle], "what the record marks stays");
}

#[test]
fn a_line_is_cut_before_the_move_that_is_left_off() {
    let record = |text: &str| table::records::read(text.as_bytes(), None).expect("a record");
    let resumed = record("(;GM[1]SZ[9];B[dd];W[];B[];W[ee];B[ff])");
    for (moves, actions) in [(0, 0), (1, 1), (3, 3), (4, 4), (5, 5), (9, 5)] {
        let mut replay = table::records::Replay::of_record(&resumed);
        replay.truncate(moves);
        let resumes = replay.actions.iter().filter(|action| matches!(action, Action::Resume(_))).count();
        assert_eq!(replay.actions.len() - resumes, actions, "{moves}");
        assert_eq!(resumes, usize::from(moves > 3), "play goes on only if there is a move to go on with");
    }
}

#[test]
fn a_record_shows_its_marks_and_what_the_rules_have_against_a_move() {
    let first = read("(;GM[1]SZ[9]PB[Ada]RE[B+R]C[hello];B[ee]TR[ee]LB[aa:1];W[ee])");
    assert_eq!((first.comment(), first.info().names[0].as_str()), ("hello", "Ada"));
    let second = at(&first, 1);
    let board = second.view(&Wanted::default()).board;
    let cell = |name: &str| board.cells.iter().find(|cell| cell.name == name).expect(name);
    assert!(cell("E5").marks.contains(&Mark::Triangle));
    assert_eq!(cell("A9").label.as_deref(), Some("1"));
    assert_eq!(second.problem(), None);
    let third = at(&first, 2);
    assert_eq!(third.problem().map(|why| why.id.as_ref()), Some("go-illegal-occupied"));
    let why = third.replay().tables().expect_err("nobody plays on from an illegal move");
    assert_eq!(why.id, "go-illegal-occupied");
}

#[test]
fn a_game_is_shown_at_any_of_its_moves_and_its_end_with_the_count() {
    let mut game = Played::new("game go\nsize 5\nwhite level:3\tM\n");
    game.play("C3 D4 pass pass");
    for player in plateau_core::Player::BOTH {
        game.command_by(player, &Command::Accept).expect("accepted");
    }
    let review = Review::of_game(&game.table, None);
    assert_eq!((review.here(), review.ply(), review.main_length()), (4, 4, 4));
    let view = review.view(&Wanted::default());
    assert_eq!((view.end, view.tally.is_some()), (game.table.end(), true));
    let second = at(&review, 2);
    let view = second.view(&Wanted::default());
    assert_eq!((view.moves.len(), view.end, view.sentences[0].id.as_ref()), (2, None, "go-played"));
    assert_eq!(view.players[1].who.to_string(), "level:3", "a machine keeps its seat");
    assert_eq!((second.steps().on, second.steps().back), (Some(3), Some(1)));
}

#[test]
fn a_game_that_began_with_a_record_is_looked_through_with_the_rest_of_it() {
    let origin = table::records::read(b"(;GM[1]SZ[5];B[cc]C[Good.](;W[dd];B[bb])(;W[bb]LB[bb:?]C[Or so.]))", None);
    let origin = origin.expect("a record");
    let mut game = Played::new("game go\nsize 5\nwhite level:3\tM\n");
    game.play("C3");
    let review = Review::of_game(&game.table, Some(origin.clone()));
    assert_eq!((review.here(), review.ply(), review.node_count()), (1, 1, 5), "it stands where the game has come to");
    assert_eq!(review.comment(), "Good.");
    assert_eq!(review.view(&Wanted::default()).players[1].who.to_string(), "level:3");
    game.play("B4");
    let review = Review::of_game(&game.table, Some(origin.clone()));
    assert_eq!((review.here(), review.comment(), review.main_length()), (4, "Or so.", 2), "along a variation");
    let view = review.view(&Wanted::default());
    assert!(view.board.cells.iter().any(|cell| cell.label.as_deref() == Some("?")), "what is marked there is shown");
    game.play("E5");
    let review = Review::of_game(&game.table, Some(origin));
    assert_eq!((review.here(), review.node_count(), review.main_length()), (5, 6, 3), "and off its paths");
    let other = table::records::read(b"(;GM[2];B[f5])", None).expect("a record");
    assert_eq!(Review::of_game(&game.table, Some(other)).node_count(), 4, "another game has nothing to do with it");
}

/// The table that goes on from here.
fn played_on(review: &Review) -> AnyTable {
    let [_, after] = review.replay().tables().expect("it can go on");
    after
}

#[test]
fn a_game_that_was_resumed_after_two_passes_can_be_played_on() {
    let mut game = Played::new("game go\nsize 9\n");
    game.play("D4 pass pass");
    game.command(&Command::Resume).expect("marking");
    game.play("E5 F6");
    let review = Review::of_game(&game.table, None);
    assert_eq!(played_on(&review).moves(), game.table.moves());
    let replay = at(&review, 4).replay();
    assert!(replay.actions.iter().any(|action| matches!(action, Action::Resume(_))), "{replay:?}");
    assert_eq!(played_on(&at(&review, 4)).moves_played(), 4);
    assert_eq!(played_on(&at(&review, 3)).turn(), None, "the dead stones are marked");
}

#[test]
fn a_record_with_stones_set_up_in_the_middle_can_be_played_on_from_before_and_after() {
    let review = read("(;GM[1]SZ[9];B[dd];W[ee];AB[aa][bb]PL[W];W[ff];B[gg])");
    let stones = |table: &AnyTable| {
        let cells = table.view(&Wanted::default(), 0).board.cells;
        cells.iter().filter(|cell| cell.content.is_some()).count()
    };
    let before = played_on(&at(&review, 2));
    assert_eq!((before.moves_played(), stones(&before)), (2, 2));
    let set_up = played_on(&at(&review, 3));
    assert_eq!((set_up.moves_played(), stones(&set_up), set_up.turn()), (0, 4, Some(plateau_core::Player::White)));
    let after = played_on(&at(&review, 5));
    assert_eq!((after.moves_played(), stones(&after)), (2, 6));
}

#[test]
fn passes_that_go_without_saying_are_there_when_one_plays_on() {
    let transcript = include_bytes!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt");
    let mut contents = record::read(transcript, Some("x.txt"), &record::ReadOptions::default()).expect("a transcript");
    let review = Review::of_record(contents.records.remove(0));
    let last = at(&review, review.steps().last);
    let table = played_on(&last);
    assert_eq!(table.end().map(|end| end.ending.to_string()).as_deref(), Some("W+24"));
}

/// A way as text: the node of each position, who is to move, and the move that was made.
fn way(review: &Review) -> Vec<String> {
    let way = review.way().expect("a way");
    let moment = |at: usize| {
        let played = way.played(at).unwrap_or("-".to_owned());
        format!("{} {} {played}", way.node(at), way.turn(at))
    };
    (0..way.len()).map(moment).collect()
}

#[test]
fn a_way_has_a_position_for_every_move_and_none_for_remarks() {
    let review = read("(;GM[1]SZ[9]C[begin];B[ee]C[five];C[only a remark];W[ec](;B[ce])(;B[cc];W[gg]))");
    let main = ["0 black E5", "1 white E7", "3 black C5", "4 white -"];
    assert_eq!(way(&review), main);
    assert_eq!(way(&at(&review, 5)), ["0 black E5", "1 white E7", "3 black C7", "5 white G3", "6 black -"]);
    let way = review.way().expect("a way");
    assert_eq!([0, 1, 2, 3, 4, 9].map(|node| way.find(node)), [Some(0), Some(1), None, Some(2), Some(3), None]);
    assert!(!way.is_forced(0));
}

#[test]
fn a_way_follows_what_was_set_up_and_who_moved_twice() {
    let review = read("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];W[ec];AW[aa];B[ce])");
    assert_eq!(way(&review), ["0 white E5", "1 white E7", "2 black -", "3 black C5", "4 white -"]);
    let table::AnyWay::Go(way) = review.way().expect("a way") else { panic!("Go") };
    let stones = |at: usize| 81 - way.moments[at].position.board().empty_count();
    assert_eq!([0, 1, 2, 3, 4].map(stones), [2, 3, 4, 5, 6]);
}

#[test]
fn illegal_moves_are_no_moves_of_the_way() {
    let review = read("(;GM[1]SZ[9];B[ee];W[ee];B[cc])");
    assert_eq!(way(&review), ["0 black E5", "1 white -", "2 black C7", "3 white -"]);
}

#[test]
fn remarks_and_lines_are_added_to_a_record_and_nothing_is_lost() {
    let text = "(;GM[1]FF[4]SZ[9];B[ee]C[five];W[ec](;B[ce])(;B[cc]))";
    let mut record = read(text).record();
    let line = |moves: &[&str]| moves.iter().map(|&mv| mv.to_owned()).collect();
    let note =
        |before, node, comment: &str, line| table::Annotation { before, node, comment: comment.to_owned(), line };
    table::annotate(
        &mut record,
        &[
            note(0, 1, "good", Vec::new()),
            note(2, 3, "slow", line(&["G5", "C5", "E5", "A1"])),
            note(2, 3, "known", line(&["C7", "G3"])),
            note(7, 77, "nowhere", Vec::new()),
        ],
    );
    let written = record::write_one(&record, record::Format::Sgf).expect("text");
    let flat: String = written.chars().filter(|c| *c != '\n').collect();
    for part in ["B[ee]C[fivegood]", "B[ce]C[slowknown]", "(;B[cc];W[gg])", "(;B[ge];W[ce])"] {
        assert!(flat.contains(part), "{part} in {flat}");
    }
    assert!(!flat.contains("nowhere"));
}

#[test]
fn a_way_without_end_is_refused() {
    let moves = |count: usize| "[];W[];B".repeat(count / 2);
    let game = |count: usize| read(&format!("(;GM[1]SZ[9];B{}[])", moves(count)));
    assert!(game(1998).way().is_ok());
    let refused = game(2000).way().expect_err("it is too long");
    assert_eq!(refused.id, "way-too-long");
}

#[test]
fn a_move_of_the_root_itself_leaves_one_position_for_each_node() {
    let review = read("(;GM[1]SZ[9]B[ee];W[ec];B[ce])");
    assert_eq!(way(&review), ["0 white E7", "1 black C5", "2 white -"]);
    let way = review.way().expect("a way");
    assert_eq!([0, 1, 2, 3].map(|node| way.find(node)), [Some(0), Some(1), Some(2), None]);
}

#[test]
fn a_way_branches_off_as_the_rules_allow_and_is_seen_from_there() {
    let review = read("(;GM[1]SZ[9];B[ee];C[a remark];W[ec];B[ce])");
    let way = review.way().expect("a way");
    assert_eq!([0, 1, 2, 3, 4].map(|node| way.at(node)), [0, 1, 1, 2, 3]);
    let branch = way.branch(2, &["c3", "pass"]).expect("legal moves");
    assert_eq!((branch.len(), branch.played(0), branch.node(2)), (3, Some("C3".to_owned()), 2));
    for (moves, id) in
        [(&["E5"][..], "go-illegal-occupied"), (&["C3", "C3"], "go-illegal-occupied"), (&["x"], "error-column-end")]
    {
        assert_eq!(way.branch(2, moves).expect_err("it cannot be played").id, id, "{moves:?}");
    }
    let view = branch.view(1, &table::view::Wanted::default(), true);
    let legal = view.board.cells.iter().filter(|cell| cell.legal).count();
    assert_eq!((legal, view.can.pass, view.players[1].to_move), (81 - 3, true, true));
    let last = view.board.cells.iter().find(|cell| cell.marks.contains(&table::view::Mark::Last));
    assert_eq!(last.map(|cell| &*cell.name), Some("C3"));
    let still = branch.view(1, &table::view::Wanted::default(), false);
    assert!(!still.can.pass && still.board.cells.iter().all(|cell| !cell.legal));
}

#[test]
fn a_position_of_a_way_is_retold_as_it_is_or_not_at_all() {
    let othello = "(;GM[2];B[fe];W[fd];B[cd])";
    let aligne4 = "(;GM[104]RU[base])";
    for (text, positions) in [
        ("(;GM[1]SZ[9];B[ee]C[five];W[ec];B[ce])", "yes yes yes yes"),
        ("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];B[ec])", "yes yes yes"),
        // Who moves twice has a past that no text of a position holds.
        ("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];W[ec];AW[aa];B[ce])", "yes no no yes yes"),
        (othello, "yes yes yes yes"),
        (aligne4, "yes"),
    ] {
        let way = read(text).way().expect("a way");
        let told = |at: usize| {
            let Some((setup, moves)) = way.retold(at) else { return "no" };
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let setup = setup.to_string().parse().expect("a set-up");
            let again = AnyWay::retell(setup, &moves).expect("a way");
            let is_same = match (&again, &way) {
                (AnyWay::Go(again), AnyWay::Go(way)) => again.moments[moves.len()].position == way.moments[at].position,
                (AnyWay::Othello(again), AnyWay::Othello(way)) => {
                    again.moments[moves.len()].position == way.moments[at].position
                }
                (AnyWay::Aligne4(again), AnyWay::Aligne4(way)) => {
                    again.moments[moves.len()].position == way.moments[at].position
                }
                _ => false,
            };
            assert!(is_same && again.text(moves.len()) == way.text(at), "{text} at {at}");
            "yes"
        };
        assert_eq!((0..way.len()).map(told).collect::<Vec<_>>().join(" "), positions, "{text}");
    }
}
