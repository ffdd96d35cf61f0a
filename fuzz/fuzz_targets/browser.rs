//! The site that a browser has of its own: whatever is asked of it or answered to it, it answers, never by an error of its own, and what it keeps can be
//! read when the program is begun anew.

#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;

use offline::advice::Errand;
use offline::{Answer, Field, Request, Site};

thread_local! {
    /// One for many inputs, so that there is something to ask about.
    static BROWSER: RefCell<Option<Browser>> = const { RefCell::new(None) };
}

/// What can be asked; the game, the record and the study stand for those that there are.
const REQUESTS: [(bool, &str); 34] = [
    (true, "/new"),
    (true, "/here/new"),
    (true, "/game/GAME/do"),
    (true, "/game/GAME/live"),
    (true, "/game/GAME/study"),
    (true, "/game/GAME/play-on"),
    (true, "/here/review"),
    (true, "/here/answer"),
    (true, "/upload"),
    (true, "/record/RECORD/study"),
    (true, "/record/RECORD/deck"),
    (true, "/record/RECORD/try"),
    (true, "/record/RECORD/play-on"),
    (true, "/record/RECORD/board"),
    (true, "/board"),
    (true, "/board/STUDY/edit"),
    (true, "/board/STUDY/copy"),
    (true, "/deck/file"),
    (true, "/lesson/go"),
    (true, "/options"),
    (true, "/puzzle/aligne4/1"),
    (true, "/puzzle/othello/1"),
    (true, "/puzzle/go/1"),
    (true, "/"),
    (false, "/here/question?worker="),
    (false, "/here/game/GAME/"),
    (false, "/game/GAME/live?from="),
    (false, "/here/record/RECORD?"),
    (false, "/record/RECORD/try?"),
    (false, "/board/STUDY?values=on&"),
    (false, "/puzzle/aligne4/1?"),
    (false, "/games?"),
    (false, "/here/"),
    (false, "/"),
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = Errand::read(data);
    BROWSER.with_borrow_mut(|browser| {
        let browser = browser.get_or_insert_with(Browser::new);
        for line in data.split(|&byte| byte == b'\n').take(8) {
            let Some((&which, rest)) = line.split_first() else { continue };
            let (post, path) = REQUESTS[which as usize % REQUESTS.len()];
            browser.ask(post, path, &String::from_utf8_lossy(rest));
        }
        browser.end_of_input();
    });
});

/// After so many inputs everything begins anew, so that what is kept does not pile up.
const INPUTS: u32 = 200;

struct Browser {
    site: Site,
    kept: BTreeMap<String, String>,
    now_ms: u64,
    game: String,
    record: String,
    study: String,
    inputs: u32,
}

impl Browser {
    fn new() -> Browser {
        let site = Site::open([]).expect("an empty site");
        let names = [String::new(), String::new(), String::new()];
        let [game, record, study] = names;
        let mut browser =
            Browser { site, kept: BTreeMap::new(), now_ms: 1_790_000_000_000, game, record, study, inputs: 0 };
        let named =
            |answer: Answer| answer.location.and_then(|to| Some(to.split('/').nth(2)?.split('?').next()?.to_owned()));
        browser.game = named(browser.ask(true, "/new", "game=go&size=5&opponent=machine")).expect("a game");
        browser.record =
            named(browser.ask(true, "/upload", "text=(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))")).expect("a record");
        browser.study = named(browser.ask(true, "/record/RECORD/board", "at=1")).expect("a study");
        browser
    }

    /// Asks for something: what is behind the path is a form, or a part of the question.
    fn ask(&mut self, post: bool, path: &str, rest: &str) -> Answer {
        self.now_ms += 1000;
        let path = path.replace("GAME", &self.game).replace("RECORD", &self.record).replace("STUDY", &self.study);
        let address = if post { path } else { path + rest };
        let (path, query) = address.split_once('?').unwrap_or((&address, ""));
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // A name in capitals is that of a file.
            let file = name.starts_with(char::is_uppercase).then(|| format!("{name}.sgf"));
            Field { name: name.to_lowercase(), value: value.to_owned(), file }
        };
        let form = if post { rest.split('&').map(pair).collect() } else { Vec::new() };
        let answer = self.site.answer(&Request {
            post,
            path: path.to_owned(),
            query: query.to_owned(),
            form,
            body: rest.to_owned(),
            now_ms: self.now_ms,
            ..Request::default()
        });
        // 503 is what needs the server.
        assert!(answer.status < 500 || answer.status == 503, "{} {}", answer.status, answer.body);
        let changes = self.site.changes().expect("changes can be told");
        let _ = answer.write(&changes);
        for change in changes {
            match change.text {
                Some(text) => drop(self.kept.insert(change.key, text)),
                None => drop(self.kept.remove(&change.key)),
            }
        }
        answer
    }

    fn end_of_input(&mut self) {
        self.inputs += 1;
        if self.inputs.is_multiple_of(20) {
            self.site = Site::open(self.kept.values().map(String::as_str)).expect("what was kept can be read");
        }
        if self.inputs == INPUTS {
            *self = Browser::new();
        }
    }
}
