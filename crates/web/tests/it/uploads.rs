//! Records that people bring.

use axum::http::StatusCode;
use serde_json::json;

use crate::kit::{Answer, Browser, local, memory, public, site};

pub(crate) async fn upload(browser: &mut Browser, name: &str, content: &str) -> Answer {
    send(browser, &format!("name=\"file\"; filename=\"{name}\""), content).await
}

/// Pastes a record into the form instead.
async fn paste(browser: &mut Browser, content: &str) -> Answer {
    send(browser, "name=\"text\"", content).await
}

async fn send(browser: &mut Browser, field: &str, content: &str) -> Answer {
    let head = format!("Content-Disposition: form-data; {field}");
    let body = format!("--x\r\n{head}\r\n\r\n{content}\r\n--x--\r\n");
    browser.headers.push(("accept", "application/json".to_owned()));
    let answer = browser.send("POST", "/upload", "multipart/form-data; boundary=x", body).await;
    browser.headers.pop();
    answer
}

#[tokio::test]
async fn a_record_is_looked_at_with_its_variations_and_gone_on_from() {
    for config in [local(), public()] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        let sgf = "(;GM[1]SZ[9]PB[Ada]PW[<b>Bo</b>]EV[Open]RO[2]DT[2024-02-29]PC[Rouen]GN[Final]RE[B+R];B[ee](;W[ec];B[ce])(;W[ge]C[<script>x</script>];B[cc]))";
        let answer = upload(&mut browser, "game.sgf", sgf).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let record = answer.json()["at"].as_str().expect("an address").to_owned();
        for at in 0..=6 {
            let page = browser.get(&format!("{record}?at={at}")).await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains("Rouen") && !page.text.contains("serve-fact"), "facts have names");
            assert!(page.text.contains("Ada") && !page.text.contains("<b>Bo") && !page.text.contains("<script>x"));
        }
        let game = browser.post(&format!("{record}/play-on"), &[("at", "5")]).await;
        let game = game.json()["at"].as_str().expect("a game").to_owned();
        assert_eq!(browser.state(&game).await["moves"], json!(["E5", "G5", "C7"]));
        browser.act(&game, "play D4").await.expect("it goes on");
        let again = browser.post(&format!("{game}/play-on"), &[("at", "1")]).await;
        let again = again.json()["at"].as_str().expect("a game").to_owned();
        assert_eq!(browser.state(&again).await["moves"], json!(["E5"]));
    }
}

#[tokio::test]
async fn what_is_played_on_from_a_record_keeps_what_was_said_and_tried_there() {
    let sgf =
        "(;GM[1]SZ[9]PB[Ada]PW[Bo]EV[Open]GC[A lesson.];B[ee](;W[ec];B[ce]C[As it was.])(;W[ge]C[Or here.];B[cc]))";
    for config in [local(), public()] {
        let site = site(config, &memory());
        let mut browser = Browser::new(&site);
        let record = upload(&mut browser, "game.sgf", sgf).await.json()["at"].as_str().expect("an address").to_owned();
        let game = browser.post(&format!("{record}/play-on"), &[("at", "4")]).await;
        let game = game.json()["at"].as_str().expect("a game").to_owned();
        browser.act(&game, "play D4").await.expect("it goes on");
        assert_eq!(browser.state(&game).await["moves"], json!(["E5", "G5", "D4"]));
        let saved = browser.get(&format!("{game}/record.sgf")).await.text;
        for part in ["EV[Open]", "GC[A lesson.]", "C[As it was.]", "C[Or here.]"] {
            assert!(saved.contains(part), "{part}: {saved}");
        }
        assert!(saved.find("B[df]") < saved.find("B[ce]"), "what was played is the main line: {saved}");
        // The review begins where the game is, and the rest of the record is around it.
        let page = browser.get(&format!("{game}/review")).await.text;
        assert!(page.contains("D4, black stone, last move") && page.contains("Open"), "{page}");
        assert!(page.contains("class=\"variation\""), "{page}");
        assert!(browser.get(&format!("{game}/review?at=4")).await.text.contains("Or here."));
        assert!(browser.get(&format!("{game}/review?at=3")).await.text.contains("As it was."));
        // And on from there again, with everything.
        let again = browser.post(&format!("{game}/play-on"), &[("at", "3")]).await;
        let again = again.json()["at"].as_str().expect("a game").to_owned();
        assert_eq!(browser.state(&again).await["moves"], json!(["E5", "E7", "C5"]));
        let saved = browser.get(&format!("{again}/record.sgf")).await.text;
        assert!(saved.contains("B[df]") && saved.contains("C[Or here.]"), "{saved}");
    }
}

