//! What people want, and whether it is theirs to want.

use pages::phrase::Phrase;
use pages::wire::Do;
use pages::{Presence, Seats};
use plateau_core::Player;
use players::thinker::Task;
use store::GameId;
use table::event::Action;
use table::view::Stage;
use table::{Command, Message, Seat, Who};

use super::Room;
use super::rematch::Rematch;
use crate::hub::shared::{DECLINED, SEAT_NOTES, no_challenge};
use crate::hub::terms::{Challenge, Refusal, Sitter, Viewer};

impl Room {
    /// Does what somebody with these seats wants, unless it has this name and they did it last.
    pub(super) async fn act_once(&mut self, you: Seats, what: Do, name: Option<String>) -> Result<(), Refusal> {
        if let Some(name) = name {
            if self.once.is_done(you, &name) {
                return Ok(());
            }
            if let Some(by) = self.kept.table().speaker(|player| you.has(player)) {
                self.once.begin(by, name);
            }
        }
        let done = self.act(you, what).await;
        self.once.end();
        done
    }

    /// Does what somebody with these seats wants, or says why not; then nothing has changed.
    pub(super) async fn act(&mut self, you: Seats, what: Do) -> Result<(), Refusal> {
        let Some(by) = self.kept.table().speaker(|player| you.has(player)) else { return Err(Refusal::NotSeated) };
        if !self.is_complete() && what != Do::Cancel {
            return Err(Message::new("wait-for-opponent").into());
        }
        match what {
            Do::Play(mv) => self.command(by, &Command::Play(mv)).await,
            Do::Undo => {
                self.unless_shared(you, "ask-takeback")?;
                self.command(by, &Command::Undo).await
            }
            Do::Redo => {
                self.unless_shared(you, "no-redo")?;
                self.command(by, &Command::Redo).await
            }
            Do::Resign => self.command(by, &Command::Resign).await,
            Do::Mark(cell) => self.command(by, &Command::Mark(cell)).await,
            Do::Accept => self.accept(you).await,
            Do::Resume => self.command(by, &Command::Resume).await,
            Do::Offer(offer) => {
                self.if_shared(you)?;
                self.command(by, &Command::Offer(offer)).await
            }
            Do::Answer(yes) if self.rematch.offered_by().is_some() => self.answer_rematch(by, yes).await,
            Do::Answer(yes) => self.command(by, &Command::Answer(yes)).await,
            Do::Rematch => self.offer_rematch(you, by).await,
            Do::Hint => self.ask_advice(you, Task::Hint),
            Do::Estimate => self.ask_advice(you, Task::Estimate),
            Do::Say(phrase) => self.say(by, phrase).await,
            Do::Stop => self.hurry(),
            Do::Claim => self.claim(you, by).await,
            Do::Cancel => self.cancel().await,
        }
    }

    /// Decides a command of the table and keeps what it does.
    pub(super) async fn command(&mut self, by: Player, command: &Command) -> Result<(), Refusal> {
        let actions = self.kept.table().decide(by, command, self.hub.now_ms())?;
        self.commit(actions).await
    }

    /// Whether another person plays here, who would have to be asked.
    fn is_shared(&self, you: Seats) -> bool {
        Player::BOTH.into_iter().any(|player| self.seat(player).who.is_person() && !you.has(player))
    }

    fn unless_shared(&self, you: Seats, refusal: &'static str) -> Result<(), Refusal> {
        if self.is_shared(you) { Err(Message::new(refusal).into()) } else { Ok(()) }
    }

    fn if_shared(&self, you: Seats) -> Result<(), Refusal> {
        if self.is_shared(you) { Ok(()) } else { Err(Message::new("nobody-to-ask").into()) }
    }

    /// Accepts the marking for every seat that is theirs.
    async fn accept(&mut self, you: Seats) -> Result<(), Refusal> {
        let Stage::Marking { accepted } = self.kept.table().stage() else {
            return Err(Message::new("table-not-marking").into());
        };
        for player in Player::BOTH {
            if you.has(player) && !accepted[player] {
                self.command(player, &Command::Accept).await?;
            }
        }
        Ok(())
    }

    /// Somebody takes a seat that is free.
    pub(super) async fn sit(&mut self, sitter: Sitter) -> Result<(), Refusal> {
        let Sitter { side, name, key } = sitter;
        if self.seating.key(side) == Some(key) {
            return Ok(());
        }
        self.expire().await;
        if !self.is_open(side) {
            return Err(Message::new("seat-taken").into());
        }
        if !self.seating.is_for(key) {
            return Err(Message::new("seat-promised").into());
        }
        if self.is_ended() {
            let id = if self.kept.table().is_cancelled() { "table-cancelled" } else { "table-ended" };
            return Err(Message::new(id).into());
        }
        let (seat, note) = (Seat { name, who: Who::Person }, (SEAT_NOTES[side as usize].into(), Some(key.to_string())));
        // A challenge that leaves both seats open waits for another still.
        let is_answered = !self.is_open(side.opponent());
        let notes = std::iter::once(note).chain(is_answered.then(no_challenge).into_iter().flatten());
        self.commit_with(vec![Action::Sit(side, seat)], notes.collect()).await?;
        self.seating.give(side, key);
        if self.is_complete() {
            self.patience = None;
        }
        self.ring();
        self.version += 1;
        self.gather();
        Ok(())
    }

