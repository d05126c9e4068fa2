//! Reference implementation of the rules: slow, obvious, and written from the movement tables of the
//! rules page alone, without a look at `komadai_rules`.
//!
//! - [`tables`]: pieces, lines of movement, promotion and drop rules of each variant;
//! - [`position`]: a mailbox board with hands, and its text;
//! - [`moves`]: make and test;
//! - [`model`]: ends of games, computed from the list of positions.

pub(crate) mod model;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod tables;

pub(crate) use model::Model;
pub(crate) use moves::RefMove;
pub(crate) use position::{RefPiece, RefPosition};
pub(crate) use tables::Law;
