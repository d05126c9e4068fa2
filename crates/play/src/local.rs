//! Games without a server: against the computer, or of two people at one device.

mod record;

use komadai_protocol::{
    ClockState, EndReason, ErrorCode, EventBody, Furigoma, GameSettings, Offer, OfferKind, Premove,
    Status,
};
use komadai_rules::{Reason, Side};
use serde::{Deserialize, Serialize};

use crate::Possible;
use crate::arbiter::{Arbiter, Verdict};
use crate::command::{Arrival, Command, CommandError};
use crate::decide::{Decision, agree, take_back};
use crate::log::Draft;
use crate::replay_error::ReplayError;
use crate::state::GameState;

pub use self::record::LocalRecord;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Opponent {
    /// Two people at one device, who agree on offers by word of mouth.
    Device,
    Computer {
        /// The person's side.
        you: Side,
    },
}

/// A game against the computer or at one device.
///
/// `now_ms` is on the caller's timeline, which may stand still: a page does not count the time
/// while it is hidden. Methods return the events that they caused. If the flag has fallen before,
/// that is the end on time, and the act is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalGame {
    arbiter: Arbiter,
    opponent: Opponent,
}

impl LocalGame {
    /// With a `furigoma` the clock waits for [`start_clock`](Self::start_clock), otherwise for the
    /// first move.
    ///
    /// # Errors
    /// The settings are not understood.
    pub fn new(
        settings: GameSettings,
        furigoma: Option<Furigoma>,
        opponent: Opponent,
    ) -> Result<Self, ReplayError> {
        let record = LocalRecord {
            settings,
            furigoma,
            moves: Vec::new(),
            started: None,
            clocks: None,
            clocks_before: Vec::new(),
            outcome: None,
        };
        Self::restore(&record, opponent, 0)
    }

