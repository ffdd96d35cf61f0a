//! Every test of the crate that needs nothing but its public face.

mod corpus;
mod hostile;
mod mutation;
mod othello_formats;
mod public_data;
mod records;
mod syntax;
mod typed_sgf;
