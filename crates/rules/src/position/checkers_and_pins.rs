//! Checkers and pinned pieces, found by one scan along the lines of a king.

use crate::attacks::queries::between;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

impl<V: Variant> Position<V> {
    /// Squares with pieces of these kinds of both sides; `kinds` is a bit set as in
    /// [`Position::SLIDERS`]. Fast where it is a compile-time constant.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Position, Shogi};
    /// // Four lances, two bishops, two rooks.
    /// assert_eq!(Position::<Shogi>::start().by_kinds(Position::<Shogi>::SLIDERS).count(), 8);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn by_kinds(&self, kinds: u16) -> V::Bitboard {
        let mut set = V::Bitboard::EMPTY;
        let mut kind = 0;
        while kind < PieceKind::MAX {
            if kinds >> kind & 1 == 1 {
                set |= self.by_kind[kind];
            }
            kind += 1;
        }
        set
    }

    /// Sets checkers and pinned pieces of `us`, the side to move. `stepping` are the enemies that
    /// attack its king by a step or leap.
    ///
    /// A slider on a line with the king is a checker if no piece stands between. It pins a single
    /// piece of the king's own side.
    #[inline(always)]
    pub(crate) fn scan(&mut self, us: Side, stepping: V::Bitboard) {
        self.checkers = stepping;
        self.pinned = V::Bitboard::EMPTY;
        let Some(king) = self.king(us) else { return };
        let snipers = self.sliding_at(king, !us);
        if snipers.is_empty() {
            return;
        }
        let occupied = self.occupied();
        let own = self.by_side(us);
        for sniper in snipers.squares() {
            let screen = between::<V::Tables>(king, sniper) & occupied;
            if screen.is_empty() {
                self.checkers |= V::Bitboard::from_square(sniper);
            } else if !screen.more_than_one() {
                self.pinned |= screen & own;
            }
        }
    }

    /// Sets checkers and pinned pieces from scratch.
    pub(crate) fn scan_all(&mut self) {
        let stepping = match self.king(self.side) {
            Some(king) => self.stepping_at(king, !self.side),
            None => V::Bitboard::EMPTY,
        };
        self.scan(self.side, stepping);
    }
}
