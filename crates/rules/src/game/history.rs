//! A game in progress.

use alloc::vec;
use alloc::vec::Vec;

use crate::game::impasse::{Declared, ImpasseCount, judge_declaration};
use crate::game::outcome::{Outcome, Reason};
use crate::game::refusal::{Refusal, RefusalCode};
use crate::game::repetition::{RepetitionTracker, RepetitionVerdict};
use crate::game::rule_set::{
    Declaration, IllegalMove, Impasse, ImpasseCredit, PawnDropCheck, Repetition, RuleSet, Stalemate,
};
use crate::position::Position;
use crate::position::setup::{Setup, SetupRules};
use crate::spec::game::Game;
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The move is illegal, and the rules refuse such moves.
    #[error("illegal move: {0}")]
    Illegal(Refusal),
}

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

/// A game in progress: a start position, the moves since, the rules, and how it ended.
///
/// ```
/// use komadai_rules::{GameId, History, Position, Reason, RuleSet, Side, Torishogi};
/// let rules = RuleSet::default_for(GameId::Torishogi);
/// let mut game = History::new(Position::<Torishogi>::start(), rules);
/// let first = game.legal_moves()[0];
/// game.play(first).unwrap();
/// let outcome = game.resign(Side::Second).unwrap();
/// assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::Resignation));
/// assert!(game.legal_moves().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    positions: Vec<Position<G>>,
    pub(super) repetitions: RepetitionTracker,
    moves: Vec<Move>,
    rules: RuleSet,
    outcome: Option<Outcome>,
    losing_illegal_move: Option<(Move, Refusal)>,
}

impl<G: Game> History<G> {
    /// A game that starts from this position. It may be over at once, if there is no legal move.
    #[must_use]
    pub fn new(start: Position<G>, rules: RuleSet) -> Self {
        let mut history = History {
            positions: Vec::new(),
            repetitions: RepetitionTracker::new(),
            moves: Vec::new(),
            rules,
            outcome: None,
            losing_illegal_move: None,
        };
        history.push(start);
        history.outcome = history.judge();
        history
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position<G> {
        // There is always a start position.
        &self.positions[self.positions.len() - 1]
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> &Position<G> {
        &self.positions[0]
    }

    /// All positions, from the start to the present.
    #[must_use]
    pub fn positions(&self) -> &[Position<G>] {
        &self.positions
    }

    /// Which of the positions are the same.
    #[must_use]
    pub fn repetitions(&self) -> &RepetitionTracker {
        &self.repetitions
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The illegal move that lost the game, and why it was illegal.
    #[must_use]
    pub fn losing_illegal_move(&self) -> Option<&(Move, Refusal)> {
        self.losing_illegal_move.as_ref()
    }

    /// The legal moves; none after the end.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome.is_some() {
            return MoveList::new();
        }
        self.moves_by_rules()
    }

    fn moves_by_rules(&self) -> MoveList {
        let mut moves = self.position().legal_moves();
        if self.rules.pawn_drop_check == PawnDropCheck::Forbidden {
            moves.retain(|m| !self.is_forbidden_check(*m));
        }
        moves
    }

    fn is_forbidden_check(&self, m: Move) -> bool {
        self.rules.pawn_drop_check == PawnDropCheck::Forbidden
            && m.dropped().is_some_and(|kind| kind == PieceKind::PAWN)
            && self.position().gives_check(m)
    }

    /// Why a move may not be played now; `None` if it may.
    #[must_use]
    pub fn why_illegal(&self, m: Move) -> Option<Refusal> {
        if self.outcome.is_some() {
            return Some(Refusal {
                code: RefusalCode::GameOver,
                squares: vec![],
            });
        }
        if let Some(refusal) = self.position().why_illegal(m) {
            return Some(refusal);
        }
        self.is_forbidden_check(m).then(|| {
            let mut squares = vec![m.to()];
            squares.extend(self.position().king(!self.position().side_to_move()));
            Refusal {
                code: RefusalCode::PawnDropCheck,
                squares,
            }
        })
    }

    /// Plays a move and says whether it ended the game. Where the rules say that an illegal move
    /// loses, it ends the game too.
    ///
    /// # Errors
    ///
    /// The game is over, or the move is illegal and the rules refuse such moves.
    pub fn play(&mut self, m: Move) -> Result<Option<Outcome>, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if let Some(refusal) = self.why_illegal(m) {
            if self.rules.illegal_move == IllegalMove::Reject {
                return Err(PlayError::Illegal(refusal));
            }
            self.losing_illegal_move = Some((m, refusal));
            let winner = !self.position().side_to_move();
            self.end(Some(winner), Reason::IllegalMove);
            return Ok(self.outcome);
        }
        let mut next = *self.position();
        next.play_unchecked(m);
        self.push(next);
        self.moves.push(m);
        self.outcome = self.judge();
        Ok(self.outcome)
    }

