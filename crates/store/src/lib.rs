//! Where games are kept.
