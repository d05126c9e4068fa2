//! Static exchange evaluation (SEE) with the piece values of the evaluation.

use komadai_rules::{Move, Position, Variant};

use crate::eval::Evaluator;

impl<V: Variant> Evaluator<V> {
    /// Material gain of the move itself, in centipawns: the captured piece, as it counts on the
    /// board and in hand, and the gain of a promotion. Recaptures are ignored.
    pub(crate) fn move_gain(&self, position: &Position<V>, mv: Move) -> i32 {
        position.material_gain(mv, &self.see_values)
    }

    /// `true` if the exchange on the destination of `mv` wins at least `threshold` centipawns.
    /// Drops within the exchange and pins are ignored.
    pub(crate) fn see_ge(&self, position: &Position<V>, mv: Move, threshold: i32) -> bool {
        position.see_ge(mv, &self.see_values, threshold)
    }
}
