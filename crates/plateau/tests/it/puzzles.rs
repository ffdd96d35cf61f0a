use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Run, command, finish, run};

/// The program with a data folder of its own.
fn with_data(name: &str, args: &[&str]) -> Run {
    let folder = folder(name);
    run(&[&["--data", &folder], args].concat())
}

fn folder(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    folder.to_str().expect("a plain path").to_owned()
}

/// The same with lines typed into it.
fn typed(name: &str, args: &[&str], lines: &str) -> Run {
    let folder = folder(name);
    let mut child = command(&[&["--data", &folder], args].concat());
    let mut child =
        child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code().expect("by itself"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_puzzle_is_solved_line_by_line_and_the_rating_moves_once() {
    let name = "puzzles-lines";
    let _ = std::fs::remove_dir_all(folder(name));
    let puzzle = with_data(name, &["puzzles", "aligne4", "7", "--json"]);
    let puzzle: Value = serde_json::from_str(puzzle.out.trim()).unwrap_or_else(|_| panic!("{}", puzzle.err));
    assert_eq!((puzzle["game"].as_str(), puzzle["number"].as_u64()), (Some("aligne4"), Some(7)));
    let answer = puzzle["answers"][0].as_str().expect("an answer").to_owned();
    let solved = typed(name, &["puzzles", "aligne4", "7"], &format!("hint\nz9\n{answer}\n{answer}\nquit\n"));
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert_eq!(solved.out.matches("Your rating: ").count(), 1, "only the first counts: {}", solved.out);
    assert!(solved.out.contains("Right at the first try: 1 of 1"), "{}", solved.out);
    let standing = with_data(name, &["puzzles", "aligne4", "--rating", "--json"]);
    let standing: Value = serde_json::from_str(standing.out.trim()).expect("one object");
    assert_eq!((standing["right"].as_u64(), standing["tried"].as_u64()), (Some(1), Some(1)));
    assert!(standing["rating"].as_f64() > Some(1500.0), "{standing}");
    for words in ["réponse\nsuivant\nquitter\n", "answer\nnext\nquit\n"] {
        let looked = typed(name, &["puzzles", "othello", "3", "--lang", "fr"], words);
        assert!(looked.out.contains("Probleme 3") && looked.out.contains("La reponse : "), "{}", looked.out);
        assert_eq!(looked.out.matches("Trait a ").count(), 2, "{words}: {}", looked.out);
    }
    let all = with_data(name, &["puzzles", "--rating"]);
    assert!(all.out.contains("Othello: ") && all.out.contains("0 of 1"), "{}", all.out);
}

#[test]
fn the_puzzle_of_the_day_is_the_same_all_day_and_what_there_is_not_is_refused() {
    let name = "puzzles-day";
    let [one, other] = [(); 2].map(|()| with_data(name, &["puzzles", "go", "--daily", "--json"]).out);
    assert!(!one.is_empty() && one == other);
    let none = with_data(name, &["puzzles", "go", "99999"]);
    assert!(none.code == 2 && none.err.contains("numbers go from 1 to"), "{}", none.err);
    let without = finish(&mut command(&["--data", &folder(name), "puzzles", "--daily", "--rating"]));
    assert_eq!(without.code, 2, "{}", without.err);
}
