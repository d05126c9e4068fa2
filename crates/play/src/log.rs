//! Events as they are kept, and before they have a number.

use komadai_protocol::{EventBody, GameEvent, GameKey};

use crate::PlayerId;

/// An event of a game's log, with what the wire does not show: who caused it by which command.
///
/// ```
/// use komadai_play::LogEntry;
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let entry: &LogEntry = &log[1];
/// assert_eq!((entry.seq, entry.author.clone()), (2, Some("first".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number: from 1, without gaps.
    pub seq: u32,
    /// When it happened, milliseconds.
    pub at_ms: i64,
    /// What happened.
    pub body: EventBody,
    /// The player who caused it.
    pub author: Option<PlayerId>,
    /// That player's id of the command.
    pub command: Option<String>,
}

impl LogEntry {
    /// The event as the wire shows it.
    ///
    /// ```
    /// use komadai_play::LogEntry;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let event = log[1].to_event(&"x8Qm3LhTz0RkWb5v".into());
    /// // Who caused it is not for others to see.
    /// assert_eq!(LogEntry::from(event), LogEntry { author: None, ..log[1].clone() });
    /// ```
    #[must_use]
    pub fn to_event(&self, game: &GameKey) -> GameEvent {
        GameEvent {
            game: game.clone(),
            seq: self.seq,
            at_ms: self.at_ms,
            body: self.body.clone(),
        }
    }

    /// Whether with it a side is to move that was not, or is so anew.
    ///
    /// ```
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// // Two players sat down, and nobody is to move before both are at the board.
    /// assert!(!log.iter().any(komadai_play::LogEntry::begins_turn));
    /// ```
    #[must_use]
    pub fn begins_turn(&self) -> bool {
        begins_turn(&self.body)
    }
}

impl From<GameEvent> for LogEntry {
    fn from(event: GameEvent) -> Self {
        Self {
            seq: event.seq,
            at_ms: event.at_ms,
            body: event.body,
            author: None,
            command: None,
        }
    }
}

/// An event to be appended to a log.
///
/// ```
/// use komadai_play::{Arbiter, Draft};
/// use komadai_protocol::EventBody;
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// let draft: Draft = arbiter.start(0).unwrap();
/// assert!(matches!(draft.body, EventBody::Started { .. }) && draft.author.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What happened.
    pub body: EventBody,
    /// The player who caused it.
    pub author: Option<PlayerId>,
    /// That player's id of the command.
    pub command: Option<String>,
}

impl Draft {
    /// An event that no player caused.
    ///
    /// ```
    /// use komadai_play::Draft;
    /// use komadai_protocol::EventBody;
    /// let draft = Draft::unprompted(EventBody::Started { clock: None });
    /// assert_eq!((draft.author, draft.command), (None, None));
    /// ```
    #[must_use]
    pub fn unprompted(body: EventBody) -> Self {
        Self {
            body,
            author: None,
            command: None,
        }
    }

    /// The events of a command; the one of index `command_event` carries its id.
    pub(crate) fn of_command(
        events: Vec<EventBody>,
        author: Option<&PlayerId>,
        command: &str,
        command_event: usize,
    ) -> Vec<Self> {
        let draft = |(index, body)| Self {
            body,
            author: author.cloned(),
            command: (index == command_event).then(|| command.to_owned()),
        };
        events.into_iter().enumerate().map(draft).collect()
    }
}

/// Whether an event sets the clock: nothing else changes it.
pub(crate) fn sets_clock(body: &EventBody) -> bool {
    match body {
        EventBody::Started { .. }
        | EventBody::Move { .. }
        | EventBody::TakenBack { .. }
        | EventBody::Resumed { .. }
        | EventBody::Ended { .. } => true,
        EventBody::Created { .. }
        | EventBody::Furigoma { .. }
        | EventBody::Joined { .. }
        | EventBody::Offered { .. }
        | EventBody::Declined { .. }
        | EventBody::Rematch { .. } => false,
    }
}

/// Whether with an event a side is to move that was not, or is so anew.
pub(crate) fn begins_turn(body: &EventBody) -> bool {
    sets_clock(body) && !matches!(body, EventBody::Ended { .. })
}
