//! The engine as a Python class.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_engine::{AnyEngine, Control, Level, Limits, Score, WdlModel};
use komadai_rules::{AnyGame, Move, RuleSet, VariantId};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::out_of_memory;
use crate::game::Game;
use crate::position::Position;
use crate::shared::{Guard, Shared};
use crate::watch::Watch;
use crate::{moves, read};

/// A principal variation, scored for the side to move.
#[pyclass(frozen, get_all, skip_from_py_object, module = "komadai")]
pub(crate) struct Info {
    /// In plies.
    depth: u32,
    /// Number of the variation, from 1 for the best.
    line: u32,
    /// Centipawns; beyond ±30,000 for a mate.
    cp: i32,
    /// Plies to mate, negative if the side to move is mated; None without a known mate.
    mate: Option<i32>,
    /// Probability of a win, from 0 to 1.
    win: f64,
    nodes: u64,
    time_ms: u64,
    moves: Py<PyList>,
}

impl Info {
    fn new(
        py: Python<'_>,
        variant: VariantId,
        wdl: WdlModel,
        info: &komadai_engine::Info,
    ) -> PyResult<Self> {
        Ok(Self {
            depth: info.depth,
            line: info.pv_index,
            cp: info.score.centipawns(),
            mate: info.score.mate_plies(),
            win: win(wdl, info.score),
            nodes: info.nodes,
            time_ms: info.time_ms,
            moves: texts(py, variant, &info.pv)?,
        })
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self, py: Python<'_>) -> String {
        let score = self
            .mate
            .map_or_else(|| format!("cp={}", self.cp), |mate| format!("mate={mate}"));
        let Self {
            depth, line, nodes, ..
        } = self;
        format!(
            "Info(depth={depth}, line={line}, {score}, nodes={nodes}, moves={})",
            self.moves.bind(py)
        )
    }
}

fn win(wdl: WdlModel, score: Score) -> f64 {
    f64::from(wdl.win_draw_loss(score)[0]) / 1_000.0
}

fn texts(py: Python<'_>, variant: VariantId, line: &[Move]) -> PyResult<Py<PyList>> {
    let texts = line.iter().map(|mv| moves::text(py, variant, *mv));
    Ok(PyList::new(py, texts)?.unbind())
}

/// Result of a search.
#[pyclass(frozen, get_all, skip_from_py_object, module = "komadai")]
pub(crate) struct SearchResult {
    /// The best move; None when the game is over.
    r#move: Option<String>,
    /// Centipawns for the side to move; beyond ±30,000 for a mate.
    cp: i32,
    /// Plies to mate, negative if the side to move is mated; None without a known mate.
    mate: Option<i32>,
    /// Probability of a win of the side to move, from 0 to 1.
    win: f64,
    /// Depth of the last finished iteration, in plies.
    depth: u32,
    nodes: u64,
    moves: Py<PyList>,
    /// The requested number of best lines, each an `Info`.
    lines: Vec<Py<Info>>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let Self {
            depth, nodes, cp, ..
        } = self;
        let best = self
            .r#move
            .as_ref()
            .map_or("None".into(), |text| format!("'{text}'"));
        format!("SearchResult(move={best}, cp={cp}, depth={depth}, nodes={nodes})")
    }
}

fn game_of(py: Python<'_>, asked: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(game) = asked.cast::<Game>() {
        return Ok(game.borrow().game.clone());
    }
    match asked.cast::<Position>() {
        Ok(position) => {
            let position = position.get().position;
            Ok(AnyGame::new(
                position,
                RuleSet::default_for(position.variant()),
            ))
        }
        Err(_) => {
            let name = asked.get_type().name()?.to_string();
            let _ = py;
            Err(PyTypeError::new_err(format!(
                "a Game or a Position is searched, not {name}"
            )))
        }
    }
}

/// Finished lines, and the first exception of the listener.
struct Listened {
    wdl: WdlModel,
    lines: Vec<komadai_engine::Info>,
    error: Option<PyErr>,
}

