//! GTP and `NBoard`.
