//! Games and pages to look at, for tests and for the gallery.

use std::error::Error;

use pages::{
    Advice, BoardPage, BroughtGame, Context, DeckPage, Exercise, InDeck, LobbyGame, Looks, NewGame, Offer, OfferKind,
    Presence, ReviewPage, Scene, Seats, Thinking, Values,
};
use plateau_core::Player;
use players::analyst::{Attempt, Solution};
use search::Score;
use store::deck::{Listed, Put};
use store::{GameId, HERE, Heading, Page, Paper, PaperId, PaperPage, Preferences, Shelf, Summary, Which};
use study::deck::Theme;
use study::puzzle::{Collection, Progress, Puzzle};
use study::{Effort, Judged, Judgement, Motif, Phase};
use table::event::Event;
use table::view::Wanted;
use table::{AnyTable, Command, End, Kind, Message, Review};
use words::Words;

pub(crate) const ID: &str = "01h5n0et5q6mt3v7ms1234abcd";

/// Every page, in each of its states.
#[allow(clippy::too_many_lines, reason = "it is a list, one line for a page")]
pub(crate) fn every_page(words: &Words, options: &Preferences) -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
    let local = Context { words, options, local: true, browser: false, origin: "http://localhost:8888", path: "/" };
    let public = Context { local: false, ..local };
    let [go, nineteen, othello, aligne4, won, marking, ended] = scenes()?;
    let person = |name: &str| table::Seat { name: name.to_owned(), who: table::Who::Person };
    let id: GameId = ID.parse()?;
    let summary = |kind: Kind, moves, end: Option<End>| Summary {
        id,
        kind,
        seats: [person("Ada"), table::Seat { name: String::new(), who: table::Who::Level(3) }],
        moves,
        events: moves,
        created_ms: 1_790_000_000_000,
        touched_ms: 1_790_000_000_000,
        end,
    };
    let list = |end: Option<End>| Page {
        games: Kind::ALL.into_iter().zip([24, 31, 5]).map(|(kind, moves)| summary(kind, moves, end)).collect(),
        total: 43,
    };
    let empty = Page { games: Vec::new(), total: 0 };
    let open = |scene: &Scene, open| LobbyGame {
        id,
        seats: [person("Ada"), person("Bo")],
        open,
        setup: scene.setup.clone(),
        moves: scene.view.moves.len() as u64,
        watchers: 2,
    };
    let lobby = [open(&go, Some(Player::White)), open(&othello, None), open(&aligne4, Some(Player::Black))];
    let mut thinking = go.clone();
    let mut view = (*thinking.view).clone();
    view.players.iter_mut().for_each(|side| side.to_move = !side.to_move);
    thinking.view = view.into();
    thinking.thinking = Some(Thinking { nodes: 1000, best: Some("H6".to_owned()) });
    let mut offered = othello.clone();
    offered.offer = Some(Offer { by: Player::White, kind: OfferKind::Takeback });
    offered.presence = [Presence::Here { lag_ms: Some(20) }, Presence::Here { lag_ms: Some(48) }];
    offered.watchers = 3;
    let mut open_seat = go.clone();
    open_seat.presence = [Presence::Here { lag_ms: None }, Presence::Open];
    let mut gone = othello.clone();
    gone.presence[1] = Presence::Gone { since_ms: 0, claimable: true };
    gone.you = Seats { black: true, white: false };
    let mut visitor = open_seat.clone();
    visitor.you = Seats::default();
    let mut hinted = go.clone();
    let reasons = vec![
        Message::new("hint-chance").with("player", table::Side::White).with("percent", "61"),
        Message::new("hint-likes"),
    ];
    hinted.advice = Some(Advice::Hint("C3".to_owned(), reasons));
    let review = review()?;
    let [open, wrong, shown, waiting] = exercises()?;
    let [daily, games, puzzle] = puzzles(&local, &open, &list(None))?;
    let page = |markup: maud::Markup| markup.into_string();
    Ok(vec![
        ("home", daily),
        ("home-without-puzzles", page(pages::home(&local, &list(None), 0, None))),
        ("puzzles", games),
        ("puzzle", puzzle),
        ("new", page(pages::new_game(&public, &NewGame::new(Kind::Go), None))),
        ("toss", page(pages::toss(&local, Kind::Go, Player::White, "/game/x"))),
        ("go", page(pages::game(&local, &go))),
        ("go-19", page(pages::game(&local, &nineteen))),
        ("go-thinking", page(pages::game(&local, &thinking))),
        ("go-hint", page(pages::game(&local, &hinted))),
        ("go-open", page(pages::game(&public, &open_seat))),
        ("go-visitor", page(pages::game(&public, &visitor))),
        ("go-marking", page(pages::game(&local, &marking))),
        ("go-ended", page(pages::game(&local, &ended))),
        ("othello", page(pages::game(&local, &othello))),
        ("othello-offer", page(pages::game(&public, &offered))),
        ("othello-gone", page(pages::game(&public, &gone))),
        ("aligne4", page(pages::game(&local, &aligne4))),
        ("aligne4-won", page(pages::game(&local, &won))),
        ("review", page(pages::review(&local, &review))),
        ("learn", page(pages::learn(&local))),
        ("lesson", page(pages::lesson::page(&local, Kind::Go, &pages::lesson::Wish::default()).ok_or("a lesson")?)),
        ("deck", page(pages::deck(&public, &deck_page(), None))),
        ("deck-none", page(pages::deck(&local, &DeckPage { cards: Vec::new(), now_ms: 0, put: None }, Some("no")))),
        ("exercise", page(pages::exercise(&local, &open))),
        ("exercise-wrong", page(pages::exercise(&local, &wrong))),
        ("exercise-shown", page(pages::exercise(&public, &shown))),
        ("exercise-thinking", page(pages::exercise(&public, &waiting))),
        ("results-brought", page(pages::results(&local, Which::Finished, None, &empty, 0, &[heading()?]))),
        (
            "board",
            page(pages::board(
                &local,
                &study("(;GM[1]SZ[9]C[A remark]TR[cc]LB[dd:A]AR[aa:cc]LN[ee:gg];B[ee];W[ec])", true)?,
            )),
        ),
        ("board-values", page(pages::board(&public, &valued(study("(;GM[2];B[fe])", true)?)))),
        ("board-aligne4", page(pages::board(&local, &study("(;GM[104];B[7b2])", true)?))),
        ("board-reader", page(pages::board(&public, &study("(;GM[1]SZ[9]C[A remark];B[ee])", false)?))),
        ("boards", page(pages::studies(&public, &PaperPage { papers: vec![heading()?], total: 1, bytes: 9 }))),
        ("boards-none", page(pages::studies(&public, &PaperPage { papers: Vec::new(), total: 0, bytes: 0 }))),
        ("board-new", page(pages::new_board(&local, Kind::Aligne4))),
        (
            "results",
            page(pages::results(&local, Which::Finished, None, &list(Some(End::counted(7, [89, 82]))), 1, &[])),
        ),
        ("results-none", page(pages::results(&local, Which::Finished, Some(Kind::Othello), &empty, 0, &[]))),
        ("rules", page(pages::rules(&local, None))),
        ("rules-go", page(pages::rules(&local, Some(Kind::Go)))),
        ("rules-othello", page(pages::rules(&local, Some(Kind::Othello)))),
        ("rules-aligne4", page(pages::rules(&local, Some(Kind::Aligne4)))),
        ("options", page(pages::options(&local, true))),
        ("lobby", page(pages::lobby(&public, &lobby))),
        ("lobby-none", page(pages::lobby(&public, &[]))),
        ("upload", page(pages::upload(&local, 1 << 20, Some("line 1, column 5: expected ; after (")))),
        ("share", page(pages::share(&public, id, &ended.view, &ended.setup))),
        ("error", page(pages::error(&local, 404, "There is no such game; it may have been deleted."))),
        ("offline", page(pages::offline(&local))),
    ])
}

