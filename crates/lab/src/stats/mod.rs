//! What the results of a match say about the strength of its players.
//!
//! Games are played in pairs that begin alike with the sides exchanged, and a pair is the unit that
//! is counted: the two games of a pair are not independent of each other, pairs are.

mod elo;
mod pentanomial;
mod sprt;

pub use elo::{Estimate, logistic_elo, logistic_score, normalised_elo};
pub use pentanomial::Pentanomial;
pub use sprt::{EloModel, Sprt, SprtError, UnknownEloModel, Verdict};
