//! Python package `komadai`: rules, notation, records and engine.
//!
//! Python imports `python/komadai/__init__.py`, with types in `__init__.pyi`. Moves and squares are
//! text: USI in the Shogi family, UCI and FEN in Shogun Chess.

use pyo3::prelude::*;

mod diagram;
mod engine;
mod error;
mod game;
mod moves;
mod outcome;
mod position;
mod read;
mod record;
mod shared;
mod watch;

#[pymodule]
mod _komadai {
    #[pymodule_export]
    use crate::engine::{Engine, Info, SearchResult};
    #[pymodule_export]
    use crate::error::{GameOver, IllegalMove, ReadError};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::outcome::{Outcome, Refusal};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::record::{Record, RecordProblem, read_records, write_records};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let games = komadai_rules::VariantId::ALL.map(|variant| variant.name());
        module.add("GAMES", pyo3::types::PyTuple::new(module.py(), games)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
