//! Game records as Python classes.

use komadai_notation::record::{
    Ending, Eval, Format, GameRecord, HeaderName, MoveTree, Node, ReadOptions, RecordError,
    RecordErrorKind, TextEncoding, decode, read_records as read_all, write_record,
};
use komadai_rules::{AnyGame, RuleSet, Side, VariantId};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::error::{of_play, read_error};
use crate::game::Game;
use crate::moves;
use crate::position::Position;
use crate::read;

/// An error at a place of a record.
#[pyclass(frozen, get_all, skip_from_py_object, module = "komadai")]
#[derive(Clone)]
pub(crate) struct RecordProblem {
    /// Stable name: "bad-move", "illegal-move", …
    code: &'static str,
    /// From 1.
    line: u32,
    /// In characters, from 1.
    column: u32,
    /// The offending text; empty where text is missing.
    found: String,
    /// The expected text, in English.
    expected: String,
    /// The reason of an illegal move.
    refusal: Option<&'static str>,
    message: String,
}

impl RecordProblem {
    fn new(error: &RecordError) -> Self {
        Self {
            code: error.kind.code(),
            line: error.line,
            column: error.column,
            found: error.found.clone(),
            expected: error.expected.clone(),
            refusal: match error.kind {
                RecordErrorKind::IllegalMove(code) => code.map(|code| code.name()),
                _ => None,
            },
            message: error.to_string(),
        }
    }
}

#[pymethods]
impl RecordProblem {
    fn __repr__(&self) -> String {
        format!("RecordProblem({:?})", self.message)
    }

    fn __str__(&self) -> &str {
        &self.message
    }
}

/// The record of a game: headers, start, and moves with variations and annotations.
#[pyclass(skip_from_py_object, module = "komadai")]
#[derive(Clone)]
pub(crate) struct Record {
    record: GameRecord,
    problems: Vec<RecordProblem>,
}

fn set_notes(node: &Node, entry: &Bound<'_, PyDict>) -> PyResult<()> {
    let notes = &node.notes;
    for (name, text) in [
        ("comment", &notes.comment),
        ("comment_before", &notes.comment_before),
        ("bookmark", &notes.bookmark),
    ] {
        if !text.is_empty() {
            entry.set_item(name, text)?;
        }
    }
    if !notes.nags.is_empty() {
        let nags: Vec<u32> = notes.nags.iter().map(|nag| u32::from(*nag)).collect();
        entry.set_item("nags", nags)?;
    }
    for (name, time) in [("spent_ms", notes.spent), ("clock_ms", notes.clock)] {
        if let Some(time) = time {
            entry.set_item(name, time)?;
        }
    }
    match notes.eval {
        Some(Eval::Centipawns(value)) => entry.set_item("cp", value),
        Some(Eval::Mate(moves)) => entry.set_item("mate", moves),
        None => Ok(()),
    }
}

impl Record {
    fn id(&self) -> VariantId {
        self.record.variant()
    }

