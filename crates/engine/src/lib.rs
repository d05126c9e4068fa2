//! Search, evaluation and playing levels for four drop games.
//!
//! The engine does no input or output, has no clock of its own and draws no random numbers from the
//! system: positions, limits, time and seeds come in as arguments, so that the same call gives the
//! same answer everywhere, in the browser too. Unless told to use several threads it starts none.
//!
//! * [`Engine`] searches one game, [`AnyEngine`] whichever it is shown.
//! * [`Limits`] and [`Control`] say when to stop, [`Info`] and [`SearchResult`] what was found.
//! * [`Level`] plays like an opponent of a given strength.
//! * [`bench()`] is a fixed search whose node count tells whether two builds search alike.
//!
//! ```
//! use komadai_engine::{Control, Engine, Limits};
//! use komadai_rules::{GameId, History, Minishogi, Position, RuleSet};
//!
//! let game = History::new(
//!     Position::<Minishogi>::start(),
//!     RuleSet::default_for(GameId::Minishogi),
//! );
//! let mut engine = Engine::new(4);
//! let result = engine.search(&game, &Limits::nodes(2_000), &mut Control::default());
//! assert!(game.legal_moves().contains(&result.best.unwrap()));
//! assert!(result.nodes <= 2_000);
//! ```
#![warn(missing_docs)]

mod any;
mod bench;
mod engine;
mod eval;
mod grade;
mod habits;
mod level;
mod limits;
mod no_memory;
mod order;
mod prefetch;
mod report;
mod score;
mod search;
mod table;
mod values;
mod wdl;

pub use any::AnyEngine;
pub use bench::{BenchLine, bench, bench_positions};
pub use engine::{Engine, MAX_THREADS};
pub use grade::Grade;
pub use habits::{BadHabits, Habits};
pub use level::{Level, UnknownLevel};
pub use limits::{ClockState, Control, Limits};
pub use no_memory::NoMemory;
pub use report::{Bound, Info, SearchResult};
pub use score::Score;

/// What learns the weights of the evaluation needs to know of it.
pub mod tuning {
    pub use crate::eval::{
        DANGER_DIVISOR, HAND_STEPS, Layout, MOST_MOBILITY, MOST_UNITS, Trace, Tracer,
        bytes_of_weights, trace,
    };
    pub use crate::values::first_values;
}
