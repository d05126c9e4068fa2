//! Ends of a game without a move: resignation, flag, agreement, declaration.

use crate::game::Game;
use crate::game::impasse::{Declared, ImpasseCount, judge_declaration};
use crate::position::setup::Setup;
use crate::spec::variant::Variant;
use crate::types::outcome::{Outcome, Reason};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::{Declaration, Impasse, ImpasseCredit};
use crate::types::side::Side;

/// An action that the rules or the position do not permit.
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
    /// The rules of the game do not include it.
    #[error("the rules of this game do not offer that")]
    NotInRules,
    /// For an impasse both kings must be in the opponent's promotion zone.
    #[error("both kings must stand in the opponent's promotion zone")]
    KingsNotEntered,
    /// The 24-point declaration ends with move 500.
    #[error("the 24-point declaration ends with move 500")]
    DeclarationOver,
}

impl<V: Variant> Game<V> {
    /// The outcome at the current ply.
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

    /// `side` resigns.
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

    /// `side` runs out of time and loses, whatever material the opponent has: in drop games any
    /// material can mate.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.lose(side, Reason::Time)
    }

    /// The outcome of [`agree_draw`](Game::agree_draw), without ending the game.
    ///
    /// # Errors
    ///
    /// The game is over, or the variant has no draw by agreement.
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if !V::SPEC.draw_by_agreement {
            return Err(Unavailable::NotInRules);
        }
        Ok(self.ended(None, Reason::Agreement))
    }

    /// Both sides agree to a draw (Shogun Chess; the shogi family has no draw offers).
    ///
    /// # Errors
    ///
    /// The game is over, or the variant has no draw by agreement.
    pub fn agree_draw(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.draw_outcome())
    }

    /// Impasse points of the pieces that the second side gave up in a handicap, judged by the start
    /// position; 0 if the rules give no credit for them.
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
        // In a handicap the second side lacks pieces; nothing else changes.
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

    /// Impasse count of the current position.
    #[must_use]
    pub fn impasse(&self) -> ImpasseCount {
        ImpasseCount::of(self.position(), [0, self.removed_points()])
    }

    /// The outcome of [`agree_impasse`](Game::agree_impasse), without ending the game.
    ///
    /// # Errors
    ///
    /// The reason why an impasse cannot be agreed.
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

    /// Both sides agree on an impasse (持将棋, `docs/rules/shogi.md#impasse`): a side with fewer than
    /// 24 points loses.
    ///
    /// # Errors
    ///
    /// The reason why an impasse cannot be agreed.
    ///
    /// ```
    /// use komadai_rules::{Game, Position, Reason, RuleSet, Setup, SetupRules, Shogi, VariantId};
    /// let text = "K7R/9/9/9/9/9/9/9/k7r b B2G2S2N2L9Pb2g2s2n2l9p 1";
    /// let setup = Setup::parse(VariantId::Shogi, text).unwrap();
    /// let start = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// // 27 points each.
    /// let outcome = game.agree_impasse().unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (None, Reason::Impasse));
    /// ```
    pub fn agree_impasse(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.impasse_outcome())
    }

    /// Returns `true` if the side to move would win by [declaring](Game::declare).
    ///
    /// ```
    /// use komadai_rules::{Declaration, Game, Position, RuleSet, Setup, SetupRules, Shogi, VariantId};
    /// # let text = "KGGGGSSSS/RRB6/9/9/9/9/9/9/8k b B4N4L18P 1";
    /// let setup = Setup::parse(VariantId::Shogi, text).unwrap();
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

    /// The outcome of [`declare`](Game::declare), without ending the game.
    ///
    /// # Errors
    ///
    /// The game is over, the rules have no declaration, or the 24-point rule has ended with move
    /// 500.
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

    /// The side to move declares that its king has entered (入玉宣言, `docs/rules/shogi.md#impasse`).
    /// It loses if the conditions are not fulfilled.
    ///
    /// # Errors
    ///
    /// The game is over, the rules have no declaration, or the 24-point rule has ended with move
    /// 500.
    ///
    /// ```
    /// use komadai_rules::{Declaration, VariantId, Game, Position, RuleSet, Shogi, Side};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.declaration = Declaration::Csa27;
    /// let mut game = Game::new(Position::<Shogi>::start(), rules);
    /// // The king has not entered: the declaration loses.
    /// assert_eq!(game.declare().unwrap().winner, Some(Side::Second));
    /// ```
    pub fn declare(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.declaration_outcome())
    }
}
