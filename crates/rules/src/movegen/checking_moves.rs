//! Moves that give check, found without making them.

use crate::attacks::queries::{between, slides_to};
use crate::movegen::check_squares::CheckSquares;
use crate::movegen::generator::Generator;
use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::direction::NO_DIRECTION;
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Returns `true` if a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        if V::Tables::COMPACT {
            let mut next = *self;
            next.play_unchecked(mv);
            return next.in_check();
        }
        let us = self.side;
        let Some(king) = self.king(!us) else {
            return false;
        };
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            return self.attacks_past(Piece { side: us, kind }, to, king, self.occupied());
        }
        let Some(from) = mv.from() else { return false };
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        let castles =
            piece.kind == V::SPEC.king && CastlingPath::of_move::<V>(us, from, to).is_some();
        // Castling and en passant change a second square.
        if castles || self.is_en_passant(mv) {
            let mut next = *self;
            next.play_unchecked(mv);
            return next.in_check();
        }
        let Some(kind) = self.arriving(mv) else {
            return false;
        };
        let occupied =
            (self.occupied() & !V::Bitboard::from_square(from)) | V::Bitboard::from_square(to);
        self.attacks_past(Piece { side: us, kind }, to, king, occupied)
            || self.uncovers(king, from, occupied)
    }

    /// Kind of the moved piece on its target; `None` if the origin is empty.
    #[inline]
    pub(crate) fn arriving(&self, mv: Move) -> Option<PieceKind> {
        let Some(from) = mv.from() else {
            return mv.dropped();
        };
        let kind = self.piece_at(from)?.kind;
        Some(if mv.is_promotion() {
            PieceKind::new(V::Tables::PROMOTES_TO[kind.index()])
        } else {
            kind
        })
    }

    /// Returns `true` if `piece` on `from` attacks `to`, with `occupied` as blockers.
    #[inline]
    fn attacks_past(&self, piece: Piece, from: Square, to: Square, occupied: V::Bitboard) -> bool {
        V::Tables::steps(piece.kind, piece.side, from).contains(to)
            || V::Tables::SLIDERS >> piece.kind.index() & 1 == 1
                && slides_to::<V::Tables>(piece, from, to)
                && (between::<V::Tables>(from, to) & occupied).is_empty()
    }

    /// Returns `true` if a slider of the side to move attacks `king` along the line of `from`,
    /// which a piece has left; `occupied` is the board after the move.
    #[inline]
    fn uncovers(&self, king: Square, from: Square, occupied: V::Bitboard) -> bool {
        let direction = V::Tables::direction(king, from);
        if direction == NO_DIRECTION {
            return false;
        }
        // A piece that stays on the line may block it again, or have leapt past the slider. Its
        // target held no own piece, so it is not mistaken for a slider itself.
        let line = V::Tables::ray(direction, king) & occupied;
        let nearest = line
            & if direction < 4 {
                line.up_to_lsb()
            } else {
                line.above_msb()
            };
        nearest.squares().any(|square| {
            self.piece_at(square).is_some_and(|piece| {
                piece.side == self.side && slides_to::<V::Tables>(piece, square, king)
            })
        })
    }

    /// Legal moves that give check.
    #[cfg_attr(tiny, inline(never))]
    #[cfg_attr(not(tiny), inline(always))]
    #[must_use]
    pub fn checking_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_checking_moves(&mut list);
        list
    }

    /// Appends the legal moves that give check, which saves a copy. Moves beyond
    /// [`MAX_MOVES`](crate::MAX_MOVES) are dropped; one position never has so many.
    #[inline(never)]
    pub fn list_checking_moves(&self, list: &mut MoveList) {
        let us = self.side;
        let Some(king) = self.king(!us) else {
            return;
        };
        let generator = Generator::<V, 2>::new(self);
        let occupied = self.occupied();
        let mut squares = CheckSquares::empty();
        squares.init(self);
        let checks = |kind: PieceKind| squares.of(kind);
        let own = self.by_side(us);
        let covers = self.discovered_check_candidates(king);
        for from in own.squares() {
            let kind = self.kind_on(from);
            let is_king = kind == V::SPEC.king;
            let promoted = PieceKind::new(V::Tables::PROMOTES_TO[kind.index()]);
            // A piece that covers a slider may uncover it; a piece that promotes to a slider may
            // slide over its origin; castling and en passant change two squares.
            let special = covers.contains(from)
                || promoted != kind
                    && V::Tables::SLIDERS >> promoted.index() & 1 == 1
                    && V::Tables::direction(king, from) != NO_DIRECTION
                || V::SPEC.castling.is_some() && is_king
                || V::SPEC.chess_pawns && kind == PieceKind::PAWN;
            if !special {
                let reach = V::Tables::empty_board_attacks(kind, us, from);
                if is_king || (reach & (checks(kind) | checks(promoted))).is_empty() {
                    continue;
                }
            }
            let (normal, promote) = if is_king {
                (generator.king(from), V::Bitboard::EMPTY)
            } else {
                generator.destinations(from, kind)
            };
            if special {
                let promotions = promote.squares().map(|to| Move::promotion(from, to));
                let others = normal.squares().map(|to| Move::normal(from, to));
                for mv in promotions.chain(others) {
                    if self.gives_check(mv) {
                        list.push(mv);
                    }
                }
            } else {
                if !promote.is_empty() {
                    for to in (promote & checks(promoted)).squares() {
                        list.push(Move::promotion(from, to));
                    }
                }
                for to in (normal & checks(kind)).squares() {
                    list.push(Move::normal(from, to));
                }
            }
        }
        for (kind, _) in self.hand(us).iter() {
            let near = checks(kind) & !occupied;
            if !near.is_empty() {
                for to in (generator.drops_of(kind) & near).squares() {
                    list.push(Move::drop(kind, to));
                }
            }
        }
    }

    /// Pieces of the side to move that alone stand between an own slider and the enemy `king`.
    fn discovered_check_candidates(&self, king: Square) -> V::Bitboard {
        let own = self.by_side(self.side);
        let occupied = self.occupied();
        let mut covers = V::Bitboard::EMPTY;
        for sniper in self.sliding_at(king, self.side).squares() {
            let screen = between::<V::Tables>(king, sniper) & occupied;
            if !screen.more_than_one() {
                covers |= screen & own;
            }
        }
        covers
    }

    /// Legal moves of a side in check; empty if it is not in check.
    #[must_use]
    pub fn evasions(&self) -> MoveList {
        if self.in_check() {
            self.legal_moves()
        } else {
            MoveList::new()
        }
    }

    /// Empty squares on which a piece would block the check; empty in double check.
    #[must_use]
    pub fn interposition_squares(&self) -> V::Bitboard {
        if self.in_check() && self.king(self.side).is_some() {
            self.answers_to_check() & !self.checkers
        } else {
            V::Bitboard::EMPTY
        }
    }
}
