//! Rules of four drop games: Shogi, Minishogi, Tori Shogi and Shogun Chess.
//!
//! The crate decides which moves are legal and how a game ends. It knows no clock, no randomness and
//! no operating system.
//!
//! # A tour
//!
//! * [`VariantId`] names a variant, [`VariantSpec`] describes it as data (piece movement, set,
//!   handicaps).
//! * [`Square`], [`Side`], [`PieceKind`], [`Piece`], [`Move`] and [`Hand`] are the vocabulary.
//! * A [`Setup`] is any arrangement of pieces; a [`Position`] is a validated setup. Positions are
//!   small, `Copy`, and generate legal moves by construction.
//! * A [`Game`] is a start position, the moves played and a [`RuleSet`]. It detects repetition,
//!   impasse, declarations and move limits, and gives every end a named [`Reason`].
//! * [`AnyPosition`] and [`AnyGame`] choose the variant at run time, for programs that read it from
//!   text. Everything else is generic over [`Variant`] and compiled once per variant.
//!
//! ```
//! use komadai_rules::{Game, Move, Position, RuleSet, Shogi, VariantId};
//!
//! let start = Position::<Shogi>::start();
//! assert_eq!(start.legal_moves().len(), 30);
//!
//! let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
//! let pawn = Move::parse(VariantId::Shogi, "7g7f")?;
//! assert_eq!(game.play(pawn), Ok(None));
//! assert_eq!(game.ply(), 1);
//! # Ok::<(), komadai_rules::TextError>(())
//! ```
//!
//! # Sets of moves
//!
//! [`Position::legal_moves`] lists, [`Position::for_each_move_set`] gives the sets of squares that the
//! generator works with, and [`Position::attacks`], [`Position::attackers_to`] and
//! [`Position::drop_squares`] are the queries beneath. Sets are a [`Bitboard`], the smallest integer
//! that holds the board.
//!
//! # Text
//!
//! With the feature `text`, on by default, positions read and write SFEN and FEN, squares and moves
//! USI and UCI. Types that know their variant implement `Display`; [`Square`] and [`Move`] are told it:
//! `Move::parse(variant, text)`, `mv.display(variant)`. An error is a [`TextError`] with the offending
//! text, its offset and the expected text. Notation for people and records are in the crate
//! `komadai-notation`.
//!
//! ```
//! use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
//!
//! let shogi = VariantId::Shogi;
//! let position = AnyPosition::parse(shogi, "4k4/9/9/9/9/9/9/9/4K4 b PPR", SetupRules::Play)?;
//! assert_eq!(position.to_string(), "4k4/9/9/9/9/9/9/9/4K4 b R2P 1");
//!
//! // Both spellings of a move are read in every variant.
//! let drop = Move::parse(shogi, "P@e5")?;
//! assert_eq!(drop.display(shogi).to_string(), "P*5e");
//!
//! let error = Move::parse(shogi, "7g7x").unwrap_err();
//! assert_eq!((error.offset, error.text.as_str()), (2, "7x"));
//! # Ok::<(), komadai_rules::PositionTextError>(())
//! ```
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

// First, because the other modules use its macros.
#[macro_use]
mod variants;

#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod attacks;
mod game;
mod macros;
mod movegen;
mod position;
#[cfg(feature = "serde")]
mod serialization;
mod spec;
#[cfg(feature = "text")]
mod text;
mod types;

pub use crate::game::acts::Unavailable;
pub use crate::game::impasse::{Declared, ImpasseCount, judge_declaration};
pub use crate::game::premove::PromotionChoice;
pub use crate::game::repetition::{HandComparison, RepetitionTracker, RepetitionVerdict};
pub use crate::game::{Game, PlayError};
pub use crate::movegen::move_set::MoveSet;
pub use crate::movegen::perft::{MAX_PERFT_DEPTH, PerftTooDeep};
pub use crate::position::Position;
pub use crate::position::see::SeeValues;
pub use crate::position::setup::{Setup, SetupRules};
pub use crate::position::setup_problem::{SetupErrors, SetupProblem};
pub use crate::spec::castling_spec::{CastlingFiles, CastlingSpec};
pub use crate::spec::piece_spec::{PieceKindSpec, Step, StepUse};
pub use crate::spec::variant::Variant;
pub use crate::spec::variant_spec::{FileLimit, Handicap, TextStyle, VariantSpec};
#[cfg(feature = "text")]
pub use crate::text::error::{PositionTextError, TextError, TextErrorKind};
pub use crate::types::bitboard::{Bitboard, Bitboard32, Bitboard64, Bitboard128};
pub use crate::types::castling_rights::{CastlingRights, CastlingSide};
pub use crate::types::hand::Hand;
pub use crate::types::move_list::{IntoMoves, MAX_MOVES, MoveList};
pub use crate::types::moves::Move;
pub use crate::types::outcome::{Outcome, Reason};
pub use crate::types::piece::Piece;
pub use crate::types::piece_kind::PieceKind;
pub use crate::types::refusal::{Refusal, RefusalCode};
pub use crate::types::rule_set::{
    Declaration, IllegalMove, Impasse, ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition,
    RuleError, RuleKey, RuleSet, Stalemate,
};
pub use crate::types::side::Side;
pub use crate::types::square::Square;
pub use crate::variants::VariantId;
pub use crate::variants::any::{AnyGame, AnyPosition};
pub use crate::variants::registered::*;
pub use crate::variants::variant_id::UnknownVariant;

/// Shared with the project's other crates and its tests; not covered by semantic versioning.
#[doc(hidden)]
pub mod internal {
    pub use crate::attacks::compact::Compact;
    pub use crate::attacks::computed::Computed;
    pub use crate::movegen::check_squares::CheckSquares;
    pub use crate::spec::zobrist::split_mix;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
