//! Records that somebody works on.

use fastrand::Rng;
use record::tree::NodeId;
use record::{AnyRecord, Format, ReadOptions};
use table::draft::{Draft, Edit, MOST_BYTES, Touch};
use table::view::{Stroke, Wanted};
use table::{Message, Review};

fn draft(text: &str) -> Draft {
    let record = table::records::read(text.as_bytes(), Some("record.sgf")).expect(text);
    Draft::new(&record, 0).expect(text).0
}

const GO: &str = "(;GM[1]SZ[5])";
const OTHELLO: &str = "(;GM[2])";
const ALIGNE4: &str = "(;GM[104]RU[base])";
const GIFT: &str = "(;GM[104]RU[gift])";

fn edit(draft: &mut Draft, text: &str) -> Result<u32, Message> {
    let before = draft.clone();
    let answer = draft.edit(text.parse()?);
    if answer.is_err() {
        assert_eq!(*draft, before, "{text} was refused and has changed something");
    }
    answer
}

/// Edits, and where one stands after each, or the id of the refusal.
fn check(start: &str, edits: &[(&str, Result<u32, &str>)]) -> Draft {
    let mut draft = draft(start);
    for (text, expected) in edits {
        let answer = edit(&mut draft, text);
        assert_eq!(answer.as_ref().map_err(|message| &*message.id), expected.as_ref().map_err(|id| *id), "{text}");
    }
    draft
}

fn body(draft: &Draft) -> String {
    let sgf = draft.sgf().expect("a file").replace('\n', "");
    sgf.split_once(";B[").map_or_else(|| sgf.clone(), |(_, moves)| format!(";B[{moves}"))
}

#[test]
fn a_move_follows_the_branch_that_has_it_or_begins_one() {
    let draft = check(
        GO,
        &[
            ("play 0 C3", Ok(1)),
            ("play 1 D4", Ok(2)),
            ("play 1 B2", Ok(3)),
            ("play 1 D4", Ok(2)),
            ("play 1 C3", Err("go-illegal-occupied")),
            ("play 9 C3", Err("draft-no-node")),
            ("play 1 Z9", Err("go-illegal-off-board")),
            ("play 3 pass", Ok(4)),
            ("main 3", Ok(3)),
            ("delete 0", Err("draft-beginning-stays")),
            ("delete 2", Ok(1)),
            ("play 2 A1", Err("draft-no-node")),
            ("play 1 E5", Ok(5)),
        ],
    );
    assert_eq!(body(&draft), ";B[cc](;W[bd];B[])(;W[ea]))");
}

#[test]
fn who_must_pass_passes_by_itself() {
    // White has one disc and no move after a1.
    let start = "(;GM[2]AE[dd][de][ed][ee]AB[ca]AW[ba]PL[B])";
    let draft = check(start, &[("play 0 a1", Ok(1)), ("play 0 a2", Err("othello-illegal-turns-nothing"))]);
    assert_eq!(body(&draft), ";B[aa])", "the game is over: nobody passes");
    let start = "(;GM[2]AE[dd][de][ed][ee]AB[ca][ac]AW[ba][bc][hh]PL[B])";
    let mut draft = check(start, &[("play 0 a1", Ok(2))]);
    assert_eq!(body(&draft), ";B[aa];W[])");
    assert_eq!(edit(&mut draft, "play 1 c3"), Ok(3), "as if the pass were not written");
    assert_eq!(body(&draft), ";B[aa](;W[])(;B[cc]))");
}

#[test]
fn marks_are_put_and_taken_away() {
    let mut draft = check(
        GO,
        &[
            ("mark 0 cross A1", Ok(0)),
            ("mark 0 triangle B2", Ok(0)),
            ("mark 0 square A1", Ok(0)),
            ("label 0 A1 x", Ok(0)),
            ("label 0 B1 y", Ok(0)),
            ("label 0 A1 z", Ok(0)),
            ("arrow 0 A1 B2", Ok(0)),
            ("line 0 A1 B2", Ok(0)),
            ("arrow 0 A1 A1", Err("draft-same-cell")),
            ("mark 0 triangle F6", Err("draft-no-cell")),
            ("line 0 A1 what", Err("draft-no-cell")),
        ],
    );
    let said = |draft: &Draft| {
        let sgf = draft.sgf().expect("a file");
        sgf.split_once("SZ[5]").expect("a size").1.replace(['\n', ')'], "")
    };
    assert_eq!(said(&draft), "TR[bd]SQ[ae]LB[be:y][ae:z]AR[ae:bd]LN[ae:bd]");
    let view = Review::of_record(draft.record().clone()).view(&Wanted::default());
    let [from, to] = ["A1", "B2"].map(|name| view.board.cells.iter().position(|cell| cell.name == name).expect(name));
    assert_eq!(view.board.strokes, [false, true].map(|arrow| Stroke { from, to, arrow }));
    for text in
        ["mark 0 square A1", "mark 0 triangle B2", "label 0 A1 z", "label 0 B1 y", "arrow 0 A1 B2", "line 0 A1 B2"]
    {
        edit(&mut draft, text).expect(text);
    }
    assert_eq!(said(&draft), "");
}