#[tokio::test]
async fn a_damaged_record_is_read_as_far_as_it_can_be_and_that_is_said() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let bare = "SZ[19] AW[dd][pp] AB[dp]";
    let values = "(;GM[1]SZ[9]AB[<script>x</script>];B[ee]C[cut off";
    let many = format!("(;GM[1]SZ[9]AB[ee]{};W[cc", "AW[zz]".repeat(90));
    for (content, place, stone, fault) in [
        (bare, "", "D16, white stone", "line 1, column 1: expected a game that begins with (;, found 'S'"),
        (values, "?at=1", "E5, black stone", "script"),
        (&many, "", "E5, black stone", "more places"),
        ("(;GM[1]SZ[9];B[aa];W[bb", "?at=1", "A9, black stone", "line 1, column"),
    ] {
        for answer in [upload(&mut browser, "x.sgf", content).await, paste(&mut browser, content).await] {
            assert_eq!(answer.status, StatusCode::OK, "{content}: {}", answer.text);
            let record = answer.json()["at"].as_str().expect("an address").to_owned();
            let page = browser.get(&format!("{record}{place}")).await.text;
            assert!(page.contains(stone), "{stone}: {page}");
            assert!(!page.contains("<script>x"), "{page}");
            let (_, told) =
                page.split_once("The file is damaged.").unwrap_or_else(|| panic!("nothing is said: {page}"));
            let told = told.split("</section>").next().expect("a section");
            assert!(told.contains(fault), "{fault}: {told}");
            assert!(told.matches("<li>").count() <= 4 && told.len() < 1500, "not everything: {told}");
            browser.headers.push(("accept-language", "fr".to_owned()));
            let french = browser.get(&record).await.text;
            browser.headers.pop();
            assert!(french.contains("Le fichier est endommagé.") && !french.contains("damaged."), "{french}");
            let game = browser.post(&format!("{record}/play-on"), &[("at", "0")]).await;
            assert_eq!(game.status, StatusCode::OK, "{content}: {}", game.text);
        }
    }
    let sound = upload(&mut browser, "x.sgf", "(;GM[1]SZ[9];B[ee])").await.json()["at"]
        .as_str()
        .expect("an address")
        .to_owned();
    assert!(!browser.get(&sound).await.text.contains("damaged"));
}

#[tokio::test]
async fn a_damaged_record_that_is_too_large_is_refused_for_that() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let most = site.config().limits.upload_nodes;
    let answer = upload(&mut browser, "x.sgf", &format!("SZ[9] AB[ee]{}", ";B[]".repeat(most + 1))).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.text.contains(&format!("more than {most} nodes")), "{}", answer.text);
}

#[tokio::test]
async fn every_format_that_there_is_can_be_brought_and_taken() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for (name, content) in [("game.txt", "f5d6c3d3c4"), ("x.sgf", "(;GM[2];B[f5];W[d6])")] {
        let answer = upload(&mut browser, name, content).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.text);
        let record = answer.json()["at"].as_str().expect("an address").to_owned();
        let game = browser.post(&format!("{record}/play-on"), &[("at", "2")]).await;
        let game = game.json()["at"].as_str().expect("a game").to_owned();
        for file in ["record.sgf", "record.ggf", "record.txt"] {
            let taken = browser.get(&format!("{game}/{file}")).await;
            assert_eq!(taken.status, StatusCode::OK, "{file}: {}", taken.text);
            assert!(taken.header("content-disposition").starts_with("attachment"), "{file}");
            let back = upload(&mut browser, file, &taken.text).await;
            assert_eq!(back.status, StatusCode::OK, "{file}: {} {}", taken.text, back.text);
        }
    }
}

#[tokio::test]
async fn what_is_no_record_is_refused_with_its_reason() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    for content in ["", "hello", "(;GM[1]SZ[99])", "(", "SZ[19", "\u{0}\u{1}\u{2}"] {
        let answer = upload(&mut browser, "x.sgf", content).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{content}: {}", answer.text);
    }
    // Deeper than variations may be nested, whether it ends or not.
    let depth = record::Limits::DEFAULT.depth;
    let deep = format!("(;GM[1]{}", "(;B[aa]".repeat(depth));
    let closed = deep.clone() + &")".repeat(depth + 1);
    for content in [closed, deep] {
        let answer = upload(&mut browser, "deep.sgf", &content).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    }
    let gone = browser.get("/record/00000000000000000000000007").await;
    assert!(gone.status.is_client_error());
}

