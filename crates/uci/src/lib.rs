//! USI and UCI, the protocols between engines and their GUIs, as types in both directions.
//!
//! [`GuiMessage`] is a line from the GUI to the engine, [`EngineMessage`] a line from the engine to
//! the GUI. Both are read with `parse` and written with `to_text`; a written value is read back as
//! the same value. The two protocols differ in a few words, in the spelling of moves and positions,
//! in the side called black and in the unit of mate scores: [`Protocol`] holds the protocol and the
//! variant.
//!
//! Parsing is tolerant where the protocols ask for it: unknown words of `info` are ignored,
//! unreadable words of `go` are listed in [`Go::problems`], because a GUI that sends `go` waits for
//! a move. Any other unreadable text is a typed error; no input panics. The crate does no I/O and
//! reads no clock.
//!
//! ```
//! use komadai_notation::Dialect;
//! use komadai_rules::{VariantId, Side};
//! use komadai_uci::{BestMove, EngineMessage, GuiMessage, Protocol};
//!
//! let usi = Protocol::new(Dialect::Usi, VariantId::Shogi);
//! let message = GuiMessage::parse("go btime 60000 wtime 59000 byoyomi 1000", usi)?;
//! let GuiMessage::Go(go) = &message else { panic!() };
//! assert_eq!(go.clocks.time_ms[Side::First.index()], Some(60_000));
//! assert_eq!(message.to_text(usi), "go btime 60000 wtime 59000 byoyomi 1000");
//!
//! let best = komadai_rules::Move::parse(VariantId::Shogi, "7g7f").unwrap();
//! let answer = EngineMessage::BestMove(BestMove::Move { best, ponder: None });
//! assert_eq!(answer.to_text(usi), "bestmove 7g7f");
//! # Ok::<(), komadai_uci::GuiMessageError>(())
//! ```
//!
//! Sources: *UCI protocol* (Stefan Meyer-Kahlen, 2006), *USI protocol* (Tord Romstad, 2007) with
//! the later additions of shogi programs (`gameover`, `bestmove win`, `checkmate`), and
//! Fairy-Stockfish for its spelling of moves and `UCI_Variant`.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

extern crate alloc;

mod best_move;
mod checkmate;
mod engine_message;
mod go;
mod go_parser;
mod gui_message;
mod info;
mod option;
mod option_name;
mod option_value;
mod protocol;
mod score;
mod set_option;
mod set_position;
mod text;

pub use best_move::BestMove;
pub use checkmate::Checkmate;
pub use engine_message::{EngineMessage, EngineMessageError};
pub use go::{Clocks, Go, GoProblem, MateLimit};
pub use gui_message::{GameResult, GuiMessage, GuiMessageError};
pub use info::Info;
pub use option::{OptionDeclaration, OptionDeclarationError, OptionKind};
pub use option_name::{option_name, same_option};
pub use option_value::{ExpectedValue, OptionValue, OptionValueError};
pub use protocol::Protocol;
pub use score::{Bound, Score, ScoreValue};
pub use set_option::{SetOption, SetOptionError};
pub use set_position::{BadMove, SetPosition, SetPositionError};
pub use text::excerpt;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
