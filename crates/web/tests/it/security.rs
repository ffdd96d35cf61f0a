//! The threat list of docs/security.md, one test for each line: refused, with nothing changed.

use axum::http::StatusCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use web::config::{Config, Limits};
use web::hub::Beginning;

use crate::kit::{Browser, Served, encoded, local, memory, public, site};

async fn game_of_two(site: &web::Site) -> (Browser, Browser, String) {
    let (mut ada, mut bo) = (Browser::new(site), Browser::new(site));
    let game = ada.create(&[("game", "othello"), ("opponent", "link"), ("name", "Ada"), ("colour", "black")]).await;
    assert_eq!(bo.sit(&game, "white", "Bo").await, StatusCode::OK);
    (ada, bo, game)
}

#[tokio::test]
async fn a_seat_belongs_to_its_secret_and_a_forged_one_opens_nothing() {
    let site = site(public(), &memory());
    let (mut ada, bo, game) = game_of_two(&site).await;
    let before = ada.state(&game).await;
    let bos = bo.cookies.join("; ");
    let secret = bos.split("plateau-seat=").nth(1).expect("a secret").to_owned();
    let forged = [
        String::new(),
        "plateau-seat=".to_owned(),
        format!("plateau-seat={}", "0".repeat(64)),
        format!("plateau-seat={}", &secret[..63]),
        format!("plateau-seat={secret}0"),
        format!("other={secret}"),
        // Bo's own secret is White's, and it is Black's turn.
        bos,
    ];
    for cookie in forged {
        let mut eve = Browser::new(&site);
        eve.cookies = vec![cookie.clone()];
        for what in ["play f5", "undo", "answer yes"] {
            assert!(eve.act(&game, what).await.is_err(), "{cookie}: {what}");
        }
    }
    let mut after = ada.state(&game).await;
    after["version"] = before["version"].clone();
    assert_eq!(after, before, "nothing has changed");
    let cookie = ada.create(&[("game", "go"), ("opponent", "link")]).await;
    assert!(!cookie.contains(&secret));
    ada.act(&game, "play f5").await.expect("the right one plays");
}

#[tokio::test]
async fn the_cookie_is_for_this_server_alone_and_no_script_reads_it() {
    let plain = site(public(), &memory());
    let answer = Browser::new(&plain).post("/new", &[("opponent", "link")]).await;
    let cookie = answer.header("set-cookie").to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let secure = Config { site: Some("https://play.example.org".to_owned()), ..public() };
    let secure = site(secure, &memory());
    let mut browser = Browser::new(&secure);
    browser.host = "play.example.org".to_owned();
    let answer = browser.post("/new", &[("opponent", "link")]).await;
    let cookie = answer.header("set-cookie").to_owned();
    assert!(cookie.starts_with("__Host-plateau-seat=") && cookie.contains("Secure"), "{cookie}");
    assert!(answer.header("strict-transport-security").contains("max-age"));
}

#[tokio::test]
async fn pages_of_other_sites_can_do_nothing() {
    let served = Served::new(public(), &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "othello"), ("opponent", "here"), ("name", "Ada")]).await;
    for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site"), ("origin", "null")] {
        let mut tricked = ada.clone();
        tricked.headers.push((name, value.to_owned()));
        let answer = tricked.post(&format!("{game}/do"), &[("do", "play f5")]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}: {value}");
    }
    assert!(served.try_watch(&game, &ada, Some("https://evil.example")).await.is_err());
    let ours = format!("http://{}", served.address);
    assert!(served.try_watch(&game, &ada, Some(&ours)).await.is_ok());
    assert_eq!(ada.state(&game).await["moves"].as_array().map(Vec::len), Some(0));
    served.stop().await;
}

