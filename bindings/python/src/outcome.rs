//! Outcomes of games and refusals of moves.

use komadai_rules::{Side, Square, VariantId};
use pyo3::prelude::*;

pub(crate) fn square_text(variant: VariantId, square: Square) -> String {
    square.display(variant).to_string()
}

/// Outcome of a game.
#[pyclass(frozen, eq, hash, get_all, skip_from_py_object, module = "komadai")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// "first", "second", or None in a draw.
    winner: Option<&'static str>,
    /// "checkmate", "repetition", …
    reason: &'static str,
    /// Number of moves played at the end.
    ply: u32,
}

impl Outcome {
    pub(crate) fn new(outcome: &komadai_rules::Outcome) -> Self {
        Self {
            winner: outcome.winner.map(Side::name),
            reason: outcome.reason.name(),
            ply: outcome.ply,
        }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self
            .winner
            .map_or("None".into(), |side| format!("'{side}'"));
        format!(
            "Outcome(winner={winner}, reason='{}', ply={})",
            self.reason, self.ply
        )
    }
}

/// Reason why a move is illegal.
#[pyclass(frozen, get_all, skip_from_py_object, module = "komadai")]
#[derive(Clone)]
pub(crate) struct Refusal {
    /// Stable name: "nifu", "king-in-check", …
    code: &'static str,
    message: String,
    /// The squares that explain it.
    squares: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(variant: VariantId, refusal: &komadai_rules::Refusal) -> Self {
        let squares = refusal.squares.iter();
        Self {
            code: refusal.code.name(),
            message: refusal.to_string(),
            squares: squares
                .map(|square| square_text(variant, *square))
                .collect(),
        }
    }
}

#[pymethods]
impl Refusal {
    fn __repr__(&self) -> String {
        format!("Refusal(code='{}', squares={:?})", self.code, self.squares)
    }

    fn __str__(&self) -> &str {
        &self.message
    }
}
