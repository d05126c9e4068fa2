//! Errors as Python exceptions: subclasses of `ValueError` with attributes.

use komadai_rules::{AnyPosition, PlayError, PositionTextError, RuleError, TextError, Unavailable};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::outcome::Refusal;

create_exception!(
    _komadai,
    ReadError,
    PyValueError,
    "A text that can't be read. `code` is a stable name of what is wrong, `text` the offending part, `offset` where it \
     begins, in bytes; the last two may be None."
);
create_exception!(
    _komadai,
    IllegalMove,
    PyValueError,
    "A move that the rules forbid. `refusal` says why, `ply` how many moves of a list could be played before it."
);
create_exception!(
    _komadai,
    GameOver,
    PyValueError,
    "The game is over, or the act is not possible in this game or position."
);

pub(crate) fn read_error(
    py: Python<'_>,
    code: &str,
    message: String,
    text: Option<&str>,
    offset: Option<usize>,
) -> PyErr {
    let error = ReadError::new_err(message);
    let value = error.value(py);
    let attributes = (value.setattr("code", code))
        .and_then(|()| value.setattr("text", text))
        .and_then(|()| value.setattr("offset", offset));
    attributes.err().unwrap_or(error)
}

pub(crate) fn of_text(py: Python<'_>, error: &TextError) -> PyErr {
    let offset = Some(error.offset);
    read_error(
        py,
        error.kind.code(),
        error.to_string(),
        Some(&error.text),
        offset,
    )
}

pub(crate) fn of_position(py: Python<'_>, error: &PositionTextError) -> PyErr {
    match error {
        PositionTextError::Text(text) => of_text(py, text),
        PositionTextError::Setup(_) => read_error(py, error.code(), error.to_string(), None, None),
    }
}

pub(crate) fn of_rule(py: Python<'_>, error: &RuleError, text: &str) -> PyErr {
    read_error(py, "bad-rule", error.to_string(), Some(text), None)
}

pub(crate) fn illegal(
    py: Python<'_>,
    position: &AnyPosition,
    text: &str,
    refusal: &komadai_rules::Refusal,
    ply: usize,
) -> PyErr {
    let error = IllegalMove::new_err(format!("{text} is illegal: {refusal}"));
    let value = error.value(py);
    let attributes = (value.setattr("refusal", Refusal::new(position.variant(), refusal)))
        .and_then(|()| value.setattr("move", text))
        .and_then(|()| value.setattr("ply", ply));
    attributes.err().unwrap_or(error)
}

/// The error of a move that was refused after `ply` others.
pub(crate) fn of_play(
    py: Python<'_>,
    position: &AnyPosition,
    text: &str,
    error: &PlayError,
    ply: usize,
) -> PyErr {
    match error {
        PlayError::Over => GameOver::new_err(format!("{text} can't be played: the game is over")),
        PlayError::Illegal(refusal) => illegal(py, position, text, refusal, ply),
    }
}

pub(crate) fn of_act(error: &Unavailable) -> PyErr {
    GameOver::new_err(error.to_string())
}

pub(crate) fn out_of_memory() -> PyErr {
    PyRuntimeError::new_err("there is no memory for the search's hash table")
}