#[tokio::test]
async fn on_ones_own_machine_only_its_own_names_are_answered() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    browser.host = "evil.example:4764".to_owned();
    assert_eq!(browser.get("/").await.status, StatusCode::MISDIRECTED_REQUEST);
    browser.host = "localhost:4764".to_owned();
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn bodies_have_a_limit() {
    let mut config = public();
    config.limits = Limits { upload_bytes: 20_000, form_bytes: 2000, ..config.limits };
    let site = site(config, &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "go"), ("opponent", "here")]).await;
    let long = "x".repeat(3000);
    let answer =
        browser.send("POST", &format!("{game}/do"), "application/x-www-form-urlencoded", format!("do={long}")).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let body =
        format!("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{}\r\n--x--\r\n", "y".repeat(30_000));
    let answer = browser.send("POST", "/upload", "multipart/form-data; boundary=x", body).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(browser.state(&game).await["moves"].as_array().map(Vec::len), Some(0));
}

#[tokio::test]
async fn a_thousand_connections_from_one_address_are_too_many() {
    let mut config = public();
    config.limits.connections_per_address = 50;
    let served = Served::new(config, &memory()).await;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(served.address).await else {
            refused += 1;
            continue;
        };
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let mut answer = [0; 12];
        match (asked, stream.read(&mut answer).await) {
            (Ok(()), Ok(read)) if read > 0 => open.push(stream),
            _ => refused += 1,
        }
    }
    assert_eq!((open.len(), refused), (50, 950));
    drop(open);
    // Those that are left are served again.
    for _ in 0..100 {
        let mut stream = TcpStream::connect(served.address).await.expect("a connection");
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        if answer.contains("200 OK") {
            return served.stop().await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nobody is served any more");
}

#[tokio::test]
async fn live_pages_from_one_address_have_the_same_limit() {
    let mut config = public();
    config.limits.connections_per_address = 10;
    let served = Served::new(config, &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "go"), ("opponent", "here")]).await;
    let mut pages = Vec::new();
    for _ in 0..30 {
        pages.extend(served.try_watch(&game, &ada, None).await.ok());
    }
    assert!((8..=10).contains(&pages.len()), "{}", pages.len());
    served.stop().await;
}

#[tokio::test]
async fn who_comes_too_fast_waits() {
    let mut config = public();
    config.limits = Limits { requests_burst: 20.0, requests_per_second: 0.001, games_per_minute: 3.0, ..config.limits };
    let site = site(config, &memory());
    let mut eager = Browser::new(&site);
    for number in 0..5 {
        let answer = eager.post("/new", &[("opponent", "link")]).await;
        let wanted = if number < 3 { StatusCode::OK } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(answer.status, wanted, "{number}");
    }
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(eager.get("/rules").await.status);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(Browser::new(&site).from("10.9.9.9").get("/rules").await.status, StatusCode::OK, "others are served");
    let mut forwarded = Browser::new(&site);
    forwarded.headers.push(("x-forwarded-for", "10.9.9.8".to_owned()));
    assert_eq!(forwarded.get("/rules").await.status, StatusCode::TOO_MANY_REQUESTS, "nobody talks oneself out of it");
}

#[tokio::test]
async fn commands_on_a_live_page_have_a_pace_and_nonsense_ends_it() {
    let mut config = public();
    config.limits.commands_per_second = 2.0;
    let served = Served::new(config, &memory()).await;
    let mut ada = served.browser();
    let game = ada.create(&[("game", "othello"), ("opponent", "here")]).await;
    let mut page = served.watch(&game, &ada).await;
    let mut refused = 0;
    for _ in 0..10 {
        let (done, _) = page.act("play a1").await;
        refused += usize::from(done.expect_err("illegal or too fast").contains("fast"));
    }
    assert!((5..=6).contains(&refused), "{refused}");
    page.send("nonsense").await;
    while page.next().await.is_some() {}
    let mut page = served.watch(&game, &ada).await;
    page.send(&format!("{{\"n\":1,\"do\":\"{}\"}}", "x".repeat(5000))).await;
    while page.next().await.is_some() {}
    served.stop().await;
}

