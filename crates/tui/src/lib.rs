//! The terminal screen and the plain console.
