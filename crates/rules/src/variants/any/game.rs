//! [`AnyGame`]: what a game in progress, of any game, answers and does.

use crate::game::acts::Unavailable;
use crate::game::impasse::ImpasseCount;
use crate::game::outcome::Outcome;
use crate::game::refusal::Refusal;
use crate::game::rule_set::RuleSet;
use crate::game::{Game, PlayError};
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::side::Side;
use crate::variants::any::{AnyGame, AnyPosition};

forward!(AnyGame {
    /// See [`Game::moves`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// let m = game.legal_moves()[0];
    /// game.play(m).unwrap();
    /// assert_eq!(game.moves(), [m]);
    /// ```
    fn moves(&self) -> &[Move];

    /// See [`Game::ply`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// game.play(game.legal_moves()[0]).unwrap();
    /// assert_eq!(game.ply(), 1);
    /// ```
    fn ply(&self) -> u32;

    /// See [`Game::rules`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.rules(), &rules);
    /// ```
    fn rules(&self) -> &RuleSet;

    /// See [`Game::outcome`].
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyGame, VariantId, Reason, RuleSet, SetupRules, Side};
    /// let rules = RuleSet::default_for(VariantId::Minishogi);
    /// let text = "4k/4G/4G/5/K4 w - 1";
    /// let mated = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let outcome = AnyGame::new(mated, rules).outcome().unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::Checkmate));
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// See [`Game::losing_illegal_move`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, IllegalMove, Move, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.illegal_move = IllegalMove::Loses;
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// game.play(Move::NONE).unwrap();
    /// assert_eq!(game.losing_illegal_move().unwrap().0, Move::NONE);
    /// ```
    fn losing_illegal_move(&self) -> Option<&(Move, Refusal)>;

    /// See [`Game::legal_moves`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet, Side};
    /// let rules = RuleSet::default_for(VariantId::Torishogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Torishogi), rules);
    /// assert!(!game.legal_moves().is_empty());
    /// game.resign(Side::First).unwrap();
    /// assert!(game.legal_moves().is_empty());
    /// ```
    fn legal_moves(&self) -> MoveList;

    /// See [`Game::why_illegal`].
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RefusalCode, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// let m = parse_move(VariantId::Shogi, "7g7e").unwrap();
    /// assert_eq!(game.why_illegal(m).unwrap().code, RefusalCode::WrongMovement);
    /// ```
    fn why_illegal(&self, m: Move) -> Option<Refusal>;

    /// See [`Game::repetition`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.repetition(), 1);
    /// ```
    fn repetition(&self) -> u32;

    /// See [`Game::must_vary`].
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Torishogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Torishogi), rules);
    /// for text in ["3g3f", "5a5b", "3f3g", "5b5a"].repeat(2) {
    ///     game.play(parse_move(VariantId::Torishogi, text).unwrap()).unwrap();
    /// }
    /// assert!(game.must_vary());
    /// ```
    fn must_vary(&self) -> bool;

    /// See [`Game::impasse`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.impasse().points, [27, 27]);
    /// ```
    fn impasse(&self) -> ImpasseCount;

    /// See [`Game::declaration_wins`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert!(!game.declaration_wins());
    /// ```
    fn declaration_wins(&self) -> bool;
});