    /// A node as a dict, without its place in the tree.
    fn entry<'py>(&self, py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyDict>> {
        let entry = PyDict::new(py);
        if let Some(mv) = node.mv() {
            entry.set_item("move", moves::text(py, self.id(), mv))?;
        }
        if let Some(ending) = node.ending() {
            entry.set_item("end", ending.reason.name())?;
            entry.set_item("winner", ending.winner.map(Side::name))?;
        }
        set_notes(node, &entry)?;
        Ok(entry)
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (game, headers = None))]
    fn py_new(game: PyRef<'_, Game>, headers: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let played = &game.game;
        let mut record = GameRecord::of_moves(played.start(), played.moves());
        record.rules = Some(*played.rules());
        if let Some(outcome) = played.outcome() {
            let last = record.tree.main_line().last().unwrap_or(MoveTree::ROOT);
            // Cannot fail: the main line is not nested.
            let _ = record
                .tree
                .add_end(last, Ending::rules(outcome.reason, outcome.winner));
        }
        for (name, value) in headers.into_iter().flatten() {
            let name = HeaderName::from_tag(&name.extract::<String>()?);
            record.headers.set(name, value.extract::<String>()?);
        }
        Ok(Self {
            record,
            problems: Vec::new(),
        })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.id().name()
    }

    #[getter]
    fn start(&self) -> Position {
        Position::new(self.record.start)
    }

    /// Players, event, date and the like, by PGN's names if there are any.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in self.record.headers.iter() {
            headers.set_item(name.tag(), value)?;
        }
        Ok(headers)
    }

    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let line = self.record.main_line();
        PyList::new(py, line.iter().map(|mv| moves::text(py, self.id(), *mv)))
    }

    /// The end of the main line: reason and winner; None if the record has none.
    #[getter]
    fn end(&self) -> Option<(String, Option<&'static str>)> {
        let ending = self.record.ending()?;
        Some((
            ending.reason.name().to_owned(),
            ending.winner.map(Side::name),
        ))
    }

    /// Errors of the record.
    #[getter]
    fn problems(&self) -> Vec<RecordProblem> {
        self.problems.clone()
    }

    /// All moves and ends as one list, parents before children: dicts with "parent" (an index, None
    /// for the start), "move" or "end" and "winner", and annotations.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let tree = &self.record.tree;
        let ids: Vec<_> = tree.nodes().map(|(id, _)| id).collect();
        let nodes = PyList::empty(py);
        for (_, node) in tree.nodes() {
            let entry = self.entry(py, node)?;
            let parent = node
                .parent()
                .and_then(|parent| ids.iter().position(|id| *id == parent));
            entry.set_item("parent", parent)?;
            nodes.append(entry)?;
        }
        Ok(nodes)
    }

    /// The game of the main line, by the record's rules or the defaults.
    fn replay(&self, py: Python<'_>) -> PyResult<Game> {
        let rules = self.record.rules;
        let rules = rules.unwrap_or_else(|| RuleSet::default_for(self.id()));
        let mut game = AnyGame::new(self.record.start, rules);
        for (ply, mv) in self.record.main_line().into_iter().enumerate() {
            let text = moves::text(py, self.id(), mv).to_string();
            let played = game.play(mv);
            played.map_err(|error| of_play(py, &game.position(), &text, &error, ply))?;
        }
        Ok(Game { game })
    }

    /// The text of the record in a format: "kif", "ki2", "csa", "pgn", "usi" or "jkf".
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let (format, _) = file_type(py, format)?;
        let written = write_record(&self.record, format);
        written.map_err(|error| read_error(py, "does-not-fit", error.to_string(), None, None))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Record {}, {} moves>",
            self.game(),
            self.record.main_line().len()
        )
    }
}

fn file_type(py: Python<'_>, name: &str) -> PyResult<(Format, TextEncoding)> {
    Format::from_extension(name).ok_or_else(|| {
        let known = Format::names().collect::<Vec<_>>().join(", ");
        let message = format!("unknown format \"{name}\": the formats are {known}");
        read_error(py, "unknown-format", message, Some(name), None)
    })
}

fn text_of(source: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = source.cast::<PyString>() {
        return text.extract();
    }
    match source.cast::<PyBytes>() {
        Ok(bytes) => Ok(decode(bytes.as_bytes())),
        Err(_) => Err(PyTypeError::new_err("a record is read from str or bytes")),
    }
}

/// Reads all games of a text or of the bytes of a file.
#[pyfunction]
#[pyo3(signature = (source, *, format = None, game = None))]
pub(crate) fn read_records(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    game: Option<&str>,
) -> PyResult<Vec<Record>> {
    let text = text_of(source)?;
    let format = match format {
        Some(name) => file_type(py, name)?.0,
        None => Format::detect(&text).ok_or_else(|| {
            let message = "no format of records is recognised in this text; name one".to_owned();
            read_error(py, "no-record", message, None, None)
        })?,
    };
    let options = ReadOptions {
        variant: game.map(|name| read::game(py, name)).transpose()?,
        ..ReadOptions::default()
    };
    let readings = py.detach(|| read_all(&text, format, &options));
    Ok(readings
        .into_iter()
        .map(|reading| Record {
            record: reading.record,
            problems: reading.errors.iter().map(RecordProblem::new).collect(),
        })
        .collect())
}

/// The bytes of a file with these records, in a format with its encoding: "kif" and "ki2" are
/// Shift-JIS, "kifu" and "ki2u" UTF-8.
#[pyfunction]
pub(crate) fn write_records<'py>(
    py: Python<'py>,
    records: Vec<PyRef<'py, Record>>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (format, encoding) = file_type(py, format)?;
    let mut text = String::new();
    for record in &records {
        let written = write_record(&record.record, format);
        text += &written
            .map_err(|error| read_error(py, "does-not-fit", error.to_string(), None, None))?;
        if matches!(format, Format::Kif | Format::Ki2 | Format::Pgn) {
            text.push('\n');
        }
    }
    Ok(PyBytes::new(py, &encoding.encode(&text).bytes))
}
