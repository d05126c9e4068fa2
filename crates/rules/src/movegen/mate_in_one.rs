use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;

impl<V: Variant> Position<V> {
    /// A legal move that mates, if there is one.
    #[must_use]
    pub fn mate_in_one(&self) -> Option<Move> {
        self.mate_in_one_among(|_| true)
    }

    /// A legal move that satisfies `wanted` and mates, if there is one.
    #[must_use]
    pub fn mate_in_one_among(&self, wanted: impl Fn(Move) -> bool) -> Option<Move> {
        let mut checks = self.checking_moves();
        checks.retain(|&mv| wanted(mv));
        self.mate_in_one_of(&checks)
    }

    /// The first of some [checking moves](Position::checking_moves) that mates.
    #[must_use]
    pub fn mate_in_one_of(&self, checks: &[Move]) -> Option<Move> {
        if checks.is_empty() {
            return None;
        }
        let escapes = self.sure_escapes();
        checks.iter().copied().find(|&mv| {
            if self.leaves_an_escape(mv, escapes) {
                return false;
            }
            let mut next = *self;
            next.play_unchecked(mv);
            !next.has_legal_move()
        })
    }

    /// Squares to which the enemy king could go even if no blocker stopped the own sliders.
    fn sure_escapes(&self) -> V::Bitboard {
        let us = self.side;
        let Some(king) = self.king(!us) else {
            return V::Bitboard::EMPTY;
        };
        let mut escapes = V::Tables::steps(V::SPEC.king, !us, king) & !self.by_side(!us);
        for from in self.by_side(us).squares() {
            escapes &= !V::Tables::empty_board_attacks(self.kind_on(from), us, from);
        }
        escapes
    }

    /// Returns `true` if the enemy king has a [sure escape](Position::sure_escapes) after the move;
    /// if not, it may still have another.
    ///
    /// No slider that the move uncovers reaches these squares. Only the moved piece, by its attacks
    /// and its target, can take them away.
    fn leaves_an_escape(&self, mv: Move, escapes: V::Bitboard) -> bool {
        if escapes.is_empty() {
            return false;
        }
        let Some(kind) = self.arriving(mv) else {
            return false;
        };
        // Castling brings a second piece to a new square.
        if V::SPEC.castling.is_some() && kind == V::SPEC.king {
            return false;
        }
        let taken = V::Tables::empty_board_attacks(kind, self.side, mv.to())
            | V::Bitboard::from_square(mv.to());
        !(escapes & !taken).is_empty()
    }
}
