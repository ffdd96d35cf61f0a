//! A browser under remote control: as much of the `WebDriver` protocol (<https://www.w3.org/TR/webdriver2/>) as the tests need,
//! spoken to Debian's `chromedriver` over a plain socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long the page may take to become as a test expects it.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(20);
/// The name that the protocol gives to references to elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The program that starts browsers.
pub(crate) struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// None if it is not installed; in CI that is a failure.
    pub(crate) fn start() -> Option<Driver> {
        let started = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut process) = started else {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "chromedriver is not installed");
            eprintln!("passed over: chromedriver is not installed");
            return None;
        };
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let said =
            lines.find_map(|line| line.ok()?.split_once("successfully on port ").map(|(_, port)| port.to_owned()));
        let port = said.and_then(|port| port.trim_end_matches('.').parse().ok()).expect("chromedriver says its port");
        // Whatever else it says must go somewhere.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Driver { process, port })
    }

    /// A browser of its own, with nothing in it.
    pub(crate) fn browser(&self, screen: Screen) -> Browser {
        let mut args = vec!["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"];
        // What it would look up elsewhere, it would look up in vain and again.
        args.extend([
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]);
        let size = format!("--window-size={},{}", screen.width, screen.height);
        args.push(&size);
        let mut options = json!({ "args": args, "prefs": { "intl.accept_languages": screen.lang } });
        if screen.phone {
            let metrics = json!({ "width": screen.width, "height": screen.height, "pixelRatio": 2.0, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let capabilities = json!({ "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } });
        let answer = request(self.port, "POST", "/session", &json!({ "capabilities": capabilities }));
        let session = answer["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {answer}")).to_owned();
        Browser { port: self.port, session }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the browser pretends to be shown on.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) phone: bool,
    pub(crate) lang: &'static str,
}

/// A desk with room.
pub(crate) const DESK: Screen = Screen { width: 1280, height: 900, phone: false, lang: "en" };
/// A phone in the hand.
pub(crate) const PHONE: Screen = Screen { width: 390, height: 844, phone: true, lang: "en" };

/// Keys as the protocol writes them.
pub(crate) mod keys {
    pub(crate) const TAB: char = '\u{e004}';
    pub(crate) const ENTER: char = '\u{e007}';
    pub(crate) const END: char = '\u{e010}';
    pub(crate) const HOME: char = '\u{e011}';
    pub(crate) const LEFT: char = '\u{e012}';
    pub(crate) const RIGHT: char = '\u{e014}';
    pub(crate) const DOWN: char = '\u{e015}';
}

/// One browser.
pub(crate) struct Browser {
    port: u16,
    session: String,
}

impl Browser {
    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let answer = request(self.port, method, &format!("/session/{}{path}", self.session), body);
        match answer.get("error") {
            Some(error) => Err(format!("{method} {path}: {error}: {}", answer["message"].as_str().unwrap_or_default())),
            None => Ok(answer),
        }
    }

    fn must(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, path, body).unwrap_or_else(|why| panic!("{why}"))
    }

    /// Opens a page and waits until it is loaded.
    pub(crate) fn open(&self, url: &str) {
        self.must("POST", "/url", &json!({ "url": url }));
    }

    /// Loads the page again.
    pub(crate) fn reload(&self) {
        self.must("POST", "/refresh", &json!({}));
    }

    /// Where the browser is.
    pub(crate) fn url(&self) -> String {
        self.must("GET", "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// The value of a script's `return`; a promise is waited for.
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.must("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of an element as one sees it.
    pub(crate) fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector({})?.innerText ?? ''", json!(css));
        self.eval(&script).as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    pub(crate) fn count(&self, css: &str) -> u64 {
        self.eval(&format!("return document.querySelectorAll({}).length", json!(css))).as_u64().unwrap_or(0)
    }

    /// Waits until a script returns something true.
    pub(crate) fn wait(&self, what: &str, condition: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            // In the middle of loading a page there may be nothing to ask.
            let body = json!({ "script": format!("return Boolean({condition})"), "args": [] });
            let answer = self.call("POST", "/execute/sync", &body);
            if answer == Ok(Value::Bool(true)) {
                return;
            }
            if Instant::now() > until {
                let page = self.call(
                    "POST",
                    "/execute/sync",
                    &json!({ "script": "return document.body.innerText", "args": [] }),
                );
                panic!("waited in vain for {what} ({answer:?}) on {}:\n{}", self.url(), page.unwrap_or_default());
            }
            std::thread::sleep(POLL);
        }
    }

    /// Waits until an element says this.
    pub(crate) fn wait_text(&self, css: &str, text: &str) {
        let condition = format!("document.querySelector({})?.innerText.includes({})", json!(css), json!(text));
        self.wait(&format!("'{text}' in {css}, which says '{}'", self.text(css)), &condition);
    }

    /// Waits until there is such an element.
    pub(crate) fn wait_for(&self, css: &str) {
        self.wait(css, &format!("document.querySelector({})", json!(css)));
    }

    /// Clicks in the middle of an element.
    pub(crate) fn click(&self, css: &str) {
        self.wait_for(css);
        // An update may replace an element between finding and clicking it.
        let mut last = String::new();
        for _ in 0..5 {
            let clicked =
                self.find(css).and_then(|element| self.call("POST", &format!("/element/{element}/click"), &json!({})));
            match clicked {
                Ok(_) => return,
                Err(why) => last = why,
            }
            std::thread::sleep(POLL);
        }
        panic!("{css} cannot be clicked: {last}");
    }

    fn find(&self, css: &str) -> Result<String, String> {
        let found = self.call("POST", "/element", &json!({ "using": "css selector", "value": css }))?;
        found[ELEMENT].as_str().map(str::to_owned).ok_or_else(|| format!("no {css}"))
    }

    /// Types into a field, after what is there.
    pub(crate) fn write(&self, css: &str, text: &str) {
        let element = self.find(css).unwrap_or_else(|why| panic!("{why}"));
        self.must("POST", &format!("/element/{element}/clear"), &json!({}));
        self.must("POST", &format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn press(&self, keys: &[char]) {
        let presses = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() })));
        let actions = json!([{ "type": "key", "id": "keys", "actions": presses.collect::<Vec<_>>() }]);
        self.must("POST", "/actions", &json!({ "actions": actions }));
    }

    /// Tells the browser something beyond the protocol: what media it pretends to have, that it runs no scripts.
    pub(crate) fn pretend(&self, command: &str, params: &Value) {
        self.must("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": params }));
    }

    /// The middle of an element on the screen.
    pub(crate) fn middle(&self, css: &str) -> (i64, i64) {
        let script = format!(
            "const {{left, top, width, height}} = document.querySelector({}).getBoundingClientRect(); \
             return [Math.round(left + width / 2), Math.round(top + height / 2)]",
            json!(css)
        );
        let at = self.eval(&script);
        (at[0].as_i64().unwrap_or(0), at[1].as_i64().unwrap_or(0))
    }

    /// Moves the pointer along these places; with the button held down, if it is a drag.
    pub(crate) fn point(&self, places: &[(i64, i64)], drag: bool) {
        let mut steps = Vec::new();
        for (i, (x, y)) in places.iter().enumerate() {
            steps.push(json!({ "type": "pointerMove", "duration": 30, "x": x, "y": y }));
            if drag && i == 0 {
                steps.push(json!({ "type": "pointerDown", "button": 0 }));
            }
        }
        if drag {
            steps.push(json!({ "type": "pointerUp", "button": 0 }));
        }
        let pointer =
            json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps }]);
        self.must("POST", "/actions", &json!({ "actions": pointer }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = request(self.port, "DELETE", &format!("/session/{}", self.session), &Value::Null);
    }
}

/// One request of HTTP, and the `value` of its answer.
fn request(port: u16, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut socket = TcpStream::connect(("127.0.0.1", port)).expect("chromedriver listens");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    socket.write_all(head.as_bytes()).and_then(|()| socket.write_all(body.as_bytes())).expect("chromedriver reads");
    let mut answer = BufReader::new(socket);
    let (mut line, mut length) = (String::new(), 0);
    while answer.read_line(&mut line).is_ok_and(|read| read > 0) && line != "\r\n" {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = vec![0; length];
    answer.read_exact(&mut body).expect("chromedriver answers");
    let mut value: Value =
        serde_json::from_slice(&body).unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&body)));
    value["value"].take()
}
