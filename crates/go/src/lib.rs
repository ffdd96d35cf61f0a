//! The rules of go.
