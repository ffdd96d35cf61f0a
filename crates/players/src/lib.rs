//! Engines in seats.
