//! Ends of a game that no move brings about: resignation, time, agreement and declarations.

use crate::game::Game;
use crate::game::impasse::{Declared, ImpasseCount, judge_declaration};
use crate::game::outcome::{Outcome, Reason};
use crate::game::rule_set::{Declaration, Impasse, ImpasseCredit};
use crate::position::setup::Setup;
use crate::spec::variant::Variant;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

/// An act that the rules or the position do not offer now.
///
/// ```
/// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi, Unavailable};
/// let mut game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
/// assert_eq!(game.agree_draw(), Err(Unavailable::NotInRules));
/// assert_eq!(game.agree_impasse(), Err(Unavailable::KingsNotEntered));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rules of this game do not have it.
    #[error("the rules of this game do not offer that")]
    NotInRules,
    /// An impasse needs both kings in the opponent's zone.
    #[error("both kings must stand in the opponent's promotion zone")]
    KingsNotEntered,
    /// The 24-point declaration is possible before move 500 only.
    #[error("the 24-point declaration ends with move 500")]
    DeclarationOver,
}

impl<V: Variant> Game<V> {
    /// That outcome, now.
    pub(super) fn ended(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        Outcome {
            winner,
            reason,
            ply: self.ply(),
        }
    }

    #[inline(never)]
    fn end(&mut self, outcome: Result<Outcome, Unavailable>) -> Result<Outcome, Unavailable> {
        self.outcome = Some(outcome?);
        outcome
    }

    fn running(&self) -> Result<(), Unavailable> {
        match self.outcome {
            Some(_) => Err(Unavailable::Over),
            None => Ok(()),
        }
    }

    #[inline(never)]
    fn lose(&mut self, side: Side, reason: Reason) -> Result<Outcome, Unavailable> {
        self.running()?;
        let outcome = self.ended(Some(!side), reason);
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// A side resigns.
    ///
    /// # Errors
    ///
    /// The game is over.
    ///
    /// ```
    /// use komadai_rules::{
    ///     VariantId, Game, Position, Reason, RuleSet, Shogi, Side, Unavailable,
    /// };
    /// let mut game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
    /// let outcome = game.resign(Side::First).unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (Some(Side::Second), Reason::Resignation));
    /// assert_eq!(game.resign(Side::Second), Err(Unavailable::Over));
    /// ```
    pub fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.lose(side, Reason::Resignation)
    }

