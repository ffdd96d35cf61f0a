//! Reviews of games whose judgements are made up, so that what must come of them is known.

use plateau_core::Player;
use search::Score;
use study::{Analysis, Effort, Grade, Job, Judged, Judgement, Phase};
use table::{AnyWay, Review};

fn way(text: &str) -> AnyWay {
    let mut contents = record::read(text.as_bytes(), None, &record::ReadOptions::default()).expect("a record");
    Review::of_record(contents.records.remove(0)).way().expect("a way")
}

/// Four moves on 9×9.
fn game() -> AnyWay {
    way("(;GM[1]SZ[9];B[ee];W[ec];B[ce];W[gg])")
}

/// The side to move is so far ahead; the best moves, with what each is worth.
fn judged(turn: Player, lead: f32, moves: &[(&str, f32)]) -> Judgement {
    let score = |lead| Score::Chance { win: 0.5, lead };
    let judged = |&(mv, lead): &(&str, f32)| Judged { line: vec![mv.to_owned()], score: score(lead), visits: 1 };
    Judgement { turn, score: score(lead), moves: moves.iter().map(judged).collect(), ownership: Vec::new(), nodes: 1 }
}

/// What Black is ahead by in each position, thought about as the analysis wishes, and the jobs in their order.
fn think(analysis: &mut Analysis, leads: &[f32], best: &[&str]) -> Vec<Job> {
    let mut jobs = Vec::new();
    while let Some(job) = analysis.begin() {
        let turn = analysis.turn(job.moment);
        let lead = if turn == Player::Black { leads[job.moment] } else { -leads[job.moment] };
        let moves = best.get(job.moment).map(|&mv| (mv, lead));
        analysis.take(job, judged(turn, lead, moves.as_slice()));
        jobs.push(job);
    }
    assert!(analysis.is_done());
    jobs
}

#[test]
fn a_move_loses_what_the_player_has_less_of_after_it() {
    let mut analysis = Analysis::new(&game(), Effort::Quick);
    // Black's second move loses 9.5 points; White's first only seems to, being the best; the others lose nothing.
    let jobs = think(&mut analysis, &[0.0, 1.0, 4.0, -5.5, -6.0], &["E5", "E7", "G5", "C3"]);
    assert_eq!(jobs.len(), 5);
    let loss = |at| analysis.verdict(at).map(|verdict| (verdict.player, verdict.loss, verdict.grade, verdict.agrees));
    assert_eq!(loss(0), Some((Player::Black, 0.0, Grade::Fine, true)));
    assert_eq!(loss(1), Some((Player::White, 0.0, Grade::Fine, true)));
    assert_eq!(loss(2), Some((Player::Black, 9.5, Grade::Blunder, false)));
    assert_eq!(loss(3), Some((Player::White, 0.0, Grade::Fine, false)), "what is gained is no loss");
    assert_eq!(loss(4), None, "nothing was played");
    let best = analysis.verdict(2).expect("known").best;
    assert_eq!(best.mv(), "G5");
    assert_eq!(analysis.worth(3), Some(Score::Chance { win: 0.5, lead: -5.5 }), "seen by Black");
}

#[test]
fn all_positions_come_first_and_then_the_largest_losses_with_more_effort() {
    let mut analysis = Analysis::new(&game(), Effort::Normal);
    let jobs = think(&mut analysis, &[0.0, 0.0, 0.0, -9.5, -9.5], &["E5", "E7", "G5", "C3"]);
    let job = |moment, effort| Job { moment, effort };
    let quick = (0..5).map(|moment| job(moment, Effort::Quick));
    let closer = [job(2, Effort::Normal), job(3, Effort::Normal)];
    assert_eq!(jobs, quick.chain(closer).collect::<Vec<Job>>());
    assert_eq!(analysis.effort_at(2), Some(Effort::Normal));
    assert_eq!(analysis.effort_at(1), Some(Effort::Quick));
}

