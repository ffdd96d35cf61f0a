//! The site as a browser uses it: requests and answers, a worker that thinks, and what is kept when the program is begun anew.

use std::collections::BTreeMap;

use offline::advice::Errand;
use offline::{Answer, Field, Request, Site};
use players::elsewhere::question::{Question, about_table, resources_of_a_browser};
use players::thinker::Task;
use search::Stop;
use store::{GameId, Kept, Memory};
use study::puzzle::Collection;
use table::view::{Stage, Wanted};
use table::{AnyTable, Kind};

struct Browser {
    site: Site,
    kept: BTreeMap<String, String>,
    now_ms: u64,
}

impl Browser {
    fn new() -> Browser {
        Browser { site: Site::open([]).expect("an empty site"), kept: BTreeMap::new(), now_ms: 1_790_000_000_000 }
    }

    fn ask(&mut self, request: Request) -> Answer {
        self.now_ms += 10;
        let answer = self.site.answer(&Request { now_ms: self.now_ms, languages: vec!["en".to_owned()], ..request });
        for change in self.site.changes().expect("changes can be told") {
            match change.text {
                Some(text) => drop(self.kept.insert(change.key, text)),
                None => drop(self.kept.remove(&change.key)),
            }
        }
        answer
    }

    fn get(&mut self, address: &str) -> Answer {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        self.ask(Request { path: path.to_owned(), query: query.to_owned(), ..Request::default() })
    }

    fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let field =
            |(name, value): &(&str, &str)| Field { name: (*name).to_owned(), value: (*value).to_owned(), file: None };
        self.ask(Request {
            post: true,
            path: path.to_owned(),
            form: form.iter().map(field).collect(),
            ..Request::default()
        })
    }

    fn post_file(&mut self, path: &str, file: &str, value: &str) -> Answer {
        let field = Field { name: "file".to_owned(), value: value.to_owned(), file: Some(file.to_owned()) };
        self.ask(Request { post: true, path: path.to_owned(), form: vec![field], ..Request::default() })
    }

    /// Where something that was posted leads to, once nothing has to be thought any more.
    fn settled(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let sent = self.post(path, form);
        assert_eq!(sent.status, 303, "{}", sent.body);
        let address = sent.location.expect("a page that shows what came of it");
        // Whoever looks wants it to be thought; perhaps once more, when the first thought is known.
        for _ in 0..3 {
            let shown = self.get(&address);
            if !shown.body.contains("data-mood=\"thinking\"") {
                return shown;
            }
            assert!(self.think(), "somebody thinks about it");
        }
        panic!("{address} waits for ever");
    }

    /// A worker asks and answers once; whether there was something to think about.
    fn think(&mut self) -> bool {
        let asked = self.get("/here/question?worker=a");
        if asked.status == 204 {
            return false;
        }
        let (number, question) = asked.body.split_once('\n').expect("a number before the question");
        let question = Question::read(question.as_bytes()).expect("a question");
        let said = question.think(&mut None, &Stop::new(), &|_| {}).expect("an answer");
        let body = format!("{number}\n{}", String::from_utf8(said.write()).expect("a text"));
        let heard = self.ask(Request { post: true, path: "/here/answer".to_owned(), body, ..Request::default() });
        assert_eq!(heard.status, 200, "{}", heard.body);
        true
    }

    /// The program is begun anew with what was kept.
    fn reload(&mut self) {
        self.site = Site::open(self.kept.values().map(String::as_str)).expect("what was kept can be read");
    }

    fn new_game(&mut self, form: &[(&str, &str)]) -> String {
        let made = self.post("/new", form);
        assert_eq!(made.status, 303, "{}", made.body);
        made.location.expect("a game")
    }

    fn table(&self, address: &str) -> AnyTable {
        let id: GameId = address.strip_prefix("/game/").expect("a game").parse().expect("an id");
        let memory = Memory::open(self.kept.values().map(String::as_str)).expect("what was kept can be read");
        Kept::open(&memory, id).expect("the game is kept").table().clone()
    }
}