#[test]
fn stones_are_set_up_where_the_rules_know_the_position() {
    let draft = check(
        GO,
        &[
            ("put 0 A1 black", Ok(0)),
            ("put 0 B1 white", Ok(0)),
            ("put 0 B1 empty", Ok(0)),
            ("turn 0 white", Ok(0)),
            ("put 0 A2 white", Ok(0)),
            ("put 0 B1 white", Err("draft-setup-go")),
            ("put 0 B1 7", Err("draft-no-stone")),
            ("put 0 Z9 black", Err("draft-no-cell")),
            ("play 0 B1", Ok(1)),
            // A move has led here: the set-up is a branch of its own, and so is one where others lead on.
            ("put 1 E5 black", Ok(2)),
            ("put 2 E4 black", Ok(2)),
            ("put 0 E5 white", Ok(3)),
            ("put 1 C3 empty", Ok(1)),
        ],
    );
    let sgf = draft.sgf().expect("a file").replace('\n', "");
    assert!(sgf.ends_with("AB[ae]AW[ad]PL[W](;W[be];AB[eb][ea])(;AW[ea]))"), "{sgf}");
    check(
        ALIGNE4,
        &[("put 0 a1 7", Ok(0)), ("put 0 b1 7", Err("draft-setup-aligne4")), ("turn 0 white", Err("draft-no-turns"))],
    );
    check(
        GIFT,
        &[("put 0 a1 7", Ok(0)), ("give 0 3", Ok(0)), ("play 0 b1", Ok(1)), ("give 0 x", Err("draft-no-stone"))],
    );
    let handicap = check("(;GM[1]SZ[9]HA[2]AB[gc][cg])", &[("put 0 E5 black", Ok(1)), ("put 1 E4 white", Ok(1))]);
    let sgf = handicap.sgf().expect("a file").replace('\n', "");
    assert!(sgf.contains("HA[2]AB[cg][gc];AB[ee]AW[ef]"), "{sgf}");
}

#[test]
fn a_remark_that_grows_is_one_change() {
    let mut draft = check(
        GO,
        &[("play 0 C3", Ok(1)), ("comment 1 T", Ok(1)), ("comment 1 Te", Ok(1)), ("comment 1 Tenuki", Ok(1))],
    );
    assert_eq!(body(&draft), ";B[cc]C[Tenuki])");
    assert_eq!(draft.undo(), Ok(Some(1)));
    assert_eq!(body(&draft), ";B[cc])");
    assert_eq!((draft.undo(), draft.undo(), draft.can()), (Ok(Some(0)), Ok(None), [false, true]));
    assert_eq!((draft.redo(), draft.redo(), draft.redo()), (Ok(Some(1)), Ok(Some(1)), Ok(None)));
    assert_eq!(body(&draft), ";B[cc]C[Tenuki])");
    let about = check("(;GM[1]SZ[5]GC[About the game])", &[("comment 0 Changed", Ok(0))]);
    assert!(about.sgf().expect("a file").contains("GC[Changed]"));
}

#[test]
fn what_is_new_ends_what_could_be_done_again() {
    let mut draft = check(GO, &[("play 0 C3", Ok(1)), ("play 1 D4", Ok(2))]);
    draft.undo().expect("undone");
    assert_eq!(draft.can(), [true, true]);
    edit(&mut draft, "play 1 B2").expect("a move");
    assert_eq!(draft.can(), [true, false]);
}

