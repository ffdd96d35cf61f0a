/// What lets a program play on a server: the secret that it shows has this hash. Whoever made it can take it away again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The name that the program plays under. There is one of each.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// The hash of its secret, which is nowhere else.
    pub hash: String,
    /// What it may do, as whoever hands tokens out writes it.
    pub scopes: String,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: u64,
}