/// Plays a game to its end: the person makes the first move that there is.
fn play(browser: &mut Browser, address: &str) {
    for _ in 0..400 {
        while browser.think() {}
        let table = browser.table(address);
        let what = match table.stage() {
            Stage::Ended => return,
            Stage::Marking { .. } => "accept".to_owned(),
            Stage::Playing => {
                let board = table.view(&Wanted::default(), 0).board;
                let cell = board.cells.iter().find(|cell| cell.legal).map(|cell| cell.name.clone());
                let piece = board.reserve.iter().find(|piece| piece.legal).map(|piece| piece.figure.code.to_string());
                match (table.kind(), piece, cell) {
                    (Kind::Aligne4, piece, cell) => {
                        format!("play {}{}", piece.unwrap_or_default(), cell.unwrap_or_default())
                    }
                    (Kind::Go, ..) => "play pass".to_owned(),
                    (Kind::Othello, _, cell) => format!("play {}", cell.unwrap_or_else(|| "pass".to_owned())),
                }
            }
        };
        let done = browser.post(&format!("{address}/do"), &[("do", &what)]);
        assert_eq!((done.status, done.location.as_deref()), (303, Some(address)), "{what}: {}", done.body);
    }
    panic!("{address} does not end");
}

#[test]
fn a_whole_game_of_each_kind_against_the_machine_is_kept_and_looked_through() {
    let mut browser = Browser::new();
    for form in [
        &[("game", "othello"), ("opponent", "machine"), ("level-othello", "1")][..],
        &[("game", "aligne4"), ("opponent", "machine"), ("level-aligne4", "1"), ("variant", "base")],
        &[("game", "go"), ("opponent", "machine"), ("level-go", "2"), ("size", "5"), ("rules", "chinese")],
    ] {
        let address = browser.new_game(form);
        let page = browser.get(&address);
        assert!(page.status == 200 && page.body.contains("data-here"), "{}", page.body);
        play(&mut browser, &address);
        browser.reload();
        let shown = browser.get(&address);
        assert!(shown.body.contains("data-over"), "{}", shown.body);
        let record = browser.get(&format!("{address}/record.{}", browser.table(&address).kind().endings()[0]));
        assert!(record.status == 200 && record.file.is_some(), "{}", record.body);
        assert!(browser.get("/games").body.contains(&address));
        assert_eq!(browser.get(&format!("{address}/review?at=2")).status, 200);
    }
}

#[test]
fn a_live_page_is_told_what_has_changed_and_why_something_was_refused() {
    let mut browser = Browser::new();
    let address = browser.new_game(&[("game", "othello"), ("opponent", "machine"), ("level-othello", "1")]);
    let live = format!("{address}/live");
    let first = browser.get(&format!("{live}?from=0"));
    let version = |answer: &Answer| {
        let text = answer.body.strip_prefix("{\"v\":").expect("an update");
        text.split(',').next().expect("a number").to_owned()
    };
    let seen = version(&first);
    assert_eq!(browser.get(&format!("{live}?from={seen}")).status, 204, "nothing is new");
    let mut count = 0;
    let mut up = |browser: &mut Browser, what: &str| {
        count += 1;
        let body = format!("{{\"n\":1,\"do\":\"{what}\",\"once\":\"a-{count}\"}}");
        browser.ask(Request { post: true, path: live.clone(), body, ..Request::default() }).body
    };
    assert!(up(&mut browser, "play a1").starts_with("{\"n\":1,\"no\":"));
    assert_eq!(browser.get(&format!("{live}?from={seen}")).status, 204, "and nothing has changed");
    assert_eq!(up(&mut browser, "play f5"), "{\"n\":1}");
    let moved = browser.get(&format!("{live}?from={seen}"));
    assert!(moved.body.len() < first.body.len() / 2, "few elements are sent");
    assert!(browser.think() && !browser.think());
    let answered = browser.get(&format!("{live}?from={}", version(&moved)));
    assert!(answered.body.contains("\"sound\":\"turn\""), "{}", answered.body);
    assert_eq!(up(&mut browser, "hint"), "{\"n\":1}");
    assert!(browser.think());
    let hinted = browser.get(&format!("{live}?from={}", version(&answered)));
    assert!(hinted.body.contains("class=\\\"hint\\\""), "{}", hinted.body);
    // A page that did not hear the answer sends it again, to a program that was begun anew perhaps.
    browser.reload();
    let body = "{\"n\":9,\"do\":\"undo\",\"once\":\"a-3\"}".to_owned();
    let again = browser.ask(Request { post: true, path: live.clone(), body, ..Request::default() });
    assert_eq!((again.body.as_str(), browser.table(&address).moves_played()), ("{\"n\":9}", 2));
}

