//! Reviews of games whose judgements are made up, so that what must come of them is known.

use plateau_core::Player;
use search::Score;
use study::{Analysis, Effort, Grade, Job, Judged, Judgement};
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
    let way = way("(;GM[1]SZ[9]KM[7]RE[W+8.5];B[ee];W[ec];B[];W[])");
    let mut analysis = Analysis::new(&way, Effort::Normal);
    let jobs: Vec<usize> = std::iter::from_fn(|| analysis.begin()).map(|job| job.moment).collect();
    assert_eq!(jobs, [0, 1, 2, 3], "the last position has been counted");
    assert_eq!(analysis.worth(4), Some(Score::Chance { win: 0.0, lead: -8.5 }));
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