#[tokio::test]
async fn a_script_in_a_name_is_only_a_name() {
    let site = site(public(), &memory());
    let mut ada = Browser::new(&site);
    let evil = "<script>alert(1)</script>\"'&\u{202e}";
    let game = ada.create(&[("game", "othello"), ("opponent", "lobby"), ("name", evil), ("colour", "black")]).await;
    let mut bo = Browser::new(&site);
    assert_eq!(bo.sit(&game, "white", "<img src=x onerror=alert(2)>").await, StatusCode::OK);
    ada.act(&game, "play f5").await.expect("played");
    bo.act(&game, "resign").await.expect("over");
    for path in [game.clone(), format!("{game}/share"), format!("{game}/review"), "/games".to_owned(), "/".to_owned()] {
        let text = ada.get(&path).await.text;
        assert!(!text.contains("<script>alert") && !text.contains("<img src=x"), "{path}");
    }
    assert!(ada.get(&game).await.text.contains("&lt;script&gt;"));
    let long = "é".repeat(500);
    let game = ada.create(&[("game", "go"), ("opponent", "link"), ("name", &long), ("colour", "black")]).await;
    let name = ada.state(&game).await["black"]["name"].as_str().expect("a name").chars().count();
    assert!(name <= store::preferences::MAX_NAME_CHARS, "{name}");
}

#[tokio::test]
async fn nobody_starts_a_program_of_the_system() {
    for config in [public(), local()] {
        let site = site(config, &memory());
        let mut eve = Browser::new(&site);
        let name = "Eve\nwhite engine:touch /tmp/owned";
        let game = eve.create(&[("game", "go"), ("opponent", "here"), ("name", name), ("colour", "black")]).await;
        let state = eve.state(&game).await;
        assert_eq!((&state["black"]["who"], &state["white"]["who"]), (&"human".into(), &"human".into()), "{state}");
        for program in ["engine:true\t", "nboard:true", "nboard:9:true"] {
            let table = format!("game othello\nwhite {program}\n").parse().expect("a table");
            assert!(site.hub().create(Beginning::of(table, Vec::new())).await.is_err(), "{program}");
        }
    }
}

#[tokio::test]
async fn every_answer_forbids_what_a_page_of_ours_never_does() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "go"), ("opponent", "here")]).await;
    for path in ["/", "/new", "/rules/go", "/options", "/nowhere", "/healthz", &game] {
        let answer = browser.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        // Nothing that the policy forbids is on the page.
        for inline in ["<style", " style=\"", "javascript:", " onclick=", " onload="] {
            assert!(!answer.text.contains(inline), "{path} has {inline}");
        }
        for script in answer.text.split("<script").skip(1) {
            assert!(script.split('>').next().is_some_and(|tag| tag.contains("src=")), "{path}: {script}");
        }
    }
}

#[tokio::test]
async fn no_folder_is_served_and_errors_reveal_nothing() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for path in [
        "/assets/",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/../../etc/passwd",
        "/.git/config",
        "/game/",
        "/game/x",
        "/game/00000000000000000000000000",
        "/game/00000000000000000000000000/record.sgf",
        "/game/00000000000000000000000000/picture.png",
        "/record/00000000000000000000000000",
        "/rules/chess",
    ] {
        let answer = browser.get(path).await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
        for word in ["sqlite", "panick", "src/", "root:", "/home", "rusqlite", "No such file"] {
            assert!(!answer.text.contains(word), "{path} says {word}");
        }
    }
    let answer = browser.send("DELETE", "/game/00000000000000000000000000", "", "").await;
    assert!(answer.status.is_client_error());
    let deleted = browser.create(&[("game", "go"), ("opponent", "here")]).await;
    assert_eq!(browser.post(&format!("{deleted}/delete"), &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(browser.get(&deleted).await.status, StatusCode::OK);
    assert!(encoded("é").starts_with("%c3"));
}
