//! Pages as text: what must hold of all of them, and that updates are small.

mod scenes;

use std::collections::HashSet;

use pages::{Context, Presence, Scene, Seats};
use plateau_core::Player;
use scenes::{every_page, scene, scenes};
use store::Preferences;
use store::preferences::ThemeChoice;
use table::Kind;

use words::{Lang, Words};

fn context<'a>(words: &'a Words, options: &'a Preferences) -> Context<'a> {
    Context { words, options, local: true, browser: false, origin: "http://localhost:8888", path: "/" }
}

/// The values of an attribute, in the order of the text.
fn attributes<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let before = format!(" {name}=\"");
    let starts: Vec<usize> = html.match_indices(&before).map(|(at, found)| at + found.len()).collect();
    starts.into_iter().map(|start| html[start..].split('"').next().unwrap_or_default())
}

fn all_pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for theme in ThemeChoice::ALL {
            let options = Preferences { theme, ..Preferences::default() };
            let every = every_page(&words, &options).expect("every page can be made");
            pages.extend(every.into_iter().map(|(name, html)| (format!("{lang} {theme} {name}"), html)));
        }
    }
    pages
}

#[test]
fn every_page_is_sound() {
    for (name, html) in all_pages() {
        assert!(html.starts_with("<!DOCTYPE html><html lang=\""), "{name}");
        let ids: Vec<&str> = attributes(&html, "id").collect();
        let once: HashSet<&str> = ids.iter().copied().collect();
        let twice: Vec<&&str> = ids.iter().filter(|id| ids.iter().filter(|other| other == id).count() > 1).collect();
        assert_eq!(ids.len(), once.len(), "{name}: {twice:?} more than once");
        assert_eq!(html.matches("<h1").count(), 1, "{name} has one main heading");
        assert_eq!(html.matches("<main").count(), 1, "{name} has one main part");
        // A form can be reached by its id from anywhere.
        for form in attributes(&html, "form") {
            assert!(once.contains(form), "{name}: there is no form {form}");
        }
    }
}

#[test]
fn nothing_that_a_strict_policy_forbids() {
    for (name, html) in all_pages() {
        assert!(!html.contains(" style=\"") && !html.contains("<style"), "{name} has a style of its own");
        assert!(!html.contains("javascript:"), "{name}");
        for script in html.split("<script").skip(1) {
            assert!(
                script.contains("src=\"/assets/") && script.split('>').nth(1) == Some("</script"),
                "{name}: {script:.80}"
            );
        }
        let handlers = html.split(' ').filter(|word| word.starts_with("on") && word.contains("=\""));
        assert_eq!(handlers.count(), 0, "{name}");
        for address in attributes(&html, "src").chain(attributes(&html, "action")) {
            assert!(address.starts_with('/'), "{name} loads {address}");
        }
    }
}

#[test]
fn every_sentence_has_its_words() {
    for (name, html) in all_pages() {
        let text: String = html.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text)).collect();
        let families = [
            "page-",
            "exercise-",
            "puzzle-",
            "line-",
            "study-",
            "deck-",
            "motif-",
            "looks-",
            "play-on-",
            "cell-",
            "step-",
            "theme-",
            "option-",
            "setup-",
            "home-",
            "fact-",
            "who-",
            "clock-",
            "variant-",
            "table-",
            "counter-",
            "aligne4-p",
            "level-",
        ];
        for id in families {
            assert!(!text.contains(id), "{name} says an id: {}", &text[text.find(id).unwrap_or(0)..][..30]);
        }
        assert!(!text.contains('{'), "{name} has a gap");
    }
}

