//! Search, evaluation and playing levels for drop games.
//!
//! The engine does no input or output and reads neither clock nor system randomness: positions,
//! limits, time and seeds are arguments, so that equal calls give equal answers everywhere, in the
//! browser too. It starts threads only if asked to search with several.
//!
//! * [`Engine`] searches positions of one variant, [`AnyEngine`] of any.
//! * [`Limits`] and [`Control`] end a search, [`Info`] and [`SearchResult`] report it.
//! * [`Level`] plays at a given strength, described by a [`Skill`].
//! * [`MateSolver`] proves mates and finds the shortest.
//! * [`bench()`] is a fixed search whose node count identifies a build's search behaviour.
//!
//! ```
//! use komadai_engine::{Control, Engine, Limits};
//! use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
//!
//! let game = Game::new(
//!     Position::<Minishogi>::start(),
//!     RuleSet::default_for(VariantId::Minishogi),
//! );
//! let mut engine = Engine::new(4)?;
//! let result = engine.search(&game, &Limits::nodes(2_000), &mut Control::default());
//! assert!(game.legal_moves().contains(&result.best.unwrap()));
//! assert!(result.nodes <= 2_000);
//! # Ok::<(), komadai_engine::OutOfMemory>(())
//! ```
#![warn(missing_docs)]

mod any;
mod bench;
mod book;
mod choice;
mod control;
mod engine;
mod eval;
mod evaluation;
#[doc(hidden)]
pub mod fnv1a;
mod huge_pages;
mod info;
mod level;
mod limits;
mod mate;
mod memory;
pub mod nnue;
mod ordering;
mod out_of_memory;
mod params;
mod prefetch;
mod score;
mod search;
mod search_result;
mod sight;
mod skill;
mod skill_rng;
mod transposition_table;
mod variants;
mod wdl;

pub use any::AnyEngine;
pub use bench::{BenchLine, bench, bench_positions};
pub use control::Control;
pub use engine::{Engine, MAX_THREADS};
pub use evaluation::Evaluation;
pub use info::{Bound, Info};
pub use level::{Level, UnknownLevel};
pub use limits::{ClockState, Limits};
pub use mate::{
    AnyMateSolver, BrokenLine, MateControl, MateDefence, MateLimits, MateOutcome, MateProgress,
    MateResult, MateSolutions, MateSolver, SideSolution, SideSolutions, UselessInterpositions,
    check_mate_line,
};
pub use out_of_memory::OutOfMemory;
pub use score::Score;
pub use search_result::SearchResult;
pub use skill::{ParseSkillError, Skill};
pub use variants::board_value;
pub use wdl::WdlModel;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
