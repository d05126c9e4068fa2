//! What the browser modules have in common: values across the boundary, and errors that JavaScript
//! can tell apart.
//!
//! Nothing here panics on what JavaScript passes in: every reader returns an [`Error`].

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

use komadai_notation::usi_square;
use komadai_rules::{Square, VariantId};

/// Squares by the names that cross this boundary.
#[must_use]
pub fn square_names(game: VariantId, squares: &[Square]) -> Vec<String> {
    squares
        .iter()
        .map(|square| usi_square(game, *square))
        .collect()
}
