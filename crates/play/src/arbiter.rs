//! Who judges a game of the server: commands in, numbered events out.

mod standstill;
mod timing;

use komadai_protocol::limits::MAX_NAMES;
use komadai_protocol::{
    ErrorCode, EventBody, GameKey, PlayerInfo, Premove, SideName, Status, Unrated,
};

use crate::command::{Arrival, Command, CommandError};
use crate::decide::{Allowance, Decision, FirstClock, decide};
use crate::log::{Draft, LogEntry, sets_clock};
use crate::player::PlayerId;
use crate::premove::{HeldPremove, play_held_premove};
use crate::replay_error::ReplayError;
use crate::state::GameState;

/// Judges one game: says what is to be appended to its log, and folds what was appended.
///
/// It does no I/O. Its user appends the drafts it gives to a log, [numbers](Self::number) and
/// [applies](Self::apply) them, and says when they were [stored](Self::stored). Besides the state,
/// which is the fold of the log, it holds two things in memory: the premove of the side that is
/// not to move, and how long the last event that set the clock took to be stored.
///
/// ```
/// # use komadai_play::{Arbiter, Arrival, Command, LogEntry, PlayerId, Verdict, check_settings};
/// # use komadai_protocol::*;
/// # let settings = check_settings(&CreateGame {
/// #     game: GameName::Minishogi, side: SideChoice::First, position: None, handicap: None,
/// #     rules: Default::default(), clock: ClockSettings::Sudden { main_ms: 60_000 }, name: None, open: false, rated: false,
/// # })?;
/// # let ids = SideName::BOTH.map(|side| PlayerId::from(side.name()));
/// # let created = LogEntry {
/// #     seq: 1, at_ms: 0, body: EventBody::Created { settings }, author: None, command: None,
/// # };
/// # let joined = |seq, side: SideName| LogEntry {
/// #     seq, at_ms: 0, author: Some(ids[side.index()].clone()), command: None,
/// #     body: EventBody::joined(side, PlayerInfo::guest("x8Qm")),
/// # };
/// # let mut log = vec![created, joined(2, SideName::First), joined(3, SideName::Second)];
/// // The log so far: created, and both players have joined.
/// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log)?;
///
/// // A move arrives from the first player.
/// let now_ms = 1_000;
/// let first = &ids[0];
/// let side = arbiter.state().side_of(first);
/// let arrival = Arrival {
///     side, id: "b7f0", now_ms, one_way_ms: 20, opponent_away_since_ms: None,
/// };
/// let command = Command::Move { ply: 0, text: "5d5c".into() };
/// let Verdict::Append { drafts, command_event } =
///     arbiter.judge(Some(first), &arrival, &command)?
/// else {
///     panic!("a legal move is appended")
/// };
/// // `started`, as nobody's clock ran yet, and the move itself.
/// assert_eq!((drafts.len(), command_event), (2, 1));
///
/// // Its user stores the events; the next move is not charged for the time that took.
/// let entries = arbiter.number(now_ms, &drafts);
/// arbiter.apply(&entries)?;
/// log.extend(entries);
/// arbiter.stored(now_ms + 4);
///
/// // Whoever reads the log has the same game.
/// let again = Arbiter::replay(arbiter.state().id(), &log)?;
/// assert_eq!(again.state(), arbiter.state());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arbiter {
    state: GameState,
    premove: Option<HeldPremove>,
    first_clock: FirstClock,
    /// How long the side whose clock runs could not know it, because the event that started the
    /// clock was being stored.
    server_ms: u32,
    /// How long the server has stood still in the turn that runs.
    stood_ms: u32,
    /// An event that set the clock has been applied and is not stored yet.
    awaits_storage: bool,
}

