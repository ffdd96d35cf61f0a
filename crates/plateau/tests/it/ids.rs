//! Every message id that the sources name has its sentence.

use std::fs;
use std::path::{Path, PathBuf};

use study::lesson::{Attempt, Came, steps};
use study::puzzle::{Task, Theme};
use table::Kind;
use words::{Lang, Words};

/// Every Rust source of the crates, tests left out.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(crates).expect("the crates are there").flatten().map(|e| e.path().join("src")).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source can be read");
                let shipped = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code: String =
                    shipped.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
                sources.push((path, code));
            }
        }
    }
    sources
}

/// The texts between `before` and the next quote.
fn quoted<'a>(code: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    code.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// Every `id: "…", phrase: "…"`, on one line or on two.
fn phrases(code: &str) -> impl Iterator<Item = (&str, &str)> {
    code.split("id: \"").skip(1).filter_map(|rest| {
        let mut parts = rest.splitn(4, '"');
        let (id, between, phrase) = (parts.next()?, parts.next()?, parts.next()?);
        between.trim_start_matches([',', ' ', '\n']).starts_with("phrase:").then_some((id, phrase))
    })
}

#[test]
fn every_id_in_the_sources_has_its_sentence_in_every_language() {
    let mut ids = Vec::new();
    for (path, code) in sources() {
        ids.extend(phrases(&code).map(|(id, _)| (format!("expected-{id}"), path.clone())));
        ids.extend(quoted(&code, ".say(\"").map(|id| (id.to_owned(), path.clone())));
        for call in ["Message::new(\"", "Counter::new(\"", "message(\""] {
            ids.extend(quoted(&code, call).map(|id| (id.to_owned(), path.clone())));
        }
        ids.extend(quoted(&code, "id: \"contest-").map(|id| (format!("contest-{id}"), path.clone())));
        ids.extend(quoted(&code, "id: \"level-").map(|id| (format!("level-{id}"), path.clone())));
        for family in ["go", "othello", "aligne4", "table", "counter", "players", "record", "draw", "store", "engine"] {
            let prefix = format!("=> \"{family}-");
            ids.extend(quoted(&code, &prefix).map(|id| (format!("{family}-{id}"), path.clone())));
        }
    }
    assert!(ids.len() > 40, "the sources were read: {}", ids.len());
    for lang in Lang::ALL {
        let words = Words::new(lang);
        let missing: Vec<_> = ids.iter().filter(|(id, _)| !words.has(id)).collect();
        assert!(missing.is_empty(), "{lang} does not know {missing:#?}");
    }
}

#[test]
fn every_theme_and_every_task_of_a_puzzle_has_its_sentence() {
    let themes = Theme::ALL.map(|theme| format!("puzzle-theme-{}", theme.name()));
    let tasks = ["gain 3", "win", "most 4", "win-in 2", "hold", "mistake 5"];
    let tasks = tasks.map(|text| Task::read(text).expect(text).message().id.into_owned());
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for id in themes.iter().chain(&tasks) {
            assert!(words.has(id), "{lang} does not know {id}");
        }
    }
}

#[test]
fn what_developers_and_players_read_in_english_is_the_same() {
    let words = Words::new(Lang::En);
    let mut compared = 0;
    for (path, code) in sources() {
        for (id, phrase) in phrases(&code) {
            assert_eq!(words.say(&format!("expected-{id}"), &[]), phrase, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 30, "the sources were read: {compared}");
}

#[test]
fn every_step_of_a_lesson_is_told_in_every_language() {
    for (lang, kind) in Lang::ALL.into_iter().flat_map(|lang| Kind::ALL.map(|kind| (lang, kind))) {
        let words = Words::new(lang);
        for mut attempt in (0..steps(kind)).filter_map(|step| Attempt::new(kind, step)) {
            assert!(words.has(&attempt.task().id), "{lang}: {:?}", attempt.task());
            assert!(words.has(&attempt.said(Came::NotYet).id), "{lang}: {:?}", attempt.said(Came::NotYet));
            while let Some(came) = attempt.answer().map(|answer| attempt.play(&answer).expect("an answer is legal")) {
                assert!(words.has(&attempt.said(came).id), "{lang}: {:?}", attempt.said(came));
            }
        }
    }
}
