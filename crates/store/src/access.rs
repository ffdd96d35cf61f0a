/// Who opens a database, and who else may have it open then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The only server.
    Alone,
    /// One of several servers, which know of each other.
    Together,
    /// No server; there may be some.
    Beside,
}