    #[must_use]
    pub fn state(&self) -> &GameState {
        self.arbiter.state()
    }

    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        let clock = self.state().clock.as_ref();
        clock.map(|clock| clock.state(now_ms))
    }

    /// Next moment at which a byo-yomi period begins or the flag falls; `None` while no clock runs.
    #[must_use]
    pub fn alarm_ms(&self, now_ms: i64) -> Option<i64> {
        self.arbiter.alarm_ms(now_ms, 0)
    }

    #[must_use]
    pub fn premove(&self) -> Option<Premove> {
        self.arbiter.premove_of(self.person())
    }

    fn person(&self) -> Option<Side> {
        match self.opponent {
            Opponent::Device => None,
            Opponent::Computer { you } => Some(you),
        }
    }

    #[must_use]
    pub fn possible(&self) -> Possible {
        let state = self.state();
        let side = state.side();
        let device = self.opponent == Opponent::Device;
        let person_moves = device || self.person() == Some(side);
        let rules = state.possible(side);
        Possible {
            play: rules.play && person_moves,
            premove: rules.play && !person_moves,
            resign: rules.resign,
            // No other player waits for the end.
            abort: false,
            takeback: self.plies_to_take_back() > 0,
            draw: rules.draw && person_moves,
            impasse: rules.impasse && device,
            declare: rules.declare && person_moves,
            rematch: state.status() == Status::Ended,
        }
    }

    /// Plies that a take-back undoes: back to the person's own move against the computer, one at one
    /// device. An end by a move can be taken back; resignation, agreement, declaration and time are final.
    fn plies_to_take_back(&self) -> u32 {
        let state = self.state();
        let plies = match self.opponent {
            Opponent::Device => 1,
            Opponent::Computer { you } if state.side() == you => 2,
            Opponent::Computer { .. } => 1,
        };
        let is_final = state
            .outcome
            .is_some_and(|end| !ended_by_a_move(end.reason));
        if is_final || state.ply() < plies {
            0
        } else {
            plies
        }
    }

    /// Starts the clock of the side to move once the page no longer shows furigoma; earlier moves are
    /// not timed. Does nothing if a clock has started.
    pub fn start_clock(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.start_at(now_ms);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Ends the game if the flag of the running side has fallen.
    pub fn flag(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.fallen_flag(now_ms, 0);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Plays a move of the side to move, and the premove that answers it.
    pub fn play(&mut self, now_ms: i64, text: &str) -> Result<Vec<EventBody>, CommandError> {
        let command = Command::Move {
            ply: self.state().ply(),
            text: text.to_owned(),
        };
        self.judge(self.state().side(), now_ms, &command)
    }

    /// Sets the premove, replacing an earlier one.
    ///
    /// # Errors
    /// It is not a move, it is the person's turn, or both sides play at one device.
    pub fn set_premove(&mut self, now_ms: i64, text: &str) -> Result<Vec<EventBody>, CommandError> {
        let side = self.person().ok_or(ErrorCode::NotAPlayer)?;
        if self.state().side() == side {
            // The arbiter would play it at once.
            return Err(ErrorCode::WrongPly.into());
        }
        let command = Command::Premove {
            ply: self.state().ply() + 1,
            text: text.to_owned(),
        };
        self.judge(side, now_ms, &command)
    }

    pub fn cancel_premove(&mut self) {
        self.arbiter.drop_premove();
    }

    pub fn resign(&mut self, now_ms: i64, side: Side) -> Result<Vec<EventBody>, CommandError> {
        self.judge(side, now_ms, &Command::Resign)
    }

    /// Declares entering kings for the side to move.
    ///
    /// # Errors
    /// The game is over or is played without declarations.
    pub fn declare(&mut self, now_ms: i64) -> Result<Vec<EventBody>, CommandError> {
        let command = Command::Declare {
            ply: self.state().ply(),
        };
        self.judge(self.state().side(), now_ms, &command)
    }

    /// Agreement at one device on a draw or on counting an impasse.
    ///
    /// # Errors
    /// The rules do not allow it now, or the opponent is the computer.
    pub fn agree(&mut self, now_ms: i64, kind: OfferKind) -> Result<Vec<EventBody>, CommandError> {
        let fallen = self.flag(now_ms);
        if !fallen.is_empty() {
            return Ok(fallen);
        }
        if self.opponent != Opponent::Device
            || !matches!(kind, OfferKind::Draw | OfferKind::Impasse)
        {
            return Err(ErrorCode::OfferNotPossible.into());
        }
        let state = self.state();
        if state.status() == Status::Ended {
            return Err(ErrorCode::GameOver.into());
        }
        let by = state.side();
        let Decision::Events { events, .. } = agree(state, now_ms, Offer { offer: kind, by })?
        else {
            return Err(ErrorCode::OfferNotPossible.into());
        };
        let drafts = events.into_iter().map(Draft::unprompted).collect();
        Ok(self.append(now_ms, drafts))
    }

    /// Takes back the last move; against the computer, back to the person's own. Times and periods are
    /// those with which that move began.
    ///
    /// # Errors
    /// There is no move, or the end of the game is final.
    pub fn take_back(&mut self, now_ms: i64) -> Result<Vec<EventBody>, CommandError> {
        let fallen = self.flag(now_ms);
        if !fallen.is_empty() {
            return Ok(fallen);
        }
        match self.plies_to_take_back() {
            0 => Err(ErrorCode::NothingToTakeBack.into()),
            plies => {
                let event = take_back(self.state(), plies, now_ms);
                Ok(self.append(now_ms, vec![Draft::unprompted(event)]))
            }
        }
    }

    fn judge(
        &mut self,
        side: Side,
        now_ms: i64,
        command: &Command,
    ) -> Result<Vec<EventBody>, CommandError> {
        let fallen = self.flag(now_ms);
        if !fallen.is_empty() {
            return Ok(fallen);
        }
        let arrival = Arrival {
            side: Some(side),
            id: "",
            now_ms,
            one_way_ms: 0,
            opponent_away_since_ms: None,
        };
        match self.arbiter.judge(None, &arrival, command)? {
            Verdict::Append { drafts, .. } => Ok(self.append(now_ms, drafts)),
            Verdict::Premove(_) | Verdict::Repeated { .. } | Verdict::Rematch => Ok(Vec::new()),
        }
    }

    fn append(&mut self, now_ms: i64, drafts: Vec<Draft>) -> Vec<EventBody> {
        let entries = self.arbiter.number(now_ms, &drafts);
        let applied = self.arbiter.apply(&entries);
        debug_assert_eq!(applied, Ok(()));
        drafts.into_iter().map(|draft| draft.body).collect()
    }
}

/// `true` if the last move ended the game, so that taking it back undoes the end.
fn ended_by_a_move(reason: EndReason) -> bool {
    matches!(
        reason,
        EndReason::Rules(
            Reason::Checkmate
                | Reason::Stalemate
                | Reason::Repetition
                | Reason::PerpetualCheck
                | Reason::NMoveRule
                | Reason::MoveLimit
        )
    )
}
