//! Games: moves, repetition, impasse, reasons of refusals, premoves.
//!
//! After each move [`Game`] checks for its end in this order: no legal move, repetition and perpetual
//! check, the n-move rule, the move limit. Resignation, agreement, declaration and time are acts
//! (`acts`). The search continues a copy of the game's `RepetitionTracker`, so both apply one rule.
//!
//! A move is legal exactly if `why_illegal` returns `None`. It is slow and thorough: call it to explain
//! a refusal, not to test a move. A new rule option is a field of `RuleSet` with a kebab-case name; a
//! new `RefusalCode` needs a text in every language (`web/src/games/refusals.ts`).

pub(crate) mod acts;
pub(crate) mod impasse;
mod positions;
pub(crate) mod premove;
pub(crate) mod repetition;
pub(crate) mod why_illegal;

use alloc::vec;
use alloc::vec::Vec;

use crate::game::repetition::{RepetitionTracker, RepetitionVerdict};
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::outcome::{Outcome, Reason};
use crate::types::piece_kind::PieceKind;
use crate::types::refusal::{Refusal, RefusalCode};
use crate::types::rule_set::{IllegalMove, PawnDropCheck, Repetition, RuleSet, Stalemate};

/// Refusal of [`Game::play`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The move is illegal, and the rules reject illegal moves.
    #[error("illegal move: {0}")]
    Illegal(Refusal),
}

/// A game being played: start position, moves, rules and outcome.
///
/// ```
/// use komadai_rules::{Game, Position, Reason, RuleSet, Side, Torishogi, VariantId};
/// let rules = RuleSet::default_for(VariantId::Torishogi);
/// let mut game = Game::new(Position::<Torishogi>::start(), rules);
/// let first = game.legal_moves()[0];
/// game.play(first).unwrap();
/// let outcome = game.resign(Side::Second).unwrap();
/// assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::Resignation));
/// assert!(game.legal_moves().is_empty());
/// ```
///
/// Keeps the moves and checkpoints instead of all positions, because a position of Shogi
/// takes 460 bytes. [`position_at`](Game::position_at) and [`undo`](Game::undo) replay a few moves.
#[derive(Debug)]
pub struct Game<V: Variant> {
    position: Position<V>,
    /// Every `CHECKPOINT_PLIES`th position, beginning with the start.
    checkpoints: Vec<Position<V>>,
    pub(super) repetitions: RepetitionTracker,
    moves: Vec<Move>,
    pub(super) rules: RuleSet,
    pub(super) outcome: Option<Outcome>,
    losing_illegal_move: Option<(Move, Refusal)>,
}

impl<V: Variant> Clone for Game<V> {
    // Out of line: one copy per variant in the rules module.
    #[inline(never)]
    fn clone(&self) -> Self {
        Game {
            position: self.position,
            checkpoints: self.checkpoints.clone(),
            repetitions: self.repetitions.clone(),
            moves: self.moves.clone(),
            rules: self.rules,
            outcome: self.outcome,
            losing_illegal_move: self.losing_illegal_move.clone(),
        }
    }
}

impl<V: Variant> Game<V> {
    /// A game from this position. It is over at once if there is no legal move.
    #[must_use]
    pub fn new(start: Position<V>, rules: RuleSet) -> Self {
        let mut game = Game {
            position: start,
            checkpoints: Vec::with_capacity(1),
            repetitions: RepetitionTracker::new(),
            moves: Vec::new(),
            rules,
            outcome: None,
            losing_illegal_move: None,
        };
        game.push(start);
        let repetition = game.repetitions.verdict(&game.rules);
        game.outcome = game.judge(&start, 0, repetition);
        game
    }

