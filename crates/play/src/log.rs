use komadai_protocol::{EventBody, GameEvent, GameKey};

use crate::{Player, PlayerId};

/// An event with its author and command, which the wire does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// From 1, without gaps.
    pub seq: u32,
    pub at_ms: i64,
    pub body: EventBody,
    pub author: Option<PlayerId>,
    /// Command id chosen by the author.
    pub command: Option<String>,
}

impl LogEntry {
    /// The event as shown: without command, and without the name of a player who takes a seat.
    #[must_use]
    pub fn to_event(&self, game: &GameKey) -> GameEvent {
        let player = match (&self.body, &self.author) {
            (EventBody::Joined { rating, .. }, Some(id)) => {
                let (id, rating) = (id.clone(), *rating);
                Some(Player { id, rating }.to_info())
            }
            _ => None,
        };
        GameEvent {
            game: game.clone(),
            seq: self.seq,
            at_ms: self.at_ms,
            body: self.body.clone(),
            player,
        }
    }

    /// `true` if a turn begins: with the start, a move, a take-back or a change of referee.
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
            author: event.player.map(|player| player.id.into()),
            command: None,
        }
    }
}

/// An event that has no number yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub body: EventBody,
    pub author: Option<PlayerId>,
    /// Command id chosen by the author.
    pub command: Option<String>,
}

impl Draft {
    /// An event that no player caused.
    #[must_use]
    pub fn unprompted(body: EventBody) -> Self {
        Self {
            body,
            author: None,
            command: None,
        }
    }

    /// Drafts of a command's events; the one at `command_event` carries its id.
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

/// `true` if the event sets the clock; nothing else changes it.
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

pub(crate) fn begins_turn(body: &EventBody) -> bool {
    sets_clock(body) && !matches!(body, EventBody::Ended { .. })
}