impl AnyGame {
    /// See [`Game::outcome_after`].
    ///
    /// # Errors
    ///
    /// The game is over, or the move is refused.
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyGame, VariantId, Reason, RuleSet, SetupRules};
    /// let rules = RuleSet::default_for(VariantId::Minishogi);
    /// let text = "4k/5/4G/5/K4 b G 1";
    /// let start = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let game = AnyGame::new(start, rules);
    /// let mate = start.mate_in_one().unwrap();
    /// assert_eq!(game.outcome_after(mate).unwrap().unwrap().reason, Reason::Checkmate);
    /// assert_eq!(game.outcome(), None);
    /// ```
    pub fn outcome_after(&self, m: Move) -> Result<Option<Outcome>, PlayError> {
        match_any!(AnyGame, self, game => game.outcome_after(m))
    }

    /// See [`Game::draw_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet, Unavailable};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.draw_outcome(), Err(Unavailable::NotInRules));
    /// ```
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.draw_outcome())
    }

    /// See [`Game::impasse_outcome`].
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet, Unavailable};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.impasse_outcome(), Err(Unavailable::KingsNotEntered));
    /// ```
    pub fn impasse_outcome(&self) -> Result<Outcome, Unavailable> {
        match_any!(AnyGame, self, game => game.impasse_outcome())
    }

    /// See [`Game::declaration_outcome`].
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet, Unavailable};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.declaration_outcome(), Err(Unavailable::NotInRules));
    /// ```
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
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.play(parse_move(VariantId::Shogi, "7g7f").unwrap()), Ok(None));
    /// ```
    fn play(&mut self, m: Move) -> Result<Option<Outcome>, PlayError>;

    /// See [`Game::undo`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// let m = game.legal_moves()[0];
    /// game.play(m).unwrap();
    /// assert_eq!((game.undo(), game.undo()), (Some(m), None));
    /// ```
    fn undo(&mut self) -> Option<Move>;

    /// See [`Game::resign`].
    ///
    /// # Errors
    ///
    /// The game is over.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet, Side, Unavailable};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.resign(Side::First).unwrap().winner, Some(Side::Second));
    /// assert_eq!(game.resign(Side::First), Err(Unavailable::Over));
    /// ```
    fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable>;

    /// See [`Game::flag`].
    ///
    /// # Errors
    ///
    /// The game is over.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, Reason, RuleSet, Side};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.flag(Side::First).unwrap().reason, Reason::Time);
    /// ```
    fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable>;

    /// See [`Game::agree_draw`].
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, Reason, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogun);
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogun), rules);
    /// assert_eq!(game.agree_draw().unwrap().reason, Reason::Agreement);
    /// ```
    fn agree_draw(&mut self) -> Result<Outcome, Unavailable>;

    /// See [`Game::agree_impasse`].
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    ///
    /// ```
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyGame, VariantId, Reason, RuleSet, SetupRules};
    /// let text = "K7R/9/9/9/9/9/9/9/k7r b B2G2S2N2L9Pb2g2s2n2l9p 1";
    /// let start = parse_position(VariantId::Shogi, text, SetupRules::Play).unwrap();
    /// let mut game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// assert_eq!(game.agree_impasse().unwrap().reason, Reason::Impasse);
    /// ```
    fn agree_impasse(&mut self) -> Result<Outcome, Unavailable>;

    /// See [`Game::declare`].
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, Declaration, VariantId, Reason, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.declaration = Declaration::Csa27;
    /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Shogi), rules);
    /// assert_eq!(game.declare().unwrap().reason, Reason::FailedDeclaration);
    /// ```
    fn declare(&mut self) -> Result<Outcome, Unavailable>;
}

impl AnyGame {
    /// A game that starts from this position.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// assert_eq!((game.variant(), game.outcome()), (VariantId::Shogi, None));
    /// ```
    #[must_use]
    pub fn new(start: AnyPosition, rules: RuleSet) -> AnyGame {
        match_any!(AnyPosition, start, start => Game::new(start, rules).into())
    }

    /// See [`Game::undo_to`].
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let mut game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// for _ in 0..4 {
    ///     game.play(game.legal_moves()[0]).unwrap();
    /// }
    /// game.undo_to(1);
    /// assert_eq!(game.ply(), 1);
    /// ```
    pub fn undo_to(&mut self, ply: u32) {
        match_any!(AnyGame, self, inner => inner.undo_to(ply));
    }

    /// The position after `ply` moves, if so many were played.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// assert_eq!((game.position_at(0), game.position_at(1)), (Some(start), None));
    /// ```
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Option<AnyPosition> {
        match_any!(AnyGame, self, game => Some(game.position_at(ply)?.into()))
    }

    /// The position on the board.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let mut game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// game.play(game.legal_moves()[0]).unwrap();
    /// assert_eq!(game.position().move_number(), 2);
    /// ```
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.position()).into())
    }

    /// The position in which the game began.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let start = AnyPosition::start(VariantId::Shogi);
    /// let mut game = AnyGame::new(start, RuleSet::default_for(VariantId::Shogi));
    /// game.play(game.legal_moves()[0]).unwrap();
    /// assert_eq!(game.start(), start);
    /// ```
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        match_any!(AnyGame, self, game => (*game.start()).into())
    }
}