    /// Repetition state of the game.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi};
    /// let start = Position::<Shogi>::start();
    /// let game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// // A search continues a copy of it.
    /// let mut line = game.repetitions().clone();
    /// let mut position = start;
    /// position.play_unchecked(start.legal_moves()[0]);
    /// line.push(&position);
    /// assert_eq!((line.len(), game.repetitions().len()), (2, 1));
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> &RepetitionTracker {
        &self.repetitions
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of moves played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Rule options of this game.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The illegal move that lost the game, with the reason why it was illegal.
    ///
    /// ```
    /// use komadai_rules::{
    ///     VariantId, Game, IllegalMove, Move, Position, Reason, RefusalCode, RuleSet, Shogi,
    ///     Square,
    /// };
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.illegal_move = IllegalMove::Loses;
    /// let mut game = Game::new(Position::<Shogi>::start(), rules);
    /// let mv = Move::normal(Square::new(20), Square::new(22)); // 7g7e
    /// assert_eq!(game.play(mv).unwrap().unwrap().reason, Reason::IllegalMove);
    /// let (lost_by, refusal) = game.losing_illegal_move().unwrap();
    /// assert_eq!((*lost_by, refusal.code), (mv, RefusalCode::WrongMovement));
    /// ```
    #[must_use]
    pub fn losing_illegal_move(&self) -> Option<&(Move, Refusal)> {
        self.losing_illegal_move.as_ref()
    }

    /// Legal moves; empty after the end of the game.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome.is_some() {
            return MoveList::new();
        }
        self.moves_by_rules(&self.position)
    }

    fn moves_by_rules(&self, position: &Position<V>) -> MoveList {
        let mut moves = position.legal_moves();
        if self.rules.pawn_drop_check == PawnDropCheck::Forbidden {
            moves.retain(|mv| !self.is_forbidden_check(position, *mv));
        }
        moves
    }

    fn is_forbidden_check(&self, position: &Position<V>, mv: Move) -> bool {
        self.rules.pawn_drop_check == PawnDropCheck::Forbidden
            && mv.dropped().is_some_and(|kind| kind == PieceKind::PAWN)
            && position.gives_check(mv)
    }

    /// The reason why a move is refused; `None` if it may be played.
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<Refusal> {
        if self.outcome.is_some() {
            return Some(Refusal::new(RefusalCode::GameOver, vec![]));
        }
        if let Some(refusal) = self.position().why_illegal(mv) {
            return Some(refusal);
        }
        self.is_forbidden_check(&self.position, mv).then(|| {
            let mut squares = vec![mv.to()];
            squares.extend(self.position().king(!self.position().side_to_move()));
            Refusal::new(RefusalCode::PawnDropCheck, squares)
        })
    }

    /// Plays a move and returns the outcome if it ends the game. An illegal move ends the game if
    /// the rules say that it loses.
    ///
    /// # Errors
    ///
    /// The game is over, or the move is illegal and the rules reject illegal moves.
    ///
    /// ```
    /// use komadai_rules::{Game, Minishogi, Move, Position, RuleSet, VariantId};
    /// let start = Position::<Minishogi>::start();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Minishogi));
    /// for text in ["3e3d", "3a3b", "4e3e"] {
    ///     let mv = Move::parse(VariantId::Minishogi, text).unwrap();
    ///     assert_eq!(game.play(mv), Ok(None));
    /// }
    /// assert_eq!(game.ply(), 3);
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Option<Outcome>, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if let Some(refusal) = self.why_illegal(mv) {
            if self.rules.illegal_move == IllegalMove::Reject {
                return Err(PlayError::Illegal(refusal));
            }
            let winner = !self.position.side_to_move();
            self.losing_illegal_move = Some((mv, refusal));
            self.outcome = Some(self.ended(Some(winner), Reason::IllegalMove));
            return Ok(self.outcome);
        }
        let mut next = self.position;
        next.play_unchecked(mv);
        self.moves.push(mv);
        self.push(next);
        let repetition = self.repetitions.verdict(&self.rules);
        self.outcome = self.judge(&next, self.ply(), repetition);
        Ok(self.outcome)
    }

    /// The result of [`play`](Game::play), without playing the move.
    ///
    /// # Errors
    ///
    /// Those of [`play`](Game::play).
    pub fn outcome_after(&self, mv: Move) -> Result<Option<Outcome>, PlayError> {
        self.clone().play(mv)
    }

    /// Outcome of a position after `ply` moves, if it ends the game.
    fn judge(
        &self,
        position: &Position<V>,
        ply: u32,
        repetition: RepetitionVerdict,
    ) -> Option<Outcome> {
        let side = position.side_to_move();
        let ended = |winner, reason| {
            Some(Outcome {
                winner,
                reason,
                ply,
            })
        };
        let stuck = if self.rules.pawn_drop_check == PawnDropCheck::Forbidden {
            self.moves_by_rules(position).is_empty()
        } else {
            !position.has_legal_move()
        };
        if stuck {
            if position.in_check() {
                return ended(Some(!side), Reason::Checkmate);
            }
            return match self.rules.stalemate {
                Stalemate::StalematedLoses => ended(Some(!side), Reason::Stalemate),
                Stalemate::Draw => ended(None, Reason::Stalemate),
            };
        }
        if let RepetitionVerdict::End { winner, reason } = repetition {
            return ended(winner, reason);
        }
        if let Some(plies) = self.rules.halfmove_limit() {
            if u32::from(position.halfmove_clock()) >= plies {
                return ended(None, Reason::NMoveRule);
            }
        }
        if let Some(plies) = self.rules.max_plies {
            if ply >= plies {
                return ended(None, Reason::MoveLimit);
            }
        }
        None
    }

    /// Number of occurrences of the current position, this one included.
    #[must_use]
    pub fn repetition(&self) -> u32 {
        self.repetitions.occurrences()
    }

    /// Returns `true` if the side to move must vary: it began the cycle and loses by a move into
    /// another position that has occurred three times (Tori Shogi,
    /// `docs/rules/torishogi.md#repetition`).
    ///
    /// ```
    /// use komadai_rules::{Game, Move, Position, RuleSet, Torishogi, VariantId};
    /// let rules = RuleSet::default_for(VariantId::Torishogi);
    /// let mut game = Game::new(Position::<Torishogi>::start(), rules);
    /// // Two pieces go out and back, twice: the start has occurred three times.
    /// for text in ["3g3f", "5a5b", "3f3g", "5b5a"].repeat(2) {
    ///     game.play(Move::parse(VariantId::Torishogi, text).unwrap()).unwrap();
    /// }
    /// assert!(game.must_vary());
    /// ```
    #[must_use]
    pub fn must_vary(&self) -> bool {
        self.outcome.is_none()
            && self.rules.repetition == Repetition::StarterMustVary3
            && self.repetition() >= self.rules.repetition.occurrences()
    }
}
