use std::collections::HashSet;

use fastrand::Rng;
use go::{Game, Illegal, Point, Size};
use plateau_core::Game as _;

use super::legal::legal_moves;
use super::*;
use crate::ladder::Reader;
use crate::puct::worth::Scale;

/// A tree that is grown without any evaluator: priors and values are random numbers.
struct Grown {
    root: Position,
    tree: Tree,
    rng: Rng,
    prunings: u32,
    /// Visits to positions that were known already.
    twins: usize,
}

impl Grown {
    fn new(size: u8, rules: &str, bytes: usize, seed: u64) -> Grown {
        let game = Game::even(Size::new(size).expect("a size"), rules.parse().expect("rules"));
        let root = game.start();
        let tree = Tree::new(&root, Capacity::within(bytes, root.size().area()));
        Grown { root, tree, rng: Rng::with_seed(seed), prunings: 0, twins: 0 }
    }

    fn scale(&self) -> Scale {
        Scale::new(self.root.size().width(), 0.0)
    }

    fn visit(&mut self) -> Descent {
        let (mut position, mut path) = (self.root.clone(), Vec::new());
        let descent = self.tree.descend(&mut position, &mut path);
        match descent {
            Descent::Leaf if position.is_over() => self.tree.end(&path, self.scale().worth(0.5, 0.0, Player::Black)),
            Descent::Leaf if self.come_as_twin(&path, &position) => self.twins += 1,
            Descent::Leaf => {
                let mut legal = Legal::default();
                let policy: Vec<f32> = (0..=position.size().area()).map(|_| 3.0 * self.rng.f32()).collect();
                legal.find(&position, Some(&mut Reader::default()));
                legal.judge(&policy);
                let worth = self.scale().worth(self.rng.f32(), 10.0 * self.rng.f32(), position.turn());
                self.tree.grow(&path, &legal, worth);
            }
            Descent::Full => {
                self.tree.prune();
                self.prunings += 1;
            }
            Descent::Known | Descent::Taken => {}
        }
        descent
    }

    /// Whether the position was known already; then it must have got all that was known of it.
    fn come_as_twin(&mut self, path: &[Step], position: &Position) -> bool {
        let leaf = path.last().expect("a path begins at the root").node;
        let known: Vec<Id> = (0..self.tree.nodes.len() as Id).filter(|&id| self.is_twin(id, leaf)).collect();
        let scale = self.scale();
        let as_a_root_move = [path[0], *path.last().expect("a path begins at the root")];
        assert!(!self.tree.grow_as_twin(&as_a_root_move, position, scale), "moves at the root are always judged");
        let is_twin = self.tree.grow_as_twin(path, position, scale);
        if is_twin {
            let Tree { nodes, families, .. } = &self.tree;
            let branch = path.windows(2).last().map_or(&self.tree.root, |steps| {
                &families.of(nodes[steps[0].node as usize].family)[steps[1].place as usize]
            });
            let (edges, node) = (self.edges(leaf), self.tree.node(leaf));
            let worth = scale.worth(f32::midpoint(node.win, 1.0), node.lead, Player::Black);
            assert!((branch.utility - worth.utility).abs() < 1e-5, "{branch:?} {worth:?}");
            let same = |&id: &Id| {
                let twin = self.tree.node(id);
                (twin.win - node.win).abs() < 1e-5 && (twin.lead - node.lead).abs() < 1e-3 && self.edges(id) == edges
            };
            assert!(known.iter().any(same), "{node:?} has the moves and the means of one of {}", known.len());
        }
        is_twin
    }

    /// Whether a node was looked at and has the position of another one.
    fn is_twin(&self, id: Id, other: Id) -> bool {
        let node = self.tree.node(id);
        node.state == State::Expanded && node.key == self.tree.node(other).key
    }

