/// Where judgements are kept, so that nothing is thought twice.
pub trait Notebook: Sync {
    /// What was kept under this key.
    fn find(&self, key: &str) -> Option<String>;

    /// Keeps a text. What cannot be kept is thought again another time.
    fn keep(&self, key: &str, text: &str);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoNotebook;

impl Notebook for NoNotebook {
    fn find(&self, _key: &str) -> Option<String> {
        None
    }

    fn keep(&self, _key: &str, _text: &str) {}
}