#[test]
fn a_game_is_reviewed_position_by_position() {
    let mut browser = Browser::new();
    let address = browser.new_game(&[("game", "aligne4"), ("opponent", "here"), ("variant", "base")]);
    for mv in ["0a1", "7b2", "1c3"] {
        browser.post(&format!("{address}/do"), &[("do", &format!("play {mv}"))]);
    }
    assert_eq!(browser.post(&format!("{address}/study"), &[]).status, 409, "it is not over");
    browser.post(&format!("{address}/do"), &[("do", "resign")]);
    assert_eq!(browser.post(&format!("{address}/study"), &[]).status, 303);
    let growing = browser.get(&format!("{address}/review"));
    assert!(growing.body.contains("data-growing"), "{}", growing.body);
    assert!(browser.think() && browser.think());
    // The browser stops the program, and begins it anew: what was thought stays thought.
    browser.reload();
    let mut thought = 2;
    let study = format!("{address}/review?study=1");
    assert!(browser.get(&study).body.contains("data-growing"));
    while browser.think() {
        thought += 1;
    }
    let done = browser.get(&study);
    assert!(done.body.contains("class=\"curve\"") && !done.body.contains("data-growing"), "{}", done.body);
    browser.reload();
    let again = browser.get(&study);
    assert!(again.body.contains("class=\"curve\"") && !again.body.contains("data-growing"), "{}", again.body);
    assert!(!browser.think(), "{thought} positions are known");
}

#[test]
fn a_puzzle_is_asked_tried_hinted_at_and_solved_and_how_one_does_is_kept() {
    let mut browser = Browser::new();
    let all = browser.get("/puzzles");
    assert!(all.status == 200 && all.body.contains("/puzzles/aligne4/next"), "{}", all.body);
    assert!(browser.get("/").body.contains("class=\"daily\""));
    let address = browser.get("/puzzles/aligne4/next").location.expect("a puzzle");
    let number: usize = address.rsplit('/').next().and_then(|number| number.parse().ok()).expect("a number");
    let puzzle = Collection::shipped(Kind::Aligne4).puzzle(number).expect("there is one");
    assert!(browser.get(&address).body.contains("data-mood=\"open\""));
    assert_eq!(browser.post(&address, &[("play", "nonsense")]).status, 400);
    assert!(browser.settled(&address, &[("want", "hint")]).body.contains("data-mood=\"open\""), "a hint is no try");
    let wrong = puzzle.way().expect("a way");
    let wrong = wrong.choices(wrong.len() - 1).into_iter().find(|mv| !puzzle.is_right(mv)).expect("a wrong move");
    let refuted = browser.settled(&address, &[("play", &wrong)]);
    assert!(refuted.body.contains("data-mood=\"wrong\""), "{}", refuted.body);
    assert!(refuted.body.contains("class=\"panel expected\""), "how it is answered is shown: {}", refuted.body);
    let right = browser.settled(&address, &[("play", &puzzle.answers[0])]);
    assert!(right.body.contains("data-mood=\"right\""), "{}", right.body);
    let shown = browser.settled(&address, &[("want", "answer")]);
    assert!(shown.body.contains("data-mood=\"shown\""), "{}", shown.body);
    browser.reload();
    let listed = browser.get("/puzzles/aligne4").body;
    assert!(listed.contains(&format!("href=\"{address}\"")) && listed.contains("✗"), "the first try counts: {listed}");
    assert_ne!(browser.get("/puzzles/aligne4/next").location.as_ref(), Some(&address));
    assert_eq!(browser.get(&format!("{address}?line=nonsense")).status, 409);
    for address in ["/puzzle/go/0", "/puzzle/go/999999", "/puzzle/chess/1", "/puzzles/chess"] {
        assert_eq!(browser.get(address).status, 404, "{address}");
    }
    assert_eq!(Request { path: "/puzzles".to_owned(), ..Request::default() }.files().len(), 3);
}