/// The first page with the puzzle of the day, the overview, and a puzzle in which a mistake is to be found.
fn puzzles(context: &Context<'_>, open: &Exercise, games: &Page) -> Result<[String; 3], Box<dyn Error>> {
    let puzzle = Puzzle::read(Kind::Aligne4, "base;mistake 2;1000;cell;0a1 fb2 1c3;2;eb3 1a2")?;
    let mut progress = Progress::default();
    progress.try_first(Collection::shipped(Kind::Aligne4), 7, true);
    let standing = progress.of(Kind::Aligne4).clone();
    let of = pages::PuzzlesOf { kind: Kind::Aligne4, count: 2000, standing: standing.clone(), daily: Some(5) };
    let task = puzzle.task.message().with("player", Kind::Aligne4.side(Player::Black));
    let daily = pages::Daily { kind: Kind::Aligne4, number: 5, rating: puzzle.rating, task };
    let listed = Some((2, puzzle.moves.clone()));
    let facts = pages::PuzzleFacts { number: 7, puzzle, standing, listed };
    let exercise = Exercise {
        title: pages::puzzle_title(context, &facts),
        aside: Some(pages::puzzle_facts(context, "/puzzle/aligne4/7", &facts)),
        ..open.clone()
    };
    Ok([
        pages::home(context, games, 2, Some(&daily)).into_string(),
        pages::puzzles(context, &[of]).into_string(),
        pages::exercise(context, &exercise).into_string(),
    ])
}

