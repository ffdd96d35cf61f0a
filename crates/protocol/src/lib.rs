//! GTP and NBoard.
