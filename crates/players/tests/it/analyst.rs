//! What the analysts say, beside what is known otherwise.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use plateau_core::{Game as _, Player, Position as _};
use players::analyst::{AnyAnalyst, Attempt, Solution, Trial, key, review, why};
use search::{Resources, Score, Stop};
use study::{Analysis, Effort, Grade, Judgement, NoNotebook, Notebook};
use table::{AnyWay, Message, Review};

fn way(text: &str) -> AnyWay {
    let review = Review::of_record(table::records::read(text.as_bytes(), None).expect("a record"));
    review.way().expect("a way")
}

fn judge(way: &AnyWay, moment: usize, effort: Effort) -> Judgement {
    let resources = Resources { seed: Some(1), ..Resources::default() };
    let mut analyst = AnyAnalyst::new(way.kind(), &resources);
    analyst.judge(way, moment, effort, &Stop::new(), &mut |_| {}).expect("nobody stopped it")
}

/// Three stones of Black's are in atari, one move saves them, and Black plays in a corner.
const LEFT_IN_ATARI: &str =
    "(;GM[1]SZ[9]KM[7]AB[de][ee][fe][cc][gc][cg][gg][bd][bf]AW[ce][dd][ed][fd][df][ef][ff]PL[B];B[aa])";

#[test]
fn every_move_of_aligne4_has_its_exact_value() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut solver = engine_aligne4::Solver::new(engine_aligne4::Settings::default());
    for pieces in [7, 9, 12, 15] {
        let mut position = aligne4::Game::default().start();
        while position.placed() < pieces && !position.is_over() {
            let moves: Vec<_> = position.legal_moves().filter(|&mv| !position.after(mv).is_over()).collect();
            let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
            position.play_legal(mv);
        }
        let way = AnyWay::Aligne4(table::Way {
            game: aligne4::Game::default(),
            moments: vec![table::Moment { node: 0, position, played: None, shown: None }],
            counted: None,
        });
        let judgement = judge(&way, 0, Effort::Quick);
        assert_eq!(judgement.moves.len(), position.legal_moves().count(), "{position}");
        for judged in &judgement.moves {
            let next = position.after(judged.mv().parse().expect("a move"));
            let value = next.outcome().map_or_else(
                || {
                    let solution = solver.solve(&next, engine_aligne4::Question::Distance, engine_aligne4::NEVER);
                    1 - solution.expect("it never gives up").value as i32
                },
                |outcome| outcome.value_for(position.turn()),
            );
            assert!(matches!(judged.score, Score::Exact { margin, .. } if margin == value), "{position} {judged:?}");
        }
        let worths: Vec<f32> = judgement.moves.iter().map(|judged| study::Measure::worth(judged.score)).collect();
        assert!(worths.is_sorted_by(|one, other| one >= other), "{worths:?}");
    }
}

#[test]
fn othello_is_exact_near_the_end_and_passes_are_judged() {
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let position = othello::Game.position(text).expect("FFO 40");
    let judgement = judge(&othello(position), 0, Effort::Quick);
    // The public answer: +38 by a2.
    assert_eq!(judgement.score, Score::Exact { margin: 38, plies: None });
    assert_eq!(judgement.best().map(study::Judged::mv), Some("a2"));
    // White has no move; then Black takes the only white disc.
    let position = othello::Game.position(&format!("XO{} O", "-".repeat(62))).expect("a position");
    let judgement = judge(&othello(position), 0, Effort::Quick);
    assert_eq!(judgement.best().map(|best| &best.line[..]), Some(&["pass".to_owned(), "c1".to_owned()][..]));
    assert!(study::Measure::worth(judgement.score) < -50.0, "{judgement:?}");
    let over = othello::Game.position(&format!("{}{} O", "X".repeat(40), "O".repeat(24))).expect("a position");
    let judgement = judge(&othello(over), 0, Effort::Quick);
    assert_eq!((judgement.moves.len(), judgement.score), (0, Score::Exact { margin: -16, plies: Some(0) }));
}

fn othello(position: othello::Position) -> AnyWay {
    let moments = vec![table::Moment { node: 0, position, played: None, shown: None }];
    AnyWay::Othello(table::Way { game: othello::Game, moments, counted: None })
}