#[test]
fn mistakes_of_a_record_become_cards_that_are_asked_answered_and_taken_along() {
    let mut browser = Browser::new();
    assert_eq!(browser.post("/upload", &[("text", "")]).status, 400);
    assert_eq!(browser.post("/upload", &[("text", "not a record")]).status, 400);
    // The second player leaves a line of three.
    let text = "(;GM[104]RU[base];B[0a1];W[7b2];B[1b1];W[2c1];B[3d1])";
    let made = browser.post("/upload", &[("text", text)]);
    let record = made.location.expect("a record");
    assert!(browser.get("/games").body.contains(&record), "it is listed");
    assert_eq!(browser.get(&format!("{record}?at=3")).status, 200);
    browser.post(&format!("{record}/study"), &[]);
    browser.get(&format!("{record}?study=1"));
    assert_eq!(browser.post(&format!("{record}/deck"), &[("side", "white")]).status, 409, "not known yet");
    while browser.think() {}
    assert!(browser.get(&format!("{record}?study=1")).body.contains("value=\"white\""), "one may take their mistakes");
    assert_eq!(browser.post(&format!("{record}/deck"), &[("side", "white")]).status, 303);
    browser.reload();
    assert!(browser.get("/").body.contains("class=\"due\""), "something is due");
    let card = browser.get("/deck/next").location.expect("a card");
    assert!(browser.get(&card).body.contains("data-mood=\"open\""));
    assert_eq!(browser.post(&card, &[("play", "0a1")]).status, 400);
    let solution = browser.get("/deck/file");
    assert!(solution.file.is_some() && !solution.body.is_empty());
    let hinted = browser.settled(&card, &[("want", "hint")]);
    assert!(hinted.body.contains("name=\"helped\""), "{}", hinted.body);
    let missed = browser.settled(&card, &[("play", "2c1")]);
    assert!(missed.body.contains("data-mood=\"wrong\""), "{}", missed.body);
    assert_ne!(browser.get("/deck/next").location.as_ref(), Some(&card), "it is noted, and not due any more");
    browser.reload();
    assert_ne!(browser.get("/deck/next").location.as_ref(), Some(&card));
    // Played on from there nothing counts, and it can be looked at.
    assert!(browser.settled(&card, &[("want", "answer")]).body.contains("data-mood=\"shown\""));
    // Another browser takes it over.
    let mut other = Browser { now_ms: browser.now_ms, ..Browser::new() };
    let brought = other.post_file("/deck/file", "deck.txt", &solution.body).location.expect("a deck");
    assert!(brought.starts_with("/deck?new=") && !brought.starts_with("/deck?new=0"), "{brought}");
    assert_eq!(other.post_file("/deck/file", "deck.txt", "nonsense").status, 400);
    let card = other.get("/deck/next").location.expect("a card");
    assert_eq!(other.post(&format!("{card}/drop"), &[]).status, 303);
    assert_eq!(other.get(&card).status, 404);
}

