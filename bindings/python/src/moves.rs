//! Moves as text. Equal moves of a variant share one Python string, so that lists of moves only
//! count references.

use komadai_rules::{Move, MoveList, VariantId};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::error::of_text;

type Text = PyOnceLock<Py<PyString>>;

/// The texts of a variant's moves by `Move::raw`, made on first use.
static TEXTS: [PyOnceLock<Box<[Text]>>; VariantId::ALL.len()] =
    [const { PyOnceLock::new() }; VariantId::ALL.len()];

const RAW_MOVES: usize = 1 << 16;

pub(crate) fn text<'py>(py: Python<'py>, variant: VariantId, mv: Move) -> Bound<'py, PyString> {
    let made = || (0..RAW_MOVES).map(|_| PyOnceLock::new()).collect();
    let texts = TEXTS[variant as usize].get_or_init(py, made);
    let text = texts[usize::from(mv.raw())].get_or_init(py, || {
        PyString::new(py, &mv.display(variant).to_string()).unbind()
    });
    text.bind(py).clone()
}

pub(crate) fn list<'py>(
    py: Python<'py>,
    variant: VariantId,
    moves: &MoveList,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.iter().map(|mv| text(py, variant, *mv)))
}

/// Reads a move in either spelling. It need not be legal.
pub(crate) fn read(py: Python<'_>, variant: VariantId, text: &str) -> PyResult<Move> {
    Move::parse(variant, text).map_err(|error| of_text(py, &error))
}
