//! Evaluation by hand: men on board and in hand, where they stand, what threatens the kings.
//!
//! Everything is seen from both sides by the same rules: turning the board round and swapping the
//! sides changes nothing for the side to move.

mod king;
mod tables;

pub(crate) use tables::{Evaluator, MAX_KINDS};

use komadai_rules::{Bits, Game, Position, Side};

use crate::score::EVAL_LIMIT;

impl<G: Game> Evaluator<G> {
    /// Centipawns for the side to move.
    pub(crate) fn evaluate(&self, position: &Position<G>) -> i32 {
        let us = position.side_to_move();
        let score = self.one_side(position, us) - self.one_side(position, !us);
        (score + self.values.tempo).clamp(-EVAL_LIMIT, EVAL_LIMIT)
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
            on_board + self.in_hand(position, side)
        };
        count(us) - count(!us)
    }

    fn in_hand(&self, position: &Position<G>, side: Side) -> i32 {
        let hand = position.hand(side);
        hand.iter()
            .map(|(kind, n)| self.hand[kind.index()] * i32::from(n))
            .sum()
    }

    fn one_side(&self, position: &Position<G>, side: Side) -> i32 {
        let men = position.of_side(side);
        let occupied = position.occupied();
        let own_king = position.king(side);
        let their_king = position.king(!side);
        let mut score = self.in_hand(position, side);
        for kind in self.kinds() {
            let mobility = self.mobility[kind.index()];
            for square in (position.of_kind(kind) & men).squares() {
                score += self.placed(side, kind, square);
                if let Some(king) = their_king {
                    score += self.hunting(kind, square, king);
                }
                if let Some(king) = own_king {
                    score += self.guarding(kind, square, king);
                }
                if mobility != 0 {
                    let reach = Position::<G>::attacks(kind, side, square, occupied) & !men;
                    score += mobility * reach.count() as i32;
                }
            }
        }
        match own_king {
            Some(king) => score - self.king_danger(position, side, king),
            None => score,
        }
    }
}
