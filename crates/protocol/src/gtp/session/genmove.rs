//! The commands by which our engine moves.

use std::time::Instant;

use plateau_core::{Player, Position};
use search::{Choice, Limits, Report, Stop, Thought};

use super::{Answer, Fault, Half, Live, MoveOf, Session};
use crate::gtp::adapter::Adapter;
use crate::gtp::syntax::read_colour;

impl<A: Adapter> Session<A> {
    pub(super) fn genmove(&mut self, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let [colour] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        if let Some(half) = &mut self.half {
            let mv = half.owed.take().ok_or(Fault::text("the move has only been begun"))?;
            return self.second_click(player, mv);
        }
        let stop = live.wire.urgent().clone();
        let thought = self.choose_by_the_clock(player, &stop, &mut |_| {})?;
        self.carry_out(player, thought.choice)
    }

    pub(super) fn reg_genmove(&mut self, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let [colour] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        let stop = live.wire.urgent().clone();
        let thought = self.choose(player, self.limits, &stop, &mut |_| {})?;
        Ok(self.said(thought.choice))
    }

    /// Chooses a move while this player's clock runs.
    pub(super) fn choose_by_the_clock(
        &mut self,
        player: Player,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<MoveOf<A>>),
    ) -> Result<Thought<MoveOf<A>>, Fault> {
        let time = self.limits.time.into_iter().chain(self.clocks.move_cap()).min();
        let limits = Limits { clock: self.clocks.of(player), time, ..self.limits };
        let start = Instant::now();
        let thought = self.choose(player, limits, stop, report);
        self.clocks.spend(player, start.elapsed());
        self.thought_for += start.elapsed();
        thought
    }

    /// `kata-search`: as `genmove`, but nothing is played. Where it can be cancelled, any line does that.
    pub(super) fn search(&mut self, arguments: &[&str], cancellable: bool, live: &mut Live<'_, '_>) -> Answer {
        let [colour] = arguments else { return Err(Fault::SYNTAX) };
        let player = read_colour(colour).ok_or(Fault::SYNTAX)?;
        let stop = if cancellable { live.wire.next_line() } else { live.wire.urgent() }.clone();
        let thought = self.choose_by_the_clock(player, &stop, &mut |_| {})?;
        if cancellable && stop.is_asked() {
            return Ok("cancelled".into());
        }
        Ok(self.said(thought.choice))
    }

    /// A choice in the words of the protocol.
    pub(super) fn said(&self, choice: Choice<MoveOf<A>>) -> String {
        match choice {
            Choice::Play(mv) => self.adapter.write_move(mv),
            Choice::Resign => "resign".into(),
        }
    }

    /// The time that went into the engine's moves.
    pub(super) fn cputime(&self) -> String {
        format!("{:.3}", self.thought_for.as_secs_f64())
    }

    /// Plays what was chosen, and says it.
    pub(super) fn carry_out(&mut self, player: Player, choice: Choice<MoveOf<A>>) -> Answer {
        let mv = match choice {
            Choice::Resign => return Ok("resign".into()),
            Choice::Play(mv) => mv,
        };
        if self.gogui {
            return self.first_click(player, mv);
        }
        self.record(player, mv).map_err(|_| self.broken_promise(mv))?;
        Ok(self.adapter.write_move(mv))
    }

    /// Says the first click of a move; the rest is owed until the next `genmove`.
    fn first_click(&mut self, player: Player, mv: MoveOf<A>) -> Answer {
        let (first, second) = self.adapter.clicks(mv);
        if second.is_some() {
            self.half = Some(Half { vertex: first.clone(), owed: Some(mv) });
        } else {
            self.record(player, mv).map_err(|_| self.broken_promise(mv))?;
        }
        Ok(first)
    }

    fn second_click(&mut self, player: Player, mv: MoveOf<A>) -> Answer {
        self.record(player, mv).map_err(|_| self.broken_promise(mv))?;
        let (first, second) = self.adapter.clicks(mv);
        Ok(second.unwrap_or(first))
    }

    fn broken_promise(&self, mv: MoveOf<A>) -> Fault {
        Fault(format!("the engine chose an illegal move: {}", self.adapter.write_move(mv)).into())
    }

    /// Asks the engine what this player should do, without doing it.
    pub(super) fn choose(
        &mut self,
        player: Player,
        limits: Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<MoveOf<A>>),
    ) -> Result<Thought<MoveOf<A>>, Fault> {
        if self.position.is_over() {
            // After two passes play may go on; a game without a result is over for good.
            let may_go_on = self.adapter.hand_turn(&mut self.position.clone(), player);
            let mv = self.adapter.move_after_end().filter(|_| may_go_on).ok_or(Fault::text("the game is over"))?;
            return Ok(Thought { choice: Choice::Play(mv), report: Report::default() });
        }
        let position = self.position_for(player)?;
        self.tell_the_line();
        let thought = self.engine.think(&position, &limits, stop, report);
        thought.map_err(|failure| Fault(format!("engine failed: {failure}").into()))
    }

    /// The position with this player to move.
    pub(super) fn position_for(&self, player: Player) -> Result<A::Position, Fault> {
        let mut position = self.position.clone();
        let ready = position.turn() == player || self.adapter.hand_turn(&mut position, player);
        if ready { Ok(position) } else { Err(Fault::text("it is not this player's turn")) }
    }

    /// Tells the engine how the position came about, if nobody moved out of turn.
    pub(super) fn tell_the_line(&mut self) {
        let start = self.adapter.root();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.played.len());
        for &(player, mv) in &self.played {
            if position.turn() != player || position.play(mv).is_err() {
                return;
            }
            moves.push(mv);
        }
        self.engine.follow(&start, &moves);
    }
}
