//! Without a server: a browser that has fetched everything once plays on while the server is gone, and keeps what was played.

use std::num::NonZeroUsize;
use std::time::Instant;

use engine_go::net::{Network, Path};
use engine_go::{Networked, Puct, Settings};
use players::analyst::AnyAnalyst;
use players::elsewhere::question::{Question, about_position};
use players::elsewhere::said::Said;
use search::{Engine, Limits, Resources, Score, Stop};
use serde_json::json;
use study::puzzle::Task;
use table::view::Wanted;
use table::{AnyWay, Kind};

use crate::driver::{Browser, DESK, PHONE, Screen};
use crate::puzzles::first;
use crate::server::Server;
use crate::{driver, new_game, position};

/// A browser and a server, where there is a browser and this program was built with what it needs to think.
pub(crate) fn served(name: &str, screen: Screen, then: impl FnOnce(&Browser, &mut Server)) {
    if pages::program().is_none() {
        assert!(
            std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(),
            "built without PLATEAU_BROWSER, see `cargo xtask browser`"
        );
        eprintln!("passed over: built without PLATEAU_BROWSER, see `cargo xtask browser`");
        return;
    }
    let Some((_turn, driver)) = driver() else { return };
    let mut server = Server::public(name);
    let browser = driver.browser(screen);
    then(&browser, &mut server);
}

/// A browser that has everything.
fn prepared(name: &str, screen: Screen, then: impl FnOnce(&Browser, &mut Server)) {
    served(name, screen, |browser, server| {
        browser.open(&server.at("/here"));
        browser.wait("a page of the browser's own", "document.documentElement.dataset.here !== undefined");
        // What the page says while it comes, and when it is there, nobody sees who has it at once.
        browser.eval("return fetch('/here/kept').then((answer) => answer.status)");
        then(browser, server);
    });
}

/// How far a game is: `yours`, `marking`, `over`, or nothing while the machine thinks.
fn stage(browser: &Browser) -> String {
    let script = "const s = document.querySelector('#state')?.dataset ?? {}; \
        return s.over !== undefined ? 'over' : s.mode === 'mark' ? 'marking' : s.yours !== undefined ? 'yours' : ''";
    browser.eval(script).as_str().unwrap_or_default().to_owned()
}

/// Plays to the end with whatever can be clicked first.
fn play_out(browser: &Browser) {
    for _ in 0..200 {
        browser.wait(
            "a turn, or the end",
            "document.querySelector('#state[data-yours], #state[data-over], #state[data-mode=mark]')",
        );
        match stage(browser).as_str() {
            "over" => return,
            "marking" => {
                browser.click("[value=accept]");
                browser.wait("the machine to agree, or not", "!document.querySelector('#state[data-mode=mark]')");
            }
            _ => make_a_move(browser),
        }
    }
    panic!("the game does not end: {}", browser.text("#sentence"));
}

pub(crate) fn make_a_move(browser: &Browser) {
    let moves = "document.querySelectorAll('#moves li').length";
    let before = browser.eval(&format!("return {moves}"));
    let first = |script: &str| browser.eval(script).as_str().map(str::to_owned);
    let piece = first("return document.querySelector('#reserve [data-piece]:not([disabled])')?.dataset.piece");
    let cell = first(
        "const cells = [...document.querySelectorAll('[data-cell]')]; \
         const free = cells.find((c) => /playable/.test(c.ariaLabel)) ?? \
           (document.querySelector('#reserve') ? cells.find((c) => c.dataset.cell && c.children.length < 2) : null); \
         return free?.dataset.cell",
    );
    match (piece, cell) {
        (Some(piece), Some(cell)) => {
            browser.click(&format!("#reserve [data-piece='{piece}']"));
            browser.click(&format!("[data-cell={cell}]"));
        }
        (None, Some(cell)) => browser.click(&format!("[data-cell={cell}]")),
        (_, None) => browser.click("#tools [value='play pass']"),
    }
    browser.wait("the move", &format!("{moves} > {before}"));
}