#[test]
fn what_people_write_is_escaped() {
    let words = Words::new(Lang::En);
    let nasty = "<script>alert(1)</script>\"'&";
    let options = Preferences { name: nasty.to_owned(), ..Preferences::default() };
    let context = context(&words, &options);
    let setup = format!("game go\nsize 9\nblack human\t{nasty}\nwhite human\t{nasty}\nclock none\n");
    let mut game = scene(&setup, "D4", true).expect("a game");
    game.presence[1] = Presence::Open;
    let visitor = Scene { you: Seats::default(), ..game.clone() };
    let pages = [
        pages::game(&context, &game),
        pages::game(&context, &visitor),
        pages::options(&context, false),
        pages::error(&context, 404, nasty),
        pages::upload(&context, 1 << 20, Some(nasty)),
        pages::new_game(&context, &pages::NewGame::new(table::Kind::Go), Some(nasty)),
        pages::share(&context, game.id, &game.view, &game.setup),
        pages::toss(&Context { path: nasty, ..context }, Kind::Go, Player::Black, nasty),
    ];
    for page in pages {
        let html = page.into_string();
        assert!(html.contains("&lt;script&gt;alert(1)"), "the name is shown");
        assert!(!html.contains("<script>"), "and is only text");
    }
}

#[test]
fn a_move_changes_little() {
    let words = Words::new(Lang::En);
    let options = Preferences::default();
    let context = context(&words, &options);
    let go = "game go\nsize 19\nblack human\tAda\nwhite human\tBo\nclock none\n";
    let opening = "Q16 D4 Q3 D16 R5 F3 C10 O17 R14 M17 C14 E17 K4 C6 Q10 R17 Q17 Q18 P18 R18 P17 O18";
    let othello = "game othello\nblack human\tAda\nwhite human\tBo\nclock 5m+3s\n";
    let aligne4 = "game aligne4\nblack human\tAda\nwhite human\tBo\nclock none\n";
    for (setup, moves, mv, most) in [
        (go, opening, "R16", 4_000),
        // The whole board becomes territory.
        (go, "", "D4", 11_000),
        (othello, "f5 d6 c3", "d3", 4_000),
        (aligne4, "0a1 9c2", "7b2", 6_000),
    ] {
        let before = scene(setup, moves, false).expect("a game");
        let after = scene(setup, &format!("{moves} {mv}"), false).expect("the move is legal");
        let page = pages::game(&context, &before).into_string();
        let patch = pages::patch(&context, &before, &after);
        let bytes: usize = patch.iter().map(|(id, html)| id.len() + html.len()).sum();
        assert!(
            bytes < most,
            "{mv}: {bytes} bytes in {:?}",
            patch.iter().map(|(id, html)| (id, html.len())).collect::<Vec<_>>()
        );
        for (id, html) in &patch {
            let id = id.trim_start_matches('+');
            assert!(page.contains(&format!(" id=\"{id}\"")), "{id} is on the page");
            assert!(html.starts_with('<'), "{html}");
        }
        assert_eq!(pages::patch(&context, &after, &after), [], "nothing changes by itself");
    }
}

#[test]
fn a_page_that_is_brought_up_to_date_says_the_same_as_a_new_one() {
    let words = Words::new(Lang::Fr);
    let options = Preferences::default();
    let context = context(&words, &options);
    let mut previous: Option<Scene> = None;
    for scene in scenes().expect("games") {
        let page = pages::game(&context, &scene).into_string();
        for (id, html) in pages::parts(&context, &scene) {
            assert!(page.contains(&html), "{id} is on the page as it is in the parts");
        }
        // From another stage of the same kind of game, every difference is in the patch.
        if let Some(before) = previous.filter(|before| before.view.board.cells.len() == scene.view.board.cells.len()) {
            let mut shown: Vec<(String, String)> = pages::parts(&context, &before);
            for (id, html) in pages::patch(&context, &before, &scene) {
                let at = shown.iter().position(|(known, _)| *known == id).unwrap_or_else(|| panic!("{id}"));
                shown[at].1 = html;
            }
            let mut fresh = pages::parts(&context, &scene);
            shown.sort();
            fresh.sort();
            let differ: Vec<_> = shown.iter().zip(&fresh).filter(|(one, other)| one != other).collect();
            assert!(differ.is_empty(), "{differ:?}");
        }
        previous = Some(scene);
    }
}

