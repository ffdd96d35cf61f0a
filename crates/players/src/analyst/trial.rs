//! A move that somebody tries in a position: what it loses, whether it is right, how it is answered. Reviews, decks of mistakes and
//! puzzles ask this alike.

use study::{Analysis, Effort, Grade, Job, Judged, Judgement, Verdict};
use table::{AnyWay, Message};

use super::remarks::{answer, lost};
use super::why::deeds;

/// A move that is tried, of which it may have to be found out what it is worth.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The position, and the one after the move.
    way: AnyWay,
    analysis: Analysis,
    effort: Effort,
}

/// A move that was tried.
#[derive(Clone, Debug)]
pub struct Trial {
    way: AnyWay,
    analysis: Analysis,
}

impl Attempt {
    /// A move as a person writes it, in a position that was judged with this effort. Or why the rules do not allow it, or that it is no
    /// move.
    pub fn new(
        way: &AnyWay,
        moment: usize,
        before: &Judgement,
        effort: Effort,
        text: &str,
    ) -> Result<Attempt, Message> {
        let way = way.branch(moment, &[text])?;
        let mut analysis = Analysis::new(&way, effort);
        analysis.take(Job { moment: 0, effort }, before.clone());
        if let Some(after) = after(&way, before) {
            analysis.take(Job { moment: 1, effort }, after);
        }
        Ok(Attempt { way, analysis, effort })
    }

    /// The position that has to be judged before one can tell, with what effort; nothing where what is known is enough.
    pub fn question(&self) -> Option<(&AnyWay, usize, Effort)> {
        self.analysis.judgement(1).is_none().then_some((&self.way, 1, self.effort))
    }

    /// What came of it, once its [question](Attempt::question) is answered, if there was one.
    pub fn settled(mut self, answer: Option<Judgement>) -> Option<Trial> {
        if let Some(after) = answer {
            self.analysis.take(Job { moment: 1, effort: self.effort }, after);
        }
        self.analysis.judgement(1)?;
        Some(Trial { way: self.way, analysis: self.analysis })
    }

    /// The same at once, by somebody who judges positions.
    pub fn settled_by(self, judge: impl FnOnce(&AnyWay, usize, Effort) -> Option<Judgement>) -> Option<Trial> {
        let answer = self.question().and_then(|(way, moment, effort)| judge(way, moment, effort));
        self.settled(answer)
    }
}

/// What the judgement of a position tells of the one after a move. What the search has only glanced at tells nothing: the noise of
/// a judgement was measured of whole ones. And one wants to know how a move is answered.
fn after(way: &AnyWay, before: &Judgement) -> Option<Judgement> {
    let judged = before.of(&way.played(0)?)?;
    let is_best = before.best() == Some(judged);
    let is_exact = [judged.score, before.score].iter().all(|score| matches!(score, search::Score::Exact { .. }));
    let turn = way.turn(1);
    let line = Judged { line: judged.line[1..].to_vec(), score: judged.score.seen_by(before.turn, turn), ..*judged };
    let is_answered = !line.line.is_empty() || way.choices(1).is_empty();
    let is_enough = (is_best || is_exact) && is_answered;
    is_enough.then(|| Judgement {
        turn,
        score: line.score,
        ownership: before.ownership.clone(),
        nodes: judged.visits,
        moves: if line.line.is_empty() { Vec::new() } else { vec![line] },
    })
}

impl Trial {
    /// The position in which it was tried, and the one that came of it.
    pub fn way(&self) -> &AnyWay {
        &self.way
    }

    /// The move, in the game's notation.
    pub fn mv(&self) -> String {
        self.way.played(0).unwrap_or_default()
    }

    /// What it lost and how bad that was; nothing where there was nothing to choose.
    pub fn verdict(&self) -> Option<Verdict<'_>> {
        self.analysis.verdict(0)
    }

    /// Whether nothing can be said against it: it lost nothing, or what may be the analyst's own noise.
    pub fn is_right(&self) -> bool {
        self.verdict().is_none_or(|verdict| verdict.grade == Grade::Fine)
    }

    /// What is expected after it, the answer first.
    pub fn line(&self) -> &[String] {
        self.after().best().map_or(&[], |best| &best.line)
    }

    /// What is to be said of it. The better move is not named: it may be tried next.
    pub fn said(&self) -> Vec<Message> {
        let (kind, mv) = (self.way.kind(), self.mv());
        let after = self.after();
        if let Some(verdict) = self.verdict().filter(|_| !self.is_right()) {
            let why = after.best().map(|best| deeds(&self.way, 1, after, best)).unwrap_or_default();
            return [Some(lost(kind, &verdict, &mv)), answer(kind, after, why)].into_iter().flatten().collect();
        }
        let score = after.score.seen_by(after.turn, self.way.turn(0));
        let own = Judged { line: vec![mv.clone()], score, visits: 0 };
        let right = named("study-right", "study-right-why", &self.way, 0, self.before(), &own);
        let other = self.before().best().filter(|best| best.mv() != mv);
        let other = other.map(|best| Message::new("study-right-best").with("move", kind.told_move(best.mv())));
        std::iter::once(right).chain(other).collect()
    }

    fn before(&self) -> &Judgement {
        self.analysis.judgement(0).expect("an attempt begins with it")
    }

    fn after(&self) -> &Judgement {
        self.analysis.judgement(1).expect("an attempt is settled with it")
    }
}

/// What would have been right in a position.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    way: &'a AnyWay,
    moment: usize,
    judgement: &'a Judgement,
    best: &'a Judged,
}

impl<'a> Solution<'a> {
    /// Of a position that was judged; none where the game is over.
    pub fn new(way: &'a AnyWay, moment: usize, judgement: &'a Judgement) -> Option<Solution<'a>> {
        Some(Solution { way, moment, judgement, best: judgement.best()? })
    }

    /// The move and what is expected after it.
    pub fn line(&self) -> &'a [String] {
        &self.best.line
    }

    /// The move and why it is good, in a sentence.
    pub fn said(&self) -> Message {
        named("study-solution", "study-solution-why", self.way, self.moment, self.judgement, self.best)
    }

    /// What the move does, without naming it; nothing where there is nothing to tell.
    pub fn hint(&self) -> Option<Message> {
        let why = deeds(self.way, self.moment, self.judgement, self.best);
        Some(Message::new("study-hint").with("why", why.into_iter().next()?))
    }

    /// What the move does, the most telling first.
    pub fn reasons(&self) -> Vec<Message> {
        deeds(self.way, self.moment, self.judgement, self.best)
    }
}

/// A sentence that names a move, with what it does where that can be told.
fn named(
    plain: &'static str,
    with_why: &'static str,
    way: &AnyWay,
    moment: usize,
    judgement: &Judgement,
    judged: &Judged,
) -> Message {
    let why = deeds(way, moment, judgement, judged);
    let message = Message::new(if why.is_empty() { plain } else { with_why });
    message.with("move", way.kind().told_move(judged.mv())).with("why", why)
}