#[test]
fn whole_games_against_the_machine_a_review_and_a_lesson_while_the_server_is_gone() {
    prepared("offline", DESK, |browser, server| {
        let mut games = Vec::new();
        let at = |path: &str| server.at(path);
        let (home, list) = (at("/"), at("/games"));
        let kinds = [("othello", &["[name=opponent][value=machine]"][..]), ("aligne4", &[]), ("go", &[])];
        let forms = kinds.map(|(kind, choices)| (kind, choices, at(&format!("/new?game={kind}"))));
        let lesson = at("/lesson/othello");
        let lobby = at("/lobby");
        server.between(|_| {
            browser.open(&home);
            assert_eq!(browser.count(".door"), 3, "the first page is there");
            for (kind, choices, form) in &forms {
                browser.open(form);
                for choice in *choices {
                    browser.click(choice);
                }
                browser.eval(&format!("document.querySelector('[name=level-{kind}]').value = '1'"));
                browser.click(".setup .primary");
                browser.wait("the game", "location.pathname.startsWith('/game/')");
                browser.wait_for("[data-cell]");
                make_a_move(browser);
                browser.wait("the machine's move", "document.querySelectorAll('#moves li').length >= 2");
                if *kind == "go" {
                    browser.click("#tools [value=hint]");
                    browser.wait_text("#sentence", "Hint:");
                }
                // What was played is there after the page is loaded again.
                browser.wait("one's turn", "document.querySelector('#state[data-yours], #state[data-over]')");
                let before = position(browser);
                browser.reload();
                browser.wait_for("[data-cell]");
                assert_eq!(position(browser), before);
                play_out(browser);
                games.push((browser.url(), position(browser)));
            }
            browser.click("#end a[href$='/review']");
            browser.wait_for(".steps");
            browser.click("#study button");
            browser.wait_for("#study .graph-line");
            browser.open(&lesson);
            browser.wait_for("[data-cell]");
            browser.open(&list);
            assert_eq!(browser.count(".entry"), 3, "all of them are listed");
            browser.open(&lobby);
            browser.wait_text("#main", "needs the server");
        });
        // The server is back, and knows nothing of them; the browser does.
        browser.open(&home);
        assert_eq!(browser.count("html[data-here]"), 0, "this is the server's page");
        for (address, shown) in &games {
            browser.open(address);
            browser.wait_for("[data-cell]");
            assert_eq!(&position(browser), shown);
        }
        let online = new_game(browser, server, "othello", &["[name=opponent][value=machine]"], "Ada");
        assert_eq!(browser.count("html[data-here]"), 0, "a new game is the server's again: {online}");
    });
}

#[test]
fn a_phone_plays_on_without_a_server() {
    prepared("offline-phone", PHONE, |browser, server| {
        let form = server.at("/new?game=othello");
        server.between(|_| {
            browser.open(&form);
            browser.click(".setup .primary");
            browser.wait_for("[data-cell]");
            make_a_move(browser);
            browser.wait("the machine's move", "document.querySelectorAll('#moves li').length >= 2");
            fits(browser);
        });
    });
}

/// Nothing stands out at the side.
pub(crate) fn fits(browser: &Browser) {
    let wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert_eq!(browser.eval(&format!("return {wider}")), false, "{} fits on the screen", browser.url());
}

