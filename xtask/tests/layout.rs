//! The plan of the house as a test: which crate may use which. ARCHITECTURE.md says why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a crate may depend on outside tests: members of the workspace, and crates from elsewhere.
struct May {
    member: &'static str,
    /// Members of the workspace; `["*"]` for the one that wires them all.
    use_members: &'static [&'static str],
    /// Crates from outside the workspace; `["*"]` where the choice is free.
    use_outside: &'static [&'static str],
}

const GAMES: [&str; 3] = ["plateau-go", "plateau-othello", "plateau-aligne4"];

const LAYOUT: &[May] = &[
    May { member: "plateau-core", use_members: &[], use_outside: &[] },
    May { member: "plateau-go", use_members: &["plateau-core"], use_outside: &[] },
    May { member: "plateau-othello", use_members: &["plateau-core"], use_outside: &[] },
    May { member: "plateau-aligne4", use_members: &["plateau-core"], use_outside: &[] },
    May { member: "plateau-search", use_members: &["plateau-core"], use_outside: &["fastrand"] },
    May {
        member: "plateau-table",
        use_members: &["plateau-core", GAMES[0], GAMES[1], GAMES[2], "plateau-search", "plateau-record"],
        use_outside: &[],
    },
    May {
        member: "plateau-record",
        use_members: &["plateau-core", GAMES[0], GAMES[1], GAMES[2]],
        use_outside: &["encoding_rs", "chardetng"],
    },
    May {
        member: "plateau-draw",
        use_members: &["plateau-core", "plateau-study", "plateau-table"],
        use_outside: &["resvg"],
    },
    May {
        member: "plateau-protocol",
        use_members: &["plateau-core", GAMES[0], GAMES[1], GAMES[2], "plateau-record", "plateau-search"],
        use_outside: &["rustix", "serde_json"],
    },
    May {
        member: "plateau-engine-go",
        use_members: &["plateau-core", "plateau-go", "plateau-search"],
        use_outside: &["fastrand"],
    },
    May {
        member: "plateau-engine-aligne4",
        use_members: &["plateau-core", "plateau-aligne4", "plateau-search"],
        use_outside: &["fastrand"],
    },
    May {
        member: "plateau-engine-othello",
        use_members: &["plateau-core", "plateau-othello", "plateau-search"],
        use_outside: &["fastrand"],
    },
    May {
        member: "plateau-players",
        use_members: &[
            "plateau-core",
            GAMES[0],
            GAMES[1],
            GAMES[2],
            "plateau-search",
            "plateau-engine-go",
            "plateau-engine-othello",
            "plateau-engine-aligne4",
            "plateau-protocol",
            "plateau-study",
            "plateau-table",
        ],
        // What is asked elsewhere, and answered, crosses a wire.
        use_outside: &["fastrand", "rustix", "serde", "serde_json"],
    },
    May {
        member: "plateau-store",
        use_members: &["plateau-core", "plateau-study", "plateau-table", "plateau-words"],
        // `fastrand` for the suite that stores are tested with, which nothing that ships asks for.
        use_outside: &[
            "rusqlite",
            "getrandom",
            "rustix",
            "fastrand",
            "tokio-postgres",
            "tokio",
            "futures-util",
            "tokio-postgres-rustls",
            "rustls",
            "rustls-native-certs",
        ],
    },
    May {
        member: "plateau-pages",
        use_members: &[
            "plateau-core",
            "plateau-table",
            "plateau-search",
            "plateau-record",
            "plateau-players",
            "plateau-words",
            "plateau-draw",
            "plateau-store",
            "plateau-study",
        ],
        use_outside: &["maud", "form_urlencoded", "serde", "serde_json"],
    },
    May {
        member: "plateau-web",
        use_members: &[
            "plateau-core",
            "plateau-table",
            "plateau-search",
            "plateau-record",
            "plateau-players",
            "plateau-pages",
            "plateau-words",
            "plateau-draw",
            "plateau-store",
            "plateau-study",
        ],
        use_outside: &["*"],
    },
    May {
        member: "plateau-offline",
        use_members: &[
            "plateau-core",
            "plateau-table",
            "plateau-search",
            "plateau-players",
            "plateau-words",
            "plateau-store",
            "plateau-study",
            "plateau-pages",
        ],
        use_outside: &["maud", "serde", "serde_json", "serde_urlencoded", "getrandom"],
    },
    May {
        member: "plateau-bot",
        use_members: &["plateau-core", "plateau-table", "plateau-search", "plateau-players"],
        use_outside: &["serde_json", "ureq", "rustls", "rustls-native-certs"],
    },
    May {
        member: "plateau-tui",
        use_members: &[
            "plateau-core",
            "plateau-table",
            "plateau-words",
            "plateau-draw",
            "plateau-search",
            "plateau-players",
            "plateau-store",
            "plateau-study",
        ],
        use_outside: &["ratatui", "signal-hook", "fastrand"],
    },
    May {
        member: "plateau-study",
        use_members: &[
            "plateau-core",
            "plateau-go",
            "plateau-othello",
            "plateau-aligne4",
            "plateau-search",
            "plateau-table",
        ],
        use_outside: &[],
    },
    May { member: "plateau-words", use_members: &[], use_outside: &["fluent-bundle", "unic-langid"] },
    May { member: "plateau-testkit", use_members: &["plateau-core"], use_outside: &["fastrand"] },
    May {
        member: "plateau-learn-othello",
        use_members: &["plateau-core", "plateau-othello", "plateau-search", "plateau-engine-othello"],
        use_outside: &["fastrand"],
    },
    May {
        member: "plateau-make-puzzles",
        use_members: &[
            "plateau-core",
            GAMES[0],
            GAMES[1],
            GAMES[2],
            "plateau-search",
            "plateau-engine-go",
            "plateau-engine-othello",
            "plateau-engine-aligne4",
            "plateau-players",
            "plateau-study",
            "plateau-table",
        ],
        use_outside: &["fastrand"],
    },
    May { member: "plateau", use_members: &["*"], use_outside: &["*"] },
    May { member: "xtask", use_members: &[], use_outside: &["serde_json"] },
];

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON")
}

