//! Who judges a game of the browser alone: against the computer, or of two people at one device.

use komadai_protocol::{
    ClockState, EndReason, ErrorCode, EventBody, Furigoma, GameKey, GameOutcome, GameSettings,
    Offer, OfferKind, PerSide, PlayerInfo, Premove, SideClock, SideName, Status,
};
use serde::{Deserialize, Serialize};

use crate::arbiter::{Arbiter, Verdict};
use crate::command::{Arrival, Command, CommandError};
use crate::decide::{Decision, FirstClock, agree, take_back};
use crate::log::Draft;
use crate::replay_error::{Misfit, ReplayError};
use crate::state::GameState;
use crate::{Player, Possible};

/// Who plays in a game without a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Opponent {
    /// Two people at one device. What one wants of the other they agree on by word of mouth.
    Device,
    /// A person against the computer.
    Computer {
        /// The side of the person.
        you: SideName,
    },
}

/// What is kept of a local game, so that it can go on later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalRecord {
    /// What is played.
    pub settings: GameSettings,
    /// The toss for the sides, where there was one.
    pub furigoma: Option<Furigoma>,
    /// All moves as text.
    pub moves: Vec<String>,
    /// Whether the first clock has been started; left out: with the first move.
    #[serde(default)]
    pub started: Option<bool>,
    /// The times left; nothing in a game without a clock.
    pub clocks: Option<PerSide<SideClock>>,
    /// The times left when each ply began; the last ones may be missing.
    #[serde(default)]
    pub clocks_before: Vec<PerSide<SideClock>>,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
}

/// A game against the computer or at one device: judged here, without a server.
///
/// Every act names the moment, milliseconds on a time line of the caller that may stand still: a
/// page that charges nobody while it is hidden does not count that time. Acts return the events
/// they became. If the flag had fallen before, the event is the end of the game on time, and the
/// act is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalGame {
    arbiter: Arbiter,
    opponent: Opponent,
}

impl LocalGame {
    /// A new game. With a `furigoma` its clock waits for [`start_clock`](Self::start_clock), else
    /// for the first move.
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

    /// Goes on with a game that was kept; the clock of the side to move runs from `now_ms` on.
    ///
    /// # Errors
    /// Settings or moves of the record are not understood.
    pub fn restore(
        record: &LocalRecord,
        opponent: Opponent,
        now_ms: i64,
    ) -> Result<Self, ReplayError> {
        let key = GameKey::from("local");
        let mut state = GameState::created(&key, now_ms, &record.settings)?;
        for (ply, text) in (0u32..).zip(&record.moves) {
            state
                .fold_move(ply, text)
                .map_err(|why: Misfit| ReplayError {
                    game: key.clone(),
                    seq: ply + 1,
                    why,
                })?;
        }
        let seated = Player {
            id: None,
            info: PlayerInfo::guest(""),
        };
        state.players = PerSide {
            first: Some(seated.clone()),
            second: Some(seated),
        };
        state.furigoma = record.furigoma;
        state.started = record.started.unwrap_or(!record.moves.is_empty());
        state.outcome = record
            .outcome
            .or_else(|| state.game.outcome().and_then(crate::names::outcome));
        restore_clock(&mut state, record, now_ms);
        let first_clock = match record.furigoma {
            Some(_) => FirstClock::Held,
            None => FirstClock::AfterToss,
        };
        Ok(Self {
            arbiter: Arbiter::new(state, first_clock),
            opponent,
        })
    }

    /// What is to be kept of the game at that moment.
    #[must_use]
    pub fn record(&self, now_ms: i64) -> LocalRecord {
        let state = self.state();
        LocalRecord {
            settings: state.settings.clone(),
            furigoma: state.furigoma,
            moves: state.moves(),
            started: Some(state.started),
            clocks: state.clock.as_ref().map(|clock| clock.left_at(now_ms)),
            clocks_before: state.clock_before.clone(),
            outcome: state.outcome,
        }
    }

    /// The game.
    #[must_use]
    pub fn state(&self) -> &GameState {
        self.arbiter.state()
    }

