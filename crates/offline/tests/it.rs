//! The site as a browser uses it: requests and answers, a worker that thinks, and what is kept when the program is begun anew.

use std::collections::BTreeMap;

use offline::{Answer, Field, Request, Site};
use players::elsewhere::question::Question;
use search::Stop;
use store::{GameId, Kept, Memory};
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
    while browser.think() {}
    let done = browser.get(&format!("{address}/review"));
    assert!(done.body.contains("class=\"curve\"") && !done.body.contains("data-growing"), "{}", done.body);
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
