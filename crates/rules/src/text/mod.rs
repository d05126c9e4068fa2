//! Text of positions and moves: SFEN and FEN, USI and UCI.
//!
//! Readers accept both spellings of squares and moves in every variant and common deviations of
//! positions; writers give canonical text. No input panics: the errors name the offending text, its
//! offset and the expected text.

mod board;
mod castling;
mod cursor;
pub(crate) mod error;
mod hands;
mod letters;
mod moves;
mod position;
mod short_text;
mod square;