/// A whole round of training while the server is gone: a puzzle, a record that is brought, looked through and taken away again, a card of
/// the deck that came of it; and all of it is there after the page is loaded again.
fn train(browser: &Browser, at: &dyn Fn(&str) -> String) {
    let (number, puzzle) = first(Kind::Othello, |puzzle| puzzle.task == Task::Win);
    let view = puzzle.table().expect("legal moves").view(&Wanted::default(), 0);
    let wrong = view.board.cells.iter().find(|cell| cell.legal && !puzzle.is_right(&cell.name)).expect("a choice");
    browser.open(&at("/puzzles"));
    assert_eq!(browser.count(".door"), 3, "there are puzzles of all games");
    fits(browser);
    browser.open(&at(&format!("/puzzle/othello/{number}")));
    browser.click(&format!("[data-cell={}]", wrong.name));
    browser.wait_for("#main[data-mood=wrong] .expected");
    fits(browser);
    browser.click("#acts .primary");
    browser.wait_for("#main[data-mood=open]");
    browser.click(&format!("[data-cell={}]", puzzle.answers[0]));
    browser.wait_for("#main[data-mood=right]");

    browser.open(&at("/upload"));
    fits(browser);
    browser.write("[name=text]", RECORD);
    browser.click(".setup .primary");
    browser.wait("the record", "location.pathname.startsWith('/record/')");
    let record = browser.url();
    browser.click("a[data-key=ArrowRight]");
    browser.wait("the first move", "document.querySelectorAll('[data-cell] > :nth-child(2)').length === 1");
    browser.click("#study button");
    browser.wait_for("#study .in-deck [value=white]");
    fits(browser);
    browser.click("#study .in-deck [value=white]");
    browser.wait_for("#study .in-deck a");
    let saved = browser.eval("return fetch(location.pathname + '/record.sgf').then((r) => r.text())");
    assert!(saved.as_str().is_some_and(|text| text.contains("GM[104]") && text.contains(";W[2c1]")), "{saved}");

    browser.open(&at("/deck/next"));
    browser.wait("a card", "location.pathname.startsWith('/deck/card/')");
    let card = browser.url();
    browser.click("#reserve [data-piece='2']");
    browser.click("[data-cell=c1]");
    browser.wait_for("#main[data-mood=wrong] .expected");
    fits(browser);

    browser.open(&at("/deck/next"));
    assert_ne!(browser.url(), card, "it was noted");
    browser.open(&at("/puzzles/othello"));
    assert_eq!(browser.count(".tried li"), 1, "only the first try counts");
    browser.open(&record);
    browser.wait_for("[data-cell]");
    browser.open(&at("/games"));
    assert_eq!(browser.count("form[action^='/record/']"), 1, "it is listed");
}

/// A game of Aligne 4 in which the second player leaves a line of three.
const RECORD: &str = "(;GM[104]RU[base];B[0a1];W[7b2];B[1b1];W[2c1];B[3d1])";

#[test]
fn puzzles_records_and_ones_own_mistakes_while_the_server_is_gone() {
    for (name, screen) in [("offline-trains", DESK), ("offline-trains-fr", Screen { lang: "fr", ..PHONE })] {
        prepared(name, screen, |browser, server| {
            let origin = server.at("");
            server.between(|_| {
                train(browser, &|path| format!("{origin}{path}"));
                assert_eq!(browser.eval("return document.documentElement.lang"), screen.lang);
                print_start(browser, &format!("{origin}/here"));
            });
        });
    }
}

#[test]
fn the_analysis_board_and_a_game_from_a_record_while_the_server_is_gone() {
    prepared("offline-board", PHONE, |browser, server| {
        let upload = server.at("/upload");
        server.between(|_| {
            browser.open(&upload);
            browser.write("[name=text]", RECORD);
            browser.click(".setup .primary");
            browser.wait("the record", "location.pathname.startsWith('/record/')");
            let record = browser.url();
            browser.click("form[action$='/board'] button");
            browser.wait("the board", "location.pathname.startsWith('/board/')");
            fits(browser);
            browser.click("#study a[data-soft]");
            browser.wait_for("#study .values li");
            browser.click("#reserve [data-piece='4']");
            browser.click("[data-cell=b2]");
            browser.wait("the move", "document.querySelector('[data-cell=b2]').children.length > 1");
            let board = browser.url();
            browser.open(&record);
            browser.click(".play-on summary");
            browser.click(".play-on .primary");
            browser.wait("the game", "location.pathname.startsWith('/game/')");
            browser.wait_for("[data-cell]");
            browser.open(&board);
            browser.wait("the move, still", "document.querySelector('[data-cell=b2]').children.length > 1");
        });
    });
}

