//! Legal positions: setup, validation, attacks, castling, make move, null move, static exchange evaluation.

pub(crate) mod attacks;
pub(crate) mod castling;
pub(crate) mod checkers_and_pins;
pub(crate) mod hanging;
pub(crate) mod key_after;
pub(crate) mod make_move;
pub(crate) mod see;
pub(crate) mod setup;
pub(crate) mod setup_check;
pub(crate) mod setup_problem;
pub(crate) mod validate;

use crate::position::setup::{Setup, SetupRules};
use crate::position::setup_problem::SetupErrors;
use crate::spec::variant::{Board, Variant};
use crate::spec::variant_tables::VariantTables;
use crate::spec::zobrist;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingRights;
use crate::types::hand::Hand;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// A legal position of variant `V`.
///
/// Positions are copied, not unmade: keep the old one to go back to it.
///
/// ```
/// use komadai_rules::{Position, Torishogi};
/// let start = Position::<Torishogi>::start();
/// let mut next = start;
/// next.play_unchecked(start.legal_moves()[0]);
/// assert_ne!(start.key(), next.key());
/// ```
#[derive(Copy, Debug)]
pub struct Position<V: Variant> {
    pub(crate) by_side: [V::Bitboard; 2],
    pub(crate) by_kind: [V::Bitboard; PieceKind::MAX],
    pub(crate) board: Board<V>,
    pub(crate) hands: [Hand; 2],
    pub(crate) kings: [Option<Square>; 2],
    pub(crate) checkers: V::Bitboard,
    /// Pieces of the side to move that an enemy slider pins to their king.
    pub(crate) pinned: V::Bitboard,
    pub(crate) board_key: u64,
    pub(crate) hand_key: u64,
    pub(crate) side: Side,
    pub(crate) castling: CastlingRights,
    pub(crate) en_passant: Option<Square>,
    /// The square a pawn has just passed over, even if no pawn can legally capture there. It
    /// explains refusals and takes no part in equality.
    pub(crate) double_push_square: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) move_number: u32,
}

impl<V: Variant> Clone for Position<V> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

/// Compares the counters too, but not the fields that only explain refusals.
impl<V: Variant> PartialEq for Position<V> {
    fn eq(&self, other: &Self) -> bool {
        self.same_as(other)
            && self.halfmove_clock == other.halfmove_clock
            && self.move_number == other.move_number
    }
}

impl<V: Variant> Eq for Position<V> {}

impl<V: Variant> Position<V> {
    /// The start position.
    #[must_use]
    pub fn start() -> Self {
        Self::from_setup(&Setup::start(V::ID), SetupRules::Play)
            .unwrap_or_else(|_| unreachable!("the start positions are legal; a test says so"))
    }

    /// Validates a setup.
    ///
    /// # Errors
    ///
    /// All problems of the setup.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Position, Setup, SetupProblem, SetupRules, Shogi, Side};
    /// let mut setup = Setup::start(VariantId::Shogi);
    /// assert_eq!(Position::<Shogi>::from_setup(&setup, SetupRules::Play), Ok(Position::start()));
    /// setup.board[36] = None; // 5i
    /// let errors = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap_err();
    /// assert_eq!(errors.problems, [SetupProblem::NoKing { side: Side::First }]);
    /// ```
    pub fn from_setup(setup: &Setup, rules: SetupRules) -> Result<Self, SetupErrors> {
        crate::position::validate::position(setup, rules)
    }

    /// An empty board with the first side to move.
    pub(crate) fn empty() -> Self {
        Position {
            by_side: [V::Bitboard::EMPTY; 2],
            by_kind: [V::Bitboard::EMPTY; PieceKind::MAX],
            board: V::Tables::EMPTY_BOARD,
            hands: [Hand::EMPTY; 2],
            kings: [None; 2],
            checkers: V::Bitboard::EMPTY,
            pinned: V::Bitboard::EMPTY,
            board_key: 0,
            hand_key: 0,
            side: Side::First,
            castling: CastlingRights::NONE,
            en_passant: None,
            double_push_square: None,
            halfmove_clock: 0,
            move_number: 1,
        }
    }