#[test]
fn records_are_brought_looked_through_tried_again_written_and_forgotten() {
    let mut browser = Browser::new();
    let text = "(;GM[1]SZ[9]PB[Adé]PW[Bo];B[ee];W[ec];B[gc])(;GM[1]SZ[9];B[cc])";
    // Of a file each byte is a character.
    let bytes: String = text.bytes().map(char::from).collect();
    let record = browser.post_file("/upload", "games.sgf", &bytes).location.expect("a record");
    browser.reload();
    let page = browser.get(&record).body;
    assert!(page.contains("Adé") && page.contains(&format!("{record}.2")), "both games are listed: {page}");
    assert_eq!(browser.get(&format!("{record}?game=2")).location, Some(format!("{record}.2")));
    assert_eq!(browser.get(&format!("{record}.3")).status, 404);
    let written = browser.get(&format!("{record}/record.sgf"));
    assert!(written.file.as_deref() == Some("go.sgf") && written.body.contains("B[gc]"), "{}", written.body);
    let tried = browser.get(&format!("{record}/try?at=1")).body;
    assert!(tried.contains("data-mood=\"open\"") && tried.contains("name=\"at\""), "{tried}");
    assert_eq!(browser.post(&format!("{record}/try"), &[("at", "1"), ("play", "E5")]).status, 400, "it is taken");
    assert_eq!(browser.post(&format!("{record}/delete"), &[]).status, 303);
    let transcript = browser.post("/upload", &[("text", "f5d6c3d3c4")]).location.expect("a record");
    assert!(browser.get(&format!("{transcript}/record.ggf")).body.starts_with("(;GM[Othello]"));
    assert_eq!(browser.get(&record).status, 404);
}

#[test]
fn lessons_options_and_rules_are_the_servers_pages() {
    let mut browser = Browser::new();
    for address in
        ["/", "/here", "/new?game=othello", "/games", "/learn", "/rules", "/rules/go", "/lesson/go", "/options"]
    {
        let page = browser.get(address);
        assert!(page.status == 200 && page.body.contains("<main"), "{address}: {}", page.body);
    }
    assert_eq!(browser.post("/options", &[("lang", "fr"), ("back", "/rules")]).location.as_deref(), Some("/rules"));
    browser.reload();
    assert!(browser.get("/").body.contains("<html lang=\"fr\""));
    assert_eq!(browser.get("/lesson/go?step=99").status, 404);
    assert_eq!(browser.get("/game/00000000000000000000000001").status, 404);
    assert_eq!(browser.get("/lobby").status, 503, "that needs the server");
    assert!(browser.post("/lesson/othello", &[("step", "1"), ("want", "answer")]).location.is_some());
}

#[test]
fn what_a_worker_must_not_say_changes_nothing() {
    let mut browser = Browser::new();
    let address =
        browser.new_game(&[("game", "othello"), ("opponent", "machine"), ("colour", "white"), ("level-othello", "1")]);
    browser.get(&address);
    let before = browser.table(&address).moves_played();
    for body in ["", "x", "1", "1\nnonsense", "7\n{\"play\":\"f5\"}", "x\n{\"play\":\"f5\"}"] {
        browser.ask(Request {
            post: true,
            path: "/here/answer".to_owned(),
            body: body.to_owned(),
            ..Request::default()
        });
        assert_eq!(browser.table(&address).moves_played(), before, "{body}");
    }
    assert!(browser.think());
    assert_eq!(browser.table(&address).moves_played(), before + 1);
}

#[test]
fn a_record_of_the_server_is_kept_once_and_looked_through_under_an_address_of_the_browsers_own() {
    let mut browser = Browser::new();
    let text = "(;GM[104]RU[base];B[0a1];W[7b2];B[1b1];W[2c1];B[3d1])";
    let made = browser.post_file("/here/review", "record.sgf", text).location.expect("a record");
    assert!(made.starts_with("/here/record/") && made.ends_with("?study=1"), "{made}");
    assert_eq!(browser.post_file("/here/review", "record.sgf", text).location.as_ref(), Some(&made));
    assert!(browser.get(&made).body.contains("data-growing"));
    while browser.think() {}
    let page = browser.get(&made).body;
    assert!(page.contains("class=\"curve\"") && !page.contains("data-growing"), "{page}");
    assert_eq!(browser.post_file("/here/review", "record.sgf", "nonsense").status, 409);
}