/// A game of 60 moves on 9×9.
const LONG: &str = "(;GM[1]SZ[9]KM[5.5]\
     ;B[ee];W[cf];B[eg];W[cc];B[gc];W[gg];B[ch];W[de];B[ed];W[eb];B[fb];W[ge];B[db];W[cb];B[ec];W[ef];B[ff]\
     ;W[df];B[gf];W[hf];B[fg];W[gh];B[gd];W[he];B[fe];W[ib];B[bg];W[bf];B[hb];W[ag];B[ic];W[ah];B[ca];W[cg]\
     ;B[bb];W[dh];B[eh];W[bc];B[dg];W[bh];B[di];W[ab];B[ba];W[fh];B[dd];W[cd];B[hd];W[fi];B[ie];W[ig];B[ei]\
     ;W[bi];B[ci];W[dc];B[da];W[hh];B[id];W[if];B[ea];W[ac]\
     )";

/// Positions of a review are judged by several workers at once, as many as the page has cores but one. How long a review takes by one and by two is
/// printed.
#[test]
fn a_review_is_done_by_several_workers() {
    for workers in [1, 2] {
        prepared(&format!("offline-workers-{workers}"), DESK, |browser, server| {
            let cores = json!({ "hardwareConcurrency": workers + 1 });
            browser.pretend("Emulation.setHardwareConcurrencyOverride", &cores);
            browser.open(&server.at("/here/upload"));
            browser.write("[name=text]", LONG);
            browser.click(".setup .primary");
            browser.wait("the record", "location.pathname.startsWith('/here/record/')");
            assert_eq!(browser.eval("return navigator.hardwareConcurrency"), workers + 1);
            let begun = Instant::now();
            browser.click("#study button");
            browser.wait(
                "the panel of a review that has begun",
                "document.querySelector('#study .curve, #study[data-growing]')",
            );
            let thinkers = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/thinker.js')).length";
            assert_eq!(browser.eval(thinkers), workers, "so many workers");
            for _ in 0..1200 {
                if browser.count("#study .curve") == 1 && browser.count("#study[data-growing]") == 0 {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(250));
            }
            assert_eq!(browser.count("#study .in-deck"), 1, "all of it is known");
            println!("a review of 60 moves on 9×9 by {workers} worker(s): {:.1} s", begun.elapsed().as_secs_f64());
        });
    }
}

/// Says how long it takes from following a link to a page that can be used, with the server gone and the service worker stopped, as it is
/// when somebody comes back after a while.
fn print_start(browser: &Browser, here: &str) {
    browser.pretend("ServiceWorker.enable", &json!({}));
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            browser.open("about:blank");
            browser.pretend("ServiceWorker.stopAllWorkers", &json!({}));
            browser.open(here);
            browser.wait("a page of the browser's own", "document.documentElement.dataset.here !== undefined");
            let loaded = "return performance.getEntriesByType('navigation')[0].loadEventEnd";
            browser.eval(loaded).as_f64().expect("a time")
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "a page that can be used, without a server: {:.0} ms (of five, {:.0} to {:.0})",
        times[2], times[0], times[4]
    );
}

/// Thinks about a question in the page, and gives the answer and the seconds it took. Another question comes first: what is unpacked once
/// does not count.
fn think(browser: &Browser, unpack: &str, question: &str) -> (String, f64) {
    let script = format!(
        "const folder = new URL('./', document.querySelector('script[src$=\"page.js\"]').src).href; \
         const {{ Program }} = await import(folder + 'program.js'); \
         const program = await Program.begin(folder, (path) => fetch(path)); \
         await program.ask('think', {unpack:?}); \
         const begun = performance.now(); \
         const said = await program.ask('think', {question:?}); \
         return [said, performance.now() - begun]"
    );
    let answer = browser.eval(&format!("return (async () => {{ {script} }})()"));
    (answer[0].as_str().unwrap_or_default().to_owned(), answer[1].as_f64().unwrap_or_default() / 1000.0)
}

