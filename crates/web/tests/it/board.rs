//! The analysis board: studies that their owner changes and others look at.

use axum::http::StatusCode;
use serde_json::json;

use crate::kit::{Answer, Browser, Folder, local, memory, public, site};
use crate::uploads::upload;

/// A study from nothing; its address.
async fn study(browser: &mut Browser, fields: &[(&str, &str)]) -> String {
    let answer = browser.post("/board", fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    address(&answer).0
}

/// Where one is sent: the study, and the node.
fn address(answer: &Answer) -> (String, String) {
    let at = answer.json()["at"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned();
    let (study, query) = at.split_once('?').expect("a place");
    let node = query.split('&').find_map(|pair| pair.strip_prefix("at=")).expect("a node");
    (study.to_owned(), node.to_owned())
}

/// The version that a page shows.
async fn version(browser: &mut Browser, study: &str) -> String {
    let page = browser.get(study).await.text;
    let rest = page.split_once("name=\"version\" value=\"").expect("one's own study").1;
    rest.split('"').next().expect("a number").to_owned()
}

/// Changes a study as it is now.
async fn edit(browser: &mut Browser, study: &str, fields: &[(&str, &str)]) -> Answer {
    let version = version(browser, study).await;
    let fields: Vec<_> = fields.iter().copied().chain([("version", version.as_str())]).collect();
    browser.post(&format!("{study}/edit"), &fields).await
}

#[tokio::test]
async fn a_study_grows_and_is_kept_through_a_restart() {
    for config in [local(), public()] {
        let folder = Folder::new();
        let store = folder.open();
        let first = site(config.clone(), &store);
        let mut browser = Browser::new(&first);
        let study = study(&mut browser, &[("game", "go"), ("size", "5")]).await;
        let play = |at, cell| [("at", at), ("tool", "play"), ("cell", cell)];
        for (fields, node) in [
            (play("0", "C3"), "1"),
            (play("1", "D4"), "2"),
            (play("1", "B2"), "3"),
            (play("1", "D4"), "2"),
            ([("at", "2"), ("tool", "triangle"), ("cell", "C3")], "2"),
            ([("at", "2"), ("do", "comment"), ("comment", "A ] \\ <b>\r\nsecond line")], "2"),
            ([("at", "3"), ("do", "main"), ("cell", "")], "3"),
            ([("at", "0"), ("do", "name"), ("title", "My <i>opening</i>")], "0"),
        ] {
            let answer = edit(&mut browser, &study, &fields).await;
            assert_eq!(address(&answer), (study.clone(), node.to_owned()), "{fields:?}");
        }
        let file = browser.get(&format!("{study}/study.sgf")).await;
        assert!(file.header("content-disposition").contains(".sgf"));
        let moves = "B[cc](;W[bd])(;W[db]C[A \\] \\\\ <b>second line]TR[cc]))";
        assert!(file.text.replace('\n', "").ends_with(moves), "{}", file.text);
        // Another server over the same store, as after a restart.
        let second = site(config, &store);
        let mut later = browser.at(&second);
        assert_eq!(later.get(&format!("{study}/study.sgf")).await.text, file.text);
        let list = later.get("/board").await.text;
        assert!(list.contains("My &lt;i&gt;opening") && list.contains(&study), "{list}");
        let page = later.get(&format!("{study}?at=2")).await.text;
        assert!(page.contains("&lt;b&gt;") && !page.contains("<b>\nsecond"), "{page}");
        let undone = edit(&mut later, &study, &[("at", "0"), ("do", "undo")]).await;
        assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
        assert!(!later.get("/board").await.text.contains("opening"));
        let again = edit(&mut later, &study, &[("at", "0"), ("do", "redo")]).await;
        assert_eq!(again.status, StatusCode::OK, "{}", again.text);
        assert_eq!(later.get(&format!("{study}/study.sgf")).await.text, file.text);
        // Brought again as a file, and opened on the board, it is the same.
        let record = upload(&mut later, "study.sgf", &file.text).await.json()["at"].as_str().expect("it").to_owned();
        let copy = address(&later.post(&format!("{record}/board"), &[("at", "2")]).await);
        assert_eq!(copy.1, "2");
        assert_eq!(later.get(&format!("{}/study.sgf", copy.0)).await.text, file.text);
        assert_eq!(later.post(&format!("{study}/delete"), &[]).await.status, StatusCode::OK);
        assert_eq!(later.get(&study).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn others_look_and_copy_and_change_nothing() {
    let site = site(public(), &memory());
    let (mut owner, mut reader) = (Browser::new(&site), Browser::new(&site).from("10.0.0.2"));
    let study = study(&mut owner, &[("game", "othello")]).await;
    edit(&mut owner, &study, &[("at", "0"), ("cell", "f5")]).await;
    let page = reader.get(&study).await.text;
    assert!(page.contains("Copy to my own") && !page.contains("name=\"version\""), "{page}");
    let version = version(&mut owner, &study).await;
    for (path, fields) in [
        ("edit", vec![("at", "0"), ("cell", "d3"), ("version", version.as_str())]),
        ("edit", vec![("at", "0"), ("do", "undo"), ("version", version.as_str())]),
        ("delete", vec![]),
    ] {
        assert_eq!(reader.post(&format!("{study}/{path}"), &fields).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    let copy = address(&reader.post(&format!("{study}/copy"), &[]).await).0;
    assert_ne!(copy, study);
    edit(&mut reader, &copy, &[("at", "1"), ("cell", "d6")]).await;
    let [own, copied] =
        [owner.get(&format!("{study}/study.sgf")).await.text, owner.get(&format!("{copy}/study.sgf")).await.text];
    assert!(copied.contains("W[df]") && !own.contains("W[df]"), "{own} {copied}");
    assert!(reader.get("/board").await.text.contains(&copy));
    assert!(!reader.get("/board").await.text.contains(&study), "the links of others are theirs");
    assert_eq!(owner.get("/board/00000000000000000000000001").await.status, StatusCode::NOT_FOUND);
    assert_eq!(owner.get("/board/what").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn two_tabs_never_overwrite_each_other() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let study = study(&mut browser, &[("game", "go"), ("size", "9")]).await;
    let old = version(&mut browser, &study).await;
    let path = format!("{study}/edit");
    let fields = |cell| [("at", "0"), ("cell", cell), ("version", old.as_str())];
    assert_eq!(browser.post(&path, &fields("C3")).await.status, StatusCode::OK);
    let late = browser.post(&path, &fields("D4")).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.json()["no"].as_str().expect("a sentence").contains("changed elsewhere"), "{}", late.text);
    let file = browser.get(&format!("{study}/study.sgf")).await.text;
    assert!(file.contains("B[cg]") && !file.contains("B[df]"), "{file}");
    // Walking along a branch changes nothing, and so it is no new version.
    let now = version(&mut browser, &study).await;
    edit(&mut browser, &study, &[("at", "0"), ("cell", "C3")]).await;
    assert_eq!(version(&mut browser, &study).await, now);
}

#[tokio::test]
async fn what_the_rules_forbid_is_refused_with_their_reason() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let go = study(&mut browser, &[("game", "go"), ("size", "5")]).await;
    let gift = study(&mut browser, &[("game", "aligne4"), ("variant", "gift")]).await;
    edit(&mut browser, &go, &[("at", "0"), ("cell", "C3")]).await;
    for (study, fields, why) in [
        (&go, vec![("at", "1"), ("cell", "C3")], "stands there already"),
        (&go, vec![("at", "0"), ("cell", "Z9")], "board"),
        (&go, vec![("at", "99"), ("cell", "A1")], "not in the study any more"),
        (&go, vec![("at", "0"), ("do", "delete")], "cannot be deleted"),
        (&go, vec![("at", "0"), ("tool", "arrow"), ("cell", "A1")], "choose where it ends"),
        (&go, vec![("at", "0"), ("tool", "jump"), ("cell", "A1")], "not understood"),
        (&gift, vec![("at", "0"), ("tool", "play"), ("cell", "b2")], "choose a piece"),
        (&gift, vec![("at", "0"), ("do", "turn")], "follows from the pieces"),
    ] {
        let before = browser.get(&format!("{study}/study.sgf")).await.text;
        let answer = edit(&mut browser, study, &fields).await;
        let said = answer.json()["no"].as_str().unwrap_or_default().to_owned();
        assert!(answer.status == StatusCode::CONFLICT && said.contains(why), "{fields:?}: {}", answer.text);
        assert_eq!(browser.get(&format!("{study}/study.sgf")).await.text, before);
    }
    for fields in [[("game", "chess"), ("size", "9")], [("game", "go"), ("size", "99")]] {
        assert_eq!(browser.post("/board", &fields).await.status, StatusCode::CONFLICT, "{fields:?}");
    }
}

#[tokio::test]
async fn a_finished_game_is_opened_where_one_stands_and_one_that_goes_on_is_not() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    let game = browser.create(&[("game", "go"), ("size", "5"), ("opponent", "here")]).await;
    for mv in ["C3", "D4", "B2"] {
        browser.act(&game, &format!("play {mv}")).await.expect("legal");
    }
    let path = format!("{game}/board");
    assert_eq!(browser.post(&path, &[("at", "2")]).await.status, StatusCode::CONFLICT);
    browser.act(&game, "resign").await.expect("the end");
    let (study, node) = address(&browser.post(&path, &[("at", "2")]).await);
    assert_eq!(node, "2");
    let moves = browser.get(&format!("{study}/study.sgf")).await.text;
    assert!(moves.replace('\n', "").contains(";B[cc];W[db];B[bd])"), "{moves}");
    assert_eq!(browser.state(&game).await["moves"], json!(["C3", "D4", "B2"]), "the game is as it was");
}

#[tokio::test]
async fn there_is_room_for_so_much() {
    let mut config = public();
    config.limits.papers_per_owner = 2;
    config.limits.games_per_minute = 1000.0;
    let site = site(config, &memory());
    let mut browser = Browser::new(&site);
    let first = study(&mut browser, &[("game", "go"), ("size", "5")]).await;
    study(&mut browser, &[("game", "othello")]).await;
    let third = browser.post("/board", &[("game", "othello")]).await;
    assert_eq!(third.status, StatusCode::CONFLICT);
    assert!(third.json()["no"].as_str().expect("a sentence").contains("2 at most"), "{}", third.text);
    browser.post(&format!("{first}/delete"), &[]).await;
    study(&mut browser, &[("game", "othello")]).await;
    // A record that is too large for a study, and a remark that is.
    let many = format!("(;GM[1]SZ[5]{})", "(;B[aa])".repeat(20_001));
    let record = upload(&mut browser, "many.sgf", &many).await.json()["at"].as_str().expect("a record").to_owned();
    let refused = browser.post(&format!("{record}/board"), &[("at", "0")]).await;
    assert!(
        refused.json()["no"].as_str().is_some_and(|why| why.contains("20,000") || why.contains("20000")),
        "{}",
        refused.text
    );
    let another = Browser::new(&site).from("10.0.0.3");
    let mut another = another;
    let study = study(&mut another, &[("game", "go"), ("size", "5")]).await;
    let long = "x".repeat(20_001);
    let refused = edit(&mut another, &study, &[("at", "0"), ("do", "comment"), ("comment", &long)]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    let endless = "x".repeat(1 << 20);
    let refused = edit(&mut another, &study, &[("at", "0"), ("do", "comment"), ("comment", &endless)]).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// What a study was makes room for what it becomes.
#[tokio::test]
async fn a_study_that_is_changed_counts_once() {
    let mut config = public();
    config.limits.paper_bytes_per_owner = 1_000;
    let site = site(config, &memory());
    let mut browser = Browser::new(&site);
    let study = study(&mut browser, &[("game", "go"), ("size", "5")]).await;
    let remark = "x".repeat(600);
    for remark in [remark.clone(), format!("{remark}y")] {
        let kept = edit(&mut browser, &study, &[("at", "0"), ("do", "comment"), ("comment", &remark)]).await;
        assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
        // Taken back, so that the edits do not add up.
        edit(&mut browser, &study, &[("at", "0"), ("do", "undo")]).await;
    }
    let too_long = edit(&mut browser, &study, &[("at", "0"), ("do", "comment"), ("comment", &remark.repeat(2))]).await;
    assert_eq!(too_long.status, StatusCode::CONFLICT, "{}", too_long.text);
}

/// Who sends no cookie has no room without end for studies either; what others work on stays.
#[tokio::test]
async fn a_household_without_cookies_makes_so_many_studies() {
    let mut config = public();
    config.limits.papers_per_owner = 2;
    config.limits.games_per_minute = 1000.0;
    let site = site(config, &memory());
    let mut counts = [0; 2];
    for _ in 0..20 {
        let mut stranger = Browser::new(&site).from("10.9.9.9");
        match stranger.post("/board", &[("game", "othello")]).await.status {
            StatusCode::OK => counts[0] += 1,
            StatusCode::CONFLICT => counts[1] += 1,
            status => panic!("{status}"),
        }
    }
    assert_eq!(counts, [6, 14], "as many as three browsers");
    study(&mut Browser::new(&site).from("10.0.0.1"), &[("game", "othello")]).await;
}

#[tokio::test]
async fn what_moves_are_worth_stands_on_the_board() {
    let site = site(local(), &memory());
    let mut browser = Browser::new(&site);
    // Every legal square, every cell for the piece in hand; in Go the best ones.
    for (fields, query, cells) in [
        (vec![("game", "othello")], "", 4),
        (vec![("game", "aligne4")], "&piece=7", 16),
        (vec![("game", "go"), ("size", "5")], "", 1),
    ] {
        let study = study(&mut browser, &fields).await;
        assert!(!browser.get(&study).await.text.contains("class=\"values\""));
        let mut page = String::new();
        for _ in 0..2000 {
            page = browser.get(&format!("{study}?at=0&values=on{query}")).await.text;
            if !page.contains("data-growing") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert!(!page.contains("data-growing") && page.contains("class=\"values\""), "{fields:?}");
        let labels = page.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let valued =
            labels.filter(|label| label.rsplit(", ").next().is_some_and(|last| last.starts_with(['+', '-', '='])));
        assert!(valued.count() >= cells, "{fields:?}: {page}");
    }
}
