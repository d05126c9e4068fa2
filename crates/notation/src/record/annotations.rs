//! Annotations of a move: comments, times, evaluations.

use alloc::string::String;
use alloc::vec::Vec;

use super::shapes::Shape;

/// An evaluation of an engine; positive is good for the first side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eval {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, negative if the second side mates.
    Mate(i32),
}

/// Annotations of a move.
///
/// ```
/// use komadai_notation::record::{Annotations, Format, ReadOptions, read_record};
/// let text = "手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n*A quiet start.\n";
/// let record = read_record(text, Format::Kif, &ReadOptions::default()).record;
/// let node = record.tree.main_line().next().unwrap();
/// let notes: &Annotations = &record.tree.node(node).notes;
/// assert_eq!((notes.spent, notes.comment.as_str()), (Some(5_000), "A quiet start."));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Comment after the move; may have several lines.
    pub comment: String,
    /// Comment before the first move of a variation.
    pub comment_before: String,
    /// Numeric annotation glyphs of PGN (standard, section 10): 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// Name of a bookmark (KIF's `&`).
    pub bookmark: String,
    /// Time spent on the move, in milliseconds.
    pub spent: Option<u64>,
    /// Time left on the mover's clock after the move, in milliseconds.
    pub clock: Option<u64>,
    /// Evaluation of the position after the move.
    pub eval: Option<Eval>,
    /// Arrows and circles drawn on the position.
    pub shapes: Vec<Shape>,
}
