//! Static exchange, with the values of the evaluation.

use komadai_rules::{Game, Move, Position};

use crate::eval::Evaluator;

impl<G: Game> Evaluator<G> {
    /// What the move itself wins: the man taken, as it counts on the board and in hand, and what a
    /// promotion adds.
    pub(crate) fn gain(&self, position: &Position<G>, mv: Move) -> i32 {
        position.material_gain(mv, &self.exchange)
    }

    /// Whether the exchanges begun by `mv` win at least `threshold` centipawns. Drops inside the
    /// exchange and pins are left out.
    pub(crate) fn wins_at_least(&self, position: &Position<G>, mv: Move, threshold: i32) -> bool {
        position.see_ge(mv, &self.exchange, threshold)
    }
}