    /// A side's time has run out, which loses whatever the opponent has left: where captured pieces
    /// return, any material can mate.
    ///
    /// # Errors
    ///
    /// The game is over.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, Reason, RuleSet, Shogun, Side};
    /// let rules = RuleSet::default_for(VariantId::Shogun);
    /// let mut game = Game::new(Position::<Shogun>::start(), rules);
    /// let outcome = game.flag(Side::Second).unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::Time));
    /// ```
    pub fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.lose(side, Reason::Time)
    }

    /// What [`agree_draw`](Game::agree_draw) would return.
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, Reason, RuleSet, Shogun};
    /// let rules = RuleSet::default_for(VariantId::Shogun);
    /// let game = Game::new(Position::<Shogun>::start(), rules);
    /// assert_eq!(game.draw_outcome().unwrap().reason, Reason::Agreement);
    /// assert_eq!(game.outcome(), None); // nobody has agreed
    /// ```
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if !V::SPEC.draw_by_agreement {
            return Err(Unavailable::NotInRules);
        }
        Ok(self.ended(None, Reason::Agreement))
    }

    /// Both sides agree to a draw (Shogun Chess; the shogi family knows no such offer).
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogun};
    /// let rules = RuleSet::default_for(VariantId::Shogun);
    /// let mut game = Game::new(Position::<Shogun>::start(), rules);
    /// assert_eq!(game.agree_draw().unwrap().winner, None);
    /// assert!(game.outcome().is_some());
    /// ```
    pub fn agree_draw(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.draw_outcome())
    }

    /// The impasse points that the handicap of this game removed from the second side: those of the pieces that the
    /// start lacks, whatever the handicap is called; 0 where the rules give no credit for them.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Setup, SetupRules, Shogi};
    /// let setup = Setup::handicap(VariantId::Shogi, "two-piece").unwrap();
    /// let start = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// assert_eq!(game.removed_points(), 10); // rook and bishop
    /// ```
    #[inline(never)]
    #[must_use]
    pub fn removed_points(&self) -> u32 {
        if self.rules.impasse_credit == ImpasseCredit::None {
            return 0;
        }
        let (full, start) = (Setup::start(V::ID), self.start().to_setup());
        // A handicap takes pieces of the second side away and changes nothing else.
        let mut squares = full.board.iter().zip(&start.board);
        let only_taken = squares.all(|(usual, found)| {
            found == usual || (found.is_none() && usual.is_some_and(|it| it.side == Side::Second))
        });
        let is_handicap = start.side == Side::Second && only_taken;
        if !is_handicap {
            return 0;
        }
        let points = |setup: &Setup| -> u32 {
            let on_board = setup.board.iter().flatten().map(|piece| (piece.kind, 1));
            let in_hand = setup.hands.iter().flat_map(|hand| hand.iter().enumerate());
            let in_hand =
                in_hand.map(|(index, &count)| (PieceKind::new(index as u8), u32::from(count)));
            let all = on_board.chain(in_hand);
            all.map(|(kind, count)| count * u32::from(V::SPEC.kind(kind).impasse_points))
                .sum()
        };
        points(&full).saturating_sub(points(&start))
    }

    /// The impasse count of the present position.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi};
    /// let game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
    /// assert_eq!(game.impasse().points, [27, 27]);
    /// ```
    #[must_use]
    pub fn impasse(&self) -> ImpasseCount {
        ImpasseCount::of(self.position(), [0, self.removed_points()])
    }

    /// What [`agree_impasse`](Game::agree_impasse) would return.
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    ///
    /// ```
    /// use komadai_notation::parse_setup;
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, SetupRules, Shogi, Side};
    /// let text = "K7R/9/9/9/9/9/9/9/k7r b 2B4G4S4N4L18P 1";
    /// let setup = parse_setup(VariantId::Shogi, text).unwrap();
    /// let start = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// // 49 points against the 5 of a rook.
    /// assert_eq!(game.impasse_outcome().unwrap().winner, Some(Side::First));
    /// ```
    #[inline(never)]
    pub fn impasse_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if self.rules.impasse == Impasse::Off {
            return Err(Unavailable::NotInRules);
        }
        let impasse = self.impasse();
        if !impasse.both_entered {
            return Err(Unavailable::KingsNotEntered);
        }
        Ok(self.ended(impasse.winner(), Reason::Impasse))
    }

    /// Both sides agree on an impasse (持将棋, `docs/rules/shogi.md#impasse`): the pieces are counted, and
    /// fewer than 24 points lose.
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    ///
    /// ```
    /// use komadai_notation::parse_setup;
    /// use komadai_rules::{VariantId, Game, Position, Reason, RuleSet, SetupRules, Shogi};
    /// let text = "K7R/9/9/9/9/9/9/9/k7r b B2G2S2N2L9Pb2g2s2n2l9p 1";
    /// let setup = parse_setup(VariantId::Shogi, text).unwrap();
    /// let start = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// // 27 points each.
    /// let outcome = game.agree_impasse().unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (None, Reason::Impasse));
    /// ```
    pub fn agree_impasse(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.impasse_outcome())
    }

    /// Whether the side to move would win by [declaring](Game::declare) now.
    ///
    /// ```
    /// use komadai_notation::parse_setup;
    /// use komadai_rules::{Declaration, VariantId, Game, Position, RuleSet, SetupRules, Shogi};
    /// # let text = "KGGGGSSSS/RRB6/9/9/9/9/9/9/8k b B4N4L18P 1";
    /// let setup = parse_setup(VariantId::Shogi, text).unwrap();
    /// let start = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// assert!(!Game::new(start, rules).declaration_wins()); // not in the rules
    /// rules.declaration = Declaration::Csa27;
    /// assert!(Game::new(start, rules).declaration_wins());
    /// ```
    #[must_use]
    pub fn declaration_wins(&self) -> bool {
        self.outcome.is_none() && self.judge_declaration() == Declared::Win
    }

    fn judge_declaration(&self) -> Declared {
        match self.rules.declaration {
            Declaration::Off => Declared::Failed,
            rule => judge_declaration(self.position(), rule, self.removed_points(), self.ply()),
        }
    }

    /// What [`declare`](Game::declare) would return.
    ///
    /// # Errors
    ///
    /// The game is over, is played without declarations, or has come to move 500 with the 24-point rule.
    ///
    /// ```
    /// use komadai_rules::{Declaration, VariantId, Game, Position, Reason, RuleSet, Shogi};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.declaration = Declaration::Csa27;
    /// let game = Game::new(Position::<Shogi>::start(), rules);
    /// assert_eq!(game.declaration_outcome().unwrap().reason, Reason::FailedDeclaration);
    /// assert_eq!(game.outcome(), None); // nobody has declared
    /// ```
    #[inline(never)]
    pub fn declaration_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if self.rules.declaration == Declaration::Off {
            return Err(Unavailable::NotInRules);
        }
        let side = self.position().side_to_move();
        match self.judge_declaration() {
            Declared::Win => Ok(self.ended(Some(side), Reason::Declaration)),
            Declared::Draw => Ok(self.ended(None, Reason::Declaration)),
            Declared::Failed => Ok(self.ended(Some(!side), Reason::FailedDeclaration)),
            Declared::Unavailable => Err(Unavailable::DeclarationOver),
        }
    }

    /// The side to move declares that its king has entered (入玉宣言,
    /// `docs/rules/shogi.md#impasse`). A declaration that does not fulfil the
    /// conditions loses.
    ///
    /// # Errors
    ///
    /// The game is over, is played without declarations, or has come to move 500 with the 24-point rule.
    ///
    /// ```
    /// use komadai_rules::{Declaration, VariantId, Game, Position, RuleSet, Shogi, Side};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.declaration = Declaration::Csa27;
    /// let mut game = Game::new(Position::<Shogi>::start(), rules);
    /// // The king has not entered: who declares loses.
    /// assert_eq!(game.declare().unwrap().winner, Some(Side::Second));
    /// ```
    pub fn declare(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.declaration_outcome())
    }
}