/// For each member, the names of its dependencies, those of tests left out.
fn dependencies(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages
        .iter()
        .map(|package| {
            let listed = package["dependencies"].as_array().expect("a list of dependencies");
            let shipped = listed.iter().filter(|dependency| dependency["kind"].as_str() != Some("dev"));
            (text(&package["name"]), shipped.map(|dependency| text(&dependency["name"])).collect())
        })
        .collect()
}

/// What a member uses although the plan forbids it.
fn forbidden<'a>(may: &May, used: &'a BTreeSet<String>, members: &BTreeSet<&str>) -> Vec<&'a str> {
    let is_allowed = |name: &&str| {
        if members.contains(name) {
            may.use_members == ["*"] || may.use_members.contains(name)
        } else {
            may.use_outside == ["*"] || may.use_outside.contains(name)
        }
    };
    used.iter().map(String::as_str).filter(|name| !is_allowed(name)).collect()
}

#[test]
fn no_crate_uses_what_the_design_forbids() {
    let used = dependencies(&metadata());
    let members: BTreeSet<&str> = used.keys().map(String::as_str).collect();
    let planned: BTreeSet<&str> = LAYOUT.iter().map(|may| may.member).collect();
    assert_eq!(members, planned, "every member of the workspace has its line in the plan");
    for may in LAYOUT {
        let wrong = forbidden(may, &used[may.member], &members);
        assert!(wrong.is_empty(), "{} must not use {wrong:?}", may.member);
    }
}

#[test]
fn a_forbidden_dependency_would_be_seen() {
    let members = BTreeSet::from(["plateau-core", "plateau-go", "plateau-search"]);
    let used = BTreeSet::from(["plateau-core".to_owned(), "plateau-search".to_owned(), "serde".to_owned()]);
    let go = LAYOUT.iter().find(|may| may.member == "plateau-go").expect("go is in the plan");
    assert_eq!(forbidden(go, &used, &members), ["plateau-search", "serde"]);
}

