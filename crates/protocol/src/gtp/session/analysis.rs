//! Live analysis: the commands by which a controller looks on while the engine thinks.

use std::thread;
use std::time::Duration;

use plateau_core::Position;
use search::{Limits, Stop, Thought};

use super::feed::{Feed, Style};
use super::wishes::Wishes;
use super::{Answer, Fault, Live, MoveOf, Session};
use crate::gtp::adapter::Adapter;

/// How often it is looked whether a line has come, once there is nothing left to think about.
const PATIENCE: Duration = Duration::from_millis(5);

impl<A: Adapter> Session<A> {
    /// Thinks until the next line comes.
    pub(super) fn analyze(&mut self, style: Style, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let wishes = Wishes::read(arguments).ok_or(Fault::SYNTAX)?;
        let position = self.position_for(wishes.player.unwrap_or(self.position.turn()))?;
        let stop = live.wire.next_line().clone();
        if !position.is_over() {
            self.keep_out(&wishes)?;
            self.tell_the_line();
            let limits = Limits { variations: wishes.moves_max, in_detail: true, ..Limits::NONE };
            let mut feed = Feed::new(live, (&self.adapter, &position), style, &wishes);
            let thought = self.engine.think(&position, &limits, &stop, &mut |report| feed.show(report));
            let thought = thought.map_err(|failure| Fault(format!("engine failed: {failure}").into()));
            if let Ok(thought) = &thought {
                feed.finish(thought);
            }
            self.keep_out(&Wishes::default())?;
            thought?;
        }
        live.begin();
        while !stop.is_asked() {
            thread::sleep(PATIENCE);
        }
        Ok(String::new())
    }

    /// Thinks about a move within the usual limits, shows what it sees on the way and at the end, and plays.
    pub(super) fn genmove_analyze(&mut self, style: Style, arguments: &[&str], live: &mut Live<'_, '_>) -> Answer {
        let wishes = Wishes::read(arguments).ok_or(Fault::SYNTAX)?;
        let stop = live.wire.urgent().clone();
        let thought = self.think_aloud(style, &wishes, &stop, live)?;
        let vertex = self.carry_out(wishes.player.unwrap_or(self.position.turn()), thought.choice)?;
        live.line(&format!("play {vertex}"));
        Ok(String::new())
    }

    /// The same, but nothing is played. Where it can be cancelled, any line does that.
    pub(super) fn search_analyze(&mut self, arguments: &[&str], cancellable: bool, live: &mut Live<'_, '_>) -> Answer {
        let wishes = Wishes::read(arguments).ok_or(Fault::SYNTAX)?;
        let stop = if cancellable { live.wire.next_line() } else { live.wire.urgent() }.clone();
        let thought = self.think_aloud(Style::Kata, &wishes, &stop, live)?;
        let said = if cancellable && stop.is_asked() { "cancelled".into() } else { self.said(thought.choice) };
        live.line(&format!("play {said}"));
        Ok(String::new())
    }

    /// Chooses a move by the clock and shows what it sees.
    fn think_aloud(
        &mut self,
        style: Style,
        wishes: &Wishes,
        stop: &Stop,
        live: &mut Live<'_, '_>,
    ) -> Result<Thought<MoveOf<A>>, Fault> {
        let player = wishes.player.unwrap_or(self.position.turn());
        let over = self.position.is_over();
        let (adapter, limits) = (self.adapter.clone(), self.limits);
        let position = if over { self.position.clone() } else { self.position_for(player)? };
        self.keep_out(wishes)?;
        self.limits = Limits { variations: wishes.moves_max, in_detail: true, ..limits };
        let mut feed = Feed::new(live, (&adapter, &position), style, wishes);
        let thought = self.choose_by_the_clock(player, stop, &mut |report| feed.show(report));
        self.limits = limits;
        // Nobody thought about a pass after the end.
        if let Ok(thought) = &thought
            && !over
        {
            feed.finish(thought);
        }
        self.keep_out(&Wishes::default())?;
        thought
    }
}
