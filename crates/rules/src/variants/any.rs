//! Games chosen at run time: the only dynamic dispatch of this crate.

use alloc::vec::Vec;

use crate::game::acts::Unavailable;
use crate::game::history::{History, PlayError};
use crate::game::impasse::ImpasseCount;
use crate::game::outcome::Outcome;
use crate::game::premove::PromotionChoice;
use crate::game::refusal::Refusal;
use crate::game::rule_set::RuleSet;
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
use crate::variants::GameId;

any_enum! {
    /// A position of any game.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, GameId};
    /// for game in GameId::ALL {
    ///     assert!(AnyPosition::start(game).has_legal_move());
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AnyPosition = Position;
}

any_enum! {
    /// A game in progress, of any game.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, GameId, RuleSet};
    /// let game = GameId::Shogun;
    /// let history = AnyGame::new(AnyPosition::start(game), RuleSet::default_for(game));
    /// assert_eq!(history.legal_moves().len(), 20);
    /// ```
    #[derive(Clone, Debug)]
    pub enum AnyGame = History;
}

macro_rules! forward {
    ($any:ident { $($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $result:ty;)* }) => {
        impl $any {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(&self $(, $arg: $type)*) -> $result {
                    match_any!($any, self, inner => inner.$name($($arg),*))
                }
            )*
        }
    };
}

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
    fn gives_check(&self, m: Move) -> bool;
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
    fn material_gain(&self, m: Move, values: &SeeValues) -> i32;
    /// See [`Position::see_ge`].
    fn see_ge(&self, m: Move, values: &SeeValues, threshold: i32) -> bool;
    /// See [`Position::count_legal_moves`].
    fn count_legal_moves(&self) -> usize;
    /// See [`Position::has_legal_move`].
    fn has_legal_move(&self) -> bool;
    /// See [`Position::is_legal`].
    fn is_legal(&self, m: Move) -> bool;
    /// See [`Position::why_illegal`].
    fn why_illegal(&self, m: Move) -> Option<Refusal>;
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
    /// The start position of a game.
    #[must_use]
    pub fn start(game: GameId) -> AnyPosition {
        match_game!(game, G => Position::<G>::start().into())
    }

    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// Lists everything that is wrong, see [`Position::from_setup`].
    pub fn from_setup(setup: &Setup, rules: SetupRules) -> Result<AnyPosition, SetupErrors> {
        Ok(match_game!(setup.game, G => Position::<G>::from_setup(setup, rules)?.into()))
    }

    /// See [`Position::play`].
    ///
    /// # Errors
    ///
    /// Says why the move is illegal.
    pub fn play(&mut self, m: Move) -> Result<(), Refusal> {
        match_any!(AnyPosition, self, inner => inner.play(m))
    }

    /// See [`Position::play_unchecked`].
    pub fn play_unchecked(&mut self, m: Move) {
        match_any!(AnyPosition, self, inner => inner.play_unchecked(m));
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

    /// The squares of the pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.checkers().squares().collect())
    }

    /// The squares that the piece on a square attacks, own pieces included; none from an empty one.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => attacks_from(inner, square))
    }

    /// The squares to which the piece on `from` may be premoved, see [`Position::premove_targets`].
    #[must_use]
    pub fn premove_targets(&self, from: Square) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.premove_targets(from).squares().collect())
    }

    /// The squares on which `side` may predrop a piece, see [`Position::predrop_targets`].
    #[must_use]
    pub fn predrop_targets(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => predrop_targets(inner, side, kind))
    }

    /// The squares of this piece.
    #[must_use]
    pub fn squares_of(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        match_any!(AnyPosition, self, inner => inner.by_piece(Piece { side, kind }).squares().collect())
    }
}

fn predrop_targets<G: crate::Game>(_: &Position<G>, side: Side, kind: PieceKind) -> Vec<Square> {
    Position::<G>::predrop_targets(side, kind)
        .squares()
        .collect()
}

fn attacks_from<G: crate::Game>(position: &Position<G>, square: Square) -> Vec<Square> {
    let Some(piece) = position.piece_at(square) else {
        return Vec::new();
    };
    Position::<G>::attacks(piece.kind, piece.side, square, position.occupied())
        .squares()
        .collect()
}

forward!(AnyGame {
    /// See [`History::moves`].
    fn moves(&self) -> &[Move];
    /// See [`History::ply`].
    fn ply(&self) -> u32;
    /// See [`History::rules`].
    fn rules(&self) -> &RuleSet;
    /// See [`History::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`History::losing_illegal_move`].
    fn losing_illegal_move(&self) -> Option<&(Move, Refusal)>;
    /// See [`History::legal_moves`].
    fn legal_moves(&self) -> MoveList;
    /// See [`History::why_illegal`].
    fn why_illegal(&self, m: Move) -> Option<Refusal>;
    /// See [`History::repetition`].
    fn repetition(&self) -> u32;
    /// See [`History::must_vary`].
    fn must_vary(&self) -> bool;
    /// See [`History::impasse`].
    fn impasse(&self) -> ImpasseCount;
    /// See [`History::declaration_wins`].
    fn declaration_wins(&self) -> bool;
});

impl AnyGame {
    /// See [`History::outcome_after`].
    ///
    /// # Errors
    ///
    /// The game is over, or the move is refused.
    pub fn outcome_after(&self, m: Move) -> Result<Option<Outcome>, PlayError> {
        match_any!(AnyGame, self, game => game.outcome_after(m))
    }

    /// See [`History::draw_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.draw_outcome())
    }

    /// See [`History::impasse_outcome`].
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    pub fn impasse_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.impasse_outcome())
    }

    /// See [`History::declaration_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    pub fn declaration_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.declaration_outcome())
    }
}

macro_rules! act {
    ($($(#[$doc:meta])* fn $name:ident(&mut self $(, $arg:ident: $type:ty)*) -> $result:ty;)*) => {
        impl AnyGame {
            $(
                $(#[$doc])*
                pub fn $name(&mut self $(, $arg: $type)*) -> $result {
                    match_any!(AnyGame, self, inner => inner.$name($($arg),*))
                }
            )*
        }
    };
}

act! {
    /// See [`History::play`].
    ///
    /// # Errors
    ///
    /// The game is over, or the move is refused.
    fn play(&mut self, m: Move) -> Result<Option<Outcome>, PlayError>;
    /// See [`History::undo`].
    fn undo(&mut self) -> Option<Move>;
    /// See [`History::resign`].
    ///
    /// # Errors
    ///
    /// The game is over.
    fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable>;
    /// See [`History::flag`].
    ///
    /// # Errors
    ///
    /// The game is over.
    fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable>;
    /// See [`History::agree_draw`].
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    fn agree_draw(&mut self) -> Result<Outcome, Unavailable>;
    /// See [`History::agree_impasse`].
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    fn agree_impasse(&mut self) -> Result<Outcome, Unavailable>;
    /// See [`History::declare`].
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    fn declare(&mut self) -> Result<Outcome, Unavailable>;
}

impl AnyGame {
    /// A game that starts from this position.
    #[must_use]
    pub fn new(start: AnyPosition, rules: RuleSet) -> AnyGame {
        match_any!(AnyPosition, start, start => History::new(start, rules).into())
    }

    /// See [`History::undo_to`].
    pub fn undo_to(&mut self, ply: u32) {
        match_any!(AnyGame, self, inner => inner.undo_to(ply));
    }

    /// The position after `ply` moves, if so many were played.
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Option<AnyPosition> {
        match_any!(AnyGame, self, game => Some(game.position_at(ply)?.into()))
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.position()).into())
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.start()).into())
    }
}
