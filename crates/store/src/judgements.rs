use study::Notebook;

use crate::Store;

/// The judgements that a store keeps, as whoever reviews a game wants them.
#[derive(Clone, Copy)]
pub struct Judgements<'a>(pub &'a dyn Store);

impl std::fmt::Debug for Judgements<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Judgements")
    }
}

/// What a store cannot tell or keep is thought again: a review is no reason to fail.
impl Notebook for Judgements<'_> {
    fn find(&self, key: &str) -> Option<String> {
        self.0.judgement(key).ok().flatten()
    }

    fn keep(&self, key: &str, text: &str) {
        let _ = self.0.keep_judgement(key, text);
    }
}