#[tokio::test]
async fn a_file_that_is_too_large_is_told_so_with_the_limit() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let limit = site.config().limits.upload_bytes;
    let answer = upload(&mut browser, "game.sgf", &"x".repeat(limit + 1)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text.contains(&format!("{} MB", limit >> 20)), "{}", answer.text);
    assert!(browser.get("/upload").await.text.contains(&format!("data-max-bytes=\"{limit}\"")));
}

#[tokio::test]
async fn a_record_stays_with_whoever_brought_it_through_a_restart_until_they_forget_it() {
    for config in [local(), public()] {
        let store = memory();
        let first = site(config.clone(), &store);
        let (mut ada, mut eve) = (Browser::new(&first), Browser::new(&first).from("10.9.9.9"));
        let sgf = "(;GM[1]SZ[9]PB[Ada]PW[Bo];B[ee];W[ec]";
        let record = upload(&mut ada, "game.sgf", sgf).await.json()["at"].as_str().expect("it").to_owned();
        assert!(ada.get(&record).await.text.contains("damaged"), "its end is missing");
        let is_public = first.config().site.is_some() || !first.config().manner.local;
        let second = site(config, &store);
        (ada, eve) = (ada.at(&second), eve.at(&second));
        let page = ada.get(&format!("{record}?at=2")).await;
        assert!(page.status == StatusCode::OK && page.text.contains("damaged"), "{}", page.text);
        assert!(ada.get("/games").await.text.contains(&format!("href=\"{record}\"")));
        assert_eq!(eve.get("/games").await.text.contains(&record), !is_public, "nobody is shown the links of others");
        assert_eq!(eve.get(&record).await.status, StatusCode::OK, "whoever has the link may look");
        if is_public {
            assert_eq!(eve.post(&format!("{record}/delete"), &[]).await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(ada.post(&format!("{record}/delete"), &[]).await.status, StatusCode::OK);
        assert_eq!(ada.get(&record).await.status, StatusCode::GONE);
        assert!(!ada.get("/games").await.text.contains(&record));
    }
}

#[tokio::test]
async fn a_file_with_several_games_shows_each_of_them() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let sgf = "(;GM[1]SZ[9]PB[Ada]PW[Bo];B[ee])(;GM[2]PB[Cy];B[fe])(;GM[1]SZ[9]C[No names];B[cc])";
    let record = upload(&mut browser, "games.sgf", sgf).await.json()["at"].as_str().expect("it").to_owned();
    let page = browser.get(&record).await.text;
    for game in 1..=3 {
        assert!(page.contains(&format!("href=\"{record}.{game}\"")), "{page}");
    }
    assert!(browser.get(&format!("{record}.2?at=1")).await.text.contains("Othello: Cy"));
    assert!(browser.get(&format!("{record}.3")).await.text.contains("No names"));
    assert_eq!(browser.get(&format!("{record}?game=2")).await.header("location"), format!("{record}.2"));
    for wrong in ["0", "4", "x", "99999999999999999999"] {
        assert_eq!(browser.get(&format!("{record}.{wrong}")).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    let game = browser.post(&format!("{record}.2/play-on"), &[("at", "1")]).await;
    let game = game.json()["at"].as_str().expect("a game").to_owned();
    assert_eq!(browser.state(&game).await["moves"], json!(["f5"]));
    let lines = upload(&mut browser, "games.txt", "f5d6c3\nf5f6\n").await.json()["at"].as_str().expect("it").to_owned();
    assert!(browser.get(&lines).await.text.contains(&format!("{lines}.2")), "transcripts, too");
}

/// Who sends no cookie is somebody new each time, and pushes nobody's records out: the household's own make room first.
#[tokio::test]
async fn ten_thousand_records_of_one_household_leave_those_of_others_alone() {
    let mut config = public();
    config.limits.papers_per_owner = 20;
    config.limits.games_per_minute = 1e9;
    config.limits.requests_burst = 1e9;
    // Without a bound for a household, a tenth of what is brought would fill all the room that records have.
    config.limits.database_bytes = 8 * 1000 * 24;
    let site = site(config, &memory());
    let mut ada = Browser::new(&site).from("10.0.0.1");
    let hers =
        upload(&mut ada, "mine.sgf", "(;GM[1]SZ[5];B[aa])").await.json()["at"].as_str().expect("a place").to_owned();
    let mut last = String::new();
    for number in 0..10_000 {
        let mut stranger = Browser::new(&site).from("10.9.9.9");
        let answer = upload(&mut stranger, "x.sgf", &format!("(;GM[2]GN[{number}])")).await;
        assert_eq!(answer.status, StatusCode::OK, "{number}: {}", answer.text);
        last = answer.json()["at"].as_str().expect("a place").to_owned();
    }
    assert_eq!(ada.get(&hers).await.status, StatusCode::OK, "hers is still there");
    assert_eq!(ada.get(&last).await.status, StatusCode::OK, "and so is the last one of theirs");
}

/// A hundred thousand variations and a remark of ten megabytes are refused or shown in part, and nobody else waits for them.
#[tokio::test(flavor = "multi_thread")]
async fn records_that_are_huge_are_refused_or_bounded() {
    let mut config = public();
    config.limits = web::config::Limits { connections_per_address: 5000, ..web::config::Limits::default() };
    let site = site(config, &memory());
    let mut browser = Browser::new(&site).from("10.1.1.1");
    let broad = format!("(;GM[1]SZ[19]{})", "(;B[aa])".repeat(100_000));
    let deep = format!("(;GM[1]SZ[19]{}{})", "(;B[aa];W[bb]".repeat(60_000), ")".repeat(60_000));
    let remark = format!("(;GM[1]SZ[19]C[{}];B[aa])", "x".repeat(10 << 20));
    for (record, status) in
        [(&broad, StatusCode::BAD_REQUEST), (&deep, StatusCode::BAD_REQUEST), (&remark, StatusCode::PAYLOAD_TOO_LARGE)]
    {
        let mut other = Browser::new(&site).from("10.2.2.2");
        let sent = tokio::spawn({
            let (mut browser, record) = (browser.clone(), record.clone());
            async move { upload(&mut browser, "huge.sgf", &record).await }
        });
        let game = other.create(&[("game", "othello"), ("opponent", "here")]).await;
        other.act(&game, "play f5").await.expect("a move while that is read");
        let refused = sent.await.expect("an answer");
        assert_eq!(refused.status, status, "{:.300}", refused.text);
    }
    // What is just small enough is shown in part.
    let long = format!("(;GM[1]SZ[19]C[{}];B[aa])", "x ".repeat(400_000));
    let record = upload(&mut browser, "long.sgf", &long).await.json()["at"].as_str().expect("a place").to_owned();
    let page = browser.get(&record).await;
    assert!(page.status == StatusCode::OK && page.text.len() < 200_000, "{} bytes", page.text.len());
}

/// Addresses that name each other lead nowhere twice: a record, a study of it, and what is brought from their own addresses.
#[tokio::test]
async fn what_refers_to_itself_is_only_text() {
    let site = site(public(), &memory());
    let mut browser = Browser::new(&site);
    let one =
        upload(&mut browser, "a.sgf", "(;GM[1]SZ[5];B[aa])").await.json()["at"].as_str().expect("a place").to_owned();
    let other = upload(&mut browser, "b.sgf", &format!("(;GM[1]SZ[5]C[{one}]SO[{one}];B[aa])")).await;
    let other = other.json()["at"].as_str().expect("a place").to_owned();
    for (text, status) in [
        (one.clone(), StatusCode::BAD_REQUEST),
        (format!("http://localhost{other}"), StatusCode::BAD_REQUEST),
        (format!("{one}\n{other}"), StatusCode::BAD_REQUEST),
        (format!("(;GM[1]SZ[5]C[{one} {other}];B[aa])"), StatusCode::OK),
    ] {
        assert_eq!(paste(&mut browser, &text).await.status, status, "{text}");
    }
    // A study of a record, whose remark is its own address; and a review that is told to be its own place.
    let made = browser.post(&format!("{other}/board"), &[("at", "0")]).await;
    let study = made.json()["at"].as_str().expect("a study").to_owned();
    let page = browser.get(&study).await;
    assert!(
        page.status == StatusCode::OK && !page.text.contains(&format!("href=\"{one}\"")),
        "an address in a remark is text"
    );
    for address in
        [format!("{one}?at={one}"), format!("{other}/try?at=0&line={other}"), format!("{study}&from={study}")]
    {
        let status = browser.get(&address).await.status;
        assert!(status.is_success() || status.is_client_error(), "{address}: {status}");
    }
}
