//! Make move. Positions are copied, not unmade.

use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::{NO_HAND_KIND, VariantTables};
use crate::spec::zobrist;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingSide;
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::refusal::Refusal;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Plays a move if it is legal; otherwise the position is unchanged.
    ///
    /// # Errors
    ///
    /// The [reason](Position::why_illegal) why the move is illegal.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, Shogun, Side, Square};
    /// let mut position = Position::<Shogun>::start();
    /// assert!(position.play(Move::normal(Square::new(0), Square::new(63))).is_err());
    /// assert_eq!(position.play(position.legal_moves()[0]), Ok(()));
    /// assert_eq!(position.side_to_move(), Side::Second);
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        match self.why_illegal(mv) {
            Some(refusal) => Err(refusal),
            None => {
                self.play_unchecked(mv);
                Ok(())
            }
        }
    }

    /// Plays a move that is legal in this position.
    ///
    /// An illegal move whose squares and pieces exist leaves an inconsistent position, but does not
    /// panic.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        if V::Tables::COMPACT {
            self.play_for::<2>(mv);
        } else if self.side == Side::First {
            self.play_for::<0>(mv);
        } else {
            self.play_for::<1>(mv);
        }
    }

    /// Plays a legal move of the side with index `SIDE`; 2 stands for a side known only at run
    /// time.
    fn play_for<const SIDE: usize>(&mut self, mv: Move) {
        let us = if SIDE == 2 {
            self.side
        } else {
            Side::BOTH[SIDE]
        };
        let to = mv.to();
        let mut quiet = true;
        let en_passant = self.en_passant;
        if V::SPEC.chess_pawns {
            self.set_en_passant(None);
        }
        let mut double_push_square = None;
        let arrived;
        if let Some(kind) = mv.dropped() {
            self.take_from_hand(kind, us);
            self.put_piece(Piece { side: us, kind }, to);
            quiet = false;
            arrived = kind;
        } else {
            let Some(from) = mv.from() else { return };
            let Some(piece) = self.piece_at(from) else {
                return;
            };
            let mut kind = piece.kind;
            self.remove_piece(Piece { side: us, kind }, from);
            if !self.is_empty(to) {
                let taken = self.kind_on(to);
                self.remove_piece(
                    Piece {
                        side: !us,
                        kind: taken,
                    },
                    to,
                );
                if V::Tables::HAND_KINDS[taken.index()] != NO_HAND_KIND {
                    self.add_to_hand(PieceKind::new(V::Tables::HAND_KINDS[taken.index()]), us);
                }
                quiet = false;
            }
            if V::SPEC.chess_pawns || V::SPEC.castling.is_some() {
                if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
                    quiet = false;
                    if en_passant == Some(to) && from.file(V::ID) != to.file(V::ID) {
                        self.capture_passed(to, from);
                    } else if from.index().abs_diff(to.index()) == 2 {
                        double_push_square =
                            Some(Square::new((from.index() as u8).midpoint(to.index() as u8)));
                    }
                } else if kind == V::SPEC.king && !self.castling.is_none() {
                    self.castle_rook(us, from, to);
                }
                self.lose_castling(from, to);
            }
            if mv.is_promotion() {
                kind = PieceKind::new(V::Tables::PROMOTES_TO[kind.index()]);
                quiet = false;
            }
            if kind == V::SPEC.king {
                self.kings[us.index()] = Some(to);
            }
            self.put_piece(Piece { side: us, kind }, to);
            arrived = kind;
        }
        self.end_turn(us, quiet);
        // Only the moved piece can give check by a step; `scan` finds the sliders.
        let king = self.by_kind(V::SPEC.king) & self.by_side(!us);
        let stepping = if (V::Tables::steps(arrived, us, to) & king).is_empty() {
            V::Bitboard::EMPTY
        } else {
            V::Bitboard::from_square(to)
        };
        self.scan(!us, stepping);
        self.double_push_square = double_push_square;
        if let Some(square) = double_push_square {
            self.offer_en_passant(square);
        }
    }

    /// Ends the turn of `us` and updates the counters.
    #[inline(always)]
    fn end_turn(&mut self, us: Side, quiet: bool) {
        self.side = !us;
        self.board_key ^= zobrist::SECOND_TO_MOVE;
        if V::SPEC.fen_counters {
            self.halfmove_clock = if quiet {
                self.halfmove_clock.saturating_add(1)
            } else {
                0
            };
            if us == Side::Second {
                self.move_number = self.move_number.saturating_add(1);
            }
        } else {
            self.move_number = self.move_number.saturating_add(1);
        }
    }

    /// Plays a null move, for null move pruning and threats. The side to move must not be in check.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi, Side};
    /// let start = Position::<Shogi>::start();
    /// let mut passed = start;
    /// passed.play_null_move();
    /// assert_eq!(passed.side_to_move(), Side::Second);
    /// assert_eq!(passed.occupied(), start.occupied());
    /// ```
    pub fn play_null_move(&mut self) {
        self.begin_null_move();
        // No stepper can give check: the new side to move has just left its king safe.
        self.scan(self.side, V::Bitboard::EMPTY);
    }

    /// Passes the turn and clears en passant; checkers and pinned pieces are not updated.
    #[inline(always)]
    pub(crate) fn begin_null_move(&mut self) {
        if V::SPEC.chess_pawns {
            self.set_en_passant(None);
            self.double_push_square = None;
        }
        self.flip_side();
    }

    /// Removes the pawn that passed over `to`, which stands beside the origin of the capturing
    /// pawn.
    fn capture_passed(&mut self, to: Square, from: Square) {
        let square = Square::new(to.file(V::ID) * V::SPEC.ranks + from.rank(V::ID));
        if let Some(pawn) = self.piece_at(square) {
            self.remove_piece(pawn, square);
            self.add_to_hand(PieceKind::PAWN, self.side);
        }
    }

    /// Moves the rook if the king castles; to be called while the king still has the right.
    fn castle_rook(&mut self, side: Side, from: Square, to: Square) {
        let Some(path) = CastlingPath::of_move::<V>(side, from, to) else {
            return;
        };
        if let Some(rook) = self.piece_at(path.rook_from) {
            self.remove_piece(rook, path.rook_from);
            self.put_piece(rook, path.rook_to);
        }
    }

    /// Updates castling rights: lost when the king moves, a rook leaves its corner or is captured
    /// there.
    fn lose_castling(&mut self, from: Square, to: Square) {
        if self.castling.is_none() {
            return;
        }
        let mut rights = self.castling;
        for side in Side::BOTH {
            for wing in CastlingSide::BOTH {
                let Some(path) = CastlingPath::new::<V>(side, wing) else {
                    continue;
                };
                if from == path.king_from || from == path.rook_from || to == path.rook_from {
                    rights = rights.without(side, wing);
                }
            }
        }
        self.set_castling(rights);
    }

    /// Sets the en passant square if a pawn of the side to move can legally capture there;
    /// otherwise it must not change the key.
    pub(crate) fn offer_en_passant(&mut self, square: Square) {
        let pawn = PieceKind::PAWN;
        let near = V::Tables::steps(pawn, !self.side, square)
            & self.by_side(self.side)
            & self.by_kind(pawn);
        if near
            .squares()
            .any(|from| self.may_capture_en_passant(from, square))
        {
            self.set_en_passant(Some(square));
        }
    }
}
