//! Zobrist key and hand after a move, without making it.

use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::{NO_HAND_KIND, VariantTables};
use crate::spec::zobrist;
use crate::types::hand::Hand;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;

impl<V: Variant> Position<V> {
    /// [Board key](Position::board_key) after a legal move, for a hash table probe before the move
    /// is made.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// for mv in start.legal_moves() {
    ///     let mut next = start;
    ///     next.play_unchecked(mv);
    ///     assert_eq!(start.board_key_after(mv), next.board_key());
    /// }
    /// ```
    #[must_use]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        let us = self.side;
        let key = self.board_key ^ zobrist::SECOND_TO_MOVE;
        let to = mv.to();
        if let (Some(kind), true) = (mv.dropped(), self.en_passant.is_none()) {
            return key ^ V::Tables::piece_key(kind, us, to);
        }
        let (Some(from), Some(kind)) = (mv.from(), self.arriving(mv)) else {
            return self.key_after_playing(mv);
        };
        let moved = self.kind_on(from);
        // More than two squares, a castling right or the en passant square may change.
        if !self.castling.is_none()
            || self.en_passant.is_some()
            || V::SPEC.chess_pawns && moved == PieceKind::PAWN
            || moved == V::SPEC.king && CastlingPath::of_move::<V>(us, from, to).is_some()
        {
            return self.key_after_playing(mv);
        }
        let mut key =
            key ^ V::Tables::piece_key(moved, us, from) ^ V::Tables::piece_key(kind, us, to);
        if !self.is_empty(to) {
            key ^= V::Tables::piece_key(self.kind_on(to), !us, to);
        }
        key
    }

    fn key_after_playing(&self, mv: Move) -> u64 {
        let mut next = *self;
        next.play_unchecked(mv);
        next.board_key
    }

    /// Hand of the side to move after a legal move.
    #[must_use]
    pub fn hand_after(&self, mv: Move) -> Hand {
        let hand = self.hand(self.side);
        match (mv.dropped(), self.captured_hand_kind(mv)) {
            (Some(kind), _) => hand.removed(kind),
            (None, Some(kind)) => hand.added(kind),
            (None, None) => hand,
        }
    }

    /// The kind that a legal move adds to the mover's hand.
    #[must_use]
    pub fn captured_hand_kind(&self, mv: Move) -> Option<PieceKind> {
        if mv.is_drop() {
            return None;
        }
        if self.is_empty(mv.to()) {
            return self.is_en_passant(mv).then_some(PieceKind::PAWN);
        }
        let kind = V::Tables::HAND_KINDS[self.kind_on(mv.to()).index()];
        (kind != NO_HAND_KIND).then(|| PieceKind::new(kind))
    }
}
