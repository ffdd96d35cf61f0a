//! The way that a game took, position by position: what is judged when a game is reviewed.

use plateau_core::{Player, Position, change_side};
use record::Ending;
use record::tree::{Fault, NodeId, Record, Recorded};

use crate::playable::{Numbers, Playable};
use crate::still::Still;
use crate::view::{MoveView, View, Wanted};
use crate::{Kind, Message, MoveOf, Seat, Setup, Who};

/// A line of a record or a game, from its beginning to its end, as the positions that stood on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyWay {
    /// Of Go.
    Go(Way<go::Game>),
    /// Of Othello.
    Othello(Way<othello::Game>),
    /// Of Aligne 4.
    Aligne4(Way<aligne4::Game>),
}

/// A way through a game that is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Way<G: Playable> {
    /// What was agreed on.
    pub game: G,
    /// The positions, never none; remarks that change nothing have none of their own.
    pub moments: Vec<Moment<G>>,
    /// By how many half points Black won in the count of the last position, where that was counted and the players had to agree on
    /// what was dead.
    pub counted: Option<i32>,
}

/// A position on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment<G: Playable> {
    /// The node of the record at which it came about.
    pub node: u32,
    /// The position, with the player to move who did move.
    pub position: G::Position,
    /// The legal move that was made in it. None at the end, and where stones were set up instead.
    pub played: Option<MoveOf<G>>,
    /// How lists show that move.
    pub shown: Option<MoveView>,
}

/// A way has no more nodes than this: a position of Go is kilobytes, and knows all those before it.
const LONGEST: usize = 2000;

impl<G: Playable + Recorded> Way<G> {
    /// The way to a node, and on from there along the main line; or that it is too long.
    pub(crate) fn through(record: &Record<G>, node: NodeId) -> Result<Way<G>, Message> {
        let follow = |&node: &NodeId| record.node(node).children().first().copied();
        let nodes: Vec<NodeId> =
            record.path(node).into_iter().chain(std::iter::successors(follow(&node), follow)).collect();
        if nodes.len() > LONGEST {
            return Err(Message::new("way-too-long").with("longest", LONGEST as i64));
        }
        let mut position = record.start();
        let moment = |node: NodeId, position: &G::Position| Moment {
            node: node.number(),
            position: position.clone(),
            played: None,
            shown: None,
        };
        let mut moments: Vec<Moment<G>> = vec![moment(NodeId::ROOT, &position)];
        let mut numbers = Numbers::default();
        for id in nodes {
            let node = record.node(id);
            let stepped = record.step(&mut position, id);
            let before: &mut Moment<G> = moments.last_mut().expect("there is one from the start");
            let shown = node.mv.map(|(player, mv)| numbers.view::<G>(player, mv));
            let is_set_up = node.setup().is_some_and(|stones| !stones.is_empty());
            if let Some((player, mv)) = node.mv
                && !is_set_up
                && !matches!(stepped, Err(Fault::Illegal(_)))
            {
                if (before.position.turn() != player || before.position.is_over())
                    && let Some(resumed) = record.game.with_turn(&before.position, player)
                {
                    before.position = resumed;
                }
                before.played = Some(mv);
            }
            // What was there before a move of the root itself is nowhere to be seen.
            if id == NodeId::ROOT {
                *before = moment(id, &position);
            } else if node.mv.is_some() || is_set_up {
                before.shown = shown;
                moments.push(moment(id, &position));
            }
        }
        let last = moments.last().expect("there is one from the start");
        let counted = match record.info.ending {
            Some(Ending::Score { winner, half_points }) if last.position.is_over() => {
                Some(change_side(half_points as i32, winner, Player::Black))
            }
            Some(Ending::Draw) if last.position.is_over() => Some(0),
            _ => None,
        };
        Ok(Way { game: record.game.clone(), moments, counted: counted.filter(|_| G::KIND == Kind::Go) })
    }
}

impl<G: Playable> Way<G> {
    /// A position by itself.
    pub fn of(game: G, position: G::Position) -> Way<G> {
        Way { game, moments: vec![Moment { node: 0, position, played: None, shown: None }], counted: None }
    }

    /// The way that begins at one of the positions and takes these moves.
    fn branch(&self, moment: usize, moves: &[&str]) -> Result<Way<G>, Message> {
        let mut way = Way::of(self.game.clone(), self.moments[moment].position.clone());
        let mut numbers = Numbers::default();
        for (node, text) in (1..).zip(moves) {
            let here = way.moments.last_mut().expect("there is one from the start");
            let mv = self.game.read_move(&here.position, text)?;
            let mut position = here.position.clone();
            position.play(mv).map_err(|illegal| Message::refusal(&illegal))?;
            (here.played, here.shown) = (Some(mv), Some(numbers.view::<G>(here.position.turn(), mv)));
            way.moments.push(Moment { node, position, played: None, shown: None });
        }
        Ok(way)
    }

    /// A position as the set-up and the moves from which it follows; nothing where these would lead to another, since something came
    /// before it that a text of a position does not hold.
    pub(crate) fn retold(&self, moment: usize) -> Option<(Setup<G>, Vec<String>)> {
        let after = |moment: &Moment<G>| {
            let mut position = moment.position.clone();
            position.play(moment.played?).ok().map(|()| position)
        };
        let is_new = |&at: &usize| after(&self.moments[at - 1]).as_ref() != Some(&self.moments[at].position);
        let first = (1..=moment).rev().find(is_new).unwrap_or(0);
        let mut setup = Setup::new(self.game.clone());
        let start = &self.moments[first].position;
        setup.start = (*start != self.game.start()).then(|| start.to_string());
        let is_same = setup.position().is_ok_and(|position| position == *start);
        let moves = self.moments[first..moment].iter().filter_map(|moment| moment.played);
        is_same.then(|| (setup, moves.map(|mv| mv.to_string()).collect()))
    }