    fn edges(&self, id: Id) -> Vec<Edge> {
        let mut edges = self.tree.edges_of(self.tree.node(id)).to_vec();
        all_best_first(&mut edges);
        edges
    }

    /// Walks over the whole tree with the rules at hand. Counts its nodes, and the points that superko forbade in them.
    fn check(&self) -> (usize, usize) {
        self.check_under(&self.tree.root, &self.root)
    }

    fn check_under(&self, branch: &Branch, position: &Position) -> (usize, usize) {
        let (tree, id) = (&self.tree, branch.node);
        let node = tree.node(id);
        assert_eq!(node.turn, position.turn());
        assert_eq!(branch.in_flight, 0, "nothing is under way");
        let children = tree.families.of(node.family);
        let edges = tree.edges_of(node);
        assert_eq!(edges[children.len()..].iter().copied().max().unwrap_or(Edge::NONE), node.next);
        assert_eq!(edges.get(children.len()).copied().unwrap_or(Edge::NONE), node.next);
        if node.state == State::Expanded {
            assert!(edges[..children.len()].is_sorted_by(|a, b| a > b), "the best were tried first");
            let mut tried: Vec<Move> = children.iter().map(|child| tree.node(child.node).mv).collect();
            let mut first: Vec<Move> = edges[..children.len()].iter().map(|edge| edge.mv()).collect();
            tried.sort_unstable();
            first.sort_unstable();
            assert_eq!(tried, first, "the first ones were tried");
            let mut moves: Vec<Move> = edges.iter().map(|edge| edge.mv()).collect();
            moves.sort_unstable();
            let mut legal: Vec<Move> = legal_moves(position).collect();
            legal.sort_unstable();
            assert_eq!(moves, legal, "every legal move, and no other");
        }
        let visits: u32 = children.iter().map(|child| child.visits).sum();
        assert!(visits <= branch.visits, "a visit of a child is one of its parent");
        assert_eq!(visits, node.tried_visits, "the sums are kept as the visits come back");
        let prior = children.iter().rev().fold(0.0, |sum, child| sum + child.prior);
        assert_eq!(prior.to_bits(), node.tried_prior.to_bits(), "{prior} and {}", node.tried_prior);
        let repeats = |&point: &Point| position.check(Move::Play(point)) == Err(Illegal::Superko);
        let mut counts = (1, position.size().points().filter(repeats).count());
        for child in children {
            let mut next = position.clone();
            next.play(tree.node(child.node).mv).expect("a move in the tree is legal");
            let (nodes, forbidden) = self.check_under(child, &next);
            counts = (counts.0 + nodes, counts.1 + forbidden);
        }
        counts
    }
}

/// Small boards and superko: by then stones are taken and boards would come back all the time.
#[test]
fn every_move_in_the_tree_is_legal_superko_included() {
    let mut superko = 0;
    for (seed, rules) in ["chinese", "french", "aga", "tromp-taylor", "japanese"].into_iter().enumerate() {
        let mut grown = Grown::new(2, rules, 8 << 20, seed as u64);
        for _ in 0..3000 {
            grown.visit();
        }
        let (nodes, forbidden) = grown.check();
        assert_eq!(nodes, grown.tree.nodes.len());
        superko += forbidden;
    }
    assert!(superko > 100, "the test saw superko forbid something");
}

/// On a small board many ways lead to each position, and nearly each is looked at once.
#[test]
fn what_is_known_of_a_position_need_not_be_found_out_again() {
    let mut grown = Grown::new(3, "chinese", 8 << 20, 6);
    let visits = (0..3000).filter(|_| grown.visit() == Descent::Leaf).count();
    let expanded = |node: &&Node| node.state == State::Expanded;
    let keys: HashSet<u64> = grown.tree.nodes.iter().filter(expanded).map(|node| node.key).collect();
    let asked = grown.tree.nodes.iter().filter(expanded).count() - grown.twins;
    assert!(grown.twins > visits / 8, "{} of {visits}", grown.twins);
    assert!(asked >= keys.len() && asked < keys.len() * 21 / 20, "{asked} times for {} positions", keys.len());
    assert_eq!(grown.check().0, grown.tree.nodes.len());
}