#[test]
fn a_judgement_hangs_on_the_position_alone() {
    let way = way("(;GM[1]SZ[9];B[ee];W[ec];B[ce];W[gg])");
    let alone = judge(&way, 3, Effort::Quick);
    let mut analyst = AnyAnalyst::new(way.kind(), &Resources { seed: Some(1), ..Resources::default() });
    let mut again = |moment| analyst.judge(&way, moment, Effort::Quick, &Stop::new(), &mut |_| {});
    again(0);
    again(2);
    assert_eq!(again(3), Some(alone.clone()));
    assert_eq!(alone.ownership.len(), 81);
    assert!(alone.nodes >= 32 && alone.best().is_some(), "{alone:?}");
    assert!(matches!(alone.score, Score::Chance { win, .. } if (0.0..=1.0).contains(&win)));
    assert_ne!(key(&way, 3, Effort::Quick), key(&way, 2, Effort::Quick));
    assert_ne!(key(&way, 3, Effort::Quick), key(&way, 3, Effort::Deep));
}

#[test]
fn who_is_stopped_stops_soon_and_says_nothing_half_thought() {
    for text in ["(;GM[1]SZ[19];B[dd])", "(;GM[2]SZ[8];B[fe])"] {
        let way = way(text);
        let mut analyst = AnyAnalyst::new(way.kind(), &Resources::default());
        // The weights are unpacked before.
        analyst.judge(&way, 0, Effort::Quick, &Stop::new(), &mut |_| {}).expect("an answer");
        let stop = Stop::new();
        let asked = Mutex::new(None);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                *asked.lock().expect("unpoisoned") = Some(Instant::now());
                stop.ask();
            });
            let judged = analyst.judge(&way, 1, Effort::Deep, &stop, &mut |_| {});
            let late = asked.lock().expect("unpoisoned").expect("it was asked before").elapsed();
            assert_eq!(judged, None, "{text}");
            // On a quiet machine it is less than 20 ms.
            assert!(late < Duration::from_millis(500), "{text} {late:?}");
        });
    }
}

#[derive(Default)]
struct Shelf(Mutex<HashMap<String, String>>);

impl Notebook for Shelf {
    fn find(&self, key: &str) -> Option<String> {
        self.0.lock().expect("unpoisoned").get(key).cloned()
    }

    fn keep(&self, key: &str, text: &str) {
        let before = self.0.lock().expect("unpoisoned").insert(key.to_owned(), text.to_owned());
        assert_eq!(before, None, "nothing is thought twice");
    }
}

#[test]
fn a_review_is_the_same_with_two_threads_and_the_second_time_it_is_read() {
    let way = way("(;GM[1]SZ[9];B[ee];W[ec];B[ce];W[aa];B[gg];W[cg])");
    let (shelf, stop) = (Shelf::default(), Stop::new());
    let of = |threads: usize, notebook: &dyn Notebook| {
        let resources = Resources { threads: NonZeroUsize::new(threads).expect("not zero"), ..Resources::default() };
        review(&way, Analysis::new(&way, Effort::Normal), &resources, notebook, &stop, &|_, _| {})
    };
    let worths = |analysis: &Analysis| (0..way.len()).map(|at| analysis.worth(at)).collect::<Vec<_>>();
    let two = of(2, &shelf);
    assert_eq!(two.progress(), [7, 7]);
    assert_eq!(worths(&of(1, &NoNotebook)), worths(&two));
    let read = of(1, &shelf);
    for (read, thought) in worths(&read).into_iter().zip(worths(&two)) {
        let [read, thought] = [read, thought].map(|score| study::Measure::worth(score.expect("judged")));
        assert!((read - thought).abs() < 0.0051, "kept with two digits: {read} {thought}");
    }
    let verdict = two.verdict(3).expect("judged");
    assert_eq!(
        (verdict.player, verdict.grade >= Grade::Mistake),
        (Player::White, true),
        "A9 is worth nothing: {verdict:?}"
    );
}

#[test]
fn the_reason_is_what_the_answer_takes() {
    let way = way(LEFT_IN_ATARI);
    let stop = Stop::new();
    let analysis =
        review(&way, Analysis::new(&way, Effort::Normal), &Resources::default(), &NoNotebook, &stop, &|_, _| {});
    let verdict = analysis.verdict(0).expect("judged");
    assert!(verdict.grade >= Grade::Mistake, "{verdict:?}");
    let [before, after] = [0, 1].map(|at| analysis.judgement(at).expect("judged"));
    let said = why(&way, 0, before, after);
    assert_eq!(said.answer.first().map(|reason| &*reason.id), Some("hint-go-captures"), "{said:?}");
}

