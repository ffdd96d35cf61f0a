//! The judgements of a game's positions, and what is to be thought about next.

use std::sync::Arc;

use plateau_core::Player;
use search::Score;
use table::{AnyWay, Kind};

use crate::{Effort, Grade, Judged, Judgement, Measure};

/// What is known of a game so far.
#[derive(Clone, Debug)]
pub struct Analysis {
    measure: Measure,
    effort: Effort,
    moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
struct Moment {
    turn: Player,
    /// The move that was made, in the game's notation.
    played: Option<String>,
    /// Whether there was nothing to choose.
    is_forced: bool,
    /// How much of the board was full, from 0 to 1.
    fullness: f32,
    /// Shared by copies of the analysis, which are made for whoever looks at it.
    known: Option<(Effort, Arc<Judgement>)>,
    /// Somebody thinks about it.
    begun: Option<Effort>,
}

/// A position to be thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its number on the way.
    pub moment: usize,
    /// How hard.
    pub effort: Effort,
}

/// What is to be said of a move that was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict<'a> {
    /// Who made it.
    pub player: Player,
    /// What it lost, in the game's unit; never less than nothing.
    pub loss: f32,
    /// What of that may be the analyst's own noise.
    pub noise: f32,
    /// How bad it was.
    pub grade: Grade,
    /// The move that the analyst would have made.
    pub best: &'a Judged,
    /// Whether that is the one that was made, or one that is known to be as good.
    pub agrees: bool,
    /// What the player could have had, and what was left after the move, both seen by the player.
    pub worth: [Score; 2],
}

/// So many of each player's largest losses are looked at more closely.
const CLOSER: usize = 6;

impl Analysis {
    /// Of this game, of which nothing is known yet. All positions get the effort below this one, the largest losses this one.
    pub fn new(way: &AnyWay, effort: Effort) -> Analysis {
        let moment = |at: usize| Moment {
            turn: way.turn(at),
            played: way.played(at),
            is_forced: way.is_forced(at),
            fullness: way.fullness(at),
            known: None,
            begun: None,
        };
        let mut moments: Vec<Moment> = (0..way.len()).map(moment).collect();
        // What the players have counted, nobody has to guess.
        if let (Some(half_points), Some(last)) = (way.counted(), moments.last_mut()) {
            let lead = half_points as f32 / 2.0;
            let win = if lead > 0.0 {
                1.0
            } else if lead < 0.0 {
                0.0
            } else {
                0.5
            };
            let score = Score::Chance { win, lead }.seen_by(Player::Black, last.turn);
            let judgement = Judgement { turn: last.turn, score, moves: Vec::new(), ownership: Vec::new(), nodes: 0 };
            last.known = Some((Effort::Deep, Arc::new(judgement)));
        }
        Analysis { measure: Measure::of(way), effort, moments }
    }

    /// Which game it is of.
    pub fn kind(&self) -> Kind {
        self.measure.kind()
    }

    /// How losses are measured in it.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Never: every game has a first position.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Who is to move in a position.
    pub fn turn(&self, moment: usize) -> Player {
        self.moments[moment].turn
    }

    /// How much of the board was full, from 0 to 1.
    pub(crate) fn fullness(&self, moment: usize) -> f32 {
        self.moments[moment].fullness
    }

    /// What is worth thinking about now; it counts as begun until it is [taken](Analysis::take) or [given
    /// back](Analysis::give_back). None where all is done, or hangs on what others think about.
    ///
    /// First all positions in their order, so that the graph grows from the left; then those around the largest losses, harder.
    pub fn begin(&mut self) -> Option<Job> {
        let base = self.effort.less().unwrap_or(self.effort);
        let first = self.moments.iter().position(|moment| moment.wants(base));
        let job = match first {
            Some(moment) => Job { moment, effort: base },
            // Which losses are the largest is only known when all positions are; those can be looked at side by side.
            None if self.moments.iter().any(|moment| moment.begun == Some(base)) => return None,
            None => Job { moment: self.closer()?, effort: self.effort },
        };
        self.moments[job.moment].begun = Some(job.effort);
        Some(job)
    }