/// A game after these moves, seen by Black or by both; `!D4` marks, `accept` is said by both.
pub(crate) fn scene(setup: &str, moves: &str, both: bool) -> Result<Scene, Box<dyn Error>> {
    let mut table: AnyTable = setup.parse().map_err(|why: Message| format!("{why:?}"))?;
    let mut at_ms = 0;
    for word in moves.split_whitespace() {
        let by = table.turn().unwrap_or(Player::Black);
        let commands = match word {
            "accept" => vec![(Player::Black, Command::Accept), (Player::White, Command::Accept)],
            _ if word.starts_with('!') => vec![(by, Command::Mark(word[1..].to_owned()))],
            mv => vec![(by, Command::Play(mv.to_owned()))],
        };
        for (by, command) in commands {
            at_ms += 4000;
            for action in table.decide(by, &command, at_ms).map_err(|why| format!("{word}: {why:?}"))? {
                table.apply(&Event { at_ms, action }).map_err(|why| format!("{why:?}"))?;
            }
        }
    }
    Ok(Scene {
        id: ID.parse()?,
        version: 1,
        setup: table.setup(),
        view: table.view(&Wanted { territory: true, ..Wanted::default() }, at_ms).into(),
        you: Seats { black: true, white: both },
        presence: [Presence::Given, Presence::Given],
        watchers: 0,
        offer: None,
        no_takeback: None,
        no_draw: None,
        thinking: None,
        advice: None,
        rematch: None,
        rematch_declined: None,
        clock_runs: true,
        starts: false,
        asked: None,
        declined: None,
        cancelled: false,
        said: Vec::new(),
        created_ms: 0,
    })
}

/// Games of each kind: Go on two boards, Othello, Aligne 4 and a line that won, dead stones, a count.
pub(crate) fn scenes() -> Result<[Scene; 7], Box<dyn Error>> {
    let go = "D6 E6 D5 E5 D7 E7 D8 E8 C6 F7 C4 E4 B5 F4 D3 G4 E3 G3 F3 G2 C2 G1 D2 F9 D1 H6 E9";
    let nineteen = "Q16 D4 Q3 D16 R5 F3 C10 O17 R14 M17 C14 E17 K4 C6 Q10 R17 Q17 Q18 P18 R18 P17 O18 R16 S16 S15 S17 T15 N3 P4 L16 D12 F16";
    let othello = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7";
    let seats = "black human\tAda\nwhite level:3\t\n";
    Ok([
        scene(&format!("game go\nsize 9\n{seats}clock 10m+5x30s\n"), &format!("{go} F8"), false)?,
        scene(&format!("game go\nsize 19\nrules chinese\n{seats}clock none\n"), nineteen, false)?,
        scene("game othello\nblack human\tAda\nwhite human\tCharles\nclock 5m+3s\n", othello, false)?,
        scene(
            &format!("game aligne4\nvariant base\n{seats}clock none\n"),
            "0a1 9c1 dB2 3c2 ab3 6d4".to_lowercase().as_str(),
            false,
        )?,
        scene(&format!("game aligne4\nvariant base\n{seats}clock none\n"), "0a1 9c2 1b1 ab3 2c1 6d4 3d1", false)?,
        scene(&format!("game go\nsize 9\n{seats}clock none\n"), &format!("{go} pass pass !H6"), false)?,
        scene(&format!("game go\nsize 9\n{seats}clock none\n"), &format!("{go} pass pass !H6 accept"), false)?,
    ])
}

