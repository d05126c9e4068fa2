//! Reasons why a move is illegal. Slow and thorough: runs only when a move is refused.

use alloc::vec;
use alloc::vec::Vec;

use crate::attacks::queries::{between, slides_to};
use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingSide;
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::refusal::{Refusal, RefusalCode};
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// The reason why this move is illegal; `None` if it is legal.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Move, Position, RefusalCode, Shogi, Square};
    /// let start = Position::<Shogi>::start();
    /// let pawn = Square::from_coords(VariantId::Shogi, 2, 2).unwrap(); // 7g
    /// let far = Square::from_coords(VariantId::Shogi, 2, 4).unwrap(); // 7e
    /// let refusal = start.why_illegal(Move::normal(pawn, far)).unwrap();
    /// assert_eq!(refusal.code, RefusalCode::WrongMovement);
    /// ```
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<Refusal> {
        if self.is_legal(mv) {
            return None;
        }
        let to = mv.to();
        if !to.is_on(V::ID) {
            return Some(Refusal::new(RefusalCode::NoSuchSquare, vec![]));
        }
        Some(match mv.dropped() {
            Some(kind) => self.why_not_drop(mv, kind, to),
            None => match mv.from() {
                Some(from) if from.is_on(V::ID) => self.why_not_move(mv, from, to),
                _ => Refusal::new(RefusalCode::NoSuchSquare, vec![]),
            },
        })
    }

    fn why_not_drop(&self, mv: Move, kind: PieceKind, to: Square) -> Refusal {
        let us = self.side;
        if kind.index() >= V::SPEC.hand_kinds as usize || self.hand(us).count(kind) == 0 {
            return Refusal::new(RefusalCode::NotInHand, vec![]);
        }
        if mv.is_promotion() {
            return Refusal::new(RefusalCode::PromotedDrop, vec![to]);
        }
        if self.piece_at(to).is_some() {
            return Refusal::new(RefusalCode::Occupied, vec![to]);
        }
        if !V::Tables::drop_region(us).contains(to) {
            let ranks = V::SPEC.drop_ranks;
            return Refusal::with_limit(RefusalCode::OutsideDropRegion, ranks, vec![to]);
        }
        if V::Tables::immobile_squares(kind, us).contains(to) {
            return Refusal::new(RefusalCode::DeadSquare, vec![to]);
        }
        if let Some(refusal) = self.why_file_is_full(kind, to) {
            return refusal;
        }
        if let Some(attackers) = self.attackers_after(mv) {
            return Refusal::new(RefusalCode::KingInCheck, attackers);
        }
        // No other rule forbids a drop.
        let mut squares = vec![to];
        squares.extend(self.king(!us));
        Refusal::new(RefusalCode::PawnDropMate, squares)
    }

    fn why_file_is_full(&self, kind: PieceKind, to: Square) -> Option<Refusal> {
        let limit = V::SPEC.pawns_per_file?;
        if kind != PieceKind::PAWN || !self.full_files(self.side).contains(to) {
            return None;
        }
        let pawns = self.by_piece(Piece {
            side: self.side,
            kind,
        });
        let on_file = pawns
            .squares()
            .filter(|pawn| pawn.file(V::ID) == to.file(V::ID))
            .collect();
        Some(Refusal::with_limit(limit.refusal(), limit.max, on_file))
    }

    fn why_not_move(&self, mv: Move, from: Square, to: Square) -> Refusal {
        let us = self.side;
        let Some(piece) = self.piece_at(from) else {
            return Refusal::new(RefusalCode::NoPiece, vec![from]);
        };
        if piece.side != us {
            return Refusal::new(RefusalCode::NotYourPiece, vec![from]);
        }
        if from != to && self.by_side(us).contains(to) {
            return Refusal::new(RefusalCode::OwnPiece, vec![to]);
        }
        let passing = self.double_push_square == Some(to)
            && piece.kind == PieceKind::PAWN
            && V::Tables::steps(piece.kind, us, from).contains(to);
        if !passing && !self.pseudo_reach(piece, from).contains(to) {
            return self.why_not_there(piece, from, to);
        }
        if let Some(refusal) = self.why_not_promotion(mv, piece, from, to, passing) {
            return refusal;
        }
        let attackers = self.attackers_after(mv).unwrap_or_default();
        Refusal::new(RefusalCode::KingInCheck, attackers)
    }

    /// Targets of the piece with the safety of kings disregarded.
    fn pseudo_reach(&self, piece: Piece, from: Square) -> V::Bitboard {
        if V::SPEC.chess_pawns && piece.kind == PieceKind::PAWN {
            self.pawn_destinations(from, piece.side)
        } else {
            Self::attacks(piece.kind, piece.side, from, self.occupied())
        }
    }

    fn why_not_there(&self, piece: Piece, from: Square, to: Square) -> Refusal {
        if V::SPEC.castling.is_some() && piece.kind == V::SPEC.king {
            if let Some(refusal) = self.why_not_castle(from, to) {
                return refusal;
            }
        }
        if slides_to::<V::Tables>(piece, from, to) {
            let blockers = between::<V::Tables>(from, to) & self.occupied();
            return Refusal::new(RefusalCode::Blocked, blockers.squares().collect());
        }
        if V::SPEC.chess_pawns && piece.kind == PieceKind::PAWN {
            // Straight ahead, one or two squares.
            let mut empty_board = Position::<V>::empty();
            empty_board.put_piece(piece, from);
            if empty_board.pawn_destinations(from, piece.side).contains(to) {
                let path = (between::<V::Tables>(from, to) | V::Bitboard::from_square(to))
                    & self.occupied();
                return Refusal::new(RefusalCode::Blocked, path.squares().collect());
            }
        }
        Refusal::new(RefusalCode::WrongMovement, vec![from, to])
    }

    fn why_not_castle(&self, from: Square, to: Square) -> Option<Refusal> {
        let side = self.side;
        let (wing, path) = CastlingSide::BOTH
            .into_iter()
            .filter_map(|wing| Some((wing, CastlingPath::new::<V>(side, wing)?)))
            .find(|(_, path)| path.king_from == from && path.king_to == to)?;
        if !self.castling.has(side, wing) {
            return Some(Refusal::new(
                RefusalCode::CastlingRightLost,
                vec![from, path.rook_from],
            ));
        }
        if self.in_check() {
            let squares = self.checkers.squares().collect();
            return Some(Refusal::new(RefusalCode::CastlingInCheck, squares));
        }
        let blockers = path.blockers(self);
        if !blockers.is_empty() {
            let squares = blockers.squares().collect();
            return Some(Refusal::new(RefusalCode::CastlingBlocked, squares));
        }
        let square = path.attacked(self)?;
        let mut squares = vec![square];
        squares.extend(self.attackers_to(square, !side, self.occupied()).squares());
        Some(Refusal::new(RefusalCode::CastlingThroughCheck, squares))
    }

    fn why_not_promotion(
        &self,
        mv: Move,
        piece: Piece,
        from: Square,
        to: Square,
        passing: bool,
    ) -> Option<Refusal> {
        let us = piece.side;
        if mv.is_promotion() {
            let Some(promoted) = V::SPEC.kinds[piece.kind.index()].promotes_to else {
                return Some(Refusal::new(RefusalCode::CannotPromote, vec![from]));
            };
            if passing {
                return Some(Refusal::new(RefusalCode::EnPassantPromotion, vec![to]));
            }
            let zone = V::Tables::zone(us);
            if !zone.contains(from) && !zone.contains(to) {
                return Some(Refusal::new(RefusalCode::OutsidePromotionZone, vec![to]));
            }
            let present = self.by_piece(Piece {
                side: us,
                kind: promoted,
            });
            return V::SPEC.kinds[promoted.index()]
                .board_limit
                .filter(|&max| present.count() >= u32::from(max))
                .map(|max| {
                    let squares = present.squares().collect();
                    Refusal::with_limit(RefusalCode::BoardLimit, max, squares)
                });
        }
        if passing {
            return None;
        }
        let (normal, _) = self.split_promotions(from, piece.kind, us, V::Bitboard::from_square(to));
        normal
            .is_empty()
            .then(|| Refusal::new(RefusalCode::MustPromote, vec![to]))
    }

    /// The own king and its attackers after this otherwise possible move; `None` if it is safe.
    fn attackers_after(&self, mv: Move) -> Option<Vec<Square>> {
        let us = self.side;
        let mut next = *self;
        // Makes the capture even if it exposes the king and the position has no en passant square.
        next.set_en_passant(self.double_push_square);
        next.play_unchecked(mv);
        let king = next.king(us)?;
        let attackers = next.attackers_to(king, !us, next.occupied());
        if attackers.is_empty() {
            return None;
        }
        let mut squares = vec![king];
        squares.extend(attackers.squares());
        Some(squares)
    }
}
