//! Statistics of match results.
//!
//! Games are played in pairs from the same opening with the sides exchanged. The unit is the pair: its
//! two games are not independent of each other, pairs are.

mod elo;
mod pentanomial;
mod sprt;

pub use elo::{Estimate, logistic_elo, logistic_score, normalised_elo};
pub use pentanomial::Pentanomial;
pub use sprt::{EloModel, Sprt, SprtError, UnknownEloModel, Verdict};
