//! Rules and notation for the browser: what the page asks before it shows anything.
//!
//! Squares cross this boundary by their USI names in all four games, moves as canonical text (USI,
//! in Shogun Chess UCI; both spellings are read). Bad input throws a `KomadaiError`.
#![warn(missing_docs)]

mod attackers;
mod game;
mod spec;
mod state;
mod typed;

pub use game::Game;
pub use spec::{check_position, game_spec};