    /// The position as a setup; inverse of [`Position::from_setup`].
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(V::ID);
        for square in self.occupied().squares() {
            setup.board[square.index()] = self.piece_at(square);
        }
        for side in Side::BOTH {
            for (kind, count) in self.hand(side).iter() {
                setup.hands[side.index()][kind.index()] = count;
            }
        }
        setup.side = self.side;
        setup.castling = self.castling;
        setup.en_passant = self.en_passant;
        setup.halfmove_clock = self.halfmove_clock;
        setup.move_number = self.move_number;
        setup
    }

    /// Side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The piece on a square; `None` on an empty square and beyond the board.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(*self.board.as_ref().get(square.index())?)
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.board.as_ref()[square.index()] == 0
    }

    /// Kind of the piece on a square, which must not be empty.
    #[inline(always)]
    pub(crate) fn kind_on(&self, square: Square) -> PieceKind {
        Piece::kind_from_code(self.board.as_ref()[square.index()])
    }

    /// Pieces in hand of a side.
    #[inline]
    #[must_use]
    pub fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// Square of a side's king; `None` only in mate problems.
    #[inline]
    #[must_use]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.kings[side.index()]
    }

    /// All occupied squares.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> V::Bitboard {
        self.by_side[0] | self.by_side[1]
    }

    /// Squares with pieces of this side.
    #[inline(always)]
    #[must_use]
    pub fn by_side(&self, side: Side) -> V::Bitboard {
        self.by_side[side.index()]
    }

    /// Squares with pieces of this kind, of both sides.
    #[inline(always)]
    #[must_use]
    pub fn by_kind(&self, kind: PieceKind) -> V::Bitboard {
        self.by_kind[kind.index()]
    }

    /// Squares with this piece.
    #[inline(always)]
    #[must_use]
    pub fn by_piece(&self, piece: Piece) -> V::Bitboard {
        self.by_side(piece.side) & self.by_kind(piece.kind)
    }

    /// Pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> V::Bitboard {
        self.checkers
    }

    /// Returns `true` if the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Castling rights of both sides; none outside Shogun Chess.
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square on which a pawn can legally capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture, drop, promotion or pawn move; 0 in variants without such a
    /// rule.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the next move: plies from 1, or full moves in Shogun Chess.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Zobrist key of the position as repetition rules compare it: board, hands, side to move,
    /// castling rights, en passant square.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, Shogi, VariantId};
    /// let start = Position::<Shogi>::start();
    /// let mut position = start;
    /// // Two golds go out and back: the same position, two moves later.
    /// for text in ["4i4h", "6a6b", "4h4i", "6b6a"] {
    ///     position.play(Move::parse(VariantId::Shogi, text).unwrap()).unwrap();
    /// }
    /// assert_eq!(position.key(), start.key());
    /// assert_ne!(position, start); // the move numbers differ
    /// ```
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.board_key ^ self.hand_key
    }

    /// Zobrist key without the hands.
    #[inline]
    #[must_use]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Returns `true` if repetition rules count both positions as the same: equal board, hands,
    /// side to move, castling rights and en passant square.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Position, Setup, SetupRules, Shogi};
    /// let mut setup = Setup::start(VariantId::Shogi);
    /// setup.move_number = 101;
    /// let later = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// assert!(later.same_as(&Position::start()));
    /// assert_ne!(later, Position::start());
    /// ```
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.board_key == other.board_key
            && self.side == other.side
            && self.hands == other.hands
            && self.board == other.board
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put_piece(&mut self, piece: Piece, square: Square) {
        let bit = V::Bitboard::from_square(square);
        self.by_side[piece.side.index()] |= bit;
        self.by_kind[piece.kind.index()] |= bit;
        self.board.as_mut()[square.index()] = piece.code();
        self.board_key ^= V::Tables::piece_key(piece.kind, piece.side, square);
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, piece: Piece, square: Square) {
        let bit = V::Bitboard::from_square(square);
        self.by_side[piece.side.index()] ^= bit;
        self.by_kind[piece.kind.index()] ^= bit;
        self.board.as_mut()[square.index()] = 0;
        self.board_key ^= V::Tables::piece_key(piece.kind, piece.side, square);
    }

    #[inline(always)]
    pub(crate) fn add_to_hand(&mut self, kind: PieceKind, side: Side) {
        self.hands[side.index()] = self.hands[side.index()].added(kind);
        self.hand_key = self.hand_key.wrapping_add(V::Tables::hand_key(kind, side));
    }

    /// Removes a piece from a hand that has one of this kind.
    #[inline(always)]
    pub(crate) fn take_from_hand(&mut self, kind: PieceKind, side: Side) {
        self.hands[side.index()] = self.hands[side.index()].removed(kind);
        self.hand_key = self.hand_key.wrapping_sub(V::Tables::hand_key(kind, side));
    }

    pub(crate) fn set_castling(&mut self, castling: CastlingRights) {
        self.board_key ^= zobrist::castling_key(self.castling.bits());
        self.board_key ^= zobrist::castling_key(castling.bits());
        self.castling = castling;
    }

    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = self.en_passant {
            self.board_key ^= zobrist::en_passant_key(square.index() as u8);
        }
        if let Some(square) = square {
            self.board_key ^= zobrist::en_passant_key(square.index() as u8);
        }
        self.en_passant = square;
    }

    #[inline(always)]
    pub(crate) fn flip_side(&mut self) {
        self.side = !self.side;
        self.board_key ^= zobrist::SECOND_TO_MOVE;
    }
}
