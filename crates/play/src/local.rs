//! Who judges a game of the browser alone: against the computer, or of two people at one device.

mod record;

use komadai_protocol::{
    ClockState, EndReason, ErrorCode, EventBody, Furigoma, GameSettings, Offer, OfferKind, Premove,
    SideName, Status,
};
use serde::{Deserialize, Serialize};

use crate::Possible;
use crate::arbiter::{Arbiter, Verdict};
use crate::command::{Arrival, Command, CommandError};
use crate::decide::{Decision, agree, take_back};
use crate::log::Draft;
use crate::replay_error::ReplayError;
use crate::state::GameState;

pub use self::record::LocalRecord;

/// Who plays in a game without a server.
///
/// ```
/// use komadai_play::Opponent;
/// use komadai_protocol::SideName;
/// let opponent = Opponent::Computer { you: SideName::Second };
/// let text = serde_json::to_string(&opponent).unwrap();
/// assert_eq!(text, r#"{"kind":"computer","you":"second"}"#);
/// ```
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

/// A game against the computer or at one device: judged here, without a server.
///
/// Every act names the moment, milliseconds on a time line of the caller that may stand still: a
/// page that charges nobody while it is hidden does not count that time. Acts return the events
/// they became. If the flag had fallen before, the event is the end of the game on time, and the
/// act is not carried out.
///
/// ```
/// use komadai_play::{LocalGame, Opponent};
/// use komadai_protocol::SideName;
/// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
/// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
/// assert_eq!(game.play(0, "5d5c").unwrap().len(), 2); // the clock starts, and the move
/// assert!(game.play(2_000, "1a1a").is_err());
/// game.resign(3_000, SideName::Second).unwrap();
/// assert_eq!(game.state().outcome().unwrap().winner, Some(SideName::First));
/// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let opponent = Opponent::Computer { you: SideName::First };
    /// let game = LocalGame::new(settings, None, opponent).unwrap();
    /// assert!(game.possible().play);
    /// ```
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

    /// The game.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert_eq!(game.state().side(), SideName::Second);
    /// ```
    #[must_use]
    pub fn state(&self) -> &GameState {
        self.arbiter.state()
    }

    /// The clocks at that moment; `None` in a game without.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert_eq!(game.clocks(3_000).unwrap().left.second.main_ms, 57_000);
    /// ```
    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        let clock = self.state().clock.as_ref();
        clock.map(|clock| clock.state(now_ms))
    }

    /// When a byo-yomi period begins or the flag falls; `None` while no clock runs.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert_eq!(game.alarm_ms(0), None);
    /// game.play(0, "5d5c").unwrap();
    /// let alarm_ms = game.alarm_ms(0).unwrap();
    /// assert!(game.flag(alarm_ms - 1).is_empty());
    /// assert_eq!(game.flag(alarm_ms).len(), 1);
    /// ```
    #[must_use]
    pub fn alarm_ms(&self, now_ms: i64) -> Option<i64> {
        self.arbiter.alarm_ms(now_ms, 0)
    }

    /// The premove that waits for the computer's move.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let opponent = Opponent::Computer { you: SideName::Second };
    /// let mut game = LocalGame::new(settings, None, opponent).unwrap();
    /// game.set_premove(0, "1b1c").unwrap();
    /// assert_eq!(game.premove().unwrap().text, "1b1c");
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let opponent = Opponent::Computer { you: SideName::Second };
    /// let game = LocalGame::new(settings, None, opponent).unwrap();
    /// let possible = game.possible();
    /// assert!(!possible.play && possible.premove && possible.resign && !possible.takeback);
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{Face, Furigoma};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let toss = Furigoma::of([Face::Pawn; 5]);
    /// let mut game = LocalGame::new(settings, Some(toss), Opponent::Device).unwrap();
    /// assert_eq!(game.clocks(4_000).unwrap().running, None);
    /// assert_eq!(game.start_clock(4_000).len(), 1);
    /// assert_eq!(game.clocks(5_000).unwrap().left.first.main_ms, 59_000);
    /// assert!(game.start_clock(6_000).is_empty());
    /// ```
    pub fn start_clock(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.start_at(now_ms);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Ends the game if the flag of the running side has fallen.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::EndReason;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert!(game.flag(30_000).is_empty());
    /// assert_eq!(game.flag(90_000).len(), 1);
    /// assert_eq!(game.state().outcome().unwrap().reason, EndReason::Time);
    /// ```
    pub fn flag(&mut self, now_ms: i64) -> Vec<EventBody> {
        let draft = self.arbiter.fallen_flag(now_ms, 0);
        self.append(now_ms, draft.into_iter().collect())
    }

    /// Plays a move of the side to move, and the premove that it may set off.
    ///
    /// # Errors
    /// Why it is not played.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{ErrorCode, RuleCode};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// let error = game.play(500, "5d5c").unwrap_err();
    /// assert_eq!((error.code, error.rule), (ErrorCode::IllegalMove, Some(RuleCode::NoPiece)));
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let opponent = Opponent::Computer { you: SideName::Second };
    /// let mut game = LocalGame::new(settings, None, opponent).unwrap();
    /// game.set_premove(0, "1b1c").unwrap();
    /// // The computer moves, and the premove answers.
    /// game.play(1_000, "5d5c").unwrap();
    /// assert_eq!(game.state().moves(), ["5d5c", "1b1c"]);
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let opponent = Opponent::Computer { you: SideName::Second };
    /// let mut game = LocalGame::new(settings, None, opponent).unwrap();
    /// game.set_premove(0, "1b1c").unwrap();
    /// game.cancel_premove();
    /// assert_eq!(game.premove(), None);
    /// ```
    pub fn cancel_premove(&mut self) {
        self.arbiter.drop_premove();
    }

    /// A side resigns.
    ///
    /// # Errors
    /// The game is over.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{ErrorCode, SideName};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.resign(0, SideName::First).unwrap();
    /// assert_eq!(game.state().outcome().unwrap().winner, Some(SideName::Second));
    /// assert_eq!(game.resign(0, SideName::First).unwrap_err().code, ErrorCode::GameOver);
    /// ```
    pub fn resign(&mut self, now_ms: i64, side: SideName) -> Result<Vec<EventBody>, CommandError> {
        self.judge(side, now_ms, &Command::Resign)
    }

    /// The side to move declares entering kings.
    ///
    /// # Errors
    /// The game is over or is played without declarations.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// // Minishogi knows no declarations.
    /// assert!(game.declare(0).is_err());
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{ErrorCode, OfferKind};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// // Minishogi has no draw by agreement.
    /// let error = game.agree(0, OfferKind::Draw).unwrap_err();
    /// assert_eq!(error.code, ErrorCode::OfferNotPossible);
    /// ```
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
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::ErrorCode;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert_eq!(game.take_back(0).unwrap_err().code, ErrorCode::NothingToTakeBack);
    /// game.play(0, "5d5c").unwrap();
    /// game.take_back(1_000).unwrap();
    /// assert_eq!(game.state().ply(), 0);
    /// ```
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
        | EndReason::NotBegun
        | EndReason::Abandoned
        | EndReason::Cancelled => false,
    }
}
