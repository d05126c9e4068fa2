use crate::position::Position;
use crate::position::see::SeeValues;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::side::Side;

impl<V: Variant> Position<V> {
    /// Pieces of a side, except its king, that the opponent would win by capturing if it were to
    /// move, judged by [`Position::see_ge`]. Pinned pieces capture nothing.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Minishogi, PieceKind, Position, SeeValues, Side};
    /// let worth = [100; PieceKind::MAX];
    /// let values = SeeValues::new::<Minishogi>(&worth, &worth);
    /// let start = Position::<Minishogi>::start();
    /// assert!(start.hanging(Side::First, &values).is_empty());
    /// ```
    #[must_use]
    pub fn hanging(&self, side: Side, values: &SeeValues) -> V::Bitboard {
        let mut position = *self;
        if position.side == side {
            position.begin_null_move();
            // Unlike before a null move, the king may be in check.
            position.scan_all();
        }
        let mut hanging = V::Bitboard::EMPTY;
        for mv in position.captures_and_promotions() {
            let at = if position.is_en_passant(mv) {
                position.en_passant_victim(mv.to())
            } else {
                mv.to()
            };
            let taken = position.by_side(side).contains(at) && position.king(side) != Some(at);
            if taken && !hanging.contains(at) && position.see_ge(mv, values, 1) {
                hanging |= V::Bitboard::from_square(at);
            }
        }
        hanging
    }
}