    /// The clocks at that moment; `None` in a game without.
    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        let clock = self.state().clock.as_ref();
        clock.map(|clock| clock.state(now_ms))
    }

    /// When a byo-yomi period begins or the flag falls; `None` while no clock runs.
    #[must_use]
    pub fn alarm_ms(&self, now_ms: i64) -> Option<i64> {
        self.arbiter.alarm_ms(now_ms, 0)
    }

    /// The premove that waits for the computer's move.
    #[must_use]
    pub fn premove(&self) -> Option<Premove> {
        self.arbiter.premove_of(self.person())
    }

    fn person(&self) -> Option<SideName> {
        match self.opponent {
            Opponent::Device => None,
            Opponent::Computer { you } => Some(you),
        }
    }

    /// What the people at the device may do now.
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
            // Nobody else waits for its end.
            abort: false,
            takeback: self.plies_to_take_back() > 0,
            draw: rules.draw && person_moves,
            impasse: rules.impasse && device,
            declare: rules.declare && person_moves,
            rematch: state.status() == Status::Ended,
        }
    }

    /// How many moves a take-back takes: back to one's own move against the computer, one at one
    /// device. A game that a move has ended may be taken up again; who resigned, agreed or declared has
    /// said so, and time that has run out is not given back.
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

    /// Starts the clock of the side to move: the toss for the sides is no longer shown. Does
    /// nothing once a clock has started. Moves before it are not timed.
    pub fn start_clock(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.start_at(now_ms);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Ends the game if the flag of the running side has fallen.
    pub fn flag(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.fallen_flag(now_ms, 0);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Plays a move of the side to move, and the premove that it may set off.
    ///
    /// # Errors
    /// Why it is not played.
    pub fn play(&mut self, now_ms: i64, text: &str) -> Result<Vec<EventBody>, CommandError> {
        let command = Command::Move {
            ply: self.state().ply(),
            text: text.to_owned(),
        };
        self.judge(self.state().side(), now_ms, &command)
    }

    /// Sets the move that is to follow the computer's; replaces one set before.
    ///
    /// # Errors
    /// Why it cannot be set. At one device nobody has premoves.
    pub fn set_premove(&mut self, now_ms: i64, text: &str) -> Result<Vec<EventBody>, CommandError> {
        let side = self.person().ok_or(ErrorCode::NotAPlayer)?;
        if self.state().side() == side {
            // It would be played at once.
            return Err(ErrorCode::WrongPly.into());
        }
        let command = Command::Premove {
            ply: self.state().ply() + 1,
            text: text.to_owned(),
        };
        self.judge(side, now_ms, &command)
    }

    /// Forgets the premove, if there is one.
    pub fn cancel_premove(&mut self) {
        self.arbiter.drop_premove();
    }

    /// A side resigns.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, now_ms: i64, side: SideName) -> Result<Vec<EventBody>, CommandError> {
        self.judge(side, now_ms, &Command::Resign)
    }

    /// The side to move declares entering kings.
    ///
    /// # Errors
    /// The game is over or is played without declarations.
    pub fn declare(&mut self, now_ms: i64) -> Result<Vec<EventBody>, CommandError> {
        let command = Command::Declare {
            ply: self.state().ply(),
        };
        self.judge(self.state().side(), now_ms, &command)
    }

    /// The two people at one device agree on a draw, or to count an impasse.
    ///
    /// # Errors
    /// The rules do not offer it now, or the opponent is the computer.
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

    /// Takes back the last move, against the computer back to one's own. Times and periods are
    /// those with which that move began.
    ///
    /// # Errors
    /// There is none, or no move has ended the game.
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
        side: SideName,
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
        // What the arbiter has decided fits the state it was decided for.
        let applied = self.arbiter.apply(&entries);
        debug_assert_eq!(applied, Ok(()));
        drafts.into_iter().map(|draft| draft.body).collect()
    }
}

/// Whether the last move on the board ended the game, so that taking it back undoes the end.
fn ended_by_a_move(reason: EndReason) -> bool {
    match reason {
        EndReason::Checkmate
        | EndReason::Stalemate
        | EndReason::Repetition
        | EndReason::PerpetualCheck
        | EndReason::NMoveRule
        | EndReason::MoveLimit => true,
        EndReason::Impasse
        | EndReason::Declaration
        | EndReason::FailedDeclaration
        | EndReason::Resignation
        | EndReason::Time
        | EndReason::IllegalMove
        | EndReason::Agreement
        | EndReason::Aborted
        | EndReason::Abandoned
        | EndReason::Cancelled => false,
    }
}

fn restore_clock(state: &mut GameState, record: &LocalRecord, now_ms: i64) {
    let side = state.side();
    let runs = state.started && state.outcome.is_none();
    let Some(clock) = &mut state.clock else {
        return;
    };
    if let Some(left) = record.clocks {
        clock.restore(left);
    }
    let present = clock.left_at(now_ms);
    if runs {
        clock.start(side, now_ms);
    }
    state.clock_before = record.clocks_before.clone();
    state.clock_before.resize(record.moves.len() + 1, present);
}
