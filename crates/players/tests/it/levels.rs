//! Every level sits down, plays legally to the end, and matches are fair.

use plateau_core::{Game, Outcome, Player, Position};
use players::contest::{Contest, Standing};
use players::{MachineGame, Unavailable};
use search::{Limits, Report, Resources, Stop};
use table::{Side, Value, Who};

fn seeded(seed: u64) -> Resources {
    Resources { seed: Some(seed), ..Resources::default() }
}

fn play_one<G: MachineGame>(game: &G, a: &Who, b: &Who, number: usize) -> (Outcome, usize) {
    let seat = |who, seed| game.seat(who, &seeded(seed)).unwrap_or_else(|why| panic!("{who}: {why}"));
    let mut movers = [seat(a, 1), seat(b, 2)];
    let mut standing = Standing::default();
    let contest = Contest::new(game, &[], 1000, seeded(3));
    let played = contest.play(number, &mut movers, &mut standing, &Stop::new()).expect("no engine fails");
    assert_eq!(standing.games(), 1);
    (played.outcome, played.moves.len())
}

fn check_levels<G: MachineGame>(game: &G) {
    for (index, level) in G::levels().iter().enumerate() {
        assert_eq!(level.number as usize, index + 1, "levels are numbered from 1");
        if level.number <= 3 {
            let (_, plies) = play_one(game, &Who::Level(level.number), &Who::Random, index);
            assert!(plies > 0);
        }
    }
    for level in 0..=255 {
        let known = G::levels().iter().any(|known| known.number == level);
        assert_eq!(G::check_seat(&Who::Level(level)).is_ok(), known, "level {level}");
    }
    assert_eq!(G::check_seat(&Who::Person), Ok(()));
    let beyond = Who::Level(99);
    assert!(matches!(game.seat(&beyond, &seeded(1)), Err(Unavailable::NoLevel { asked: 99, .. })));
    assert!(matches!(game.seat(&Who::Person, &seeded(1)), Err(Unavailable::Person)));
}

#[test]
fn every_low_level_plays_a_whole_game() {
    check_levels(&go::Game::even(go::Size::new(7).expect("a size"), go::Rules::default()));
    check_levels(&othello::Game);
    for rules in aligne4::Rules::ALL {
        check_levels(&aligne4::Game::new(rules));
    }
}

/// Whoever plays over GTP changes the board under the engine, and looks at positions without any limit.
#[test]
fn a_level_of_go_fits_itself_to_the_board() {
    let position = |width| go::Game::even(go::Size::new(width).expect("a size"), go::Rules::default()).start();
    let mut mover = position(9).game().seat(&Who::Level(9), &seeded(1)).expect("a seat");
    let mut nodes =
        |width| mover.think(&position(width), None, &Stop::new(), &mut |_| {}).expect("a move").report.nodes;
    assert_eq!([9, 19, 13, 9].map(&mut nodes), [30, 24, 19, 30]);

    let mut engine = mover.into_engine();
    // Somebody looks on until there is enough to see, however long that takes here.
    let stop = Stop::new();
    let mut look_on = |report: &Report<go::Move>| {
        if report.nodes > 24 {
            stop.ask();
        }
    };
    let thought = engine.think(&position(19), &Limits::NONE, &stop, &mut look_on).expect("a move");
    assert!(thought.report.nodes > 24, "an analysis is not held to the visits of a move: {}", thought.report.nodes);
    let thought = engine.think(&position(19), &Limits::nodes(24), &Stop::new(), &mut |_| {}).expect("a move");
    assert_eq!(thought.report.nodes, 24, "what was seen then does not help with the move");
}

#[test]
fn the_same_seeds_play_the_same_game() {
    let game = othello::Game;
    let [a, b] = [(); 2].map(|()| play_one(&game, &Who::Level(1), &Who::Random, 0));
    assert_eq!(a, b);
}

#[test]
fn openings_are_played_twice_with_colours_exchanged() {
    let game = othello::Game;
    let openings = ["f5d6", "f5f6"].map(|text| {
        [&text[..2], &text[2..]].iter().map(|square| square.parse().expect("a square")).collect::<Vec<othello::Move>>()
    });
    let contest = Contest::new(&game, &openings, 1000, seeded(3));
    let seat = |seed| game.seat(&Who::Random, &seeded(seed)).expect("a seat");
    let (mut movers, mut standing) = ([seat(1), seat(2)], Standing::default());
    let games: Vec<_> =
        (0..4).map(|number| contest.play(number, &mut movers, &mut standing, &Stop::new()).expect("a game")).collect();
    for (number, played) in games.iter().enumerate() {
        assert_eq!(played.first_plays, Player::BOTH[number % 2]);
        assert_eq!(played.moves[..2], openings[number / 2]);
        let mut position = game.start();
        played.moves.iter().for_each(|&mv| position.play(mv).expect("legal"));
        assert_eq!(position.outcome(), Some(played.outcome));
    }
    assert_eq!(standing.games(), 4);
    assert!(standing.moves[0] > 100 && standing.moves[1] > 100);
}

