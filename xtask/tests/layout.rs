//! The plan of the house as a test: which crate may use which. ARCHITECTURE.md says why.

use std::collections::{BTreeMap, BTreeSet};
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
    May { member: "plateau-draw", use_members: &["plateau-core", "plateau-table"], use_outside: &["resvg"] },
    May {
        member: "plateau-protocol",
        use_members: &["plateau-core", GAMES[0], GAMES[1], GAMES[2], "plateau-record", "plateau-search"],
        use_outside: &["rustix"],
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
            "plateau-table",
        ],
        use_outside: &["rustix"],
    },
    May {
        member: "plateau-store",
        use_members: &["plateau-core", "plateau-table", "plateau-words"],
        // `fastrand` for the suite that stores are tested with, which nothing that ships asks for.
        use_outside: &["rusqlite", "getrandom", "fastrand"],
    },
    May {
        member: "plateau-web",
        use_members: &[
            "plateau-core",
            "plateau-table",
            "plateau-search",
            "plateau-record",
            "plateau-players",
            "plateau-words",
            "plateau-draw",
            "plateau-store",
        ],
        use_outside: &["*"],
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
        ],
        use_outside: &["ratatui", "signal-hook", "fastrand"],
    },
    May { member: "plateau-words", use_members: &[], use_outside: &["fluent-bundle", "unic-langid"] },
    May { member: "plateau-testkit", use_members: &["plateau-core"], use_outside: &["fastrand"] },
    May {
        member: "plateau-learn-othello",
        use_members: &["plateau-othello", "plateau-engine-othello"],
        use_outside: &["fastrand"],
    },
    May { member: "plateau", use_members: &["*"], use_outside: &["*"] },
    May { member: "xtask", use_members: &[], use_outside: &[] },
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
