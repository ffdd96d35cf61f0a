//! The count at the end: areas, territories, prisoners, dead stones, seki.

use go::{Count, DeadStones, Player, Position, Rules, Scoring, Status, Territory};
use plateau_core::Position as _;

use crate::setup::{play, point, position, rules};

/// Counts with the chains at these points marked dead.
fn count(position: &Position, dead: &str) -> Count {
    let mut marks = DeadStones::NONE;
    for name in dead.split_whitespace() {
        assert!(marks.toggle(position.board(), point(name)), "a stone at {name}");
    }
    let count = position.count(&marks);
    check_breakdown(position, &count);
    count
}

/// The points one by one add up to the totals, whatever the way of counting.
fn check_breakdown(position: &Position, count: &Count) {
    for player in Player::BOTH {
        let tally = count.tally(player);
        let on_board: u16 = position.size().points().map(|p| count.at(p).worth[player]).sum();
        let besides = match position.rules().scoring {
            Scoring::Area => 0,
            Scoring::Territory | Scoring::Sum => tally.captures as i32,
            Scoring::Stones => -(tally.eyes as i32),
        };
        let half_points = 2 * (on_board as i32 + besides);
        let bonus = tally.komi_half_points + tally.compensation_half_points;
        assert_eq!(half_points + bonus, tally.total_half_points, "{player} in {position}");
    }
}

fn margin(rule_set: &str, text: &str, dead: &str) -> String {
    count(&position(rules(rule_set), text), dead).margin().to_string()
}

const DAME: &str = ".X.O./.X.O./.X.O./.X.O./.X.O. X";

#[test]
fn ordinary_dame_are_nobodys_and_no_seki() {
    let p = position(rules("japanese"), DAME);
    let counted = count(&p, "");
    assert_eq!(counted.at(point("C3")).status, Status::Dame);
    assert_eq!(counted.at(point("A3")).status, Status::Territory(Player::Black));
    assert_eq!(counted.at(point("D3")).status, Status::Stone(Player::White));
    assert_eq!(counted.margin().to_string(), "W+6.5");
    assert_eq!(margin("chinese", DAME, ""), "W+7.5");
    assert_eq!(margin("new-zealand", DAME, ""), "W+7");
}

#[test]
fn prisoners_count_where_territory_does() {
    let text = ".X.O./.X.O./.X.O./.X.O./.X.O. X captures=9,2";
    assert_eq!(margin("japanese", text, ""), "B+0.5");
    assert_eq!(margin("korean", text, ""), "B+0.5");
    assert_eq!(margin("chinese", text, ""), "W+7.5");
    assert_eq!(margin("sum", text, ""), "W+0.5");
}

/// A dead stone is a prisoner, and its point the enemy's.
#[test]
fn a_dead_stone_counts_twice_by_territory_and_once_by_area() {
    let text = "OX.O./.X.O./.X.O./.X.O./.X.O. X";
    let p = position(rules("japanese"), text);
    assert_eq!(count(&p, "").margin().to_string(), "W+11.5", "alive it undoes the territory");
    let counted = count(&p, "A5");
    assert_eq!(counted.margin().to_string(), "W+5.5");
    let here = counted.at(point("A5"));
    assert_eq!((here.status, here.dead_stone), (Status::Territory(Player::Black), Some(Player::White)));
    assert_eq!(here.worth, [2, 0]);
    assert_eq!(margin("chinese", text, "A5"), "W+7.5");
    assert_eq!(margin("sum", text, "A5"), "W+6.5");
    assert_eq!(margin("tromp-taylor", text, "A5"), margin("tromp-taylor", text, ""), "everything is alive");
}

#[test]
fn marking_toggles_a_whole_chain() {
    let p = position(Rules::default(), "OO.../.O.../..O../...../..... X");
    let mut marks = DeadStones::NONE;
    assert!(marks.toggle(p.board(), point("A5")));
    assert_eq!(marks.points().iter().map(|p| p.to_string()).collect::<Vec<_>>(), ["B4", "A5", "B5"]);
    assert!(marks.toggle(p.board(), point("C3")));
    assert!(marks.toggle(p.board(), point("B4")));
    assert_eq!(marks.points().len(), 1);
    assert!(!marks.toggle(p.board(), point("A1")));
}

