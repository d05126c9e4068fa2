//! Classical evaluation: material, piece-square tables relative to both kings, mobility, hanging
//! pieces, king danger. Symmetric: rotating the board and swapping the sides leaves the score of
//! the side to move unchanged.
//!
//! `features` lists the weights that count in a position, `layout` orders them, `weights` loads
//! them, and `psqt` precomputes sums of those that always count together.

mod evaluator;
mod features;
mod layout;
mod psqt;
#[cfg(test)]
mod reference;
mod weights;

pub(crate) use evaluator::Evaluator;
use layout::{HAND_STEPS, Layout};

use komadai_rules::{Bitboard, PieceKind, Position, Side, Square, Variant};

use crate::score::EVAL_LIMIT;
use psqt::PsqtRow;
use weights::{DANGER_SHIFT, MAX_DANGER, SUM_PARTS};

/// Accumulates the weights of a position.
struct Sum<'e, V: Variant> {
    evaluator: &'e Evaluator<V>,
    psqt: [PsqtRow<'e>; 2],
    /// `[side]`, in [`SUM_PARTS`] of a centipawn.
    sums: [i32; 2],
    danger: [i32; 2],
}

impl<V: Variant> Sum<'_, V> {
    /// A weight that counts once for a side.
    #[inline(always)]
    fn weight(&mut self, side: Side, weight: usize) {
        self.sums[side.index()] += i32::from(self.evaluator.weights[weight]);
    }

    /// A piece on a square, seen from its own side.
    #[inline(always)]
    fn piece(&mut self, side: Side, kind: PieceKind, at: Square) {
        self.sums[side.index()] += self.psqt[side.index()].value::<V>(kind, at);
    }

    /// `count` pieces of a kind in the side's hand; may be 0.
    #[inline(always)]
    fn in_hand(&mut self, side: Side, kind: PieceKind, count: u8) {
        self.sums[side.index()] += self.evaluator.psqt.in_hand(kind, count);
    }

    /// `parts` [`PARTS`](features::PARTS) of a danger unit count against the king of a side.
    #[inline(always)]
    fn danger(&mut self, king: Side, unit: usize, parts: i32) {
        self.danger[king.index()] += self.evaluator.units[unit] * parts;
    }

    /// Sum of a side minus the danger to its king.
    #[inline(always)]
    fn total(&self, side: Side) -> i32 {
        let danger = self.danger[side.index()].clamp(0, MAX_DANGER);
        self.sums[side.index()] - ((danger * danger) >> DANGER_SHIFT)
    }
}

impl<V: Variant> Evaluator<V> {
    pub(crate) fn evaluate(&self, position: &Position<V>) -> i32 {
        let (first, second) = (position.king(Side::First), position.king(Side::Second));
        let turned = |king: Option<Square>| king.map(|square| square.rotate_180(V::ID));
        let mut sum = Sum {
            evaluator: self,
            psqt: [
                self.psqt.row::<V>(first, second),
                self.psqt.row::<V>(turned(second), turned(first)),
            ],
            sums: [0; 2],
            danger: [0; 2],
        };
        self.features(position, &mut sum);
        let us = position.side_to_move();
        ((sum.total(us) - sum.total(!us)) / SUM_PARTS).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Material on board and in hand, in centipawns for the side to move.
    pub(crate) fn material(&self, position: &Position<V>) -> i32 {
        let us = position.side_to_move();
        let count = |side: Side| -> i32 {
            let pieces = position.by_side(side);
            let on_board: i32 = self
                .kinds()
                .map(|kind| {
                    let count = (position.by_kind(kind) & pieces).count() as i32;
                    self.board_values[kind.index()] * count
                })
                .sum();
            let in_hand: i32 = (position.hand(side).iter())
                .map(|(kind, n)| self.hand_values[kind.index()] * i32::from(n))
                .sum();
            on_board + in_hand
        };
        count(us) - count(!us)
    }
}
