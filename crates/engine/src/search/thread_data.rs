use std::collections::TryReserveError;
use std::sync::Arc;

use komadai_rules::{Move, Variant};

use super::StackEntry;
use crate::evaluation::LineEvaluation;
use crate::memory::{try_vec, try_with_capacity};
use crate::nnue::Net;
use crate::ordering::{CorrectionHistory, Histories, ScoredMove};
use crate::score::MAX_PLY;

/// Initial capacity of the move stack.
const MOVE_STACK: usize = 4_096;
/// Initial capacity of the stack of tried moves.
const TRIED_STACK: usize = 1_024;

/// Histories, kept between searches, and the stacks of the current line.
pub(crate) struct ThreadData<V: Variant> {
    pub(crate) histories: Histories<V>,
    pub(crate) corrections: CorrectionHistory<V>,
    pub(crate) evaluation: LineEvaluation<V>,
    /// `[ply]`
    pub(super) stack: Vec<StackEntry>,
    /// Scored moves of all nodes of the current line.
    pub(super) moves: Vec<ScoredMove>,
    /// Moves tried at all nodes of the current line.
    pub(super) tried: Vec<Move>,
    /// Triangular PV table, `[ply]`: principal variation from that ply on.
    pub(super) pv_table: Vec<Vec<Move>>,
}

impl<V: Variant> ThreadData<V> {
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

    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Resets the stacks before a search; a panic may have left them filled.
    pub(super) fn prepare(&mut self) {
        self.histories.age();
        self.stack.fill(StackEntry::EMPTY);
        self.moves.clear();
        self.tried.clear();
        self.pv_table.iter_mut().for_each(Vec::clear);
    }
}
