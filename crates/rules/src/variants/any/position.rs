use crate::game::premove::PromotionChoice;
use crate::movegen::perft::PerftTooDeep;
use crate::position::Position;
use crate::position::see::SeeValues;
use crate::position::setup::{Setup, SetupRules};
use crate::position::setup_problem::SetupErrors;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingRights;
use crate::types::hand::Hand;
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::refusal::Refusal;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;
use crate::variants::any::AnyPosition;
use alloc::vec::Vec;

forward!(AnyPosition {
    /// See [`Position::side_to_move`].
    fn side_to_move(&self) -> Side;

    /// See [`Position::piece_at`].
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// See [`Position::hand`].
    fn hand(&self, side: Side) -> Hand;

    /// See [`Position::king`].
    fn king(&self, side: Side) -> Option<Square>;

    /// See [`Position::in_check`].
    fn in_check(&self) -> bool;

    /// See [`Position::gives_check`].
    fn gives_check(&self, mv: Move) -> bool;

    /// See [`Position::legal_moves`].
    fn legal_moves(&self) -> MoveList;

    /// See [`Position::captures_and_promotions`].
    fn captures_and_promotions(&self) -> MoveList;

    /// See [`Position::quiet_moves`].
    fn quiet_moves(&self) -> MoveList;

    /// See [`Position::evasions`].
    fn evasions(&self) -> MoveList;

    /// See [`Position::checking_moves`].
    fn checking_moves(&self) -> MoveList;

    /// See [`Position::mate_in_one`].
    fn mate_in_one(&self) -> Option<Move>;

    /// See [`Position::material_gain`].
    fn material_gain(&self, mv: Move, values: &SeeValues) -> i32;

    /// See [`Position::see_ge`].
    fn see_ge(&self, mv: Move, values: &SeeValues, threshold: i32) -> bool;

    /// See [`Position::count_legal_moves`].
    fn count_legal_moves(&self) -> usize;

    /// See [`Position::has_legal_move`].
    fn has_legal_move(&self) -> bool;

    /// See [`Position::is_legal`].
    fn is_legal(&self, mv: Move) -> bool;

    /// See [`Position::why_illegal`].
    fn why_illegal(&self, mv: Move) -> Option<Refusal>;

    /// See [`Position::premove_promotion`].
    fn premove_promotion(&self, from: Square, to: Square) -> PromotionChoice;

    /// See [`Position::key`].
    fn key(&self) -> u64;

    /// See [`Position::board_key`].
    fn board_key(&self) -> u64;

    /// See [`Position::castling`].
    fn castling(&self) -> CastlingRights;

    /// See [`Position::en_passant`].
    fn en_passant(&self) -> Option<Square>;

    /// See [`Position::halfmove_clock`].
    fn halfmove_clock(&self) -> u16;

    /// See [`Position::move_number`].
    fn move_number(&self) -> u32;

    /// See [`Position::to_setup`].
    fn to_setup(&self) -> Setup;
});

impl AnyPosition {
    /// The start position of a variant.
    #[must_use]
    pub fn start(variant: VariantId) -> AnyPosition {
        match_variant!(variant, V => Position::<V>::start().into())
    }

    /// Validates a setup.
    ///
    /// # Errors
    ///
    /// All problems of the setup, see [`Position::from_setup`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Setup, SetupRules, Side};
    /// let setup = Setup::handicap(VariantId::Minishogi, "rook").unwrap();
    /// let position = AnyPosition::from_setup(&setup, SetupRules::Play).unwrap();
    /// assert_eq!(position.side_to_move(), Side::Second);
    /// let empty = Setup::empty(VariantId::Minishogi);
    /// assert_eq!(AnyPosition::from_setup(&empty, SetupRules::Play).unwrap_err().problems.len(), 2);
    /// ```
    pub fn from_setup(setup: &Setup, rules: SetupRules) -> Result<AnyPosition, SetupErrors> {
        Ok(match_variant!(setup.variant, V => Position::<V>::from_setup(setup, rules)?.into()))
    }

    /// See [`Position::play`].
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, Move, VariantId};
    /// let mut position = AnyPosition::start(VariantId::Shogi);
    /// assert!(position.play(Move::parse(VariantId::Shogi, "7g7e").unwrap()).is_err());
    /// assert_eq!(position.play(Move::parse(VariantId::Shogi, "7g7f").unwrap()), Ok(()));
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        match_any!(AnyPosition, self, inner => inner.play(mv))
    }

    /// See [`Position::play_unchecked`].
    pub fn play_unchecked(&mut self, mv: Move) {
        match_any!(AnyPosition, self, inner => inner.play_unchecked(mv));
    }

    /// See [`Position::play_null_move`].
    pub fn play_null_move(&mut self) {
        match_any!(AnyPosition, self, inner => inner.play_null_move());
    }

    /// See [`Position::perft`].
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`](crate::MAX_PERFT_DEPTH).
    pub fn perft(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        match_any!(AnyPosition, self, inner => inner.perft(depth))
    }

    /// See [`Position::perft_with_lists`].
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`](crate::MAX_PERFT_DEPTH).
    pub fn perft_with_lists(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        match_any!(AnyPosition, self, inner => inner.perft_with_lists(depth))
    }

    /// Squares of the pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.checkers().squares().collect())
    }

    /// Squares that the piece on a square attacks, squares of own pieces included; empty for an
    /// empty square.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => attacks_from(inner, square))
    }

    /// Premove targets of the piece on `from`, see [`Position::premove_targets`].
    #[must_use]
    pub fn premove_targets(&self, from: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.premove_targets(from).squares().collect())
    }

    /// Predrop targets of `side` for this kind, see [`Position::predrop_targets`].
    #[must_use]
    pub fn predrop_targets(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => predrop_targets(inner, side, kind))
    }

    /// Squares of this piece.
    #[must_use]
    pub fn squares_of(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.by_piece(Piece { side, kind }).squares().collect())
    }
}

fn predrop_targets<V: crate::Variant>(_: &Position<V>, side: Side, kind: PieceKind) -> Vec<Square> {
    Position::<V>::predrop_targets(side, kind)
        .squares()
        .collect()
}

fn attacks_from<V: crate::Variant>(position: &Position<V>, square: Square) -> Vec<Square> {
    let Some(piece) = position.piece_at(square) else {
        return Vec::new();
    };
    Position::<V>::attacks(piece.kind, piece.side, square, position.occupied())
        .squares()
        .collect()
}
