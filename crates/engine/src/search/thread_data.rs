//! What one search thread remembers and works with.

use std::collections::TryReserveError;
use std::sync::Arc;

use komadai_rules::{Move, Variant};

use super::StackEntry;
use crate::evaluation::LineEvaluation;
use crate::memory::{try_vec, try_with_capacity};
use crate::nnue::Net;
use crate::ordering::{CorrectionHistory, Histories, ScoredMove};
use crate::score::MAX_PLY;

/// Moves on the stack of a line of usual length; it grows if need be.
const MOVE_STACK: usize = 4_096;
/// The same for the moves already tried.
const TRIED_STACK: usize = 1_024;

/// Histories, kept from one search to the next, and the stacks of the line being searched.
pub(crate) struct ThreadData<V: Variant> {
    pub(crate) histories: Histories<V>,
    pub(crate) corrections: CorrectionHistory<V>,
    /// What evaluates the positions of the line.
    pub(crate) evaluation: LineEvaluation<V>,
    /// `[ply]`
    pub(super) stack: Vec<StackEntry>,
    /// Scored moves of all nodes of the current line, one node's on top of the other's.
    pub(super) moves: Vec<ScoredMove>,
    /// Moves tried at all nodes of the current line.
    pub(super) tried: Vec<Move>,
    /// Triangular table, `[ply]`: the principal variation from there on.
    pub(super) pv_table: Vec<Vec<Move>>,
}

impl<V: Variant> ThreadData<V> {
    /// With the evaluation by a net, or the classical one.
    pub(crate) fn new(net: Option<&Arc<Net>>) -> Result<Self, TryReserveError> {
        Ok(ThreadData {
            histories: Histories::new()?,
            corrections: CorrectionHistory::new()?,
            evaluation: LineEvaluation::new(net)?,
            stack: try_vec(StackEntry::EMPTY, MAX_PLY + 2)?,
            moves: try_with_capacity(MOVE_STACK)?,
            tried: try_with_capacity(TRIED_STACK)?,
            pv_table: try_vec(Vec::new(), MAX_PLY + 2)?,
        })
    }

    /// Forgets what was learned.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Before each search; an earlier one may have been ended by a panic.
    pub(super) fn prepare(&mut self) {
        self.histories.age();
        self.stack.fill(StackEntry::EMPTY);
        self.moves.clear();
        self.tried.clear();
        self.pv_table.iter_mut().for_each(Vec::clear);
    }
}