/// Positions of Go that the program looks at in a second, on one thread, with the vectors that every x86-64 processor has had since 2013: what
/// a browser is measured by, whatever else this processor has. Nothing in other games, or where there are no such vectors.
fn by_avx2(way: &AnyWay) -> Option<f64> {
    let AnyWay::Go(way) = way else { return None };
    let position = &way.moments.last()?.position;
    if !Path::Avx2.is_available() {
        return None;
    }
    let resources = Resources { threads: NonZeroUsize::MIN, seed: Some(1), ..Resources::default() };
    let network = Network::shipped(position.size());
    let mut search = Puct::new(Settings::BEST, &resources, || Networked::on_path(network, Path::Avx2));
    // What is unpacked once does not count.
    let _ = search.think(position, &Limits::nodes(10), &Stop::new(), &mut |_| {});
    search.forget();
    let begun = Instant::now();
    let decision = search.think(position, &Limits::nodes(200), &Stop::new(), &mut |_| {}).ok()?;
    Some(decision.report.nodes as f64 / begun.elapsed().as_secs_f64())
}

/// Numbers are added up in other registers in a browser, and must come to the same. How fast either is, one thread each, is printed.
#[test]
fn a_browser_thinks_as_the_program_does() {
    prepared("offline-thinks", DESK, |browser, server| {
        // Pages compile nothing; only their worker does, which nobody can look into.
        browser.pretend("Page.setBypassCSP", &json!({ "enabled": true }));
        browser.open(&server.at("/here"));
        for (record, is_exact) in [
            ("(;GM[2];B[fe];W[ff];B[ef];W[cf];B[de])", true),
            ("(;GM[104]RU[base];B[0a1];W[7b2])", true),
            ("(;GM[1]SZ[9];B[ee];W[ec])", false),
            ("(;GM[1]SZ[19];B[dd];W[pp])", false),
        ] {
            let record = table::records::read(record.as_bytes(), None).expect("a record");
            let way = table::Review::of_record(record).way().expect("a way");
            let [unpack, question] = [1, way.len() - 1].map(|moment| {
                let question = about_position(&way, moment, study::Effort::Normal).expect("a question");
                String::from_utf8(question).expect("a text")
            });
            let (there, seconds_there) = think(browser, &unpack, &question);
            let think = |question: &str, analyst: &mut Option<AnyAnalyst>| {
                Question::read(question.as_bytes())?.think(analyst, &Stop::new(), &|_| {})
            };
            let mut analyst = None;
            think(&unpack, &mut analyst);
            let begun = Instant::now();
            let here = think(&question, &mut analyst);
            let seconds = begun.elapsed().as_secs_f64();
            let (Some(Said::Worth(here)), Some(Said::Worth(there))) = (here, Said::read(there.as_bytes())) else {
                panic!("no answer to {question}")
            };
            let rates = [here.nodes as f64 / seconds, there.nodes as f64 / seconds_there];
            let by_avx2 = by_avx2(&way).map(|rate| format!(", {rate:.0} by AVX2 alone")).unwrap_or_default();
            println!("{:?}: {:.0} nodes a second here{by_avx2}, {:.0} in the browser", way.kind(), rates[0], rates[1]);
            assert!(!is_exact || here == there, "{here}\n{there}");
            // Go's numbers are rounded in other places.
            if let (Score::Chance { win: here, .. }, Score::Chance { win: there, .. }) = (here.score, there.score) {
                assert!((here - there).abs() < 0.05, "{here} and {there}");
            }
        }
    });
}
