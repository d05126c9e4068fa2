//! A game in progress as a Python class.

use std::collections::BTreeMap;

use komadai_notation::display_line;
use komadai_rules::AnyGame;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{of_act, of_play};
use crate::outcome::{Outcome, Refusal};
use crate::position::{Position, style};
use crate::{moves, read};

/// A game: start position, moves, rules and outcome.
#[pyclass(skip_from_py_object, module = "komadai")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: AnyGame,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game = "shogi", position = None, moves = None, *, rules = None))]
    fn py_new(
        py: Python<'_>,
        game: &str,
        position: Option<&str>,
        moves: Option<Vec<String>>,
        rules: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let id = read::game(py, game)?;
        let start = read::position(py, id, position)?;
        let mut made = Self {
            game: AnyGame::new(start, read::rules(py, id, rules)?),
        };
        for text in moves.unwrap_or_default() {
            made.play(py, &text)?;
        }
        Ok(made)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game.variant().name()
    }

    #[getter]
    fn position(&self) -> Position {
        Position::new(self.game.position())
    }

    #[getter]
    fn side(&self) -> &'static str {
        self.game.position().side_to_move().name()
    }

    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let id = self.game.variant();
        PyList::new(
            py,
            self.game.moves().iter().map(|mv| moves::text(py, id, *mv)),
        )
    }

    #[getter]
    fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Outcome of the game; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|outcome| Outcome::new(&outcome))
    }

    /// Number of occurrences of the position on the board, this one included.
    #[getter]
    fn repetition(&self) -> u32 {
        self.game.repetition()
    }

    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for (key, value) in self.game.rules().pairs(self.game.variant()) {
            rules.set_item(key, value)?;
        }
        Ok(rules)
    }

    /// The position after `ply` moves; negative numbers count from the end.
    fn position_at(&self, ply: i64) -> PyResult<Position> {
        let last = i64::from(self.game.ply());
        let index = if ply < 0 { last + 1 + ply } else { ply };
        let found = u32::try_from(index)
            .ok()
            .and_then(|ply| self.game.position_at(ply));
        let message =
            || PyIndexError::new_err(format!("no position {ply}: {last} moves were played"));
        found.map(Position::new).ok_or_else(message)
    }

    /// The legal moves; none after the end of the game.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, self.game.variant(), &self.game.legal_moves())
    }

    /// The reason why a move is illegal; None if it is legal.
    fn why_illegal(&self, py: Python<'_>, r#move: &str) -> PyResult<Option<Refusal>> {
        let id = self.game.variant();
        let refusal = self.game.why_illegal(moves::read(py, id, r#move)?);
        Ok(refusal.map(|refusal| Refusal::new(id, &refusal)))
    }

    /// Plays a move. Returns the outcome if the move ends the game.
    fn play(&mut self, py: Python<'_>, r#move: &str) -> PyResult<Option<Outcome>> {
        let mv = moves::read(py, self.game.variant(), r#move)?;
        let ply = self.game.ply() as usize;
        match self.game.play(mv) {
            Ok(outcome) => Ok(outcome.map(|outcome| Outcome::new(&outcome))),
            Err(error) => Err(of_play(py, &self.game.position(), r#move, &error, ply)),
        }
    }

    /// Takes back the last move, and with it any end of the game; returns the move, None if there
    /// is none.
    fn undo<'py>(&mut self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let id = self.game.variant();
        let undone = self.game.undo()?;
        Some(moves::text(py, id, undone).into_any())
    }

    fn resign(&mut self, py: Python<'_>, side: &str) -> PyResult<Outcome> {
        let side = read::side(py, side)?;
        let ended = self.game.resign(side);
        ended
            .map(|outcome| Outcome::new(&outcome))
            .map_err(|error| of_act(&error))
    }

    /// Ends the game by flag fall of a side.
    fn flag(&mut self, py: Python<'_>, side: &str) -> PyResult<Outcome> {
        let side = read::side(py, side)?;
        let ended = self.game.flag(side);
        ended
            .map(|outcome| Outcome::new(&outcome))
            .map_err(|error| of_act(&error))
    }

    /// Declares a win by entering king for the side to move; a wrong declaration loses.
    fn declare(&mut self) -> PyResult<Outcome> {
        let ended = self.game.declare();
        ended
            .map(|outcome| Outcome::new(&outcome))
            .map_err(|error| of_act(&error))
    }

    /// Agrees on an impasse: the pieces are counted.
    fn agree_impasse(&mut self) -> PyResult<Outcome> {
        let ended = self.game.agree_impasse();
        ended
            .map(|outcome| Outcome::new(&outcome))
            .map_err(|error| of_act(&error))
    }

    fn agree_draw(&mut self) -> PyResult<Outcome> {
        let ended = self.game.agree_draw();
        ended
            .map(|outcome| Outcome::new(&outcome))
            .map_err(|error| of_act(&error))
    }

    /// The moves in a notation for people.
    #[pyo3(signature = (style = "western"))]
    fn move_texts(&self, py: Python<'_>, style: &str) -> PyResult<Vec<String>> {
        let style = self::style(py, style)?;
        Ok(display_line(&self.game.start(), self.game.moves(), style))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn _repr_svg_(&self) -> String {
        let last = self.game.moves().last().copied();
        crate::diagram::svg(&self.game.position(), last, false)
    }

    fn __len__(&self) -> usize {
        self.game.ply() as usize
    }

    fn __repr__(&self) -> String {
        let outcome = self
            .game
            .outcome()
            .map(|outcome| format!(", {}", outcome.reason));
        format!(
            "<Game {}, {} moves{}>",
            self.game(),
            self.ply(),
            outcome.unwrap_or_default()
        )
    }
}