    /// Takes the last move back, and with it any end of the game.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.repetitions.pop();
        self.outcome = None;
        self.losing_illegal_move = None;
        Some(m)
    }

    fn push(&mut self, position: Position<G>) {
        self.positions.push(position);
        self.repetitions.push_last_of(&self.positions);
    }

    /// What the rules say of the present position.
    fn judge(&self) -> Option<Outcome> {
        let position = self.position();
        let side = position.side_to_move();
        let ended = |winner, reason| {
            Some(Outcome {
                winner,
                reason,
                ply: self.ply(),
            })
        };
        let stuck = if self.rules.pawn_drop_check == PawnDropCheck::Forbidden {
            self.moves_by_rules().is_empty()
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
        if let RepetitionVerdict::End { winner, reason } = self.repetitions.verdict(&self.rules) {
            return ended(winner, reason);
        }
        if let Some(plies) = self.rules.halfmove_limit() {
            if u32::from(position.halfmove_clock()) >= plies {
                return ended(None, Reason::NMoveRule);
            }
        }
        if let Some(plies) = self.rules.max_plies {
            if self.ply() >= plies {
                return ended(None, Reason::MoveLimit);
            }
        }
        None
    }

    fn end(&mut self, winner: Option<Side>, reason: Reason) -> Outcome {
        let outcome = Outcome {
            winner,
            reason,
            ply: self.ply(),
        };
        self.outcome = Some(outcome);
        outcome
    }

    fn running(&self) -> Result<(), Unavailable> {
        match self.outcome {
            Some(_) => Err(Unavailable::Over),
            None => Ok(()),
        }
    }

    /// How often the present position has occurred, itself included.
    #[must_use]
    pub fn repetition(&self) -> u32 {
        self.repetitions.occurrences()
    }

    /// Whether the side to move loses if it moves into another position that has occurred three
    /// times: it began the cycle and must vary (Tori Shogi).
    #[must_use]
    pub fn must_vary(&self) -> bool {
        self.outcome.is_none()
            && self.rules.repetition == Repetition::StarterMustVary3
            && self.repetition() >= self.rules.repetition.occurrences()
    }

    /// A side resigns.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn resign(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.running()?;
        Ok(self.end(Some(!side), Reason::Resignation))
    }

    /// A side's time has run out. In drop games this always loses.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn flag(&mut self, side: Side) -> Result<Outcome, Unavailable> {
        self.running()?;
        Ok(self.end(Some(!side), Reason::Time))
    }

    /// Both sides agree to a draw (Shogun Chess; the shogi family knows no such offer).
    ///
    /// # Errors
    ///
    /// The game is over, or has no draw by agreement.
    pub fn agree_draw(&mut self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if !G::SPEC.draw_by_agreement {
            return Err(Unavailable::NotInRules);
        }
        Ok(self.end(None, Reason::Agreement))
    }

    /// The impasse points that the handicap of this game removed from the second side; 0 where the
    /// rules give no credit for them.
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

    /// Whether the players may agree on an impasse now.
    ///
    /// # Errors
    ///
    /// Says why not.
    pub fn may_agree_impasse(&self) -> Result<(), Unavailable> {
        self.running()?;
        if self.rules.impasse == Impasse::Off {
            return Err(Unavailable::NotInRules);
        }
        if !self.impasse().both_entered {
            return Err(Unavailable::KingsNotEntered);
        }
        Ok(())
    }

    /// Both sides agree on an impasse: the pieces are counted.
    ///
    /// # Errors
    ///
    /// Says why an impasse cannot be agreed now.
    pub fn agree_impasse(&mut self) -> Result<Outcome, Unavailable> {
        self.may_agree_impasse()?;
        let winner = self.impasse().winner();
        Ok(self.end(winner, Reason::Impasse))
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

    /// The side to move declares that its king has entered. A declaration that does not fulfil the
    /// conditions loses.
    ///
    /// # Errors
    ///
    /// The game is over or is played without declarations.
    pub fn declare(&mut self) -> Result<Outcome, Unavailable> {
        self.running()?;
        if self.rules.declaration == Declaration::Off {
            return Err(Unavailable::NotInRules);
        }
        let side = self.position().side_to_move();
        Ok(match self.judge_declaration() {
            Declared::Win => self.end(Some(side), Reason::Declaration),
            Declared::Draw => self.end(None, Reason::Declaration),
            Declared::Failed => self.end(Some(!side), Reason::FailedDeclaration),
        })
    }
}
