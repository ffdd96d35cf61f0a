//! Puzzles as browsers meet them: the first try counts, wrong ones are refuted, the answer can be looked at.

use axum::http::StatusCode;
use study::puzzle::{Collection, Puzzle, Task};
use table::Kind;

use crate::kit::{Browser, local, memory, public, site};

/// The first puzzle of a game for which something holds, with its number.
fn first(kind: Kind, holds: impl Fn(&Puzzle) -> bool) -> (usize, Puzzle) {
    let collection = Collection::shipped(kind);
    let mut numbers = (1..=collection.len()).filter_map(|number| Some((number, collection.puzzle(number)?)));
    numbers.find(|(_, puzzle)| holds(puzzle)).expect("there is one")
}

/// A legal move that is no answer.
fn another(puzzle: &Puzzle) -> String {
    let view = puzzle.table().expect("legal moves").view(&table::view::Wanted::default(), 0);
    let legal = view.board.cells.iter().filter(|cell| cell.legal).map(|cell| cell.name.clone());
    legal.into_iter().find(|cell| !puzzle.is_right(cell)).expect("there is a choice")
}

/// The page that an answer leads to, once the machine has looked at it.
async fn answered(browser: &mut Browser, address: &str, fields: &[(&str, &str)]) -> String {
    for _ in 0..600 {
        let answer = browser.post(address, fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let page = browser.get(answer.json()["at"].as_str().expect("an address")).await;
        if !page.text.contains("data-growing") {
            return page.text;
        }
    }
    panic!("one position is judged within minutes");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_try_counts_and_a_wrong_one_is_refuted() {
    for (config, is_shared) in [(local(), false), (public(), true)] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        let (number, puzzle) = first(Kind::Othello, |puzzle| puzzle.task == Task::Win);
        let address = format!("/puzzle/othello/{number}");
        let open = browser.get(&address).await.text;
        assert!(open.contains("One move wins, no other does.") && open.contains("data-mood=\"open\""), "{open}");
        assert!(open.contains("Your rating: 1500. Right at the first try: 0 of 0."), "{open}");
        let hint = answered(&mut browser, &address, &[("want", "hint")]).await;
        assert!(hint.contains("Look here: ") && hint.contains("0 of 0"), "{hint}");
        let wrong = answered(&mut browser, &address, &[("play", &another(&puzzle))]).await;
        assert!(wrong.contains("data-mood=\"wrong\"") && wrong.contains("0 of 1"), "{wrong}");
        assert!(wrong.contains("discs") && !wrong.contains("The answer:"), "what it loses: {wrong}");
        let right = answered(&mut browser, &address, &[("play", &puzzle.answers[0])]).await;
        assert!(right.contains("data-mood=\"right\"") && right.contains("0 of 1"), "{right}");
        assert!(right.contains("aria-current=\"step\"") && right.contains("/puzzles/othello/next"), "{right}");
        let shown = answered(&mut browser, &address, &[("want", "answer")]).await;
        assert!(shown.contains("data-mood=\"shown\"") && shown.contains("The answer: "), "{shown}");
        let all = browser.get("/puzzles/othello").await.text;
        assert!(all.contains(&format!("href=\"/puzzle/othello/{number}\"")) && all.contains("0 of 1"), "{all}");
        // Another browser has its own rating on a server, and the same on one's own machine.
        let mut other = Browser::new(&site);
        let theirs = other.get("/puzzles/othello").await.text;
        assert_eq!(theirs.contains("0 of 0"), is_shared, "{theirs}");
    }
}

/// The moves until what a page shows, as its forms send them.
fn line(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"line\" value=\"").expect("one can play on");
    rest.split('"').next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn from_an_answer_one_plays_on_and_the_machine_answers_every_move_of_either_side() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let (number, puzzle) =
        first(Kind::Aligne4, |puzzle| puzzle.task == Task::WinIn { pieces: 3 } && puzzle.ground.board() == "base");
    let address = format!("/puzzle/aligne4/{number}");
    let right = answered(&mut browser, &address, &[("play", &puzzle.answers[0])]).await;
    assert!(right.contains("data-mood=\"right\"") && right.contains("Play on with any move"), "{right}");
    let path = line(&right);
    assert_eq!(path, puzzle.line[..2].join(","), "the answer, and how the machine answers it");
    // The best move there, as the machine says; it keeps the win.
    let shown = answered(&mut browser, &address, &[("line", &path), ("want", "answer")]).await;
    assert!(shown.contains("data-mood=\"shown\"") && shown.contains("The answer: "), "{shown}");
    let on = answered(&mut browser, &address, &[("line", &path), ("play", &puzzle.line[2])]).await;
    assert!(on.contains("data-mood=\"right\"") && line(&on).starts_with(&format!("{path},{}", puzzle.line[2])), "{on}");
    // A bad one is refuted, and it can be tried otherwise from any step.
    let view = |played: &str| {
        let moves: Vec<String> = played.split(',').map(str::to_owned).collect();
        puzzle.table_after(puzzle.moves.len(), &moves).expect("legal moves").view(&table::view::Wanted::default(), 0)
    };
    let here = view(&path);
    let pieces = here.board.reserve.iter().filter(|piece| piece.legal).map(|piece| piece.figure.code);
    let cells: Vec<&str> = here.board.cells.iter().filter(|cell| cell.legal).map(|cell| &*cell.name).collect();
    let mut wrong = None;
    for mv in pieces.flat_map(|piece| cells.iter().map(move |cell| format!("{piece}{cell}"))) {
        let page = answered(&mut browser, &address, &[("line", &path), ("play", &mv)]).await;
        if page.contains("data-mood=\"wrong\"") {
            wrong = Some(page);
            break;
        }
    }
    let wrong = wrong.expect("not every move keeps the win");
    assert!(wrong.contains("gives") || wrong.contains("throws"), "what it lost: {wrong}");
    assert!(line(&wrong).split(',').count() > path.split(',').count() + 1, "the refutation is on the board: {wrong}");
    let back = browser.get(&format!("{address}?line={path}")).await.text;
    assert!(back.contains("data-mood=\"open\"") && line(&back) == path, "{back}");
    assert!(back.contains(&format!("line={}&amp;piece=", path.replace(',', "%2C"))), "without scripts, too: {back}");
    let counted = browser.get("/puzzles/aligne4").await.text;
    assert!(counted.contains("1 of 1"), "what one plays on counts nothing: {counted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_on_without_an_answer_has_looked_and_what_is_no_line_is_refused() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let (number, puzzle) = first(Kind::Othello, |puzzle| puzzle.task == Task::Win);
    let address = format!("/puzzle/othello/{number}");
    let long = vec!["a1"; 1000].join(",");
    for line in ["z9", "a1,a1", "script", &*long] {
        let refused = browser.post(&address, &[("line", line), ("play", "a1")]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{line:.9}: {}", refused.text);
        assert_eq!(browser.get(&format!("{address}?line={line}")).await.status, StatusCode::CONFLICT, "{line:.9}");
    }
    let peeked = answered(&mut browser, &address, &[("line", &puzzle.answers[0]), ("want", "answer")]).await;
    assert!(peeked.contains("0 of 1"), "{peeked}");
}

#[tokio::test]
async fn a_mistake_is_found_by_its_number() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let (number, puzzle) = first(Kind::Aligne4, |puzzle| matches!(puzzle.task, Task::Mistake { .. }));
    let address = format!("/puzzle/aligne4/{number}");
    let Task::Mistake { from } = puzzle.task else { panic!("a mistake is asked for") };
    let open = browser.get(&address).await.text;
    assert_eq!(open.matches("This one</button>").count(), puzzle.moves.len() + 1 - usize::from(from), "{open}");
    let looked = browser.get(&format!("{address}?step={from}")).await;
    assert_eq!(looked.status, StatusCode::OK);
    let wrong =
        (from..from + 2).map(|number| number.to_string()).find(|number| !puzzle.is_right(number)).expect("another");
    let wrong = answered(&mut browser, &address, &[("play", &wrong)]).await;
    assert!(wrong.contains("gave nothing away"), "{wrong}");
    let right = answered(&mut browser, &address, &[("play", &puzzle.answers[0])]).await;
    assert!(right.contains("was the mistake") && right.contains("Better: "), "{right}");
    let refused = browser.post(&address, &[("play", "999")]).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.text.contains("Say the number of a move"), "{}", refused.text);
}

#[tokio::test]
async fn what_there_is_not_is_not_found_and_what_is_no_move_is_refused() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for address in
        ["/puzzle/go/0", "/puzzle/go/99999", "/puzzle/go/x", "/puzzle/chess/1", "/puzzles/chess", "/puzzles/chess/next"]
    {
        assert_eq!(browser.get(address).await.status, StatusCode::NOT_FOUND, "{address}");
    }
    for fields in [[("play", "Z99")], [("play", "")], [("play", "<script>")]] {
        let answer = browser.post("/puzzle/go/1", &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{fields:?}");
        assert!(!answer.text.contains("<script>\""), "{}", answer.text);
    }
    assert_eq!(browser.post("/puzzle/go/99999", &[("play", "D4")]).await.status, StatusCode::NOT_FOUND);
    let counted = browser.get("/puzzles/go").await.text;
    assert!(counted.contains("0 of 0"), "what was refused does not count: {counted}");
    for page in ["/", "/puzzles"] {
        assert!(browser.get(page).await.text.contains("Puzzle of the day"), "{page}");
    }
    assert_eq!(browser.get("/puzzles/go/next").await.status, StatusCode::SEE_OTHER);
}