/// What a command becomes.
///
/// ```
/// use komadai_play::{Arbiter, Arrival, Command, Verdict};
/// use komadai_protocol::{Premove, SideName};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// let arrival = Arrival {
///     side: Some(SideName::Second), id: "b7f0", now_ms: 0, one_way_ms: 0,
///     opponent_away_since_ms: None,
/// };
/// let command = Command::Premove { ply: 1, text: "1b1c".into() };
/// let verdict = arbiter.judge(Some(&"second".into()), &arrival, &command).unwrap();
/// let premove = Premove { ply: 1, text: "1b1c".into() };
/// assert_eq!(verdict, Verdict::Premove(Some(premove)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was carried out before: it is this event.
    Repeated {
        /// The number of the event.
        seq: u32,
    },
    /// These events are to be appended, all or none.
    Append {
        /// The events, at least one.
        drafts: Vec<Draft>,
        /// The index of the command's own event among them.
        command_event: usize,
    },
    /// The sender's premove is now this. Nothing is appended.
    Premove(Option<Premove>),
    /// Another game is to be made, then the draft of [`Arbiter::rematch`] appended.
    Rematch,
}

impl Arbiter {
    /// An arbiter for the game of this log.
    ///
    /// # Errors
    /// The log is empty, has gaps, or says what the rules exclude.
    ///
    /// ```
    /// use komadai_play::{Arbiter, Misfit};
    /// use komadai_protocol::GameKey;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let key = GameKey::from("x8Qm3LhTz0RkWb5v");
    /// assert_eq!(Arbiter::replay(&key, &log).unwrap().state().seq(), 3);
    /// assert_eq!(Arbiter::replay(&key, &[]).unwrap_err().why, Misfit::Empty);
    /// ```
    pub fn replay(game: &GameKey, log: &[LogEntry]) -> Result<Self, ReplayError> {
        GameState::replay(game, log).map(|state| Self::new(state, FirstClock::AfterToss))
    }

    pub(crate) fn new(state: GameState, first_clock: FirstClock) -> Self {
        Self {
            state,
            premove: None,
            first_clock,
            server_ms: 0,
            stood_ms: 0,
            awaits_storage: false,
        }
    }

    /// The game as the events so far make it.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::Status;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.state().status(), Status::Playing);
    /// ```
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// What a command becomes. Its user first appends [`fallen_flag`](Self::fallen_flag) for the
    /// same moment: a command never comes before a flag that fell earlier.
    ///
    /// # Errors
    /// Why it is not carried out; nothing has changed.
    ///
    /// ```
    /// use komadai_play::{Arbiter, Arrival, Command};
    /// use komadai_protocol::{ErrorCode, RuleCode, SideName};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let arrival = Arrival {
    ///     side: Some(SideName::First), id: "b7f0", now_ms: 1_000, one_way_ms: 20,
    ///     opponent_away_since_ms: None,
    /// };
    /// let illegal = Command::Move { ply: 0, text: "5d5b".into() };
    /// let error = arbiter.judge(Some(&"first".into()), &arrival, &illegal).unwrap_err();
    /// assert_eq!((error.code, error.rule), (ErrorCode::IllegalMove, Some(RuleCode::WrongMovement)));
    /// ```
    pub fn judge(
        &mut self,
        author: Option<&PlayerId>,
        arrival: &Arrival<'_>,
        command: &Command,
    ) -> Result<Verdict, CommandError> {
        if let Some(seq) = author.and_then(|id| self.state.event_of_command(id, arrival.id)) {
            return Ok(Verdict::Repeated { seq });
        }
        let allowance = Allowance {
            first_clock: self.first_clock,
            server_ms: self.uncharged_ms(),
        };
        Ok(match decide(&self.state, arrival, allowance, command)? {
            Decision::Events {
                events,
                command_event,
            } => {
                let mut drafts = Draft::of_command(events, author, arrival.id, command_event);
                self.uncharge(&mut drafts, arrival.now_ms);
                drafts.extend(self.answer_by_premove(arrival.now_ms, &drafts)?);
                Verdict::Append {
                    drafts,
                    command_event,
                }
            }
            Decision::Premove(held) => {
                // A player cancels their own premove only.
                if held.is_some() || self.premove_of(arrival.side).is_some() {
                    self.premove = held;
                }
                Verdict::Premove(self.premove_of(arrival.side))
            }
            Decision::Rematch => Verdict::Rematch,
        })
    }

