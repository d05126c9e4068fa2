//! [`AnyPosition`]: what a position of any game answers and does.

use crate::game::premove::PromotionChoice;
use crate::game::refusal::Refusal;
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
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;
use crate::variants::any::AnyPosition;
use alloc::vec::Vec;

forward!(AnyPosition {
    /// See [`Position::side_to_move`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Side};
    /// assert_eq!(AnyPosition::start(VariantId::Shogi).side_to_move(), Side::First);
    /// ```
    fn side_to_move(&self) -> Side;

    /// See [`Position::piece_at`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Square};
    /// let start = AnyPosition::start(VariantId::Minishogi);
    /// assert_eq!(start.piece_at(Square::new(0)).unwrap().kind, VariantId::Minishogi.spec().king);
    /// assert_eq!(start.piece_at(Square::new(200)), None);
    /// ```
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// See [`Position::hand`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules, Side};
    /// let text = "4k/5/5/5/K4 b 2Pg 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// assert_eq!(position.hand(Side::First).total(), 2);
    /// assert_eq!(position.hand(Side::Second).total(), 1);
    /// ```
    fn hand(&self, side: Side) -> Hand;

    /// See [`Position::king`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Side, Square};
    /// let start = AnyPosition::start(VariantId::Minishogi);
    /// assert_eq!(start.king(Side::First), Some(Square::new(0))); // 5e
    /// ```
    fn king(&self, side: Side) -> Option<Square>;

    /// See [`Position::in_check`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/4R/5/5/K4 w - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// assert!(position.in_check());
    /// ```
    fn in_check(&self) -> bool;

    /// See [`Position::gives_check`].
    ///
    /// ```
    /// use komadai_notation::{parse_move, parse_position};
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/5/3G1/5/K4 b - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let m = |text| parse_move(VariantId::Minishogi, text).unwrap();
    /// assert!(position.gives_check(m("2c2b")));
    /// assert!(!position.gives_check(m("2c3c")));
    /// ```
    fn gives_check(&self, m: Move) -> bool;

    /// See [`Position::legal_moves`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogi).legal_moves().len(), 30);
    /// ```
    fn legal_moves(&self) -> MoveList;

    /// See [`Position::captures_and_promotions`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Torishogi);
    /// assert_eq!(start.captures_and_promotions().len(), 2);
    /// ```
    fn captures_and_promotions(&self) -> MoveList;

    /// See [`Position::quiet_moves`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Torishogi);
    /// assert_eq!(start.quiet_moves().len() + 2, start.legal_moves().len());
    /// ```
    fn quiet_moves(&self) -> MoveList;

    /// See [`Position::evasions`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/4R/5/5/K4 w - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// assert_eq!(position.evasions().sorted(), position.legal_moves().sorted());
    /// ```
    fn evasions(&self) -> MoveList;

    /// See [`Position::checking_moves`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/5/3G1/5/K4 b - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let checks = position.checking_moves();
    /// assert!(!checks.is_empty() && checks.iter().all(|&m| position.gives_check(m)));
    /// ```
    fn checking_moves(&self) -> MoveList;

    /// See [`Position::mate_in_one`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/5/4G/5/K4 b G 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let mate = position.mate_in_one().unwrap();
    /// let mut after = position;
    /// after.play(mate).unwrap();
    /// assert!(after.in_check() && !after.has_legal_move());
    /// ```
    fn mate_in_one(&self) -> Option<Move>;

    /// See [`Position::material_gain`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, PieceKind, SeeValues, Torishogi};
    /// let values = SeeValues::new::<Torishogi>(&[100; PieceKind::MAX], &[100; PieceKind::MAX]);
    /// let start = AnyPosition::start(VariantId::Torishogi);
    /// // A swallow lost by one side and gained by the other.
    /// assert_eq!(start.material_gain(start.captures_and_promotions()[0], &values), 200);
    /// ```
    fn material_gain(&self, m: Move, values: &SeeValues) -> i32;

    /// See [`Position::see_ge`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, PieceKind, SeeValues, Torishogi};
    /// let values = SeeValues::new::<Torishogi>(&[100; PieceKind::MAX], &[100; PieceKind::MAX]);
    /// let start = AnyPosition::start(VariantId::Torishogi);
    /// // The swallow that takes is taken back.
    /// let takes = start.captures_and_promotions()[0];
    /// assert!(start.see_ge(takes, &values, 0) && !start.see_ge(takes, &values, 201));
    /// ```
    fn see_ge(&self, m: Move, values: &SeeValues, threshold: i32) -> bool;

    /// See [`Position::count_legal_moves`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogun).count_legal_moves(), 20);
    /// ```
    fn count_legal_moves(&self) -> usize;

    /// See [`Position::has_legal_move`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/4G/4G/5/K4 w - 1";
    /// let mated = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// assert!(!mated.has_legal_move());
    /// ```
    fn has_legal_move(&self) -> bool;

    /// See [`Position::is_legal`].
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// assert!(start.is_legal(parse_move(VariantId::Shogi, "7g7f").unwrap()));
    /// assert!(!start.is_legal(parse_move(VariantId::Shogi, "7g7e").unwrap()));
    /// ```
    fn is_legal(&self, m: Move) -> bool;

    /// See [`Position::why_illegal`].
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyPosition, VariantId, RefusalCode};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let refusal = start.why_illegal(parse_move(VariantId::Shogi, "8h2b+").unwrap()).unwrap();
    /// assert_eq!(refusal.code, RefusalCode::Blocked);
    /// ```
    fn why_illegal(&self, m: Move) -> Option<Refusal>;

    /// See [`Position::premove_promotion`].
    ///
    /// ```
    /// use komadai_notation::parse_square;
    /// use komadai_rules::{AnyPosition, VariantId, PromotionChoice};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let [from, to] = ["9i", "9a"].map(|text| parse_square(VariantId::Shogi, text).unwrap());
    /// assert_eq!(start.premove_promotion(from, to), PromotionChoice::Forced);
    /// ```
    fn premove_promotion(&self, from: Square, to: Square) -> PromotionChoice;

    /// See [`Position::key`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let mut next = start;
    /// next.play_unchecked(start.legal_moves()[0]);
    /// assert_ne!(next.key(), start.key());
    /// ```
    fn key(&self) -> u64;

    /// See [`Position::board_key`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let position = |text| parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let [one, other] = ["4k/5/5/5/K4 b P 1", "4k/5/5/5/K4 b G 1"].map(position);
    /// assert_eq!(one.board_key(), other.board_key());
    /// ```
    fn board_key(&self) -> u64;

    /// See [`Position::castling`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, CastlingRights, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogun).castling(), CastlingRights::ALL);
    /// ```
    fn castling(&self) -> CastlingRights;

    /// See [`Position::en_passant`].
    ///
    /// ```
    /// use komadai_notation::{parse_position, parse_square};
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1";
    /// let position = parse_position(VariantId::Shogun, text, SetupRules::Play).unwrap();
    /// assert_eq!(position.en_passant(), Some(parse_square(VariantId::Shogun, "d6").unwrap()));
    /// ```
    fn en_passant(&self) -> Option<Square>;

    /// See [`Position::halfmove_clock`].
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let mut position = AnyPosition::start(VariantId::Shogun);
    /// position.play(parse_move(VariantId::Shogun, "g1f3").unwrap()).unwrap();
    /// assert_eq!(position.halfmove_clock(), 1);
    /// ```
    fn halfmove_clock(&self) -> u16;

    /// See [`Position::move_number`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let mut position = AnyPosition::start(VariantId::Shogi);
    /// position.play_unchecked(position.legal_moves()[0]);
    /// assert_eq!(position.move_number(), 2);
    /// ```
    fn move_number(&self) -> u32;

    /// See [`Position::to_setup`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Setup};
    /// let start = AnyPosition::start(VariantId::Torishogi);
    /// assert_eq!(start.to_setup(), Setup::start(VariantId::Torishogi));
    /// ```
    fn to_setup(&self) -> Setup;
});