#[test]
fn a_review_can_be_stopped_in_the_middle() {
    let way = way("(;GM[1]SZ[9];B[ee];W[ec];B[ce];W[aa];B[gg];W[cg])");
    let stop = Stop::new();
    let analysis = Analysis::new(&way, Effort::Normal);
    let half = review(&way, analysis, &Resources::default(), &NoNotebook, &stop, &|_, job| {
        if job.moment == 2 {
            stop.ask();
        }
    });
    assert_eq!(half.progress(), [3, 7]);
    assert!(!half.is_done());
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_thread_that_breaks_down_keeps_nobody_waiting() {
    let way = way("(;GM[1]SZ[9];B[ee];W[ec])");
    let resources = Resources { threads: NonZeroUsize::new(2).expect("not zero"), ..Resources::default() };
    let analysis = Analysis::new(&way, Effort::Normal);
    review(&way, analysis, &resources, &NoNotebook, &Stop::new(), &|_, _| panic!("shown to nobody"));
}

/// A move that is tried with the full effort, and whether something had to be thought for it.
fn attempt(way: &AnyWay, before: &Judgement, text: &str) -> (Trial, bool) {
    let attempt = Attempt::new(way, 0, before, Effort::Quick, text).expect("a legal move");
    let is_asked = attempt.question().is_some();
    (attempt.settled_by(|way, moment, effort| Some(judge(way, moment, effort))).expect("an answer"), is_asked)
}

fn ids(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| &*message.id).collect()
}

#[test]
fn a_move_that_is_tried_is_right_if_it_loses_nothing_and_else_it_is_said_how_it_is_answered() {
    let way = way(LEFT_IN_ATARI);
    let before = judge(&way, 0, Effort::Quick);
    let best = before.best().expect("a move").mv().to_owned();
    let (right, was_asked) = attempt(&way, &before, &best);
    assert!(right.is_right() && !was_asked, "what the machine would play is known");
    assert_eq!(ids(&right.said()), ["study-right-why"], "{:?}", right.said());
    let (wrong, was_asked) = attempt(&way, &before, "a9");
    assert!(!wrong.is_right() && was_asked);
    assert_eq!(wrong.mv(), "A9");
    // The better move may be tried next: it is not named, unless the answer is played there.
    assert_eq!(ids(&wrong.said()), ["study-lost-points", "study-answer"], "{:?}", wrong.said());
    assert!(wrong.way().branch(1, &[&wrong.line()[0]]).is_ok(), "the answer can be played");
    let solution = Solution::new(&way, 0, &before).expect("a best move");
    assert_eq!((solution.line()[0].as_str(), &*solution.said().id), (&*best, "study-solution-why"));
    assert!(!format!("{:?}", solution.hint()).contains(&best), "a hint names no move");
}

#[test]
fn what_cannot_be_played_is_refused_for_the_reason_that_the_rules_give() {
    let way = way(LEFT_IN_ATARI);
    let before = judge(&way, 0, Effort::Quick);
    for (text, id) in [("D5", "go-illegal-occupied"), ("Z9", "go-illegal-off-board"), ("?", "error-column")] {
        let refused = Attempt::new(&way, 0, &before, Effort::Quick, text).expect_err(text);
        assert_eq!(refused.id, id, "{text}");
    }
}

#[test]
fn in_an_exact_game_every_move_that_keeps_the_result_is_right() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut position = othello::Game.start();
    while position.board().empties().len() > 12 || position.legal_moves().count() < 4 {
        let moves: Vec<_> = position.legal_moves().collect();
        match moves.get(rng.usize(..moves.len().max(1))) {
            Some(&mv) => position.play_legal(mv),
            None => position = othello::Game.start(),
        }
    }
    let way = othello(position);
    let before = judge(&way, 0, Effort::Quick);
    let Score::Exact { margin: best, .. } = before.score else { panic!("the end is seen: {before:?}") };
    let mut wrong = 0;
    for mv in position.legal_moves() {
        let (trial, _) = attempt(&way, &before, &mv.to_string());
        let Score::Exact { margin, .. } = judge(&othello(position.after(mv)), 0, Effort::Quick).score else {
            panic!("the end is seen")
        };
        let turn = position.after(mv).turn();
        let lost = best - plateau_core::change_side(margin, turn, position.turn());
        assert_eq!(trial.is_right(), lost == 0, "{mv} loses {lost}");
        assert_eq!(trial.verdict().map(|verdict| verdict.loss), Some(lost as f32), "{mv}");
        wrong += u32::from(lost > 0);
    }
    assert!(wrong > 0, "not every move is good here");
}
