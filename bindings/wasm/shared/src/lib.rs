//! What the browser modules have in common: building and reading plain JavaScript objects, and
//! errors that JavaScript can tell apart.
//!
//! Nothing here panics on what JavaScript passes in: every reader returns an [`Error`].
#![warn(missing_docs)]

mod error;
mod object;
mod open;
mod read;

pub use error::{Error, refusal_object};
pub use object::{Object, array, keys};
pub use open::open_game;
pub use read::{read_game, read_move, read_position, read_rules, read_side, read_square};

use wasm_bindgen::prelude::*;

/// Types that both modules' declarations begin with.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** The four games, by the names that other programs know them by. */
export type GameId = 'shogi' | 'minishogi' | 'torishogi' | 'shogun';
/** `first` is Sente, Black, or White in Shogun Chess. */
export type Side = 'first' | 'second';
/** A square by its USI name, in all four games: `7g`. */
export type Key = string;
/** Rule options by name, in kebab case: `{ repetition: 'draw-4' }`. What is left out has its default. */
export type Rules = Record<string, string>;

/** What functions throw: an `Error` that says what is wrong as a stable code, too. */
export interface KomadaiError extends Error {
    /** A stable name in kebab case: `nifu`, `bad-side`, `unknown-rule`, … */
    code: string;
    /** English: what is wrong, where, and what would be right. */
    message: string;
    /** Where in a text the offending part begins, in bytes of its UTF-8. */
    offset?: number;
    /** The offending part of a text. */
    text?: string;
    /** The squares that explain it. */
    squares?: Key[];
    /** How many moves of a list were good before the one that was not. */
    ply?: number;
}
"#;
