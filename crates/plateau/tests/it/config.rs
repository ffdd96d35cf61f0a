use std::path::PathBuf;
use std::{env, fs};

use crate::program::{command, finish, run};

/// A configuration file of this content, in a place of its own.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("config-{name}.toml"));
    fs::write(&path, content).expect("the folder for tests can be written");
    path
}

#[test]
fn the_path_follows_the_variable_and_the_system() {
    assert!(run(&["config", "path"]).out.trim_end().ends_with("Cargo.toml.none"));
    let by_system = finish(
        command(&["config", "path"]).env_remove("PLATEAU_CONFIG").env("HOME", "/h").env("XDG_CONFIG_HOME", "/h/c"),
    );
    if cfg!(target_os = "linux") {
        assert_eq!(by_system.out, "/h/c/plateau/config.toml\n");
    }
}

#[test]
fn show_tells_each_value_and_its_origin() {
    let path = file("good", "lang = \"fr\"\ncolor = \"never\"\n");
    let json = |args: &[&str], variable: Option<(&str, &str)>| {
        let mut command = command(args);
        command.env("PLATEAU_CONFIG", &path).envs(variable);
        let run = finish(&mut command);
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).expect("JSON")
    };
    let by_file = json(&["config", "show", "--json"], None);
    assert_eq!((&by_file["lang"]["value"], &by_file["lang"]["from"]), (&"fr".into(), &"file".into()));
    assert_eq!(by_file["color"]["value"], "never");
    let above_locale = json(&["config", "show", "--json"], Some(("LANG", "en_US.UTF-8")));
    assert_eq!(above_locale["lang"]["value"], "fr");
    let below_variable = json(&["config", "show", "--json"], Some(("PLATEAU_LANG", "en")));
    assert_eq!(below_variable["lang"]["from"], "environment");
    let by_flag = json(&["config", "show", "--json", "--lang", "en"], None);
    assert_eq!((&by_flag["lang"]["value"], &by_flag["lang"]["from"]), (&"en".into(), &"flag".into()));
    let spoken = finish(command(&["config", "show"]).env("PLATEAU_CONFIG", &path));
    assert!(spoken.out.contains("langue\u{a0}: fr (par le fichier de configuration)"), "{}", spoken.out);
    for key in ["data", "name", "theme", "sound", "coordinates", "confirm-move", "animation", "territory"] {
        assert!(by_flag[key]["from"].is_string(), "{key} is shown with its origin: {by_flag}");
    }
}

#[test]
fn a_bad_file_exits_with_3_and_names_line_and_column() {
    for (name, content, place) in [
        ("syntax", "lang = \"fr\"\ncolor = \n", "line 2, column 9"),
        ("value", "\nlang = \"klingon\"\n", "line 2, column 8"),
        ("key", "colour = \"never\"\n", "line 1, column 1"),
    ] {
        let path = file(name, content);
        let run = finish(command(&["rules", "go"]).env("PLATEAU_CONFIG", path));
        assert_eq!(run.code, 3, "{name}: {}", run.err);
        assert!(run.err.contains(place) && run.out.is_empty(), "{name}: {}", run.err);
    }
}

#[test]
fn what_was_chosen_in_the_options_is_shown_as_that() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("config-chosen-{}", std::process::id()));
    let _ = fs::remove_dir_all(&data);
    let shown = || {
        let run = finish(command(&["config", "show", "--json"]).env("PLATEAU_DATA", &data));
        serde_json::from_str::<serde_json::Value>(&run.out).expect("JSON")
    };
    assert_eq!(shown()["coordinates"]["from"], "default");
    assert!(!data.exists(), "looking makes nothing");
    fs::create_dir_all(&data).expect("a folder");
    let mut program = command(&["--plain"]);
    program.env("PLATEAU_DATA", &data).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut child = program.spawn().expect("it starts");
    let input = child.stdin.as_mut().expect("it reads");
    // Options, the fourth (coordinates), back, exit.
    std::io::Write::write_all(input, b"9\n4\n\n10\n").expect("it listens");
    assert!(child.wait().expect("it ends").success());
    assert_eq!((&shown()["coordinates"]["from"], &shown()["coordinates"]["value"]), (&"options".into(), &"no".into()));
    assert_eq!(shown()["data"]["from"], "environment");
}