#[test]
fn a_touch_is_the_edit_that_the_tool_in_hand_means() {
    let check = |start: &str, touch: Touch<'_>, expected: &str| {
        let edit = draft(start).touched(0, &touch).map(|edit| edit.to_string());
        assert_eq!(edit.as_deref().unwrap_or_else(|message| &message.id), expected, "{touch:?}");
    };
    let touch = |tool, cell| Touch { tool, cell, ..Touch::default() };
    check(GO, touch("play", "C3"), "play 0 C3");
    check(GO, touch("play", ""), "draft-choose-cell");
    check(GO, touch("pass", ""), "play 0 pass");
    check(GO, touch("cross", "C3"), "mark 0 cross C3");
    check(GO, touch("label", "C3"), "label 0 C3 A");
    check("(;GM[1]SZ[5]LB[aa:A][bb:1])", touch("label", "C3"), "label 0 C3 B");
    check("(;GM[1]SZ[5]LB[aa:A][bb:1])", touch("label", "A5"), "label 0 A5 A");
    check(GO, Touch { text: "ko", ..touch("label", "C3") }, "label 0 C3 ko");
    check(GO, touch("arrow", "C3"), "draft-choose-second");
    check(GO, Touch { from: "A1", ..touch("line", "C3") }, "line 0 A1 C3");
    check(GO, touch("white", "C3"), "put 0 C3 white");
    check(OTHELLO, touch("turn", ""), "turn 0 white");
    check(OTHELLO, touch("jump", "a1"), "draft-not-understood");
    check(ALIGNE4, touch("play", "b2"), "draft-choose-piece");
    check(ALIGNE4, Touch { piece: "7", ..touch("play", "b2") }, "play 0 7b2");
    check(ALIGNE4, Touch { piece: "7", ..touch("piece", "b2") }, "put 0 b2 7");
    check(GIFT, Touch { piece: "7", ..touch("play", "") }, "play 0 7");
    check("(;GM[104]RU[gift];B[7])", Touch { piece: "3", ..touch("give", "") }, "give 0 3");
}

#[test]
fn what_is_too_large_is_refused() {
    let long = format!("(;GM[1]SZ[5]C[{}])", "x".repeat(MOST_BYTES));
    let record = table::records::read(long.as_bytes(), None).expect("a record");
    assert_eq!(Draft::new(&record, 0).expect_err("too large").id, "draft-too-large");
    let many = format!("(;GM[1]SZ[5]{})", "(;B[aa])".repeat(20_000));
    let record = table::records::read(many.as_bytes(), None).expect("a record");
    assert_eq!(Draft::new(&record, 0).expect_err("too many").id, "draft-too-many-nodes");
    let most = format!("(;GM[1]SZ[5]{})", "(;B[aa])".repeat(19_999));
    check(&most, &[("comment 0 x", Ok(0)), ("play 0 C3", Err("draft-too-many-nodes"))]);
    let mut draft = draft(GO);
    let page = "x".repeat(20_000);
    let mut refused = None;
    for (column, row) in ('A'..='E').flat_map(|column| (1..=5).map(move |row| (column, row))) {
        for root in [0, 1, 2] {
            let here = edit(&mut draft, &format!("play {root} {column}{row}"));
            let Ok(here) = here else { continue };
            refused = refused.or_else(|| edit(&mut draft, &format!("comment {here} {page}")).err());
        }
    }
    assert_eq!(refused.map(|message| message.id.into_owned()).as_deref(), Some("draft-too-large"));
    assert!(draft.text().expect("within the limit").len() <= MOST_BYTES);
}

#[test]
fn what_is_no_draft_is_refused() {
    let good = check(GO, &[("play 0 C3", Ok(1))]).text().expect("a text");
    assert!(Draft::read(&good).is_ok());
    for bad in [
        String::new(),
        "draft 2\n\n(;GM[1])".to_owned(),
        good.replace("did", "has"),
        good.replace("did play", "did jump"),
        good.replace("C3", "Z9"),
        good.replace("\n\n", "\n"),
        good.replace("(;", "("),
    ] {
        assert!(Draft::read(&bad).is_err(), "{bad}");
    }
}

/// Something that a person might do at random, sensible or not.
fn random_edit(rng: &mut Rng, record: &AnyRecord) -> String {
    let review = Review::of_record(record.clone());
    let (nodes, cells) = (review.node_count(), review.view(&Wanted::default()).board.cells);
    let [one, other] = [(); 2].map(|()| cells[rng.usize(..cells.len())].name.clone());
    let at = if rng.u8(..3) == 0 { rng.usize(..nodes) } else { nodes - 1 };
    let piece = format!("{:x}", rng.u8(..16));
    let mv = match record {
        AnyRecord::Aligne4(_) => [format!("{piece}{one}"), piece.clone(), one.clone()][rng.usize(..3)].clone(),
        _ => one.clone(),
    };
    let stone = match record {
        AnyRecord::Aligne4(_) => piece.as_str(),
        _ => ["black", "white", "empty"][rng.usize(..3)],
    };
    match rng.u8(..24) {
        0 => format!("delete {at}"),
        1 => format!("main {at}"),
        2 => format!("comment {at} a ] remark\\n: of {}", rng.u8(..)),
        3 => format!("mark {at} {} {one}", ["triangle", "square", "circle", "cross"][rng.usize(..4)]),
        4 => format!("label {at} {one} :{}]", rng.u8(..10)),
        5 => format!("arrow {at} {one} {other}"),
        6 => format!("line {at} {one} {other}"),
        7 | 8 => format!("put {at} {one} {stone}"),
        9 => format!("turn {at} {}", ["black", "white"][rng.usize(..2)]),
        10 => format!("give {at} {piece}"),
        11 => format!("name study [{}]", rng.u8(..)),
        12 => format!("play {at} pass"),
        _ => format!("play {at} {mv}"),
    }
}