#[test]
fn a_large_board_with_everything_around_it_is_light_even_uncompressed() {
    let words = Words::new(Lang::Fr);
    let options = Preferences::default();
    let [_, nineteen, ..] = scenes().expect("games");
    let page = pages::game(&context(&words, &options), &nineteen).into_string();
    let assets = attributes(&page, "href").chain(attributes(&page, "src")).filter_map(pages::asset);
    let bytes = page.len() + assets.map(|asset| asset.bytes.len()).sum::<usize>();
    assert!((50_000..200_000).contains(&bytes), "{bytes} bytes");
}

#[test]
fn squares_where_one_may_play_say_so_and_are_links_without_scripts() {
    let words = Words::new(Lang::En);
    let options = Preferences::default();
    let othello = scene("game othello\nblack human\tAda\nwhite human\tBo\nclock none\n", "", true).expect("a game");
    let page = pages::game(&context(&words, &options), &othello).into_string();
    assert_eq!(page.matches("empty, playable\" transform").count(), 4);
    assert_eq!(page.matches("<a href=\"?at=").count(), 4);
    assert!(!page.contains("do\" value=\"play f5\""), "nothing is chosen yet");
    let chosen = Context { path: "/game/x?at=f5", ..context(&words, &options) };
    assert!(pages::game(&chosen, &othello).into_string().contains("name=\"do\" value=\"play f5\""));
    let nonsense = Context { path: "/game/x?at=\"><script>", ..context(&words, &options) };
    assert!(!pages::game(&nonsense, &othello).into_string().contains("<script>"));

    let aligne4 = scene("game aligne4\nblack human\tAda\nwhite human\tBo\nclock none\n", "0a1", true).expect("a game");
    let page = |path| pages::game(&Context { path, ..context(&words, &options) }, &aligne4).into_string();
    assert_eq!(page("/game/x").matches("<a href=\"?piece=").count(), 15);
    assert!(page("/game/x?piece=7").contains("href=\"?piece=7&amp;at=b2\""));
    assert!(page("/game/x?piece=7&at=b2").contains("name=\"do\" value=\"play 7b2\""));
    assert!(!page("/game/x?piece=0&at=b2").contains("value=\"play 0b2\""), "that piece is on the board");
}

#[test]
fn the_moves_of_aligne_4_are_pictures() {
    let words = Words::new(Lang::En);
    let options = Preferences::default();
    let game = scene("game aligne4\nblack human\tAda\nwhite human\tBo\nclock none\n", "ab2 7c1", true).expect("a game");
    let page = pages::game(&context(&words, &options), &game).into_string();
    let moves = page.split("id=\"moves\"").nth(1).and_then(|rest| rest.split("</ol>").next()).expect("the moves");
    assert_eq!(moves.matches("<use href=\"#bp").count(), 2, "{moves}");
    assert!(!moves.contains("ab2") && !moves.contains("7c1"), "{moves}");
}

#[test]
fn times_are_told_in_words() {
    let words = Words::new(Lang::En);
    let options = Preferences::default();
    for (clock, said) in [
        ("10m", "10 minutes each"),
        ("5m+3s", "5 minutes each, and 3 seconds for every move"),
        ("90s+5x30s", "1 minute 30 seconds each, then 5 periods of 30 seconds"),
        ("10m+5m/25", "10 minutes each, then 25 moves in 5 minutes"),
    ] {
        let game = scene(&format!("game othello\nclock {clock}\n"), "", true).expect("a game");
        let page = pages::game(&context(&words, &options), &game).into_string();
        assert!(page.contains(said), "{clock}");
        assert!(!page.contains(&format!("clock {clock}")), "{clock}");
    }
}

/// The icon of the desktop is the page's.
#[test]
fn packages_have_the_icon_of_the_pages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/plateau.svg");
    let icon = pages::asset("/favicon.svg").expect("an icon").bytes;
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &icon).expect("it can be written");
    }
    assert_eq!(std::fs::read(path).expect("a file"), *icon);
}