    /// A position around one of the largest losses that has not been looked at as closely as it should be.
    fn closer(&self) -> Option<usize> {
        Player::BOTH.into_iter().find_map(|player| {
            let worst = self.worst(player, CLOSER, self.measure.from(Grade::Doubtful) / 2.0);
            worst.into_iter().flat_map(|at| [at, at + 1]).find(|&at| self.moments[at].wants(self.effort))
        })
    }

    /// The moves by which a player lost more than this, the worst first, so many at most.
    pub(crate) fn worst(&self, player: Player, count: usize, above: f32) -> Vec<usize> {
        let losses = (0..self.len()).filter_map(|at| Some((at, self.verdict(at)?)));
        let mut losses: Vec<(usize, f32)> = losses
            .filter(|(_, verdict)| verdict.player == player && verdict.loss > above)
            .map(|(at, verdict)| (at, verdict.loss))
            .collect();
        losses.sort_by(|one, other| other.1.total_cmp(&one.1));
        losses.truncate(count);
        losses.into_iter().map(|(at, _)| at).collect()
    }

    /// What was thought about a position. Less than what is known already changes nothing.
    pub fn take(&mut self, job: Job, judgement: Judgement) {
        let moment = &mut self.moments[job.moment];
        moment.begun = None;
        if moment.known.as_ref().is_none_or(|&(effort, _)| effort < job.effort) {
            moment.known = Some((job.effort, Arc::new(judgement)));
        }
    }

    /// A position that nobody thinks about any more, and that was not judged.
    pub fn give_back(&mut self, job: Job) {
        self.moments[job.moment].begun = None;
    }

    /// Whether nothing is left to think about.
    pub fn is_done(&self) -> bool {
        let is_begun = self.moments.iter().any(|moment| moment.begun.is_some());
        !is_begun && self.clone().begin().is_none()
    }

    /// How many positions are known, of all.
    pub fn progress(&self) -> [usize; 2] {
        [self.moments.iter().filter(|moment| moment.known.is_some()).count(), self.len()]
    }

    /// What is known of a position.
    pub fn judgement(&self, moment: usize) -> Option<&Judgement> {
        Some(&self.moments.get(moment)?.known.as_ref()?.1)
    }

    /// How hard a position was thought about.
    pub fn effort_at(&self, moment: usize) -> Option<Effort> {
        self.moments.get(moment)?.known.as_ref().map(|&(effort, _)| effort)
    }

    /// What a position is worth, seen by Black.
    pub fn worth(&self, moment: usize) -> Option<Score> {
        let judgement = self.judgement(moment)?;
        Some(judgement.score.seen_by(judgement.turn, Player::Black))
    }

    /// What is to be said of the move that was made in a position; nothing where none was, where it was the only one, or where this or
    /// the next position is not known yet.
    pub fn verdict(&self, at: usize) -> Option<Verdict<'_>> {
        let (moment, next) = (&self.moments[at], self.moments.get(at + 1)?);
        let played = moment.played.as_ref().filter(|_| !moment.is_forced)?;
        let ((effort, before), (effort_after, after)) = (moment.known.as_ref()?, next.known.as_ref()?);
        let best = before.best()?;
        let left = after.score.seen_by(after.turn, moment.turn);
        let is_exact = [before.score, left].iter().all(|score| matches!(score, Score::Exact { .. }));
        let noise = if is_exact { 0.0 } else { self.measure.noise((*effort).min(*effort_after)) };
        let lost = (Measure::worth(before.score) - Measure::worth(left)).max(0.0);
        // Where everything is known, what is as good is as good.
        let agrees = best.mv() == played || is_exact && lost == 0.0;
        let loss = if agrees { 0.0 } else { lost };
        let grade = self.measure.grade(loss, noise);
        Some(Verdict { player: moment.turn, loss, noise, grade, best, agrees, worth: [before.score, left] })
    }
}

impl Moment {
    /// Whether nobody has thought about it as hard as that, or is about to.
    fn wants(&self, effort: Effort) -> bool {
        let known = self.known.as_ref().map(|&(effort, _)| effort);
        known.max(self.begun) < Some(effort)
    }
}