/// Where captures are points, one way to a position may be worth more than another.
#[test]
fn captures_are_a_part_of_what_a_position_is_known_by_where_they_count() {
    let key = |rules: &str, captures: &str| {
        let game = Game::even(Size::new(3).expect("a size"), rules.parse().expect("rules"));
        key_of(&game.position(&format!(".X./XXX/... X captures={captures}")).expect("a position"))
    };
    assert_ne!(key("japanese", "2,0"), key("japanese", "1,0"));
    assert_eq!(key("chinese", "2,0"), key("chinese", "1,0"));
}

#[test]
fn the_arenas_stay_within_their_bytes_and_the_visits_stay_counted() {
    const BYTES: usize = 200_000;
    let mut grown = Grown::new(9, "chinese", BYTES, 7);
    let mut visits = 0;
    for _ in 0..20_000 {
        visits += u32::from(matches!(grown.visit(), Descent::Leaf | Descent::Known));
        assert!(2 * grown.tree.bytes() <= BYTES, "{} bytes", grown.tree.bytes());
    }
    assert!(grown.prunings > 10, "it was full {} times", grown.prunings);
    assert_eq!(grown.tree.visits(), visits);
    assert_eq!(grown.check().0, grown.tree.nodes.len());
}

/// With no memory at all there is still room for the widest node, and the search goes on by forgetting.
#[test]
fn the_largest_board_fits_into_the_least_memory() {
    let mut grown = Grown::new(25, "chinese", 0, 5);
    let (bytes, mut leaves) = (grown.tree.bytes(), 0);
    for _ in 0..4000 {
        leaves += u32::from(grown.visit() == Descent::Leaf);
        assert_eq!(grown.tree.bytes(), bytes, "no arena had to grow");
    }
    assert!(grown.prunings > 2 && leaves > 3000, "{} prunings, {leaves} leaves", grown.prunings);
    assert_eq!(grown.check().0, grown.tree.nodes.len());
}

#[test]
fn a_tree_can_go_on_from_any_child() {
    let mut grown = Grown::new(5, "chinese", 8 << 20, 3);
    for _ in 0..2000 {
        grown.visit();
    }
    let Tried { mv, visits, .. } = grown.tree.ranked()[0];
    grown.tree = grown.tree.after(mv).expect("it was tried");
    grown.root.play(mv).expect("a legal move");
    assert_eq!(grown.tree.visits(), visits);
    assert_eq!(grown.check().0, grown.tree.nodes.len());
    assert!(visits > 20 && grown.tree.nodes.len() > 20, "most visits made a node");
    let Tree { nodes, twins, .. } = &grown.tree;
    let is_found = |node: &Node| twins.at(node.key).is_some_and(|id| nodes[id as usize].key == node.key);
    let looked_at: Vec<&Node> = nodes.iter().skip(1).filter(|node| node.state == State::Expanded).collect();
    let found = looked_at.iter().filter(|node| is_found(node)).count();
    assert!(
        found > looked_at.len() * 9 / 10,
        "what was known of positions still is: of {found} of {}",
        looked_at.len()
    );
    let never = Move::Play("A1".parse().expect("a point"));
    assert!(grown.tree.after(mv).is_none() && Tree::new(&grown.root, grown.tree.capacity).after(never).is_none());
}

