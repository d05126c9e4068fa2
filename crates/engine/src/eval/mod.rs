//! Evaluation by hand: men on board and in hand, where they stand to both kings, what they attack,
//! how safe the kings are.
//!
//! Everything is seen from both sides by the same rules: turning the board round and swapping the
//! sides changes nothing for the side to move.
//!
//! `walk` says which weights count in a position, `layout` where each lies, `weights` what they are.

mod layout;
mod tables;
mod trace;
mod walk;
mod weights;

pub use layout::{HAND_STEPS, Layout, MOST_MOBILITY};
pub(crate) use tables::{Evaluator, MAX_KINDS};
pub use trace::{DANGER_DIVISOR, MOST_UNITS, Trace, Tracer, bytes_of_weights, trace};

use komadai_rules::{Bits, Game, Position, Side};

use crate::score::EVAL_LIMIT;
use walk::Sink;
use weights::{DANGER_SHIFT, MOST_DANGER, SUM_PARTS};

/// Sums up the weights of a position.
struct Sum<'w> {
    weights: &'w [i16],
    units: &'w [i16],
    sums: [i32; 2],
    danger: [i32; 2],
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn sum(&mut self, side: Side, weight: usize) {
        self.sums[side.index()] += i32::from(self.weights[weight]);
    }

    #[inline(always)]
    fn danger(&mut self, king: Side, unit: usize, parts: i32) {
        self.danger[king.index()] += i32::from(self.units[unit]) * parts;
    }
}

impl Sum<'_> {
    /// What a side has, less the danger its king is in.
    fn of(&self, side: Side) -> i32 {
        let danger = self.danger[side.index()].clamp(0, MOST_DANGER);
        self.sums[side.index()] - ((danger * danger) >> DANGER_SHIFT)
    }
}

impl<G: Game> Evaluator<G> {
    /// Centipawns for the side to move.
    pub(crate) fn evaluate(&self, position: &Position<G>) -> i32 {
        let (weights, units) = self.weights.split_at(self.layout.sums());
        let mut sum = Sum {
            weights,
            units,
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
            let men = position.of_side(side);
            let on_board: i32 = self
                .kinds()
                .map(|kind| {
                    self.board[kind.index()] * (position.of_kind(kind) & men).count() as i32
                })
                .sum();
            let in_hand = position.hand(side).iter();
            let in_hand = in_hand.map(|(kind, n)| self.hand[kind.index()] * i32::from(n));
            on_board + in_hand.sum::<i32>()
        };
        count(us) - count(!us)
    }
}
