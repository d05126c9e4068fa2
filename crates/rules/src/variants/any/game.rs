use crate::game::acts::Unavailable;
use crate::game::impasse::ImpasseCount;
use crate::game::{Game, PlayError};
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::outcome::Outcome;
use crate::types::refusal::Refusal;
use crate::types::rule_set::RuleSet;
use crate::types::side::Side;
use crate::variants::any::{AnyGame, AnyPosition};

forward!(AnyGame {
    /// See [`Game::moves`].
    fn moves(&self) -> &[Move];

    /// See [`Game::ply`].
    fn ply(&self) -> u32;

    /// See [`Game::rules`].
    fn rules(&self) -> &RuleSet;

    /// See [`Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;

    /// See [`Game::losing_illegal_move`].
    fn losing_illegal_move(&self) -> Option<&(Move, Refusal)>;

    /// See [`Game::legal_moves`].
    fn legal_moves(&self) -> MoveList;

    /// See [`Game::why_illegal`].
    fn why_illegal(&self, mv: Move) -> Option<Refusal>;

    /// See [`Game::repetition`].
    fn repetition(&self) -> u32;

    /// See [`Game::must_vary`].
    fn must_vary(&self) -> bool;

    /// See [`Game::impasse`].
    fn impasse(&self) -> ImpasseCount;

    /// See [`Game::declaration_wins`].
    fn declaration_wins(&self) -> bool;
});

impl AnyGame {
    /// See [`Game::outcome_after`].
    ///
    /// # Errors
    ///
    /// The game is over, or the move is refused.
    pub fn outcome_after(&self, mv: Move) -> Result<Option<Outcome>, PlayError> {
        match_any!(AnyGame, self, game => game.outcome_after(mv))
    }

    /// See [`Game::draw_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over, or the variant has no draw by agreement.
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.draw_outcome())
    }

    /// See [`Game::impasse_outcome`].
    ///
    /// # Errors
    ///
    /// The reason why an impasse cannot be agreed.
    pub fn impasse_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.impasse_outcome())
    }

    /// See [`Game::declaration_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over, or the rules permit no declaration.
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
    /// See [`Game::play`].
    ///
    /// # Errors
    ///
    /// The game is over, or the move is refused.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, VariantId};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.play(Move::parse(VariantId::Shogi, "7g7f").unwrap()), Ok(None));
    /// ```
    fn play(&mut self, mv: Move) -> Result<Option<Outcome>, PlayError>;

    /// See [`Game::undo`].
    fn undo(&mut self) -> Option<Move>;

    /// See [`Game::resign`].
    ///
    /// # Errors
    ///
    /// The game is over.
    fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable>;

    /// See [`Game::flag`].
    ///
    /// # Errors
    ///
    /// The game is over.
    fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable>;

    /// See [`Game::agree_draw`].
    ///
    /// # Errors
    ///
    /// The game is over, or the variant has no draw by agreement.
    fn agree_draw(&mut self) -> Result<Outcome, Unavailable>;

    /// See [`Game::agree_impasse`].
    ///
    /// # Errors
    ///
    /// The reason why an impasse cannot be agreed.
    fn agree_impasse(&mut self) -> Result<Outcome, Unavailable>;

    /// See [`Game::declare`].
    ///
    /// # Errors
    ///
    /// The game is over, or the rules permit no declaration.
    fn declare(&mut self) -> Result<Outcome, Unavailable>;
}

impl AnyGame {
    /// See [`Game::new`].
    #[must_use]
    pub fn new(start: AnyPosition, rules: RuleSet) -> AnyGame {
        match_any!(AnyPosition, start, start => Game::new(start, rules).into())
    }

    /// See [`Game::undo_to`].
    pub fn undo_to(&mut self, ply: u32) {
        match_any!(AnyGame, self, inner => inner.undo_to(ply));
    }

    /// See [`Game::position_at`].
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Option<AnyPosition> {
        match_any!(AnyGame, self, game => Some(game.position_at(ply)?.into()))
    }

    /// See [`Game::position`].
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.position()).into())
    }

    /// See [`Game::start`].
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.start()).into())
    }
}
