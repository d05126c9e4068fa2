//! Checks and pins, found together by one look along the lines of a king.

use crate::attacks::sliding::between;
use crate::types::bitboard::Bits;
use crate::spec::game::Game;
use crate::types::piece_kind::Kind;
use crate::position::Position;
use crate::types::side::Side;

impl<G: Game> Position<G> {
    /// Squares with pieces of any of these kinds, of both sides; the kinds are given as bits, as in
    /// [`Game::SLIDERS`]. Quick where the compiler knows them.
    ///
    /// ```
    /// use komadai_rules::{Bits, Game, Position, Shogi};
    /// // Four lances, two bishops, two rooks.
    /// assert_eq!(Position::<Shogi>::start().of_kinds(Shogi::SLIDERS).count(), 8);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn of_kinds(&self, kinds: u16) -> G::Bits {
        let mut set = G::Bits::EMPTY;
        let mut kind = 0;
        while kind < Kind::MAX {
            if kinds >> kind & 1 == 1 {
                set |= self.by_kind[kind];
            }
            kind += 1;
        }
        set
    }

    /// Sets who gives check to `us`, the side to move, and which of its men are pinned. `stepping` are
    /// the enemies that attack the king by a step or leap.
    ///
    /// A slider that shares a line with the king is a checker if nothing stands between, and pins
    /// what stands there if that is a single man of the king's own side.
    #[inline(always)]
    pub(crate) fn scan(&mut self, us: Side, stepping: G::Bits) {
        self.checkers = stepping;
        self.pinned = G::Bits::EMPTY;
        let Some(king) = self.king(us) else { return };
        let snipers = self.sliding_at(king, !us);
        if snipers.is_empty() {
            return;
        }
        let occupied = self.occupied();
        let own = self.of_side(us);
        for sniper in snipers.squares() {
            let screen = between::<G>(king, sniper) & occupied;
            if screen.is_empty() {
                self.checkers |= G::Bits::of(sniper);
            } else if !screen.has_many() {
                self.pinned |= screen & own;
            }
        }
    }

    /// Sets checkers and pins without knowing the last move.
    pub(crate) fn scan_all(&mut self) {
        let stepping = match self.king(self.side) {
            Some(king) => self.stepping_at(king, !self.side),
            None => G::Bits::EMPTY,
        };
        self.scan(self.side, stepping);
    }
}