    /// Calls the game off while a seat waits for somebody.
    async fn cancel(&mut self) -> Result<(), Refusal> {
        if self.is_complete() {
            return Err(Message::new("cancel-too-late").into());
        }
        let cancel = self.kept.table().cancel()?;
        self.commit(vec![cancel]).await
    }

    /// Whoever was asked to play does not want to: the game is called off. To say so again changes nothing.
    pub(super) async fn decline(&mut self, viewer: &Viewer, reason: &'static str) -> Result<(), Refusal> {
        if self.seating.asked().is_none() || self.seating.asked() != viewer.key {
            return Err(Refusal::NotSeated);
        }
        if self.kept.table().is_cancelled() {
            return Ok(());
        }
        let cancel = self.kept.table().cancel()?;
        let declined = (DECLINED.into(), Some(reason.to_owned()));
        self.commit_with(vec![cancel], vec![declined]).await?;
        self.declined = Some(reason.to_owned());
        self.version += 1;
        Ok(())
    }

    /// Says something to the other.
    async fn say(&mut self, by: Player, phrase: Phrase) -> Result<(), Refusal> {
        let talk = self.talk.with(by, phrase).ok_or_else(|| Message::new("said-enough"))?;
        self.kept.try_note(std::iter::once(talk.note()).chain(self.once.note()).collect()).await?;
        self.once.keep();
        self.talk = talk;
        self.version += 1;
        Ok(())
    }

    /// Takes the game, if the other has been gone for long enough.
    async fn claim(&mut self, you: Seats, by: Player) -> Result<(), Refusal> {
        let other = by.opponent();
        match self.presence()[other] {
            Presence::Gone { claimable: true, .. } if !you.has(other) => {
                let forfeit = self.kept.table().forfeit(other)?;
                self.commit(vec![forfeit]).await
            }
            _ => Err(Message::new("claim-too-early").into()),
        }
    }

    /// Offers another game once this one is over; where nobody has to be asked it begins at once.
    async fn offer_rematch(&mut self, you: Seats, by: Player) -> Result<(), Refusal> {
        if !self.is_ended() {
            return Err(Message::new("not-over").into());
        }
        if self.rematch.next().is_some() {
            return Ok(());
        }
        if !self.is_shared(you) || self.rematch.offered_by() == Some(by.opponent()) {
            return self.begin_rematch(None).await;
        }
        // A program does not come back to a game that is over: it hears of the next one where it hears of challenges.
        if self.listens(by.opponent()) {
            return self.begin_rematch(Some(by.opponent())).await;
        }
        if self.rematch.declined_by() == Some(by.opponent()) {
            return Err(Message::new("rematch-declined").into());
        }
        self.settle_rematch(self.rematch.offered(by)).await
    }

    /// Another state of the rematch: noted first, and told then.
    async fn settle_rematch(&mut self, next: Rematch) -> Result<(), Refusal> {
        self.kept.try_note(next.notes()).await?;
        self.rematch = next;
        self.version += 1;
        Ok(())
    }

    async fn answer_rematch(&mut self, by: Player, yes: bool) -> Result<(), Refusal> {
        if self.rematch.offered_by() == Some(by) {
            return Err(Message::new("table-no-offer").into());
        }
        if yes {
            return self.begin_rematch(None).await;
        }
        self.settle_rematch(self.rematch.declined()).await
    }

    /// Whether whoever sits there waits for challenges.
    fn listens(&self, player: Player) -> bool {
        self.seating.key(player).is_some_and(|key| self.hub.bells.is_heard(key))
    }

    /// The same game again, with the colours changed over and the same people, one of whom may have to be asked first.
    async fn begin_rematch(&mut self, asked: Option<Player>) -> Result<(), Refusal> {
        let table = self.kept.table().setup().swapped().table()?;
        let key = |player: Player| self.seating.key(player);
        let challenge = asked.and_then(|asked| Some(Challenge { by: key(asked.opponent())?, to: Some(key(asked)?) }));
        let sitters = Player::BOTH.into_iter().filter(|player| Some(*player) != asked).filter_map(|player| {
            let key = self.seating.key(player)?;
            Some(Sitter { side: player.opponent(), name: self.seat(player).name.clone(), key })
        });
        let sitters: Vec<Sitter> = sitters.collect();
        let next = GameId::random().map_err(store::Error::from)?;
        let begun = Rematch::begun(next);
        self.kept.begin_another(next, table, &sitters, challenge, begun.notes()).await?;
        self.rematch = begun;
        self.version += 1;
        self.ring();
        Ok(())
    }
}
