//! The public server through its router, without a socket: whatever is asked, it is answered, and never by an error of its own; what
//! a live page sends is read or refused, and what is done at the table is there when the game is opened again.

#![no_main]

use std::cell::RefCell;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use pages::wire::{Do, Up};
use plateau_core::Player;
use store::{GameId, Sqlite, Store};
use tokio::runtime::Runtime;
use tower::ServiceExt;
use web::config::{Config, Limits};
use web::hub::{Beginning, Secret, Sitter, Viewer};
use web::{Household, Site, app};

thread_local! {
    /// One for many inputs, since making it takes milliseconds.
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
}

/// What can be asked; the game, the record and the study stand for those that there are. What the machine has to think about is small, and thought
/// about beside this.
const REQUESTS: [(&str, &str, &str); 46] = [
    ("POST", "/new", FORM),
    ("POST", "/game/GAME/do", FORM),
    ("POST", "/game/GAME/sit", FORM),
    ("POST", "/game/GAME/play-on", FORM),
    ("POST", "/game/GAME/delete", FORM),
    ("POST", "/options", FORM),
    ("POST", "/upload", "multipart/form-data; boundary=x"),
    ("POST", "/record/RECORD/play-on", FORM),
    ("POST", "/record/RECORD/board", FORM),
    ("POST", "/board", FORM),
    ("POST", "/board/STUDY/edit", FORM),
    ("POST", "/board/STUDY/copy", FORM),
    ("POST", "/deck/file", "multipart/form-data; boundary=x"),
    ("POST", "/lesson/go", FORM),
    ("POST", "/lesson/othello", FORM),
    ("POST", "/lesson/aligne4", FORM),
    ("POST", "/options/tokens", FORM),
    ("POST", "/puzzle/go/1", FORM),
    ("POST", "/puzzle/othello/1", FORM),
    ("POST", "/puzzle/aligne4/1", FORM),
    ("POST", "/record/RECORD/try", FORM),
    ("POST", "/record/RECORD/study", FORM),
    ("POST", "/record/RECORD/deck", FORM),
    ("POST", "/here/review", FORM),
    ("GET", "/game/GAME/question?about=", ""),
    ("GET", "/record/RECORD/try?", ""),
    ("GET", "/puzzle/aligne4/", ""),
    ("GET", "/deck/card/", ""),
    ("GET", "/here/", ""),
    ("GET", "/board/STUDY?", ""),
    ("GET", "/lesson/", ""),
    ("GET", "/puzzles/", ""),
    ("GET", "/", ""),
    ("GET", "/new?", ""),
    ("GET", "/games?", ""),
    ("GET", "/lobby", ""),
    ("GET", "/rules/", ""),
    ("GET", "/options?", ""),
    ("GET", "/assets/", ""),
    ("GET", "/game/GAME/review?", ""),
    ("GET", "/game/GAME/toss?", ""),
    ("GET", "/game/GAME/record.", ""),
    ("GET", "/game/GAME/state.json", ""),
    ("GET", "/game/", ""),
    ("GET", "/record/RECORD?", ""),
    ("GET", "/", ""),
];

const FORM: &str = "application/x-www-form-urlencoded";

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    TABLE.with_borrow_mut(|table| {
        let table = table.get_or_insert_with(Table::new);
        // A few requests, one after the other, each with what stands up to the next end of a line.
        for line in data.split(|&byte| byte == b'\n').take(8) {
            let Some((&which, rest)) = line.split_first() else { continue };
            match REQUESTS.get(which as usize % (REQUESTS.len() + 1)) {
                Some((method, path, media_type)) => drop(table.ask(method, path, media_type, rest)),
                None => table.hear(&String::from_utf8_lossy(rest)),
            }
        }
        table.end_of_input();
    });
});

/// The name that an answer has behind a part of an address.
fn name_after(part: &str, answer: &str) -> String {
    answer.split(part).nth(1).and_then(|rest| rest.get(..26)).expect("a name").to_owned()
}

