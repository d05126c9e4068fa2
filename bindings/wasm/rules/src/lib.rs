//! Rules, notation and play for the browser.
//!
//! Squares cross this boundary by their USI names in all four variants, moves as canonical text
//! (USI, in Shogun Chess UCI; both spellings are read). Bad input throws a `KomadaiError`. The
//! types of the values are generated (`typescript.rs`, `types.d.ts`).

mod attackers;
mod destinations;
mod editing;
mod followed_game;
mod game;
mod input;
mod local_game;
mod refusal;
mod spec;
mod state;
mod typed;
#[cfg(test)]
mod typescript;

pub use editing::edit_setup;
pub use followed_game::FollowedGame;
pub use game::Game;
pub use local_game::LocalGame;
pub use spec::{check_position, game_spec};

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = include_str!("types.d.ts");
