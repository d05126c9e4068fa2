//! Shared code of the browser modules: values across the boundary, and errors with codes.
//!
//! No input from JavaScript panics: every reader returns an [`Error`].

mod error;
mod from_value;
mod open;
mod read;
#[cfg(feature = "typescript")]
pub mod typescript;
mod value;

pub use error::{Error, ErrorDetails};
pub use open::{open_game, open_setup};
pub use read::{read_game, read_move, read_position, read_rules, read_side, read_square};
pub use value::{Record, from_js, from_js_in_order, to_js};

use komadai_rules::{Square, VariantId};

#[must_use]
pub fn square_names(variant: VariantId, squares: &[Square]) -> Vec<String> {
    squares
        .iter()
        .map(|square| square.usi(variant).to_string())
        .collect()
}
