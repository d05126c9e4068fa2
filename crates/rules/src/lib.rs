//! The rules of four drop games: Shogi, Minishogi, Tori Shogi and Shogun Chess.
//!
//! This crate decides what is legal and how a game ends, and nothing else does. It knows no text
//! notation beyond piece letters, no clock, no randomness and no operating system.
//!
//! # A tour
//!
//! * [`GameId`] names a game, [`GameSpec`] describes it as data (piece movement, set, handicaps).
//! * [`Square`], [`Side`], [`Kind`], [`Piece`], [`Move`] and [`Hand`] are the vocabulary.
//! * A [`Setup`] is anything a person may put on a board; a [`Position`] is a setup that has been
//!   validated. Positions are small, `Copy`, and generate legal moves by construction.
//! * A [`History`] is a game in progress: a start position, the moves, and a [`RuleSet`]. It knows
//!   repetition, impasse, declarations, move limits, and gives every end a named [`Reason`].
//! * [`AnyPosition`] and [`AnyGame`] choose the game at run time, for programs that learn it from
//!   text. Everything else is generic over [`Game`] and compiled once per game.
//!
//! ```
//! use komadai_rules::{History, Move, Position, RuleSet, Shogi, GameId, Square};
//!
//! let start = Position::<Shogi>::start();
//! assert_eq!(start.legal_moves().len(), 30);
//!
//! let mut game = History::new(start, RuleSet::default_for(GameId::Shogi));
//! let from = Square::from_coords(GameId::Shogi, 2, 2).unwrap(); // 7g
//! let to = Square::from_coords(GameId::Shogi, 2, 3).unwrap(); // 7f
//! assert_eq!(game.play(Move::board(from, to, false)), Ok(None));
//! assert_eq!(game.ply(), 1);
//! ```
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod any;
mod core;
mod games;

pub use crate::any::{AnyGame, AnyPosition};
pub use crate::core::bits::{Bits, Bits32, Bits64, Bits128, NarrowSquares, WideSquares};
pub use crate::core::castling::CastlingRights;
pub use crate::core::check_squares::CheckSquares;
pub use crate::core::exchange::ExchangeValues;
pub use crate::core::game::Game;
pub use crate::core::game_id::{GameId, UnknownGame};
pub use crate::core::hand::Hand;
pub use crate::core::history::{History, PlayError, Unavailable};
pub use crate::core::impasse::{Declared, ImpasseCount, judge_declaration};
pub use crate::core::kind::Kind;
pub use crate::core::move_list::{IntoMoves, MAX_MOVES, MoveList};
pub use crate::core::moves::Move;
pub use crate::core::outcome::{Outcome, Reason};
pub use crate::core::piece::Piece;
pub use crate::core::position::Position;
pub use crate::core::refusal::{Refusal, RefusalCode};
pub use crate::core::rule_set::{
    Declaration, IllegalMove, Impasse, ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition,
    RuleError, RuleSet, Stalemate,
};
pub use crate::core::setup::{Setup, SetupRules};
pub use crate::core::setup_problem::{SetupErrors, SetupProblem};
pub use crate::core::side::Side;
pub use crate::core::spec::{GameSpec, Handicap, KindSpec, Step, StepUse};
pub use crate::core::square::Square;
pub use crate::games::{minishogi::Minishogi, shogi::Shogi, shogun::Shogun, tori::Torishogi};
