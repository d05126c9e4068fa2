//! Ends of a game that no move brings about: resignation, time, agreement and declarations.

use crate::game::history::History;
use crate::game::impasse::{Declared, ImpasseCount, judge_declaration};
use crate::game::outcome::{Outcome, Reason};
use crate::game::rule_set::{Declaration, Impasse, ImpasseCredit};
use crate::position::Position;
use crate::position::setup::{Setup, SetupRules};
use crate::spec::game::Game;
use crate::types::side::Side;

/// An act that the rules or the position do not offer now.
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
}

impl<G: Game> History<G> {
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
    pub fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.lose(side, Reason::Resignation)
    }

    /// A side's time has run out. In drop games this always loses.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.lose(side, Reason::Time)
    }

    /// What [`agree_draw`](History::agree_draw) would return.
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    pub fn draw_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if !G::SPEC.draw_by_agreement {
            return Err(Unavailable::NotInRules);
        }
        Ok(self.ended(None, Reason::Agreement))
    }

    /// Both sides agree to a draw (Shogun Chess; the shogi family knows no such offer).
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    pub fn agree_draw(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.draw_outcome())
    }

    /// The impasse points that the handicap of this game removed from the second side; 0 where the
    /// rules give no credit for them.
    #[inline(never)]
    #[must_use]
    pub fn removed_points(&self) -> u32 {
        if self.rules.impasse_credit == ImpasseCredit::None {
            return 0;
        }
        G::SPEC
            .handicaps
            .iter()
            .find(|handicap| {
                let setup = Setup::of_handicap(G::ID, handicap);
                Position::<G>::from_setup(&setup, SetupRules::Play)
                    .is_ok_and(|start| start.same_as(self.start()))
            })
            .map_or(0, |handicap| u32::from(handicap.removed_points))
    }

    /// The impasse count of the present position.
    #[must_use]
    pub fn impasse(&self) -> ImpasseCount {
        ImpasseCount::of(self.position(), [0, self.removed_points()])
    }

    /// What [`agree_impasse`](History::agree_impasse) would return.
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
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

    /// Both sides agree on an impasse: the pieces are counted.
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    pub fn agree_impasse(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.impasse_outcome())
    }

    /// Whether the side to move would win by [declaring](History::declare) now.
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

    /// What [`declare`](History::declare) would return.
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    #[inline(never)]
    pub fn declaration_outcome(&self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if self.rules.declaration == Declaration::Off {
            return Err(Unavailable::NotInRules);
        }
        let side = self.position().side_to_move();
        Ok(match self.judge_declaration() {
            Declared::Win => self.ended(Some(side), Reason::Declaration),
            Declared::Draw => self.ended(None, Reason::Declaration),
            Declared::Failed => self.ended(Some(!side), Reason::FailedDeclaration),
        })
    }

    /// The side to move declares that its king has entered. A declaration that does not fulfil the
    /// conditions loses.
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    pub fn declare(&mut self) -> Result<Outcome, Unavailable> {
        self.end(self.declaration_outcome())
    }
}