#[test]
fn what_lies_under_the_browsers_own_address_stays_there() {
    let mut browser = Browser::new();
    let text = "(;GM[2];B[fe];W[fd])";
    let record = browser.post("/here/upload", &[("text", text)]).location.expect("a record");
    assert!(record.starts_with("/here/record/"), "{record}");
    let game = browser.post("/here/new", &[("game", "othello"), ("opponent", "here")]).location.expect("a game");
    assert!(game.starts_with("/here/game/"), "{game}");
    let answer = browser.ask(Request { json: true, ..moved(&game, "play f5") });
    assert_eq!(answer.body, format!("{{\"at\":\"{game}\"}}"));
    assert_eq!(browser.post("/here/options", &[("lang", "en"), ("back", "/")]).location.as_deref(), Some("/here"));
    let addresses =
        ["/here", "/here/games", "/here/deck", "/here/puzzles", "/here/learn", "/here/options", &record, &game];
    for address in addresses {
        let page = browser.get(address);
        assert_eq!(page.status, 200, "{address}");
        for link in ["href=\"/", "action=\"/", "data-live=\"/"] {
            for (at, _) in page.body.match_indices(link) {
                let to = page.body[at + link.len() - 1..].split('"').next().expect("an address");
                let is_file = to.contains('.') && !to.contains("/record.") || to.starts_with("/assets/");
                assert!(
                    is_file || to == "/here" || to.starts_with("/here/") || to.starts_with("/here?"),
                    "{address}: {to}"
                );
            }
        }
        assert!(page.body.contains("/assets/"), "{address}");
    }
    // Also what comes later.
    let live = browser.get(&format!("{game}/live?from=0")).body;
    assert!(live.contains(&format!("href=\\\"{game}/record.")) && !live.contains("href=\\\"/game"), "{live}");
    // A comment is no link.
    let said = "(;GM[2]C[href=\"/games\"];B[fe])";
    let record = browser.post("/here/upload", &[("text", said)]).location.expect("a record");
    assert!(browser.get(&record).body.contains("href=&quot;/games&quot;"));
}

/// A command to a game by form.
fn moved(game: &str, what: &str) -> Request {
    let field = Field { name: "do".to_owned(), value: what.to_owned(), file: None };
    Request { post: true, path: format!("{game}/do"), form: vec![field], ..Request::default() }
}

#[test]
fn advice_in_a_game_of_the_server_is_shown_as_the_server_would() {
    for (setup, task, shown) in [
        ("game othello\nwhite level:1\tMachine\n", Task::Hint, "Hint:"),
        ("game aligne4\nwhite level:1\tMachine\n", Task::Hint, "data-hint"),
        ("game go\nsize 5\nwhite level:1\tMachine\n", Task::Estimate, "data-estimate"),
    ] {
        let table: AnyTable = setup.parse().expect("a set-up");
        let question = about_table(&table, task, 0, &resources_of_a_browser(1)).expect("a question");
        let question = String::from_utf8(question).expect("a text");
        let errand = pages::Errand { question, lang: "en".to_owned(), coordinates: true }.to_string();
        let said = Errand::read(errand.as_bytes()).expect("an errand").advise().expect("advice");
        let set: Vec<(String, String)> = serde_json::from_str(&said).expect("ids and HTML");
        assert_eq!(set[0].0, "+sentence");
        assert!(set.iter().any(|(_, html)| html.contains(shown)), "{set:?}");
        assert!(set.iter().any(|(id, _)| id.starts_with("b-")), "it is on the board, too: {set:?}");
    }
    for nonsense in ["", "{}", "{\"question\":\"\",\"lang\":\"en\",\"coordinates\":true}"] {
        assert!(Errand::read(nonsense.as_bytes()).is_none(), "{nonsense}");
    }
}

