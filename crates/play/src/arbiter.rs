//! Judgement of a game on the server: commands in, numbered events out.

mod standstill;
mod timing;

use komadai_protocol::limits::MAX_NAMES;
use komadai_protocol::{ErrorCode, EventBody, GameKey, Premove, Status, Unrated};
use komadai_rules::Side;

use crate::command::{Arrival, Command, CommandError};
use crate::decide::{Allowance, Decision, FirstClock, decide, play_held_premove};
use crate::log::{Draft, LogEntry, sets_clock};
use crate::player::{Player, PlayerId};
use crate::premove::HeldPremove;
use crate::replay_error::ReplayError;
use crate::state::GameState;

/// Judges one game: turns commands into drafts for the log, and folds the appended events.
///
/// The caller [numbers](Self::number) the drafts, appends them to the log,
/// [applies](Self::apply) them and reports when they are [stored](Self::stored). The arbiter
/// keeps two things that are not in the log: the premove, and the time that storing the last
/// clock-setting event took.
///
/// ```
/// # use komadai_play::{Arbiter, Arrival, Command, LogEntry, PlayerId, Verdict, check_settings};
/// # use komadai_protocol::*;
/// # use komadai_rules::{Side, VariantId};
/// # let settings = check_settings(&CreateGame {
/// #     side: SideChoice::First, clock: ClockSettings::Sudden { main_ms: 60_000 },
/// #     ..CreateGame::of(VariantId::Minishogi)
/// # })?;
/// # let ids = Side::BOTH.map(|side| PlayerId::from(side.name()));
/// # let created = LogEntry {
/// #     seq: 1, at_ms: 0, body: EventBody::Created { settings }, author: None, command: None,
/// # };
/// # let joined = |seq, side: Side| LogEntry {
/// #     seq, at_ms: 0, author: Some(ids[side.index()].clone()), command: None,
/// #     body: EventBody::joined(side, None),
/// # };
/// # let mut log = vec![created, joined(2, Side::First), joined(3, Side::Second)];
/// // The log: created, and both players have joined.
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
/// // `started`, as no clock ran yet, and the move.
/// assert_eq!((drafts.len(), command_event), (2, 1));
///
/// // The caller stores the events; the next move is not charged for that time.
/// let entries = arbiter.number(now_ms, &drafts);
/// arbiter.apply(&entries)?;
/// log.extend(entries);
/// arbiter.stored(now_ms + 4);
///
/// // Replaying the log gives the same game.
/// let again = Arbiter::replay(arbiter.state().id(), &log)?;
/// assert_eq!(again.state(), arbiter.state());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arbiter {
    state: GameState,
    premove: Option<HeldPremove>,
    first_clock: FirstClock,
    /// Time until the event that started the running clock was stored: its side could not see it before.
    server_ms: u32,
    /// Standstill of the server in the running turn.
    stood_ms: u32,
    /// A clock-setting event is applied and not yet stored.
    awaits_storage: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The command was carried out before, as this event.
    Repeated { seq: u32 },
    /// Events to append, all or none.
    Append {
        /// Never empty.
        drafts: Vec<Draft>,
        /// Index of the command's own event in `drafts`.
        command_event: usize,
    },
    /// The sender's premove afterwards; nothing is appended.
    Premove(Option<Premove>),
    /// The caller makes another game, then appends [`Arbiter::rematch`].
    Rematch,
}

impl Arbiter {
    /// # Errors
    /// The log is empty, has gaps, or breaks the rules.
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

    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// Judges a command. The caller first appends [`fallen_flag`](Self::fallen_flag) for the same
    /// moment, so that no command precedes an earlier flag.
    ///
    /// # Errors
    /// The command is refused; nothing has changed.
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
                // Players cancel only their own premove.
                if held.is_some() || self.premove_of(arrival.side).is_some() {
                    self.premove = held;
                }
                Verdict::Premove(self.premove_of(arrival.side))
            }
            Decision::Rematch => Verdict::Rematch,
        })
    }

    /// Event of an agreed rematch, once the next game exists.
    #[must_use]
    pub fn rematch(author: Option<&PlayerId>, command: &str, next: GameKey) -> Draft {
        Draft {
            body: EventBody::rematch(next),
            author: author.cloned(),
            command: Some(command.to_owned()),
        }
    }

    /// The premove of `side`. Only its owner may see it.
    #[must_use]
    pub fn premove_of(&self, side: Option<Side>) -> Option<Premove> {
        let held = self.premove.as_ref()?;
        (side == Some(held.side())).then(|| held.to_wire())
    }

    pub(crate) fn drop_premove(&mut self) {
        self.premove = None;
    }

    /// The held premove, if it is legal after `drafts`. Both are stored together, so that no client
    /// sees the one without the other.
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
        let author = owner.map(|owner| &owner.id);
        Ok(Draft::of_command(events, author, &held.id, 0))
    }

    /// Seats a player on the free side; `open`: from the lobby. `None` if already seated.
    ///
    /// # Errors
    /// The game is the player's own, the seats are taken, or the game is over.
    pub fn join(
        &self,
        player: &Player,
        open: bool,
        unrated: Option<Unrated>,
    ) -> Result<Option<Draft>, CommandError> {
        if let Some(side) = self.state.side_of(&player.id) {
            return match self.state.players.get(!side) {
                Some(_) => Ok(None),
                None => Err(ErrorCode::OwnInvitation.into()),
            };
        }
        let free = |side: &Side| self.state.players.get(*side).is_none();
        let side = Side::BOTH
            .into_iter()
            .find(free)
            .ok_or(ErrorCode::GameFull)?;
        if self.state.status() == Status::Ended {
            return Err(ErrorCode::GameOver.into());
        }
        Ok(Some(Draft {
            body: EventBody::Joined {
                side,
                rating: player.rating,
                open,
                unrated,
            },
            author: Some(player.id.clone()),
            command: None,
        }))
    }

    /// Announces that a player who waits for an opponent has another name.
    ///
    /// # Errors
    /// The player has no seat, the game is no longer waiting, or the limit [`MAX_NAMES`] is reached.
    pub fn rename(&self, player: &PlayerId) -> Result<Draft, CommandError> {
        let side = (self.state.side_of(player)).ok_or(ErrorCode::NotAPlayer)?;
        match self.state.status() {
            Status::Waiting => {}
            Status::Playing => return Err(ErrorCode::GameFull.into()),
            Status::Ended => return Err(ErrorCode::GameOver.into()),
        }
        if self.state.joined >= MAX_NAMES {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let seated = self.state.players.get(side).as_ref();
        Ok(Draft {
            body: EventBody::joined(side, seated.and_then(|seated| seated.rating)),
            author: Some(player.clone()),
            command: None,
        })
    }

    /// Numbers drafts as the next events of the log.
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

    /// # Errors
    /// An event is out of sequence or breaks the rules; the events before it stay applied.
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

    /// Reports that the applied events are stored and visible. The side whose clock they started is
    /// not charged for the time until then; its next move [records](EventBody::Move::server_ms) it.
    /// The clock itself changes by events only.
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
