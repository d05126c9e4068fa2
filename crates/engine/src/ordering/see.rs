//! Static exchange evaluation (SEE) with the piece values of the evaluation.

use komadai_rules::{Move, Position, Variant};

use crate::eval::Evaluator;

impl<V: Variant> Evaluator<V> {
    /// Centipawns the move itself wins: the captured piece, as it counts on the board and in hand,
    /// and what a promotion adds. No recaptures.
    pub(crate) fn move_gain(&self, position: &Position<V>, mv: Move) -> i32 {
        position.material_gain(mv, &self.see_values)
    }

    /// Whether the exchanges that `mv` begins on its target square win at least `threshold`
    /// centipawns. Drops inside the exchange and pins are not considered.
    pub(crate) fn see_ge(&self, position: &Position<V>, mv: Move, threshold: i32) -> bool {
        position.see_ge(mv, &self.see_values, threshold)
    }
}