impl AnyPosition {
    /// The start position of a game.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogun).variant(), VariantId::Shogun);
    /// ```
    #[must_use]
    pub fn start(variant: VariantId) -> AnyPosition {
        match_variant!(variant, V => Position::<V>::start().into())
    }

    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// Lists everything that is wrong, see [`Position::from_setup`].
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
    /// Says why the move is illegal.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let mut position = AnyPosition::start(VariantId::Shogi);
    /// assert!(position.play(parse_move(VariantId::Shogi, "7g7e").unwrap()).is_err());
    /// assert_eq!(position.play(parse_move(VariantId::Shogi, "7g7f").unwrap()), Ok(()));
    /// ```
    pub fn play(&mut self, m: Move) -> Result<(), Refusal> {
        match_any!(AnyPosition, self, inner => inner.play(m))
    }

    /// See [`Position::play_unchecked`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Side};
    /// let mut position = AnyPosition::start(VariantId::Shogi);
    /// position.play_unchecked(position.legal_moves()[0]);
    /// assert_eq!(position.side_to_move(), Side::Second);
    /// ```
    pub fn play_unchecked(&mut self, m: Move) {
        match_any!(AnyPosition, self, inner => inner.play_unchecked(m));
    }

    /// See [`Position::play_null_move`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Side};
    /// let mut position = AnyPosition::start(VariantId::Shogi);
    /// position.play_null_move();
    /// assert_eq!(position.side_to_move(), Side::Second);
    /// ```
    pub fn play_null_move(&mut self) {
        match_any!(AnyPosition, self, inner => inner.play_null_move());
    }

