//! Evaluation by hand: men on board and in hand, where they stand to both kings, what they attack,
//! how safe the kings are.
//!
//! Everything is seen from both sides by the same rules: turning the board round and swapping the
//! sides changes nothing for the side to move.
//!
//! `walk` says which weights count in a position, `layout` where each lies, `weights` what they are,
//! `sums` what those come to that always count together.

mod layout;
#[cfg(test)]
mod reference;
mod sums;
mod tables;
mod trace;
mod walk;
mod weights;

pub use layout::{HAND_STEPS, Layout, MOST_MOBILITY};
pub(crate) use tables::Evaluator;
pub use trace::{DANGER_DIVISOR, MOST_UNITS, Trace, Tracer, bytes_of_weights, trace};

use komadai_rules::{Bitboard, Game, PieceKind, Position, Side, Square};

use crate::score::EVAL_LIMIT;
use sums::Standing;
use walk::Sink;
use weights::{DANGER_SHIFT, MOST_DANGER, SUM_PARTS};

/// Sums up the weights of a position.
struct Sum<'e, G: Game> {
    evaluator: &'e Evaluator<G>,
    /// `[side]`
    standing: [Standing<'e>; 2],
    sums: [i32; 2],
    danger: [i32; 2],
}

impl<G: Game> Sink for Sum<'_, G> {
    #[inline(always)]
    fn sum(&mut self, side: Side, weight: usize) {
        self.sums[side.index()] += i32::from(self.evaluator.weights[weight]);
    }

    #[inline(always)]
    fn man(&mut self, side: Side, kind: PieceKind, at: Square) {
        self.sums[side.index()] += self.standing[side.index()].of::<G>(kind, at);
    }

    #[inline(always)]
    fn held(&mut self, side: Side, kind: PieceKind, count: u8) {
        self.sums[side.index()] += self.evaluator.summed.held(kind, count);
    }

    #[inline(always)]
    fn danger(&mut self, king: Side, unit: usize, parts: i32) {
        self.danger[king.index()] += self.evaluator.units[unit] * parts;
    }
}

impl<G: Game> Sum<'_, G> {
    /// What a side has, less the danger its king is in.
    #[inline(always)]
    fn of(&self, side: Side) -> i32 {
        let danger = self.danger[side.index()].clamp(0, MOST_DANGER);
        self.sums[side.index()] - ((danger * danger) >> DANGER_SHIFT)
    }
}

impl<G: Game> Evaluator<G> {
    /// Centipawns for the side to move.
    pub(crate) fn evaluate(&self, position: &Position<G>) -> i32 {
        let (first, second) = (position.king(Side::First), position.king(Side::Second));
        let turned = |king: Option<Square>| king.map(|square| square.rotate_180(G::ID));
        let mut sum = Sum {
            evaluator: self,
            standing: [
                self.summed.standing::<G>(first, second),
                self.summed.standing::<G>(turned(second), turned(first)),
            ],
            sums: [0; 2],
            danger: [0; 2],
        };
        self.walk(position, &mut sum);
        let us = position.side_to_move();
        ((sum.of(us) - sum.of(!us)) / SUM_PARTS).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Men only, on board and in hand, for the side to move: what the simplest players count.
    pub(crate) fn material(&self, position: &Position<G>) -> i32 {
        let us = position.side_to_move();
        let count = |side: Side| -> i32 {
            let men = position.by_side(side);
            let on_board: i32 = self
                .kinds()
                .map(|kind| {
                    self.board[kind.index()] * (position.by_kind(kind) & men).count() as i32
                })
                .sum();
            let in_hand = position.hand(side).iter();
            let in_hand = in_hand.map(|(kind, n)| self.hand[kind.index()] * i32::from(n));
            on_board + in_hand.sum::<i32>()
        };
        count(us) - count(!us)
    }
}
