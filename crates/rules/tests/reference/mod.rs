//! A second set of rules: slow, obvious, and written from the movement tables of the rules page
//! alone. Nothing here looks at how `komadai_rules` does it; the two meet only in the tests.
//!
//! - [`tables`]: pieces, their lines of movement, promotion and drop rules, one game after the other;
//! - [`position`]: a mailbox board with hands, and the text it is read from;
//! - [`moves`]: every move tried on a copy of the board and kept if the king survives;
//! - [`model`]: how a game ends, computed from the list of its positions.

pub(crate) mod model;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod tables;

pub(crate) use model::Model;
pub(crate) use moves::RefMove;
pub(crate) use position::{RefPiece, RefPosition};
pub(crate) use tables::Law;