/// An engine with its hash table. One search at a time; other threads wait for it.
#[pyclass(frozen, skip_from_py_object, module = "komadai")]
pub(crate) struct Engine {
    engine: Shared<AnyEngine>,
    stop: AtomicBool,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game = "shogi", *, hash_mb = 16, threads = 1))]
    fn py_new(py: Python<'_>, game: &str, hash_mb: usize, threads: usize) -> PyResult<Self> {
        let mut engine =
            AnyEngine::new(read::game(py, game)?, hash_mb).map_err(|_| out_of_memory())?;
        engine.set_threads(threads).map_err(|_| out_of_memory())?;
        Ok(Self {
            engine: Shared::new(engine),
            stop: AtomicBool::new(false),
        })
    }

    /// Searches a game or a position until a limit is reached or `stop` is called.
    #[pyo3(signature = (game, *, depth = None, nodes = None, time = None, lines = 1, moves = None, on_info = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
        moves: Option<Vec<String>>,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let game = game_of(py, game)?;
        let id = game.variant();
        let time_ms = time.map(milliseconds).transpose()?;
        if depth.is_none() && nodes.is_none() && time_ms.is_none() {
            return Err(PyValueError::new_err(
                "a search needs a limit: depth, nodes or time (seconds)",
            ));
        }
        let root_moves = moves.unwrap_or_default();
        let root_moves = root_moves
            .iter()
            .map(|text| crate::moves::read(py, id, text));
        let limits = Limits {
            depth,
            nodes,
            time_ms,
            multi_pv: lines,
            root_moves: root_moves.collect::<PyResult<_>>()?,
            ..Limits::default()
        };
        let (result, listened) = py.detach(|| self.run(&game, &limits, on_info.as_ref()))?;
        if let Some(error) = listened.error {
            return Err(error);
        }
        let best = listened
            .lines
            .iter()
            .map(|info| Py::new(py, Info::new(py, id, listened.wdl, info)?));
        Ok(SearchResult {
            r#move: result
                .best
                .map(|mv| crate::moves::text(py, id, mv).to_string()),
            cp: result.score.centipawns(),
            mate: result.score.mate_plies(),
            win: win(listened.wdl, result.score),
            depth: result.depth,
            nodes: result.nodes,
            moves: texts(py, id, &result.pv)?,
            lines: best.collect::<PyResult<_>>()?,
        })
    }

    /// A move of an opponent of a level: "0" and up, weak to strong, or "full".
    #[pyo3(signature = (game, level, *, seed = 0, time = 1.0))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        level: &str,
        seed: u64,
        time: f64,
    ) -> PyResult<Option<String>> {
        let game = game_of(py, game)?;
        let id = game.variant();
        let level: Level = level
            .parse()
            .map_err(|error: komadai_engine::UnknownLevel| {
                PyValueError::new_err(error.to_string())
            })?;
        let limits = Limits::time(milliseconds(time)?);
        let chosen = py.detach(|| {
            let mut engine = self.begin()?;
            let watch = Watch::new(&self.stop);
            let now = || watch.now_ms();
            let mut control = Control {
                now_ms: Some(&now),
                stop: Some(&self.stop),
                on_info: None,
            };
            let chosen = engine.choose(level, &game, seed, &limits, &mut control);
            watch.interrupted()?;
            chosen.map_err(|_| out_of_memory())
        })?;
        Ok(chosen
            .best
            .map(|mv| crate::moves::text(py, id, mv).to_string()))
    }

    /// Ends the running search, from another thread or from the listener.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Clears the hash table and histories, for a new game.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.engine.lock().map(|mut engine| engine.clear()))
    }
}

fn milliseconds(seconds: f64) -> PyResult<u64> {
    if !seconds.is_finite() || seconds <= 0.0 {
        let message = format!("time is in seconds and more than 0, not {seconds}");
        return Err(PyValueError::new_err(message));
    }
    Ok((seconds * 1_000.0).ceil() as u64)
}

impl Engine {
    fn begin(&self) -> PyResult<Guard<'_, AnyEngine>> {
        let engine = self.engine.lock()?;
        self.stop.store(false, Ordering::Relaxed);
        Ok(engine)
    }

    /// Searches without the GIL, which is taken for listeners and signals only.
    fn run(
        &self,
        game: &AnyGame,
        limits: &Limits,
        on_info: Option<&Py<PyAny>>,
    ) -> PyResult<(komadai_engine::SearchResult, Listened)> {
        let mut engine = self.begin()?;
        let watch = Watch::new(&self.stop);
        let now = || watch.now_ms();
        engine
            .set_variant(game.variant())
            .map_err(|_| out_of_memory())?;
        let wdl = engine.wdl_model();
        let mut listened = Listened {
            wdl,
            lines: Vec::new(),
            error: None,
        };
        let mut listen = |info: &komadai_engine::Info| {
            let index = info.pv_index.max(1) as usize - 1;
            if index < listened.lines.len() {
                listened.lines[index] = info.clone();
            } else {
                listened.lines.push(info.clone());
            }
            let Some(call) = on_info.filter(|_| listened.error.is_none()) else {
                return;
            };
            let called = Python::attach(|py| {
                call.call1(py, (Info::new(py, game.variant(), wdl, info)?,))
                    .map(drop)
            });
            if let Err(error) = called {
                self.stop.store(true, Ordering::Relaxed);
                listened.error = Some(error);
            }
        };
        let mut control = Control {
            now_ms: Some(&now),
            stop: Some(&self.stop),
            on_info: Some(&mut listen),
        };
        let result = engine.search(game, limits, &mut control);
        watch.interrupted()?;
        Ok((result.map_err(|_| out_of_memory())?, listened))
    }
}
