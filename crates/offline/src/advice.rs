//! Advice in a game of a server, worked out by the browser of whoever wants it: the server hands out an [errand](pages::Errand), and nothing goes back
//! to it.

use pages::{Advice, Context};
use players::elsewhere::question::Question;
use players::elsewhere::said::Said;
use players::thinker::Thought;
use search::{Stop, Supply};
use store::Preferences;
use table::AnyTable;
use table::view::Wanted;
use words::Words;

/// An errand as it was read.
pub struct Errand {
    question: Question,
    table: AnyTable,
    words: Words,
    options: Preferences,
}

impl Errand {
    /// Nothing if it is none of ours.
    pub fn read(bytes: &[u8]) -> Option<Errand> {
        let pages::Errand { question, lang, coordinates } = serde_json::from_slice(bytes).ok()?;
        let question = Question::read(question.as_bytes())?;
        let Question::Table { table, .. } = &question else { return None };
        let table = (**table).clone();
        let options = Preferences { coordinates, ..Preferences::default() };
        Some(Errand { question, table, words: Words::new(lang.parse().ok()?), options })
    }

    /// The files without which nobody can think about it.
    pub fn files(&self) -> Vec<&'static Supply> {
        self.question.files()
    }

    /// Thinks, and says what changes on the page of the game by what is thought: ids of elements and their HTML, as JSON. Nothing if nothing comes of it.
    pub fn advise(self) -> Option<String> {
        let Errand { question, table, words, options } = self;
        let advice = match question.think(&mut None, &Stop::new(), &|_| {})? {
            Said::Thought(Thought::Hint(mv, why)) => Advice::Hint(mv, why),
            Said::Thought(Thought::Estimate(estimate)) => Advice::Estimate(estimate),
            Said::Thought(Thought::Failed(why)) => Advice::Nothing(why),
            _ => return None,
        };
        let wanted = Wanted { territory: true, ..Wanted::default() };
        let before = table.view(&wanted, 0);
        let after = table.view(&advice.on(wanted), 0);
        let context = Context { words: &words, options: &options, local: false, browser: false, origin: "", path: "" };
        serde_json::to_string(&pages::advice(&context, &before, &after, &advice)).ok()
    }
}