    fn view(&self, moment: usize, wanted: &Wanted, is_live: bool) -> View {
        let before = moment.checked_sub(1).map(|before| &self.moments[before]);
        let seat = || Seat { name: String::new(), who: Who::Person };
        let still = Still {
            game: &self.game,
            position: &self.moments[moment].position,
            last: before.and_then(|before| before.played),
            before: before.map(|before| (&before.position, before.position.turn())),
            seats: &[seat(), seat()],
            moves: self.moments[..moment].iter().filter_map(|moment| moment.shown.clone()).collect(),
            is_live,
        };
        still.view(wanted)
    }
}

/// Asks the way inside, whichever game it is of.
macro_rules! each {
    ($any:expr, $way:ident => $answer:expr) => {
        match $any {
            AnyWay::Go($way) => $answer,
            AnyWay::Othello($way) => $answer,
            AnyWay::Aligne4($way) => $answer,
        }
    };
}

impl AnyWay {
    /// The way that begins at one of the positions and takes these moves, each as a person writes it; its nodes are numbers of its own,
    /// from 0. Or why the first that cannot be made cannot be made.
    pub fn branch(&self, moment: usize, moves: &[&str]) -> Result<AnyWay, Message> {
        Ok(match self {
            AnyWay::Go(way) => AnyWay::Go(way.branch(moment, moves)?),
            AnyWay::Othello(way) => AnyWay::Othello(way.branch(moment, moves)?),
            AnyWay::Aligne4(way) => AnyWay::Aligne4(way.branch(moment, moves)?),
        })
    }

    /// The board at a position, between two people without names; with `is_live`, for somebody who tries a move on it.
    pub fn view(&self, moment: usize, wanted: &Wanted, is_live: bool) -> View {
        each!(self, way => way.view(moment, wanted, is_live))
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        match self {
            AnyWay::Go(_) => Kind::Go,
            AnyWay::Othello(_) => Kind::Othello,
            AnyWay::Aligne4(_) => Kind::Aligne4,
        }
    }

    /// How many positions there are, one at least.
    pub fn len(&self) -> usize {
        each!(self, way => way.moments.len())
    }

    /// Never: every game has a first position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of the record at which a position came about.
    pub fn node(&self, moment: usize) -> u32 {
        each!(self, way => way.moments[moment].node)
    }

    /// The position that came about at a node, if the way goes through it.
    pub fn find(&self, node: u32) -> Option<usize> {
        each!(self, way => way.moments.binary_search_by_key(&node, |moment| moment.node)).ok()
    }

    /// The position at a node of the way, or the last one before it where the node has none of its own.
    pub fn at(&self, node: u32) -> usize {
        let after = each!(self, way => way.moments.partition_point(|moment| moment.node <= node));
        after.saturating_sub(1)
    }

    /// Who is to move.
    pub fn turn(&self, moment: usize) -> Player {
        each!(self, way => way.moments[moment].position.turn())
    }

    /// The first position after this one in which whoever is to move here is to move again; the last one, if that never comes.
    pub fn next_turn(&self, moment: usize) -> usize {
        let own = self.turn(moment);
        (moment + 1..self.len()).find(|&later| self.turn(later) == own).unwrap_or(self.len() - 1)
    }

    /// The legal moves in a position, in the game's notation.
    pub fn choices(&self, moment: usize) -> Vec<String> {
        each!(self, way => way.moments[moment].position.legal_moves().map(|mv| mv.to_string()).collect())
    }

    /// Whether the rules leave nothing to choose: the game is over, or there is one move.
    pub fn is_forced(&self, moment: usize) -> bool {
        each!(self, way => way.moments[moment].position.legal_moves().nth(1).is_none())
    }

    /// The legal move that was made, in the game's notation.
    pub fn played(&self, moment: usize) -> Option<String> {
        each!(self, way => way.moments[moment].played.map(|mv| mv.to_string()))
    }

    /// How lists show what was made.
    pub fn shown(&self, moment: usize) -> Option<&MoveView> {
        each!(self, way => way.moments[moment].shown.as_ref())
    }

    /// By how much Black won in the count of the last position, in half points.
    pub fn counted(&self) -> Option<i32> {
        each!(self, way => way.counted)
    }

    /// A position with the game and its rules, as a text by which it is known again.
    pub fn text(&self, moment: usize) -> String {
        each!(self, way => format!("{:?} {}", way.game, way.moments[moment].position))
    }

    /// How much of the board is full, from 0 to 1.
    pub fn fullness(&self, moment: usize) -> f32 {
        match self {
            AnyWay::Go(way) => {
                let position = &way.moments[moment].position;
                let area = position.size().area();
                (area - position.board().empty_count()) as f32 / area as f32
            }
            AnyWay::Othello(way) => {
                (64 - way.moments[moment].position.board().empties().len()).saturating_sub(4) as f32 / 60.0
            }
            AnyWay::Aligne4(way) => way.moments[moment].position.placed() as f32 / 16.0,
        }
    }

    /// The board's width.
    pub fn width(&self) -> u32 {
        match self {
            AnyWay::Go(way) => u32::from(way.game.size().width()),
            AnyWay::Othello(_) => 8,
            AnyWay::Aligne4(_) => 4,
        }
    }
}