/// After so many inputs everything begins anew, so that what is kept does not pile up.
const INPUTS: u32 = 500;

struct Table {
    runtime: Runtime,
    site: Site,
    router: Router,
    viewer: Viewer,
    cookie: String,
    game: GameId,
    record: String,
    study: String,
    inputs: u32,
}

impl Table {
    fn new() -> Table {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (site, game, viewer, secret) = runtime.block_on(async {
            let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory().expect("a store"));
            let limits =
                Limits { requests_per_second: 1e12, requests_burst: 1e12, games_per_minute: 1e12, ..Limits::default() };
            let config = Config { limits, log: web::log::Format::Quiet, ..Config::public() };
            let site = Site::new(config, Arc::clone(&store), store).expect("a site");
            let secret = Secret::random().expect("randomness");
            let sit = |side| Sitter { side, name: "Ada".to_owned(), key: secret.key() };
            let table = "game go\nsize 5\n".parse().expect("a table");
            let sitters = Player::BOTH.map(sit).to_vec();
            let game =
                site.hub().create(Beginning { listed: true, ..Beginning::of(table, sitters) }).await.expect("a game");
            let household = Household::of(IpAddr::V4(Ipv4Addr::LOCALHOST));
            (site, game, Viewer { key: Some(secret.key()), household }, secret)
        });
        let cookie = format!("plateau-seat={secret}");
        let mut table = Table {
            router: app(site.clone()),
            runtime,
            site,
            viewer,
            cookie,
            game,
            record: String::new(),
            study: String::new(),
            inputs: 0,
        };
        let record = "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))\r\n--x--\r\n";
        let answer = table.ask("POST", "/upload", "multipart/form-data; boundary=x", record.as_bytes());
        table.record = name_after("/record/", &answer);
        let answer = table.ask("POST", "/record/RECORD/board", FORM, b"");
        table.study = name_after("/board/", &answer);
        table
    }

    /// Asks for something. What is behind the path of a question goes into it, as far as an address can hold it.
    fn ask(&mut self, method: &str, path: &str, media_type: &str, rest: &[u8]) -> String {
        let mut path =
            path.replace("GAME", &self.game.to_string()).replace("RECORD", &self.record).replace("STUDY", &self.study);
        let mut body = Vec::new();
        if method == "GET" {
            path.extend(rest.iter().map(|byte| format!("{:02x}", byte)).flat_map(|hex| ["%".to_owned(), hex]));
        } else {
            body = rest.to_vec();
        }
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "x")
            .header("accept", "application/json")
            .header("cookie", &self.cookie)
            .header("content-type", media_type)
            .body(Body::from(body));
        let Ok(request) = request else { return String::new() };
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.expect("an answer");
            let (status, head) = (response.status(), format!("{:?}", response.headers()));
            assert!(status.as_u16() < 500, "{status}");
            let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
            head + &String::from_utf8_lossy(&bytes)
        })
    }

    /// What a live page sends, as it is written or as a form has it.
    fn hear(&mut self, text: &str) {
        match (text.parse(), text.parse()) {
            (Ok(Up::Do { what, .. }), _) | (_, Ok(what)) => self.act(what),
            _ => {}
        }
    }

    /// Does something at the table, which must be what it is when it is read again.
    fn act(&mut self, what: Do) {
        // The machine takes its time, and asks nobody for it here.
        if matches!(what, Do::Hint | Do::Estimate) {
            return;
        }
        self.runtime.block_on(async {
            let hub = self.site.hub();
            let _ = hub.act(self.game, self.viewer, what).await;
            let table = hub.table(self.game, self.viewer.household).await.expect("a table");
            let game = self.game;
            let kept = hub.read(self.viewer.household, move |store| store::Kept::open(store, game)).await;
            assert_eq!(kept.expect("kept").table().next_event(), table.next_event());
        });
    }

    fn end_of_input(&mut self) {
        self.inputs += 1;
        if self.inputs == INPUTS {
            *self = Table::new();
        }
    }
}