    /// See [`Position::perft`].
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`](crate::MAX_PERFT_DEPTH).
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogi).perft(2), Ok(900));
    /// ```
    pub fn perft(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        match_any!(AnyPosition, self, inner => inner.perft(depth))
    }

    /// See [`Position::perft_with_lists`].
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`](crate::MAX_PERFT_DEPTH).
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// assert_eq!(AnyPosition::start(VariantId::Shogi).perft_with_lists(2), Ok(900));
    /// ```
    pub fn perft_with_lists(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        match_any!(AnyPosition, self, inner => inner.perft_with_lists(depth))
    }

    /// The squares of the pieces that give check.
    ///
    /// ```
    /// use komadai_notation::{parse_position, parse_square};
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/4R/5/5/K4 w - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// assert_eq!(position.checkers(), [parse_square(VariantId::Minishogi, "1b").unwrap()]);
    /// ```
    #[must_use]
    pub fn checkers(&self) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.checkers().squares().collect())
    }

    /// The squares that the piece on a square attacks, own pieces included; none from an empty one.
    ///
    /// ```
    /// use komadai_notation::parse_square;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let pawn = parse_square(VariantId::Shogi, "7g").unwrap();
    /// assert_eq!(start.attacks_from(pawn), [parse_square(VariantId::Shogi, "7f").unwrap()]);
    /// ```
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => attacks_from(inner, square))
    }

    /// The squares to which the piece on `from` may be premoved, see [`Position::premove_targets`].
    ///
    /// ```
    /// use komadai_notation::parse_square;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let rook = parse_square(VariantId::Shogi, "2h").unwrap();
    /// assert_eq!(start.premove_targets(rook).len(), 16);
    /// ```
    #[must_use]
    pub fn premove_targets(&self, from: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.premove_targets(from).squares().collect())
    }

    /// The squares on which `side` may predrop a piece, see [`Position::predrop_targets`].
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId, Side};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let knight = VariantId::Shogi.spec().kind_by_letter('N').unwrap();
    /// // All but the last two ranks.
    /// assert_eq!(start.predrop_targets(Side::First, knight).len(), 63);
    /// ```
    #[must_use]
    pub fn predrop_targets(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => predrop_targets(inner, side, kind))
    }

    /// The squares of this piece.
    ///
    /// ```
    /// use komadai_notation::parse_square;
    /// use komadai_rules::{AnyPosition, VariantId, PieceKind, Side};
    /// let start = AnyPosition::start(VariantId::Minishogi);
    /// let pawns = start.squares_of(Side::First, PieceKind::PAWN);
    /// assert_eq!(pawns, [parse_square(VariantId::Minishogi, "5d").unwrap()]);
    /// ```
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
