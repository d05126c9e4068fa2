//! Notation of moves for people and records of games of four drop games.
//!
//! | to read | to write | formats |
//! |---|---|---|
//! | [`read_typed_move`], [`complete_typed_move`] | [`display_move`], [`display_line`] | Western (Hodges, Hosking, Kawasaki), Japanese, KIF, SAN |
//! | `record::read_record` | `record::write_record` | KIF, KI2, CSA, PGN, USI lines, JKF; with the feature `records` |
//!
//! Readers are tolerant and never panic, writers strict. SFEN, FEN, USI and UCI are text of the types
//! of [`komadai_rules`]; [`Dialect`] chooses between the spellings of the two protocols.
//!
//! ```
//! use komadai_notation::{DisplayStyle, display_move, read_typed_move};
//! use komadai_rules::{AnyPosition, VariantId};
//!
//! let start = AnyPosition::start(VariantId::Shogi);
//! let pawn = read_typed_move(&start, "P-76", None, DisplayStyle::Western)?;
//! assert_eq!(pawn.display(VariantId::Shogi).to_string(), "7g7f");
//! assert_eq!(display_move(&start, pawn, DisplayStyle::Japanese), "▲７六歩");
//! # Ok::<(), komadai_notation::TypedMoveError>(())
//! ```
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod dialect;
mod display;
mod entering_king;
#[cfg(feature = "records")]
pub mod record;
mod typed;

pub use dialect::Dialect;
pub use display::{DisplayStyle, display_line, display_move};
pub use entering_king::EnteringKingRule;
pub use typed::{TypedMoveError, complete_typed_move, read_typed_move};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