#[test]
fn studies_are_made_changed_looked_at_with_values_written_and_forgotten() {
    let mut browser = Browser::new();
    for form in [&[("game", "go"), ("size", "5")][..], &[("game", "othello")], &[("game", "aligne4")]] {
        let (_, game) = form[0];
        assert_eq!(browser.get(&format!("/board/new?game={game}")).status, 200);
        let board = browser.post("/board", form).location.expect("a study");
        let (address, _) = board.split_once('?').expect("a place in it");
        let edit = |browser: &mut Browser, version: &str, fields: &[(&str, &str)]| {
            browser.post(&format!("{address}/edit"), &[&[("at", "0"), ("version", version)], fields].concat())
        };
        let (cell, piece) = if game == "othello" { ("f5", "") } else { ("b2", "7") };
        let played = edit(&mut browser, "1", &[("tool", "play"), ("cell", cell), ("piece", piece), ("values", "on")]);
        let next = played.location.unwrap_or_else(|| panic!("{game}: {}", played.body));
        assert!(next.contains("at=1") && next.contains("values=on"), "{next}");
        assert_eq!(edit(&mut browser, "1", &[("do", "undo")]).status, 409, "it has been changed since");
        assert_eq!(edit(&mut browser, "2", &[("cell", "nonsense")]).status, 409);
        browser.reload();
        assert!(browser.get(&next).body.contains("data-growing"), "{game}");
        for _ in 0..200 {
            if !browser.think() && !browser.get(&next).body.contains("data-growing") {
                break;
            }
        }
        let page = browser.get(&next).body;
        assert!(page.contains("class=\"values\"") && !page.contains("data-growing"), "{game}: {page}");
        assert!(browser.get(&format!("{address}/study.sgf")).file.is_some());
        assert!(browser.get("/board").body.contains(address));
        let copy = browser.post(&format!("{address}/copy"), &[]).location.expect("a copy");
        assert_ne!(copy, board);
        assert_eq!(browser.post(&format!("{address}/delete"), &[]).status, 303);
        assert_eq!(browser.get(address).status, 404);
        assert_eq!(browser.get(&copy).status, 200);
    }
    assert_eq!(browser.get("/board/new?game=chess").status, 404);
    assert_eq!(browser.post("/board", &[("game", "chess")]).status, 409);
}

#[test]
fn a_game_goes_on_from_a_record_and_on_the_analysis_board() {
    let mut browser = Browser::new();
    let text = "(;GM[2]C[well];B[fe];W[fd](;B[ff])(;B[dc]))";
    let record = browser.post("/upload", &[("text", text)]).location.expect("a record");
    assert!(browser.get(&record).body.contains(&format!("action=\"{record}/play-on\"")));
    let both = browser.post(&format!("{record}/play-on"), &[("at", "1")]).location.expect("a game");
    assert_eq!(browser.table(&both).moves_played(), 1);
    let form = [("at", "2"), ("level", "1"), ("side", "white")];
    let against = browser.post(&format!("{record}/play-on"), &form).location.expect("a game");
    browser.get(&against);
    assert!(browser.think(), "Black is the machine's");
    assert_eq!(browser.table(&against).moves_played(), 3);
    let written = browser.get(&format!("{against}/record.sgf")).body;
    assert!(written.contains("C[well]") && written.contains("B[dc]"), "what was said and tried is there: {written}");
    assert_eq!(browser.post(&format!("{record}/play-on"), &[("level", "99")]).status, 409);
    let board = browser.post(&format!("{record}/board"), &[("at", "2")]).location.expect("a study");
    assert!(board.starts_with("/board/") && board.ends_with("?at=2"), "{board}");
    assert_eq!(browser.post(&format!("{both}/board"), &[]).status, 409, "it goes on");
    let brought = browser.post("/here/upload", &[("text", text), ("to", "board")]).location.expect("a study");
    assert!(brought.starts_with("/here/board/"), "{brought}");
    assert_eq!(browser.get(&brought).status, 200);
    let fields = [("text", text), ("record", "/board/x/study.sgf"), ("to", "board"), ("at", "3")];
    let copied = browser.post("/here/review", &fields).location.expect("a study");
    assert!(copied.starts_with("/here/board/") && copied.ends_with("?at=3&values=on"), "{copied}");
}