    /// The event of an agreed rematch, once the next game has been made.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::EventBody;
    /// let draft = Arbiter::rematch(Some(&"first".into()), "b7f0", "Qm3LhTz0RkWb5vx8".into());
    /// assert_eq!(draft.body, EventBody::rematch("Qm3LhTz0RkWb5vx8".into()));
    /// ```
    #[must_use]
    pub fn rematch(author: Option<&PlayerId>, command: &str, next: GameKey) -> Draft {
        Draft {
            body: EventBody::rematch(next),
            author: author.cloned(),
            command: Some(command.to_owned()),
        }
    }

    /// That side's premove, which is for its owner's eyes only.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::SideName;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.premove_of(Some(SideName::Second)), None);
    /// assert_eq!(arbiter.premove_of(None), None); // a watcher never sees one
    /// ```
    #[must_use]
    pub fn premove_of(&self, side: Option<SideName>) -> Option<Premove> {
        let held = self.premove.as_ref()?;
        (side == Some(held.side())).then(|| held.to_wire())
    }

    /// Forgets the premove, whosever it is.
    pub(crate) fn drop_premove(&mut self) {
        self.premove = None;
    }

    /// The premove that answers these events, if it is legal after them. Both are stored
    /// together: nobody ever sees the one without the other.
    fn answer_by_premove(&self, now_ms: i64, drafts: &[Draft]) -> Result<Vec<Draft>, CommandError> {
        let Some(held) = &self.premove else {
            return Ok(Vec::new());
        };
        let mut after = self.state.clone();
        for entry in self.number(now_ms, drafts) {
            after.apply(&entry).map_err(|error| CommandError {
                message: error.to_string(),
                ..ErrorCode::Internal.into()
            })?;
        }
        let Some(events) = play_held_premove(&after, held, now_ms, self.first_clock) else {
            return Ok(Vec::new());
        };
        let owner = self.state.players.get(held.side()).as_ref();
        let author = owner.and_then(|owner| owner.id.as_ref());
        Ok(Draft::of_command(events, author, &held.id, 0))
    }

    /// A player takes the free seat, `open`: from the lobby. `None`: the player has done so before.
    ///
    /// # Errors
    /// The player has made the game, the seats are taken, or the game is over.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::{ErrorCode, EventBody, GameKey, PlayerInfo, SideName};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let key = GameKey::from("x8Qm3LhTz0RkWb5v");
    /// let info = PlayerInfo::guest("Rin");
    /// let waiting = Arbiter::replay(&key, &log[..2]).unwrap();
    /// let draft = waiting.join(&"rin".into(), info.clone(), false, None).unwrap().unwrap();
    /// assert_eq!(draft.body, EventBody::joined(SideName::Second, info.clone()));
    /// let full = Arbiter::replay(&key, &log).unwrap();
    /// assert_eq!(full.join(&"rin".into(), info, false, None).unwrap_err().code, ErrorCode::GameFull);
    /// ```
    pub fn join(
        &self,
        player: &PlayerId,
        info: PlayerInfo,
        open: bool,
        unrated: Option<Unrated>,
    ) -> Result<Option<Draft>, CommandError> {
        if let Some(side) = self.state.side_of(player) {
            return match self.state.players.get(side.other()) {
                Some(_) => Ok(None),
                None => Err(ErrorCode::OwnInvitation.into()),
            };
        }
        let free = |side: &SideName| self.state.players.get(*side).is_none();
        let side = SideName::BOTH
            .into_iter()
            .find(free)
            .ok_or(ErrorCode::GameFull)?;
        if self.state.status() == Status::Ended {
            return Err(ErrorCode::GameOver.into());
        }
        Ok(Some(Draft {
            body: EventBody::Joined {
                side,
                player: info,
                open,
                unrated,
            },
            author: Some(player.clone()),
            command: None,
        }))
    }

