//! A position as a Python class.

use std::hash::{DefaultHasher, Hash, Hasher};

use komadai_notation::{DisplayStyle, display_move};
use komadai_rules::{AnyPosition, Piece, VariantId};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::diagram::svg;
use crate::error::{illegal, read_error};
use crate::outcome::{Refusal, square_text};
use crate::{moves, read};

/// A legal position of one of the four games. Immutable: `play` returns a new position.
#[pyclass(frozen, skip_from_py_object, module = "komadai")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) position: AnyPosition,
}

impl Position {
    pub(crate) fn new(position: AnyPosition) -> Self {
        Self { position }
    }

    fn id(&self) -> VariantId {
        self.position.variant()
    }
}

/// `P`, `+P`, lower case for the second side.
fn letter(variant: VariantId, piece: Piece) -> String {
    let spec = variant.spec().kind(piece.kind);
    let letter = match piece.side {
        komadai_rules::Side::First => spec.letter.to_ascii_uppercase(),
        komadai_rules::Side::Second => spec.letter.to_ascii_lowercase(),
    };
    format!("{}{letter}", if spec.promoted { "+" } else { "" })
}

pub(crate) fn style(py: Python<'_>, name: &str) -> PyResult<DisplayStyle> {
    DisplayStyle::from_name(name).ok_or_else(|| {
        let known = DisplayStyle::ALL.map(|(name, _)| name).join(", ");
        let message = format!("unknown style \"{name}\": the styles are {known}");
        read_error(py, "unknown-style", message, Some(name), None)
    })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game = "shogi", text = None))]
    fn py_new(py: Python<'_>, game: &str, text: Option<&str>) -> PyResult<Self> {
        let variant = read::game(py, game)?;
        read::position(py, variant, text).map(Self::new)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.id().name()
    }

    #[getter]
    fn side(&self) -> &'static str {
        self.position.side_to_move().name()
    }

    /// Canonical text: SFEN, in Shogun Chess FEN.
    #[getter]
    fn text(&self) -> String {
        self.position.to_string()
    }

    /// FEN of Fairy-Stockfish and pychess.
    #[getter]
    fn fairy_fen(&self) -> String {
        self.position.fairy_fen()
    }

    /// The first field of `text`.
    #[getter]
    fn board(&self) -> String {
        self.position.to_setup().board_text()
    }

    /// True if the king of the side to move is attacked.
    #[getter]
    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// 64-bit hash of the position, the same in every run of this version.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The legal moves, in no particular order.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, self.id(), &self.position.legal_moves())
    }

    fn count_legal_moves(&self) -> usize {
        self.position.count_legal_moves()
    }

    fn is_legal(&self, py: Python<'_>, r#move: &str) -> PyResult<bool> {
        Ok(self.position.is_legal(moves::read(py, self.id(), r#move)?))
    }

    /// True if a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: &str) -> PyResult<bool> {
        let mv = moves::read(py, self.id(), r#move)?;
        if let Some(refusal) = self.position.why_illegal(mv) {
            return Err(illegal(py, &self.position, r#move, &refusal, 0));
        }
        Ok(self.position.gives_check(mv))
    }

    /// The reason why a move is illegal; None if it is legal.
    fn why_illegal(&self, py: Python<'_>, r#move: &str) -> PyResult<Option<Refusal>> {
        let refusal = self
            .position
            .why_illegal(moves::read(py, self.id(), r#move)?);
        Ok(refusal.map(|refusal| Refusal::new(self.id(), &refusal)))
    }

    /// The position after a legal move.
    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<Self> {
        let mv = moves::read(py, self.id(), r#move)?;
        let mut next = self.position;
        let played = next.play(mv);
        played.map_err(|refusal| illegal(py, &self.position, r#move, &refusal, 0))?;
        Ok(Self::new(next))
    }

    /// A legal move in a notation for people.
    #[pyo3(signature = (r#move, style = "western"))]
    fn move_text(&self, py: Python<'_>, r#move: &str, style: &str) -> PyResult<String> {
        let mv = moves::read(py, self.id(), r#move)?;
        if let Some(refusal) = self.position.why_illegal(mv) {
            return Err(illegal(py, &self.position, r#move, &refusal, 0));
        }
        Ok(display_move(&self.position, mv, self::style(py, style)?))
    }

    /// Number of legal move sequences of length `depth`.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let position = self.position;
        let counted = py.detach(|| position.perft(depth));
        counted.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    }

    /// The letter of the piece on a square, lower case for the second side; None on an empty
    /// square.
    fn piece_at(&self, py: Python<'_>, square: &str) -> PyResult<Option<String>> {
        let square = read::square(py, self.id(), square)?;
        let piece = self.position.piece_at(square);
        Ok(piece.map(|piece| letter(self.id(), piece)))
    }

    /// Number of pieces of each kind in a side's hand, by capital letter.
    fn hand<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyDict>> {
        let hand = PyDict::new(py);
        for (kind, count) in self.position.hand(read::side(py, side)?).iter() {
            hand.set_item(self.id().spec().kind(kind).letter.to_string(), count)?;
        }
        Ok(hand)
    }

    fn king(&self, py: Python<'_>, side: &str) -> PyResult<Option<String>> {
        let king = self.position.king(read::side(py, side)?);
        Ok(king.map(|square| square_text(self.id(), square)))
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        let squares = self.position.checkers().into_iter();
        squares
            .map(|square| square_text(self.id(), square))
            .collect()
    }

    #[pyo3(signature = (*, last_move = None, flipped = false))]
    fn svg(&self, py: Python<'_>, last_move: Option<&str>, flipped: bool) -> PyResult<String> {
        let last = last_move
            .map(|text| moves::read(py, self.id(), text))
            .transpose()?;
        Ok(svg(&self.position, last, flipped))
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.position, None, false)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game(), self.text())
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> Option<bool> {
        let same = self.id() == other.id() && self.text() == other.text();
        match op {
            CompareOp::Eq => Some(same),
            CompareOp::Ne => Some(!same),
            _ => None,
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.id().name(), self.position.key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (&'static str, String) {
        (self.game(), self.text())
    }
}