#[test]
fn visits_under_way_lead_the_next_ones_elsewhere() {
    let mut grown = Grown::new(5, "chinese", 8 << 20, 4);
    grown.visit();
    let mut paths = Vec::new();
    for _ in 0..5 {
        let mut path = Vec::new();
        assert_eq!(grown.tree.descend(&mut grown.root.clone(), &mut path), Descent::Leaf);
        paths.push(path);
    }
    let mut leaves: Vec<Id> = paths.iter().map(|path: &Vec<Step>| path[1].node).collect();
    leaves.dedup();
    assert_eq!(leaves.len(), 5, "five different moves");
    assert_eq!(grown.tree.begun(), 6);
    // Sooner or later one comes to a position that is being looked at, and is taken back.
    assert_eq!(grown.tree.node(ROOT).tried_visits, 5);
    while grown.tree.descend(&mut grown.root.clone(), &mut Vec::new()) == Descent::Leaf {}
    let children = grown.tree.families.of(grown.tree.node(ROOT).family);
    let sum: u32 = children.iter().map(|child| child.visits + child.in_flight).sum();
    assert_eq!(grown.tree.node(ROOT).tried_visits, sum);
    assert_eq!(grown.tree.begun(), 1 + u64::from(sum));
}

/// Every visit saw the same, so every node must be worth what one visit by the second scale would say.
#[test]
fn what_was_counted_by_another_scale_can_be_compared() {
    let mut grown = Grown::new(5, "chinese", 1 << 16, 4);
    let (before, after) = (Scale { width: 5.0, centre: -6.0 }, Scale { width: 5.0, centre: 3.0 });
    grown.tree.count_by(before);
    for _ in 0..20 {
        let (mut position, mut path, mut legal) = (grown.root.clone(), Vec::new(), Legal::default());
        assert_eq!(grown.tree.descend(&mut position, &mut path), Descent::Leaf);
        legal.find(&position, None);
        legal.judge(&[0.0; 26]);
        grown.tree.grow(&path, &legal, before.worth(0.5, 2.0, Player::Black));
    }
    grown.tree.count_by(after);
    grown.tree.count_by(after);
    let expected = after.worth(0.5, 2.0, Player::Black).utility;
    assert!(expected < -0.03, "two points are less than the three that are expected: {expected}");
    let tree = &grown.tree;
    let below = tree.nodes.iter().flat_map(|node| tree.families.of(node.family));
    for branch in below.chain([&tree.root]) {
        let square = tree.node(branch.node).square;
        assert!((branch.utility - expected).abs() < 1e-5, "{branch:?}");
        assert!((square - expected * expected).abs() < 1e-5, "{square}");
    }
}

/// The network likes C3 most, but D4 turns out better: for a while the move with the most visits is not the one that would be played.
#[test]
fn the_most_visited_move_is_not_always_the_best() {
    let mut grown = Grown::new(5, "chinese", 1 << 20, 4);
    let [liked, better]: [Move; 2] = ["C3", "D4"].map(|text| text.parse().expect("a move"));
    let place = |mv: Move| mv.point().expect("a point").number(grown.root.size()) as usize;
    let mut policy = [0.0; 26];
    (policy[place(liked)], policy[place(better)]) = (6.0, 4.0);
    let scale = Scale::new(5, 0.0);
    let mut seen = Vec::new();
    for _ in 0..200 {
        let (mut position, mut path, mut legal) = (grown.root.clone(), Vec::new(), Legal::default());
        assert_eq!(grown.tree.descend(&mut position, &mut path), Descent::Leaf);
        legal.find(&position, None);
        legal.judge(if path.len() == 1 { &policy } else { &[0.0; 26] });
        let chance = match grown.tree.first_move(&path) {
            Some(mv) if mv == better => 0.6,
            Some(mv) if mv == liked => 0.45,
            _ => 0.1,
        };
        grown.tree.grow(&path, &legal, scale.worth(chance, 0.0, Player::Black));
        seen.push(crate::puct::choice::is_most_visited_best(&grown.tree));
    }
    assert!(seen.contains(&false), "C3 had the most visits when D4 was known to be better");
    assert_eq!((seen[1], seen[199]), (true, true), "at first C3 alone was known, and in the end D4 had the most");
}
