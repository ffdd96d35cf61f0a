//! The games that are live: who sits where, who watches, what the machine thinks.