/// A record with a variation, marks and a remark, at its last node.
/// A deck with something due and something learned.
fn deck_page() -> DeckPage {
    let listed = |kind, motif, due_ms| Listed {
        id: PaperId::random().expect("randomness"),
        theme: Theme { kind, player: Player::Black, phase: Phase::Middle, motif },
        due_ms,
        is_learned: due_ms > 1_000,
    };
    let cards = vec![listed(Kind::Go, Some(Motif::Capture), 900), listed(Kind::Othello, None, 9_000)];
    DeckPage { cards, now_ms: 1_000, put: Some(Put { new: 2, known: 1, left_out: 0 }) }
}

/// A move is asked for, and what came of two answers.
fn exercises() -> Result<[Exercise; 4], Box<dyn Error>> {
    let way = review()?.review.way().map_err(|why| format!("{why:?}"))?;
    let exercise = |moment| Exercise::new(format!("/game/{ID}/try"), "Go".to_owned(), "/games", &way, moment);
    let score = Score::Chance { win: 0.5, lead: 1.0 };
    let line = ["F6", "G6", "G5"].map(str::to_owned).to_vec();
    let moves = vec![Judged { line, score, visits: 20 }];
    let before = Judgement { turn: way.turn(6), score, moves, ownership: Vec::new(), nodes: 32 };
    let after = Judgement { turn: way.turn(7), score, ..before.clone() };
    let attempt = Attempt::new(&way, 6, &before, Effort::Quick, "A1").map_err(|why| format!("{why:?}"))?;
    let trial = attempt.settled(Some(after)).ok_or("an answer")?;
    let solution = Solution::new(&way, 6, &before).ok_or("a move")?;
    let refused = Some(Message::new("go-illegal-occupied"));
    Ok([
        Exercise { refused, ..exercise(6) },
        exercise(6).tried(&way, 6, &trial, None),
        exercise(6).solved(&way, 6, &solution, Some(2)),
        exercise(6).waits(("play", "A1".to_owned())),
    ])
}

fn review() -> Result<ReviewPage, Box<dyn Error>> {
    let sgf = "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Machine]DT[2026-09-06]RE[B+3.5];B[dd];W[ed];B[de];W[ee];B[dc];W[ec]\
               (;B[db];W[eb];B[cd];W[fc];B[cf];W[ef]C[Black could have played at F6 first.]TR[ef]LB[cf:1])\
               (;B[fc];W[fd];B[gd]))";
    let record = table::records::read(sgf.as_bytes(), None).map_err(|why| format!("{why:?}"))?;
    let mut review = Review::of_record(record);
    review.go_to(review.steps().last);
    Ok(ReviewPage {
        address: format!("/game/{ID}/review"),
        files: format!("/game/{ID}"),
        is_shared: true,
        review,
        damage: Vec::new(),
        study: None,
        looks: Looks::default(),
        step: None,
        deck: InDeck::Unknown,
        games: ["1", "2"].map(brought_game).to_vec(),
    })
}

fn brought_game(number: &str) -> BroughtGame {
    BroughtGame {
        address: format!("/record/{ID}.{number}"),
        names: ["Ada".to_owned(), String::new()],
        date: "2026-09-06".to_owned(),
        is_shown: number == "1",
    }
}

fn heading() -> Result<Heading, Box<dyn Error>> {
    let mut heading = Paper::new(HERE, Shelf::Study, 1_790_000_000_000)?.heading;
    "An <opening>".clone_into(&mut heading.title);
    Ok(heading)
}

/// A study at its beginning.
fn study(sgf: &str, is_own: bool) -> Result<BoardPage, Box<dyn Error>> {
    let record = table::records::read(sgf.as_bytes(), None).map_err(|why| format!("{why:?}"))?;
    Ok(BoardPage {
        heading: heading()?,
        review: Review::of_record(record),
        is_own,
        can: [true, false],
        values: None,
        tool: "play".to_owned(),
        piece: None,
    })
}

/// The same with what its moves are worth.
fn valued(page: BoardPage) -> BoardPage {
    let moves = [("d3", 1.4), ("c4", 0.2), ("f5", -3.0)].map(|(mv, worth)| (mv.to_owned(), Score::Margin(worth)));
    BoardPage { values: Some(Values { moves: moves.to_vec(), is_growing: true }), ..page }
}