fn go_position(text: &str) -> go::Position {
    go::Game::default().position(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// White's two stones in Black's corner are dead, and everything else lives.
#[test]
fn the_machine_proposes_dead_stones_at_the_end_of_a_game_of_go() {
    let text = ".OX...XO./.OX...XOO/XXX...XXO/......XO./XXXXXXXOO/OOOOOOOO./........./..O...O../......... X passes=2";
    let position = go_position(text);
    let dead = position.game().dead(&position, &seeded(1), &Stop::new());
    assert_eq!(dead.len(), 1, "one chain: {dead:?}");
    let marked: go::Point = dead[0].parse().expect("a point");
    let chain: Vec<String> = position.board().chain(marked).map(|point| point.to_string()).collect();
    assert!(chain.len() == 2 && chain.contains(&"B9".to_owned()), "{chain:?}");
    assert_eq!(othello::Game.dead(&othello::Game.start(), &seeded(1), &Stop::new()), Vec::<String>::new());
}

#[test]
fn a_hint_in_go_says_what_the_move_does_and_what_to_expect() {
    let position =
        go_position("OX......./.X......./........./........./........./........./........./........./......... X");
    let mut mover = position.game().seat(&Who::Nodes(50), &seeded(1)).expect("a seat");
    let report = mover.think(&position, None, &Stop::new(), &mut |_| {}).expect("an answer").report;
    let reasons = position.game().reasons(&position, "A8".parse().expect("a move"), &report);
    let ids: Vec<&str> = reasons.iter().map(|reason| &*reason.id).collect();
    assert_eq!(ids[0], "hint-go-captures");
    assert!(ids.last().is_some_and(|id| ["hint-go-ahead", "hint-go-even", "hint-go-behind"].contains(id)), "{ids:?}");
}

/// Who asks for a hint is told whose game is expected to go so: "the machine expects to lose" would be taken for the opponent.
#[test]
fn a_hint_names_the_side_that_it_expects_something_for() {
    fn side<G: MachineGame>(game: &G, position: &G::Position) -> Option<Value> {
        let mut mover = game.seat(&Who::Nodes(50), &seeded(1)).expect("a seat");
        let thought = mover.think(position, None, &Stop::new(), &mut |_| {}).expect("an answer");
        let search::Choice::Play(mv) = thought.choice else { panic!("no move") };
        let outlook = game.reasons(position, mv, &thought.report).pop().expect("a reason");
        outlook.gaps.into_iter().find(|(gap, _)| gap == "player").map(|(_, value)| value)
    }
    for (turn, mover) in [("X", Side::Black), ("O", Side::White)] {
        let rows = "OX......./.X......./........./........./....O..../........./........./........./.........";
        let position = go_position(&format!("{rows} {turn}"));
        assert_eq!(side(position.game(), &position), Some(Value::Side(mover)));
        let rows = "-OO--OOO/OOXXXXOO/-OXOOXO-/--XXXX--/--XOXX--/--OOOO--/-OO--O--/OO----OO";
        let position = othello::Game.position(&format!("{} {turn}", rows.replace('/', ""))).expect("a position");
        assert_eq!(side(&othello::Game, &position), Some(Value::Side(mover)));
    }
}

/// Levels that play by instinct used to stop half-way where territory is counted, and to fill their own territory where areas are.
#[test]
fn no_level_of_go_stops_before_the_borders_are_closed_or_goes_on_for_ever() {
    for (level, rules) in [4, 5, 6, 7, 8]
        .into_iter()
        .flat_map(|level| ["japanese", "korean", "chinese", "french"].into_iter().map(move |rules| (level, rules)))
    {
        let game = go::Game::even(go::Size::new(9).expect("a size"), rules.parse().expect("rules"));
        let seat = |seed| game.seat(&Who::Level(level), &seeded(seed)).expect("a seat");
        let mut movers = [seat(1), seat(2)];
        let contest = Contest::new(&game, &[], 300, seeded(3));
        let played = contest.play(0, &mut movers, &mut Standing::default(), &Stop::new()).expect("no engine fails");
        let mut position = game.start();
        played.moves.iter().for_each(|&mv| position.play_legal(mv));
        if !position.is_over() {
            // It was given up.
            continue;
        }
        let dead = players::judge(&position, &seeded(3), &Stop::new());
        let count = position.count(&dead);
        let is_open = |point: &go::Point| !matches!(count.at(*point).status, go::Status::Territory(_));
        let open = position.board().empty_points().filter(is_open).count();
        assert!(open <= 8, "level {level}, {rules}: {open} points are nobody's: {position}");
        let moves = played.moves.len();
        assert!((40..=140).contains(&moves), "level {level}, {rules}: {moves} moves: {position}");
    }
}
