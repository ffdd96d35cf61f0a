//! A board on which a move is asked for: tried again from a review, from one's deck, as a puzzle.
//!
//! The page asks, takes a move, and says what came of it. An answer is sent by the form `#answer` to the page's own address, as `play`;
//! as `want` a hint or the answer is asked for. All of it works by links and buttons; `assets/exercise.js` makes the board take clicks and
//! loads no whole page for it.

use draw::{Content, Interaction};
use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use players::analyst::{Solution, Trial};
use table::view::{Cell, Surface, View, Wanted};
use table::{AnyWay, Message};

use super::card::{side_name, stone};
use super::scriptless::{Choosing, chosen, links};
use super::shell::Shell;
use super::{Context, game, line, panels};
use crate::Click;

/// A board on which a move is asked for.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The address of the page, without a query; answers are sent there, too.
    pub address: String,
    /// What the query of every link says of the place, and every form.
    pub place: Vec<(&'static str, String)>,
    /// What the page is called.
    pub title: String,
    /// Which entry of the way around the site it belongs to.
    pub nav: &'static str,
    /// What is asked.
    pub task: Message,
    /// The board. One may play on it while the exercise is [open](Mood::Open).
    pub view: View,
    /// How it stands.
    pub mood: Mood,
    /// What is said about that.
    pub said: Vec<Message>,
    /// Why a move could not be tried, if so.
    pub refused: Option<Message>,
    /// What is expected, to be looked at step by step.
    pub line: Option<Line>,
    /// What the machine thinks about, as the query says it.
    pub waits_for: Option<(&'static str, String)>,
    /// Whether there may be a hint.
    pub has_hint: bool,
    /// Where one can go from here: an address, the message id of what is there, whether that is what one mostly wants, once something
    /// came of an answer.
    pub ways_on: Vec<(String, &'static str, bool)>,
    /// What else stands beside the board.
    pub aside: Option<Markup>,
}

/// How an exercise stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// A move is wanted.
    Open,
    /// A move was tried, or something was asked, and the machine thinks about it.
    Thinking,
    /// The move was right.
    Right,
    /// It was not.
    Wrong,
    /// The answer is shown.
    Shown,
}

impl Exercise {
    /// A position in which a move is wanted.
    pub fn new(address: String, title: String, nav: &'static str, way: &AnyWay, moment: usize) -> Exercise {
        let task = Message::new("exercise-task").with("player", way.kind().side(way.turn(moment)));
        Exercise {
            address,
            place: Vec::new(),
            title,
            nav,
            task,
            view: way.view(moment, &Wanted::default(), true),
            mood: Mood::Open,
            said: Vec::new(),
            refused: None,
            line: None,
            waits_for: None,
            has_hint: true,
            ways_on: Vec::new(),
            aside: None,
        }
    }

    /// The same after a move was tried, so many steps along what is expected: by default, with the move on the board.
    #[must_use]
    pub fn tried(self, way: &AnyWay, moment: usize, trial: &Trial, step: Option<usize>) -> Exercise {
        let mv = trial.mv();
        let moves: Vec<&str> = std::iter::once(mv.as_str()).chain(trial.line().iter().map(String::as_str)).collect();
        let mood = if trial.is_right() { Mood::Right } else { Mood::Wrong };
        let along = Exercise { mood, said: trial.said(), ..self };
        along.along(way, moment, &moves, step.unwrap_or(1), ("play", mv.clone()))
    }

    /// The same with the answer: by default, marked on the board.
    #[must_use]
    pub fn solved(self, way: &AnyWay, moment: usize, solution: &Solution<'_>, step: Option<usize>) -> Exercise {
        let moves: Vec<&str> = solution.line().iter().map(String::as_str).collect();
        let along = Exercise { mood: Mood::Shown, said: vec![solution.said()], ..self };
        let step = step.unwrap_or(0);
        let mut shown = along.along(way, moment, &moves, step, ("want", "answer".to_owned()));
        if step == 0 {
            let hint = solution.line().first().cloned();
            shown.view = way.view(moment, &Wanted { hint, ..Wanted::default() }, false);
        }
        shown
    }

    /// The same once it is settled, by whoever knows the answer without an analyst: how it stands, what is said, and a line from one of the
    /// positions on, so many steps along it.
    #[must_use]
    pub fn answered(
        self,
        (mood, said): (Mood, Vec<Message>),
        way: &AnyWay,
        moment: usize,
        line: &[String],
        step: usize,
        what: (&'static str, String),
    ) -> Exercise {
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        Exercise { mood, said, ..self }.along(way, moment, &moves, step, what)
    }

    /// The same with a hint, if there is anything to be hinted at.
    #[must_use]
    pub fn hinted(self, solution: &Solution<'_>) -> Exercise {
        let hint = solution.hint().unwrap_or_else(|| Message::new("exercise-no-hint"));
        Exercise { said: vec![hint], has_hint: false, ..self }
    }

    /// The same while the machine thinks about what was tried or asked.
    #[must_use]
    pub fn waits(self, what: (&'static str, String)) -> Exercise {
        Exercise { mood: Mood::Thinking, waits_for: Some(what), ..self }
    }

    fn along(self, way: &AnyWay, moment: usize, moves: &[&str], step: usize, what: (&'static str, String)) -> Exercise {
        // What an engine expected is legal; if it is not, nothing of it is shown.
        let way = way.branch(moment, &moves[..moves.len().min(line::SHOWN)]).or_else(|_| way.branch(moment, &[]));
        let Ok(way) = way else { return self };
        let at = step.min(way.len() - 1);
        Exercise { view: way.view(at, &Wanted::default(), false), line: Some(Line { way, at, what }), ..self }
    }
}

impl Mood {
    const fn id(self) -> &'static str {
        match self {
            Mood::Open => "open",
            Mood::Thinking => "thinking",
            Mood::Right => "right",
            Mood::Wrong => "wrong",
            Mood::Shown => "shown",
        }
    }
}

/// A line of play that one looks at.
#[derive(Clone, Debug)]
pub struct Line {
    /// The positions.
    pub way: AnyWay,
    /// The one that is shown.
    pub at: usize,
    /// What the query of its links says besides the place and the step: the move that was tried, or that the answer is wanted.
    pub what: (&'static str, String),
}

/// The scripts of the page.
const SCRIPTS: [&str; 4] = ["exercise.js", "merge.js", "board.js", "reserve.js"];

/// The page.
pub fn exercise(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { view, mood, .. } = exercise;
    let small = view.board.columns.len() >= game::SMALL_POINTS;
    let names = |cell: &Cell| game::name_of(context, view.board.surface, cell, false);
    let board = context.say("page-board");
    let interaction = Interaction { board: &board, cell: &names };
    let picture = draw::interactive_svg(&view.board, &context.board_style(), &interaction).unwrap_or_default();
    let choosing = choosing(exercise);
    let main = html! {
        main #main .game.exercise.seated .(view.kind) .small-points[small] data-mode=(Click::on(view).id()) data-mood=(mood.id())
            data-growing=[(*mood == Mood::Thinking).then_some("")] data-lost=(context.say("page-lost")) {
            h1.unseen { (exercise.title) }
            (state(context, view))
            div.says {
                p #sentence { b { (context.tell(&exercise.task)) } }
                p #refused role="alert" data-piece=(context.say("choose-piece")) { @if let Some(refused) = &exercise.refused { (context.tell(refused)) } }
                p #spoken .unseen role="status" {}
            }
            div.side.left {
                (outcome(context, exercise))
                @if let Some(aside) = &exercise.aside { (aside) }
            }
            div.board {
                p #board-keys .unseen { (context.say("page-board-keys")) }
                div.frame { (PreEscaped(picture)) (game::coordinates(context, &view.board)) noscript { (PreEscaped(links(context, &choosing))) } }
                noscript { (chosen(context, &choosing)) }
            }
            div.side.right {
                (game::ask_move(context))
                @if view.board.surface == Surface::Aligne4 { (panels::reserve(context, &view.board, *mood == Mood::Open)) }
                (acts(context, exercise))
                @if *mood == Mood::Open { (typed(context, exercise)) }
            }
            form #answer method="post" action=(exercise.address) { (place(exercise)) }
        }
    };
    Shell::new(&exercise.title, exercise.nav).styles(&["study.css"]).scripts(&SCRIPTS).page(context, &main)
}

/// What the script must know and nobody sees.
fn state(context: &Context<'_>, view: &View) -> Markup {
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    let piece = |player| draw::piece_id(Content::Stone(player), &context.board_style());
    let given = view.board.reserve.iter().find(|piece| piece.selected && !piece.legal);
    html! {
        div #state hidden data-mode=(Click::on(view).id()) data-ghost=[mover.map(piece)] data-piece=[given.map(|piece| piece.figure.code)] {}
    }
}

/// Who moves, what came of the answer, and what is expected after it.
fn outcome(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { view, mood, said, .. } = exercise;
    let heading = match mood {
        Mood::Open => None,
        Mood::Thinking => Some("exercise-thinking"),
        Mood::Right => Some("exercise-right"),
        Mood::Wrong => Some("exercise-wrong"),
        Mood::Shown => Some("exercise-shown"),
    };
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    html! {
        section #outcome .panel.outcome role="status" aria-label=(context.say("exercise-outcome")) {
            @match heading {
                Some(id) => { h2 { (context.say(id)) } }
                None => @if let Some(player) = mover { div.who { (stone(player)) h2 { (side_name(context, view.kind, player)) } } }
            }
            @for message in said { p { (context.tell(message)) } }
            @if let Some(what) = &exercise.waits_for { p { a data-soft href=(address(exercise, std::slice::from_ref(what))) { (context.say("exercise-look-again")) } } }
        }
        @if let Some(shown) = &exercise.line {
            section.panel.expected aria-label=(context.say("line-title")) {
                h2 { (context.say("line-title")) }
                (line::steps(context, &shown.way, shown.at, ["ArrowLeft", "ArrowRight"], &|step| {
                    address(exercise, &[shown.what.clone(), ("step", step.to_string())])
                }))
            }
        }
    }
}

/// The buttons.
fn acts(context: &Context<'_>, exercise: &Exercise) -> Markup {
    let Exercise { mood, view, .. } = exercise;
    let is_settled = !matches!(mood, Mood::Open | Mood::Thinking);
    html! {
        div #acts .tools role="group" aria-label=(context.say("page-tools")) {
            @if matches!(mood, Mood::Wrong | Mood::Shown) {
                a.button .primary[*mood == Mood::Wrong] data-soft href=(address(exercise, &[])) { (context.say("exercise-again")) }
            }
            @if *mood == Mood::Open && view.can.pass { button form="answer" name="play" value="pass" { (context.say("page-pass")) } }
            @if *mood == Mood::Open && exercise.has_hint { button form="answer" name="want" value="hint" { (context.say("exercise-hint")) } }
            @if matches!(mood, Mood::Open | Mood::Wrong) { button form="answer" name="want" value="answer" { (context.say("exercise-answer")) } }
            // What comes after an answer comes after it.
            @for (href, id, is_main) in exercise.ways_on.iter().filter(|(.., is_main)| !is_main || is_settled) {
                a.button .primary[*is_main && *mood != Mood::Wrong] href=(href) { (context.say(id)) }
            }
        }
    }
}

/// A move in words, for those who do not click.
fn typed(context: &Context<'_>, exercise: &Exercise) -> Markup {
    html! {
        details .typed {
            summary { (context.say("page-type")) }
            form method="post" action=(exercise.address) {
                (place(exercise))
                label { span { (context.say("page-type-label")) }
                    input name="play" required maxlength="8" placeholder=(exercise.view.kind.example_move()) autocomplete="off" autocapitalize="off" spellcheck="false"; }
                button { (context.say("page-type-play")) }
            }
        }
    }
}

/// Where the exercise is, for a form.
fn place(exercise: &Exercise) -> Markup {
    html! { @for (name, value) in &exercise.place { input type="hidden" name=(name) value=(value); } }
}

/// The page with something more in its query.
fn address(exercise: &Exercise, more: &[(&'static str, String)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(exercise.place.iter().chain(more));
    let query = query.finish();
    if query.is_empty() { exercise.address.clone() } else { format!("{}?{query}", exercise.address) }
}

fn choosing(exercise: &Exercise) -> Choosing<'_> {
    let mut base = address(exercise, &[]);
    base.push(if base.contains('?') { '&' } else { '?' });
    Choosing {
        board: &exercise.view.board,
        click: Click::on(&exercise.view),
        links: base,
        cell: "cell",
        reload: address(exercise, &[]),
        form: "answer",
        button: |_, mv| ("play", mv.to_owned()),
    }
}