#[test]
fn several_think_at_once_and_nothing_twice() {
    let mut analysis = Analysis::new(&game(), Effort::Normal);
    let jobs: Vec<Job> = std::iter::from_fn(|| analysis.begin()).collect();
    assert_eq!(jobs.iter().map(|job| job.moment).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert!(!analysis.is_done(), "all of it is under way");
    analysis.give_back(jobs[3]);
    assert_eq!(analysis.begin(), Some(jobs[3]), "what was not done is done by another");
    for &job in &jobs {
        assert_eq!(analysis.progress(), [job.moment, 5]);
        assert_eq!(analysis.begin(), None);
        analysis.take(job, judged(analysis.turn(job.moment), 0.0, &[("A1", 0.0)]));
    }
    assert!(analysis.is_done(), "nobody lost anything");
}

#[test]
fn nobody_looks_closer_before_all_is_known() {
    let mut analysis = Analysis::new(&game(), Effort::Normal);
    let jobs: Vec<Job> = std::iter::from_fn(|| analysis.begin()).collect();
    let take = |analysis: &mut Analysis, job: Job| {
        // The first move loses much, and nothing is lost after it.
        let black = if job.moment == 0 { 0.0 } else { -9.5 };
        let turn = analysis.turn(job.moment);
        analysis.take(job, judged(turn, if turn == Player::Black { black } else { -black }, &[("A1", 0.0)]));
    };
    jobs[..4].iter().for_each(|&job| take(&mut analysis, job));
    assert_eq!((analysis.begin(), analysis.is_done()), (None, false), "one is still thought about");
    take(&mut analysis, jobs[4]);
    let closer: Vec<Job> = std::iter::from_fn(|| analysis.begin()).collect();
    let around = [0, 1].map(|moment| Job { moment, effort: Effort::Normal });
    assert_eq!(closer, around, "the position before it and the one after it, side by side");
    take(&mut analysis, closer[1]);
    assert_eq!((analysis.begin(), analysis.is_done()), (None, false), "one is still thought about");
    take(&mut analysis, closer[0]);
    assert!(analysis.is_done());
    assert!(!analysis.is_empty() && analysis.len() == 5);
}

#[test]
fn less_thought_does_not_replace_more() {
    let mut analysis = Analysis::new(&game(), Effort::Deep);
    let job = |effort| Job { moment: 0, effort };
    let lead = |analysis: &Analysis| analysis.judgement(0).map(|judgement| judgement.score);
    analysis.take(job(Effort::Normal), judged(Player::Black, 1.0, &[]));
    analysis.take(job(Effort::Quick), judged(Player::Black, 2.0, &[]));
    assert_eq!(lead(&analysis), Some(Score::Chance { win: 0.5, lead: 1.0 }));
    analysis.take(job(Effort::Deep), judged(Player::Black, 3.0, &[]));
    assert_eq!(lead(&analysis), Some(Score::Chance { win: 0.5, lead: 3.0 }));
}

#[test]
fn what_may_be_noise_turns_nothing() {
    let mut analysis = Analysis::new(&game(), Effort::Quick);
    let noise = analysis.measure().noise(Effort::Quick);
    think(&mut analysis, &[0.0, -0.9 * noise, -0.9 * noise, -0.9 * noise, 19.0], &["A1", "E7", "A1", "A1"]);
    let [black, white] = Player::BOTH.map(|player| analysis.summary(player));
    assert!(black.turning_points.is_empty());
    assert_eq!((black.whole.moves, black.whole.agreed, black.whole.lost), (2, 0, 0.0));
    assert_eq!(white.turning_points, [3]);
    assert_eq!(white.grades, [1, 0, 0, 1]);
    assert_eq!((white.whole.agreed, white.phases[0].moves), (1, 2));
}

#[test]
fn who_finds_the_only_move_is_told_so() {
    let mut analysis = Analysis::new(&game(), Effort::Quick);
    while let Some(job) = analysis.begin() {
        let moves = [("E5", 2.0), ("C3", -4.0)];
        analysis.take(job, judged(analysis.turn(job.moment), 0.0, &moves));
    }
    assert_eq!(analysis.summary(Player::Black).found, [0]);
    assert!(analysis.summary(Player::White).found.is_empty());
}

#[test]
fn moves_without_a_choice_are_not_judged() {
    let way = way("(;GM[2]SZ[8]AE[dd][de][ed][ee]AB[aa]AW[ba]PL[B];B[ca])");
    assert!(way.is_forced(0), "nothing else can be played");
    let mut analysis = Analysis::new(&way, Effort::Quick);
    while let Some(job) = analysis.begin() {
        analysis.take(job, judged(analysis.turn(job.moment), -8.0, &[("a1", 0.0)]));
    }
    assert_eq!((analysis.progress(), analysis.verdict(0)), ([2, 2], None));
}

#[test]
fn what_was_counted_is_not_judged() {
    let mut analysis = Analysis::new(&way("(;GM[1]SZ[9]KM[7]RE[W+8.5];B[ee];W[ec];B[];W[])"), Effort::Normal);
    let jobs: Vec<usize> = std::iter::from_fn(|| analysis.begin()).map(|job| job.moment).collect();
    assert_eq!(jobs, [0, 1, 2, 3], "the last position has been counted");
    assert_eq!(analysis.worth(4), Some(Score::Chance { win: 0.0, lead: -8.5 }));
    for (result, lead, win) in [("B+3", 3.0, 1.0), ("0", 0.0, 0.5)] {
        let text = format!("(;GM[1]SZ[9]RE[{result}];B[ee];W[ec];B[];W[])");
        let counted = Analysis::new(&way(&text), Effort::Quick).worth(4);
        assert_eq!(counted, Some(Score::Chance { win, lead }), "{text}");
    }
}

/// Twenty empty squares are the end of a game of Othello, and not one more.
#[test]
fn the_end_of_othello_begins_with_twenty_empty_squares() {
    let moves = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8";
    let analysis = Analysis::new(&way(moves), Effort::Quick);
    let begins = |phase| (0..analysis.len()).position(|at| analysis.phase(at) == phase);
    assert_eq!(Phase::ALL.map(begins), [Some(0), Some(20), Some(40)]);
}

#[test]
fn a_summary_tells_what_was_lost_where_and_the_worst_three() {
    let text = "(;GM[1]SZ[9];B[ee];W[ec];B[ce];W[gg];B[gc];W[cc];B[eg];W[cg];B[ge];W[ff])";
    let mut analysis = Analysis::new(&way(text), Effort::Quick);
    // Black loses 10, 6, 9, 7 and 8 points; White finds what the machine would have played.
    think(
        &mut analysis,
        &[0.0, -10.0, -10.0, -16.0, -16.0, -25.0, -25.0, -32.0, -32.0, -40.0, -40.0],
        &["A1", "E7", "A1", "G3", "A1", "C7", "A1", "C3", "A1", "F4"],
    );
    let [black, white] = Player::BOTH.map(|player| analysis.summary(player));
    assert_eq!((black.whole.moves, black.whole.agreed, black.whole.lost), (5, 0, 40.0));
    assert_eq!((white.whole.moves, white.whole.agreed, white.whole.lost), (5, 5, 0.0));
    assert_eq!(black.turning_points, [0, 4, 8], "the worst three, as they came");
    assert_eq!((black.grades, white.grades), ([0, 0, 2, 3], [5, 0, 0, 0]));
    let lost: f32 = black.phases.iter().map(|phase| phase.lost).sum();
    assert_eq!((lost, black.phases[0].lost), (40.0, 40.0), "a dozen stones are an opening");
    let curve = analysis.curve(Some(3));
    let dots: Vec<_> = curve.dots.iter().map(|dot| (dot.at, dot.player, dot.weight)).collect();
    let weights = [(0, 3), (2, 2), (4, 3), (6, 2), (8, 3)];
    assert_eq!(dots, weights.map(|(at, weight)| (at, Player::Black, weight)));
    assert_eq!((curve.here, curve.worths[3], curve.top()), (Some(3), Some(-16.0), 40.0));
    assert_eq!((curve.height(10.0), curve.height(-50.0)), (0.25, -1.0));
    let chances = analysis.curve_of_chances(None);
    assert_eq!((chances.worths[3], chances.top(), chances.dots), (Some(0.0), 1.0, curve.dots));
}

/// Small differences must not look like mountains.
#[test]
fn a_curve_without_heights_reaches_as_far_as_a_blunder() {
    let mut analysis = Analysis::new(&game(), Effort::Quick);
    assert_eq!(analysis.curve(None).worths, [None; 5]);
    think(&mut analysis, &[0.0, 1.0, 0.0, 1.0, 0.0], &["E5", "E7", "C5", "G3"]);
    let curve = analysis.curve(None);
    assert_eq!((curve.top(), curve.dots), (analysis.measure().from(Grade::Blunder), Vec::new()));
}

#[test]
fn where_everything_is_known_what_is_as_good_agrees() {
    let way = way("(;GM[104];B[7b2];W[0a1])");
    let mut analysis = Analysis::new(&way, Effort::Quick);
    while let Some(job) = analysis.begin() {
        let turn = analysis.turn(job.moment);
        // The second player has won all along.
        let score = Score::Exact { margin: if turn == Player::Black { -1 } else { 1 }, plies: None };
        let moves = vec![Judged { line: vec!["1c3".to_owned()], score, visits: 0 }];
        analysis.take(job, Judgement { turn, score, moves, ownership: Vec::new(), nodes: 0 });
    }
    for at in [0, 1] {
        let verdict = analysis.verdict(at).expect("known");
        assert_eq!((verdict.agrees, verdict.loss, verdict.noise), (true, 0.0, 0.0));
    }
}

mod lessons {
    use study::lesson::{Attempt, Came, steps};
    use table::Kind;
    use table::view::Stage;

    /// Steps that only ask for a move, whichever it is.
    const FREE: [&str; 3] = ["lesson-go-place", "lesson-othello-turn", "lesson-aligne4-choose"];

    fn all() -> impl Iterator<Item = Attempt> {
        Kind::ALL.into_iter().flat_map(|kind| (0..steps(kind)).filter_map(move |step| Attempt::new(kind, step)))
    }

    /// Every move that could be written down in the position that a step begins with.
    fn candidates(attempt: &Attempt) -> Vec<String> {
        use plateau_core::Position;
        match attempt.table() {
            table::AnyTable::Go(table) => table.position().all_moves().map(|mv| mv.to_string()).collect(),
            table::AnyTable::Othello(table) => table.position().all_moves().map(|mv| mv.to_string()).collect(),
            table::AnyTable::Aligne4(table) => table.position().all_moves().map(|mv| mv.to_string()).collect(),
        }
    }

    #[test]
    fn every_lesson_has_five_to_eight_steps_of_different_names() {
        for kind in Kind::ALL {
            assert!((5..=8).contains(&steps(kind)), "{kind}");
            assert!(Attempt::new(kind, steps(kind)).is_none());
        }
        let mut names: Vec<_> = all().map(|attempt| attempt.task().id).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_step_can_be_done_by_what_it_shows_and_is_not_done_by_everything() {
        for attempt in all() {
            let mut done = attempt.clone();
            let mut tasks = 0;
            while let Some(answer) = done.answer() {
                let is_last = done.clone().play(&answer).expect("an answer is legal") == Came::Done;
                assert_eq!(done.play(&answer), Ok(if is_last { Came::Done } else { Came::GoesOn }), "{done:?}");
                tasks += 1;
            }
            assert!(done.is_done() && tasks > 0 && done.moves().len() == tasks, "{done:?}");

            let came = candidates(&attempt).into_iter().filter_map(|mv| attempt.clone().play(&mv).ok());
            let came: Vec<Came> = came.collect();
            let not_yet = came.iter().filter(|&&came| came == Came::NotYet).count();
            let id = attempt.task().id;
            if tasks > 1 || FREE.contains(&&*id) {
                continue;
            }
            assert!(not_yet * 2 > came.len(), "{id}: {not_yet} of {} moves do not do it", came.len());
        }
    }

    #[test]
    fn a_move_that_misses_the_point_is_not_made_and_an_illegal_one_gets_its_reason() {
        let mut take = Attempt::new(Kind::Go, 1).expect("a step");
        let before = take.view(None);
        assert_eq!(take.play("A1"), Ok(Came::NotYet));
        assert_eq!(take.play("D4").map_err(|why| why.id.into_owned()), Err("go-illegal-occupied".to_owned()));
        assert_eq!((take.view(None), take.moves().len()), (before, 0));
        assert_eq!(take.play("E4"), Ok(Came::Done));
        assert!(take.is_done() && !take.view(None).board.cells.iter().any(|cell| cell.legal));
    }

    #[test]
    fn a_ko_is_taken_back_one_move_later() {
        let ko = (0..steps(Kind::Go)).filter_map(|step| Attempt::new(Kind::Go, step));
        let mut ko = ko.into_iter().find(|attempt| attempt.task().id == "lesson-go-ko").expect("a step about ko");
        assert_eq!(ko.play("D4").map_err(|why| why.id.into_owned()), Err("go-illegal-ko".to_owned()));
        // White answers elsewhere, wherever Black has played.
        assert_eq!(ko.clone().play("A7"), Ok(Came::GoesOn));
        assert_eq!(ko.play("F6"), Ok(Came::GoesOn));
        assert_eq!(ko.view(None).moves.len(), 2);
        assert_eq!(ko.play("D4"), Ok(Came::Done));
        let again = Attempt::after(Kind::Go, ko.step(), ko.moves().iter().map(String::as_str));
        assert_eq!(again.map(|again| again.view(None)), Some(ko.view(None)));
    }

    #[test]
    fn a_game_of_go_ends_when_both_pass_and_a_line_of_four_wins() {
        let mut end = Attempt::new(Kind::Go, steps(Kind::Go) - 1).expect("a step");
        assert_eq!(end.play("pass"), Ok(Came::Done));
        assert!(matches!(end.view(None).stage, Stage::Marking { .. }));
        let mut line = Attempt::new(Kind::Aligne4, 1).expect("a step");
        assert_eq!(line.play("4d1"), Ok(Came::NotYet));
        assert_eq!(line.play("1d1"), Ok(Came::Done));
        assert_eq!(line.view(None).stage, Stage::Ended);
    }
}
