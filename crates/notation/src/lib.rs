//! Text of positions, moves and game records of four drop games.
//!
//! | to read | to write | formats |
//! |---|---|---|
//! | [`parse_position`], [`parse_setup`] | [`position_text`], [`fairy_fen`] | SFEN, FEN with hands in brackets |
//! | [`parse_move`], [`parse_square`] | [`move_text`], [`usi_move`], [`uci_move`] | USI, UCI |
//! | [`read_typed_move`], [`complete_typed_move`] | [`display_move`], [`display_line`] | Western (Hodges, Hosking, Kawasaki), Japanese, KIF, SAN |
//! | `record::read_record` | `record::write_record` | KIF, KI2, CSA, PGN, USI lines, JKF; with the feature `records` |
//!
//! Readers are tolerant, writers strict: [`position_text`] and [`move_text`] give the canonical
//! text, SFEN and USI for Shogi, Minishogi and Tori Shogi, FEN and UCI for Shogun Chess. A reader
//! never panics; its error is a [`TextError`] with the offending text, its offset and the expected
//! text. A position is read in two steps: [`parse_setup`] reads any arrangement of pieces, and
//! [`Position::from_setup`](komadai_rules::Position::from_setup) validates it or lists its faults.
//!
//! ```
//! use komadai_notation::{move_text, parse_move, parse_position, position_text};
//! use komadai_rules::{VariantId, SetupRules};
//!
//! let shogi = VariantId::Shogi;
//! let position = parse_position(shogi, "4k4/9/9/9/9/9/9/9/4K4 b PPR", SetupRules::Play)?;
//! assert_eq!(position_text(&position), "4k4/9/9/9/9/9/9/9/4K4 b R2P 1");
//!
//! // Both spellings of a move are read in every game.
//! let drop = parse_move(shogi, "P@e5").unwrap();
//! assert_eq!(move_text(shogi, drop), "P*5e");
//!
//! let error = parse_move(shogi, "7g7x").unwrap_err();
//! assert_eq!((error.offset, error.text.as_str()), (2, "7x"));
//! # Ok::<(), komadai_notation::PositionTextError>(())
//! ```
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod board;
mod castling;
mod cursor;
mod dialect;
mod display;
mod entering_king;
mod error;
mod hands;
mod letters;
mod moves;
mod position;
#[cfg(feature = "records")]
pub mod record;
mod square;
mod typed;

pub use dialect::Dialect;
pub use display::{DisplayStyle, display_line, display_move};
pub use entering_king::EnteringKingRule;
pub use error::{PositionTextError, TextError, TextErrorKind};
pub use moves::{move_text, parse_move, uci_move, usi_move};
pub use position::{board_text, fairy_fen, parse_position, parse_setup, position_text, setup_text};
pub use square::{parse_square, square_name, uci_square, usi_square};
pub use typed::{TypedMoveError, complete_typed_move, read_typed_move};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