    /// A player who waits for an opponent goes by another name. `None`: by that one already.
    ///
    /// # Errors
    /// Nobody waits any more, or somebody else; or it has been done too often.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::{EventBody, PlayerInfo, SideName};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let waiting = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log[..2]).unwrap();
    /// let info = PlayerInfo::guest("Rin");
    /// let draft = waiting.rename(&"first".into(), info.clone()).unwrap().unwrap();
    /// assert_eq!(draft.body, EventBody::joined(SideName::First, info));
    /// ```
    pub fn rename(
        &self,
        player: &PlayerId,
        info: PlayerInfo,
    ) -> Result<Option<Draft>, CommandError> {
        let side = (self.state.side_of(player)).ok_or(ErrorCode::NotAPlayer)?;
        match self.state.status() {
            Status::Waiting => {}
            Status::Playing => return Err(ErrorCode::GameFull.into()),
            Status::Ended => return Err(ErrorCode::GameOver.into()),
        }
        let seated = self.state.players.get(side).as_ref();
        // Another name changes nothing else.
        let info = PlayerInfo {
            rating: seated.and_then(|seated| seated.info.rating),
            ..info
        };
        if seated.is_some_and(|seated| seated.info == info) {
            return Ok(None);
        }
        if self.state.joined >= MAX_NAMES {
            return Err(ErrorCode::TooManyRequests.into());
        }
        Ok(Some(Draft {
            body: EventBody::joined(side, info),
            author: Some(player.clone()),
            command: None,
        }))
    }

    /// Numbers events that are to follow what is in the log.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(1_000, &[arbiter.start(1_000).unwrap()]);
    /// assert_eq!((entries[0].seq, entries[0].at_ms), (4, 1_000));
    /// ```
    #[must_use]
    pub fn number(&self, at_ms: i64, drafts: &[Draft]) -> Vec<LogEntry> {
        (self.state.seq + 1..)
            .zip(drafts)
            .map(|(seq, draft)| LogEntry {
                seq,
                at_ms,
                body: draft.body.clone(),
                author: draft.author.clone(),
                command: draft.command.clone(),
            })
            .collect()
    }

    /// Adds events.
    ///
    /// # Errors
    /// One is not the next one, or says what the rules exclude; those before it have been added.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log[..1]).unwrap();
    /// assert!(arbiter.apply(&log[2..]).is_err()); // event 2 is missing
    /// arbiter.apply(&log[1..]).unwrap();
    /// assert_eq!(arbiter.state().seq(), 3);
    /// ```
    pub fn apply(&mut self, entries: &[LogEntry]) -> Result<(), ReplayError> {
        for entry in entries {
            self.state.apply(entry)?;
            if sets_clock(&entry.body) {
                self.server_ms = 0;
                self.stood_ms = 0;
                self.awaits_storage = true;
            }
            let settles_premove = matches!(
                entry.body,
                EventBody::Move { .. } | EventBody::TakenBack { .. } | EventBody::Ended { .. }
            );
            if settles_premove {
                self.premove = None;
            }
        }
        Ok(())
    }

    /// What was applied is stored, and the players can see it. The side whose clock an event
    /// started is not charged for the time until then; its next move
    /// [says](EventBody::Move::server_ms) how long that was. The clock itself changes by events
    /// only.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// // Storing took 9 ms, in which the first player could not know that the clock runs.
    /// arbiter.stored(9);
    /// assert_eq!(arbiter.deadline_ms(0), Some(60_030));
    /// ```
    pub fn stored(&mut self, now_ms: i64) {
        if !self.awaits_storage {
            return;
        }
        self.awaits_storage = false;
        let running = self.state.clock.as_ref().and_then(|clock| clock.since_ms());
        let since = running.or(self.state.first_move_from_ms);
        self.server_ms = since.map_or(0, |since| {
            u32::try_from(now_ms.saturating_sub(since)).unwrap_or(0)
        });
    }
}
