//! Correction history: mean error of the static evaluation in similar positions.
//!
//! See "Static Evaluation Correction History" on the chess programming wiki. Positions are similar
//! if they share the hands, the last move, or the move before it.
//!
//! Entries are relative to the side to move or the side that moved, and shared by both sides. With
//! separate entries an error in favour of the side to move can grow from depth to depth: one side's
//! entries rise, and their contribution to its scores is learned as the other side's error.

use std::collections::TryReserveError;
use std::marker::PhantomData;

use komadai_rules::{PieceKind, Position, Side, Square, Variant};

use super::{PieceTo, PreviousMoves};
use crate::memory::try_vec;
use crate::params::{
    CORRECTION_DIVISOR, CORRECTION_HAND_WEIGHT, CORRECTION_MAX_ERROR, CORRECTION_MAX_WEIGHT,
    CORRECTION_SCALE, CORRECTION_WEIGHT_SCALE, MAX_CORRECTION,
};

const HAND_ENTRIES: usize = 1 << HAND_INDEX_BITS;
const HAND_INDEX_BITS: u32 = 15;

/// Moving averages of evaluation errors, in [`CORRECTION_SCALE`] parts of a centipawn.
pub(crate) struct CorrectionHistory<V: Variant> {
    /// `[hash of the hands of the side to move and of the other]`
    hands: Vec<i16>,
    /// `[last move, move before][kind][to, seen from the side that moved]`
    continuation: Vec<i16>,
    variant: PhantomData<V>,
}

impl<V: Variant> CorrectionHistory<V> {
    pub(crate) fn new() -> Result<Self, TryReserveError> {
        Ok(CorrectionHistory {
            hands: try_vec(0, HAND_ENTRIES)?,
            continuation: try_vec(0, 2 * PieceKind::MAX * V::ID.squares())?,
            variant: PhantomData,
        })
    }

    pub(crate) fn clear(&mut self) {
        self.hands.fill(0);
        self.continuation.fill(0);
    }

    fn hand_index(position: &Position<V>) -> usize {
        let us = position.side_to_move();
        let [own, other] = [us, !us].map(|side| position.hand(side).bits());
        let hash = own
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        (hash >> (u64::BITS - HAND_INDEX_BITS)) as usize
    }

    fn continuation_index(plies_back: usize, piece_to: PieceTo) -> usize {
        let kind = plies_back * PieceKind::MAX + piece_to.kind().index();
        kind * V::ID.squares() + Self::square_seen_by_mover(piece_to).index()
    }

    fn square_seen_by_mover(piece_to: PieceTo) -> Square {
        if piece_to.side() == Side::First.index() {
            piece_to.square()
        } else {
            piece_to.square().rotate_180(V::ID)
        }
    }

    /// Centipawns to add to the static evaluation of `position`.
    pub(crate) fn correction(&self, position: &Position<V>, previous: &PreviousMoves) -> i32 {
        let mut sum = CORRECTION_HAND_WEIGHT * i32::from(self.hands[Self::hand_index(position)]);
        for (plies_back, piece_to) in previous.iter().enumerate() {
            if let Some(piece_to) = *piece_to {
                let index = Self::continuation_index(plies_back, piece_to);
                sum += i32::from(self.continuation[index]);
            }
        }
        sum / CORRECTION_DIVISOR
    }

    /// Learns from a search to `depth` that scored the position `error` centipawns above its static
    /// evaluation.
    pub(crate) fn update(
        &mut self,
        position: &Position<V>,
        previous: &PreviousMoves,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(CORRECTION_MAX_WEIGHT);
        let error = error.clamp(-CORRECTION_MAX_ERROR, CORRECTION_MAX_ERROR) * CORRECTION_SCALE;
        update_entry(&mut self.hands[Self::hand_index(position)], error, weight);
        for (plies_back, piece_to) in previous.iter().enumerate() {
            if let Some(piece_to) = *piece_to {
                let index = Self::continuation_index(plies_back, piece_to);
                update_entry(&mut self.continuation[index], error, weight);
            }
        }
    }
}

/// Moves an exponential moving average towards `error`; deeper searches weigh more.
fn update_entry(entry: &mut i16, error: i32, weight: i32) {
    let old = i32::from(*entry);
    let mean =
        (old * (CORRECTION_WEIGHT_SCALE - weight) + error * weight) / CORRECTION_WEIGHT_SCALE;
    *entry = mean.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16;
}