#[test]
fn a_dead_stone_between_both_is_a_prisoner_on_a_neutral_point() {
    let text = ".X.O./.XX.O/.X.O./.XO.O/.X.O. X";
    let counted = count(&position(rules("japanese"), text), "C2");
    let here = counted.at(point("C2"));
    assert_eq!((here.status, here.worth), (Status::Dame, [1, 0]));
}

/// Bent four in the corner: on the board it looks like a seki, by agreement White is dead.
const BENT_FOUR: &str = "......./......./XX...../OOX..../.OXXX../XOOOX../XX.OX.. X";

#[test]
fn bent_four_in_the_corner_agreed_dead() {
    let p = position(rules("japanese"), BENT_FOUR);
    let counted = count(&p, "A4");
    assert_eq!(counted.tally(Player::Black).dead, 7);
    assert_eq!(counted.tally(Player::Black).territory, 38);
    assert_eq!(counted.margin().to_string(), "B+38.5");
    assert_eq!(margin("chinese", BENT_FOUR, "A4"), "B+41.5");
}

#[test]
fn left_as_it_is_bent_four_is_a_seki_with_two_shared_liberties() {
    let p = position(rules("japanese"), BENT_FOUR);
    let counted = count(&p, "");
    assert_eq!(counted.at(point("A3")).status, Status::Dame);
    assert_eq!(counted.at(point("G7")).status, Status::Territory(Player::Black));
    assert_eq!(counted.margin().to_string(), "B+22.5");
    assert_eq!(margin("chinese", BENT_FOUR, ""), "B+25.5");
}

/// An eye each and one liberty between them: the eyes count by area only.
const EYE_AGAINST_EYE: &str = "..XO./..XO./XXXOO/OOOXX/.O.X. X";

#[test]
fn seki_of_eye_against_eye() {
    let p = position(rules("japanese"), EYE_AGAINST_EYE);
    let counted = count(&p, "");
    assert_eq!(counted.at(point("A1")).status, Status::SekiEye(Player::White));
    assert_eq!(counted.at(point("E1")).status, Status::SekiEye(Player::Black));
    assert_eq!(counted.at(point("C1")).status, Status::Dame);
    assert_eq!(Player::BOTH.map(|player| counted.tally(player).territory), [4, 2]);
    assert_eq!(counted.margin().to_string(), "W+4.5");
    let by_area = count(&position(rules("chinese"), EYE_AGAINST_EYE), "");
    assert_eq!(by_area.at(point("A1")).status, Status::Territory(Player::White));
    assert_eq!(by_area.margin().to_string(), "W+5.5");
}

/// What every group leaves open for its eyes cannot be filled with stones, nor can eyes in seki.
#[test]
fn stones_are_areas_but_for_the_eyes_of_every_group() {
    let stones = Rules { scoring: Scoring::Stones, ..rules("chinese") };
    // Black lives twice above, White once around them.
    let two_against_one = ".X.XOX.X./XXXXOXXXX/OOOOOOOOO/........./........./........./........./........./......... X";
    let counted = count(&position(stones, two_against_one), "");
    let points = |count: &Count| Player::BOTH.map(|player| count.tally(player).total_half_points / 2);
    assert_eq!(Player::BOTH.map(|player| counted.tally(player).eyes), [4, 2]);
    assert_eq!(points(&counted), [12, 63 + 7]);
    assert_eq!(points(&count(&position(rules("chinese"), two_against_one), "")), [16, 65 + 7]);
    // A group with a dead stone inside has the point where it lay.
    let counted = count(&position(stones, ".XO../XXO../OOOO./...../..... X"), "B5");
    assert_eq!((counted.tally(Player::White).eyes, counted.tally(Player::Black).total_half_points), (2, 0));
    let seki = count(&position(stones, EYE_AGAINST_EYE), "");
    assert_eq!(seki.at(point("A1")).status, Status::SekiEye(Player::White));
    assert_eq!(Player::BOTH.map(|player| seki.tally(player).eyes), [2, 2]);
    let area = count(&position(rules("chinese"), EYE_AGAINST_EYE), "");
    assert_eq!(points(&seki), points(&area).map(|points| points - 3), "two eyes and the eye in seki each");
}