fn reread(text: &str) -> AnyRecord {
    let options = ReadOptions { check_moves: false, ..ReadOptions::STRICT };
    record::read_as(text.as_bytes(), Format::Sgf, &options).expect(text).records.remove(0)
}

fn compacted(record: &AnyRecord) -> AnyRecord {
    match record {
        AnyRecord::Go(record) => AnyRecord::Go(record.compacted().0),
        AnyRecord::Othello(record) => AnyRecord::Othello(record.compacted().0),
        AnyRecord::Aligne4(record) => AnyRecord::Aligne4(record.compacted().0),
    }
}

/// Any edits: what is undone is as it was, what is done again as it was then, and files and texts come back the same.
#[test]
fn any_edits_can_be_undone_done_again_saved_and_read() {
    for (seed, start) in (0..40).zip([GO, OTHELLO, ALIGNE4, GIFT].into_iter().cycle()) {
        let mut rng = Rng::with_seed(seed);
        let mut draft = draft(start);
        let mut before = vec![draft.clone()];
        while before.len() < 60 {
            let text = random_edit(&mut rng, draft.record());
            let coalesces = matches!(text.parse(), Ok(Edit::Comment { .. }));
            if edit(&mut draft, &text).is_ok() && draft != *before.last().expect("the first") {
                if coalesces && draft.text().expect("a text").matches("\ndid ").count() < before.len() {
                    before.pop();
                }
                before.push(draft.clone());
            }
            let file = draft.sgf().expect("a file");
            let again = reread(&file);
            assert_eq!(again, compacted(draft.record()), "seed {seed}, {text}\n{file}");
            assert_eq!(record::write_one(&again, Format::Sgf).expect("a file"), file);
            let text = draft.text().expect("a text");
            assert_eq!(Draft::read(&text).expect(&text), draft);
        }
        let after = draft.clone();
        for earlier in before.iter().rev().skip(1) {
            draft.undo().expect("what was done can be done again").expect("there is an edit");
            assert_eq!(draft.record(), earlier.record(), "seed {seed}");
            assert_eq!(Draft::read(&draft.text().expect("a text")).expect("a draft"), draft);
        }
        assert_eq!(draft.can(), [false, true]);
        while draft.redo().expect("done again").is_some() {}
        assert_eq!(draft, after, "seed {seed}");
    }
}

/// More edits than are kept: the oldest become part of the record, whatever was taken away in the meantime.
#[test]
fn the_oldest_edits_become_part_of_the_record() {
    for (seed, start) in (0..4).zip([GO, OTHELLO, ALIGNE4, GIFT].into_iter().cycle()) {
        let mut rng = Rng::with_seed(seed);
        let mut draft = draft(start);
        let (mut done, mut tried) = (0, 0);
        while done < 250 {
            let text = random_edit(&mut rng, draft.record());
            let file = draft.sgf().expect("a file");
            let before = draft.clone();
            tried += 1;
            assert!(tried < 5000, "seed {seed}, {done} done: {:?}", draft.edit(text.parse().expect("an edit")));
            if let Ok(here) = edit(&mut draft, &text)
                && draft != before
            {
                done += 1;
                assert!(Review::of_record(draft.record().clone()).go_to(here), "seed {seed}, {text}: {here}");
                if done % 8 == 0 && !text.starts_with("comment") {
                    let mut back = draft.clone();
                    back.undo().expect("undone");
                    assert_eq!(back.sgf().expect("a file"), file, "seed {seed}, {text}");
                }
            }
        }
        let kept = draft.text().expect("a text").matches("\ndid ").count();
        assert!((100..=200).contains(&kept), "{kept}");
        assert_eq!(reread(&draft.sgf().expect("a file")), compacted(draft.record()));
    }
}

#[test]
fn a_draft_begins_at_the_node_of_the_record_that_one_came_from() {
    let record = table::records::read(b"(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc];B[dd]))", None).expect("a record");
    let AnyRecord::Go(mut record) = record else { panic!("a game of Go") };
    record.remove(record.find(2).expect("a node"));
    let third = record.find(3).expect("a node");
    assert_eq!(record.node(third).parent(), record.find(1));
    let (draft, here) = Draft::new(&AnyRecord::Go(record), 3).expect("a draft");
    assert_eq!(here, 2);
    let AnyRecord::Go(record) = draft.record() else { panic!("a game of Go") };
    assert_eq!((record.node_count(), record.main_line().count()), (4, 4));
    assert_eq!(
        record.path(record.find(here).expect("a node")),
        [0, 1, 2].map(|at| record.find(at).unwrap_or(NodeId::ROOT))
    );
}