/// Something that must not come back, and where it may stand all the same.
struct Banned {
    /// What is banned.
    texts: &'static [&'static str],
    /// The folders in which it is, below `crates`.
    within: &'static [&'static str],
    /// Files in which it may stand, each for a reason.
    except: &'static [&'static str],
    why: &'static str,
}

const BANNED: &[Banned] = &[
    Banned {
        texts: &["\"go\"", "\"othello\"", "\"aligne4\""],
        within: &["*"],
        except: &[
            // The one place that names the games.
            "table/src/kind.rs",
            // Knows no game, only pages by their names; a test of the program holds that each game has its own.
            "words/src/page.rs",
            // `go` is a command of NBoard's protocol.
            "protocol/src/nboard/session.rs",
        ],
        why: "a game is named by table::Kind",
    },
    Banned {
        texts: &[
            "Task::Dead",
            "Task::Judge",
            "Thought::Play",
            "Thought::Resign",
            "Thought::Judged",
            "Command::Propose",
        ],
        within: &["tui/src", "pages/src", "web/src"],
        // A thinker itself: what, not when.
        except: &["tui/src/thinker.rs"],
        why: "when the machine does something, and what comes of it, is for players::attendant to say",
    },
    Banned {
        texts: &["SystemTime::now"],
        within: &["*"],
        except: &[
            // Where a program begins: the time goes in from here.
            "plateau/src/commands/play.rs",
            "web/src/hub/time.rs",
            // When a line was written, which nothing is decided by.
            "web/src/log.rs",
        ],
        why: "time comes in as an argument",
    },
];

/// The shipped part of every source below `crates`, by its path there.
fn sources() -> BTreeMap<String, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let members = fs::read_dir(&crates).expect("the crates are there").flatten();
    let mut folders: Vec<PathBuf> = members.map(|entry| entry.path().join("src")).collect();
    let mut sources = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source can be read");
                let shipped = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code = shipped.lines().filter(|line| !line.trim_start().starts_with("//"));
                let name = path.strip_prefix(&crates).expect("it is there").to_string_lossy().replace('\\', "/");
                sources.insert(name, code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    sources
}

/// Where something that is banned stands, and which exceptions nobody needs any more.
fn offences(banned: &Banned, sources: &BTreeMap<String, String>) -> Vec<String> {
    let has = |code: &str| banned.texts.iter().any(|text| code.contains(text));
    let is_within = |path: &str| banned.within == ["*"] || banned.within.iter().any(|folder| path.starts_with(folder));
    let found: BTreeSet<&str> =
        sources.iter().filter(|(path, code)| is_within(path) && has(code)).map(|(path, _)| path.as_str()).collect();
    let except: BTreeSet<&str> = banned.except.iter().copied().collect();
    let wrong = found.difference(&except).map(|path| format!("{path}: {}", banned.why));
    let idle = except.difference(&found).map(|path| format!("{path} needs no exception any more"));
    wrong.chain(idle).collect()
}

#[test]
fn what_was_mended_does_not_come_back() {
    let sources = sources();
    assert!(sources.len() > 200, "the sources were read: {}", sources.len());
    let offences: Vec<String> = BANNED.iter().flat_map(|banned| offences(banned, &sources)).collect();
    assert!(offences.is_empty(), "{offences:#?}");
}

#[test]
fn what_is_banned_would_be_seen() {
    let source = |path: &str, code: &str| (path.to_owned(), code.to_owned());
    let sources = BTreeMap::from([
        source("table/src/kind.rs", "\"go\""),
        source("words/src/page.rs", "\"go\""),
        source("protocol/src/nboard/session.rs", "nothing"),
        source("web/src/pages.rs", "match game { \"othello\" => 1 }"),
    ]);
    let found = offences(&BANNED[0], &sources);
    assert_eq!(
        found,
        [
            "web/src/pages.rs: a game is named by table::Kind",
            "protocol/src/nboard/session.rs needs no exception any more"
        ]
    );
}