/// Where the outside is open too, those dame count as filled first, and the seki is still found.
#[test]
fn seki_with_outside_dame() {
    let text = "..XO./X.XO./.XXOO/OOOXX/.O.X. X";
    let counted = count(&position(rules("japanese"), text), "");
    assert_eq!(counted.at(point("A1")).status, Status::SekiEye(Player::White));
    assert_eq!(counted.at(point("E1")).status, Status::SekiEye(Player::Black));
    assert_eq!(counted.at(point("A5")).status, Status::Territory(Player::Black));
    assert_eq!(counted.at(point("E5")).status, Status::Territory(Player::White));
}

/// A false eye that connects a living group is territory, whether or not a dame is beside it; nobody is in seki.
#[test]
fn a_false_eye_beside_a_dame_is_no_seki() {
    for text in ["..XO./XXXO./XXOO./.XO../X.O.. X", "..XO./XXXO./XXOO./.XO../XOO.. X"] {
        let counted = count(&position(rules("japanese"), text), "");
        assert_eq!(counted.at(point("A2")).status, Status::Territory(Player::Black), "{text}");
        assert_eq!(counted.at(point("A5")).status, Status::Territory(Player::Black), "{text}");
        assert_eq!(counted.at(point("E1")).status, Status::Territory(Player::White), "{text}");
    }
}

#[test]
fn an_empty_board_is_nobodys() {
    for (rule_set, expected) in [("french", "W+7.5"), ("new-zealand", "W+7"), ("japanese", "W+6.5")] {
        assert_eq!(margin(rule_set, ".../.../... X", ""), expected);
    }
}

#[test]
fn a_whole_komi_can_be_a_tie() {
    let mut even = rules("new-zealand");
    even.komi = "3".parse().unwrap();
    let mut p = position(even, "XXX/XXX/OO. O");
    assert_eq!(p.count(&DeadStones::NONE).margin().to_string(), "B+1");
    even.komi = "4".parse().unwrap();
    p = position(even, "XXX/XXX/OO. O");
    assert_eq!(p.count(&DeadStones::NONE).margin().to_string(), "0");
    play(&mut p, "pass pass");
    assert_eq!(p.outcome(), Some(plateau_core::Outcome::Draw));
}

#[test]
fn territory_is_what_is_enclosed_at_any_moment() {
    for (board, expected) in [
        ("...../...../..X../...../.....", [0, 0]), // one stone encloses nothing
        ("X...X/...../...../...../X...X", [0, 0]), // nor do four
        (".X.../X..../...../...../.....", [1, 0]), // a corner is enclosed, the rest of the board is not
        (".X.../X..../...../...../....O", [1, 0]),
        ("...../XXXXX/...../...../.....", [5, 0]), // a wall encloses the smaller side
        ("...../...../XXXXX/...../.....", [20, 0]), // or both
        ("...../XXXXX/OOOOO/...../.....", [5, 10]),
        ("..O../XXXXX/...../...../.....", [0, 0]), // an enemy stone inside undoes it
    ] {
        let p = position(Rules::default(), &format!("{board} O"));
        let territory = Territory::of(p.board());
        assert_eq!(Player::BOTH.map(|player| territory.count(player)), expected, "{board}");
    }
    let p = position(Rules::default(), ".X.../X..../...../...../..... O");
    let territory = Territory::of(p.board());
    assert_eq!([territory.owner(point("A5")), territory.owner(point("E5"))], [Some(Player::Black), None]);
}
