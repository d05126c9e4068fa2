//! Messages for the referee.

use komadai_play::Command;
use komadai_protocol::limits::MAX_COMMAND_ID_BYTES;
use komadai_protocol::{ClientMessage, GameKey};

pub(super) struct Sent {
    pub(super) game: GameKey,
    pub(super) id: String,
    pub(super) command: Command,
}

pub(super) fn command_of(message: ClientMessage) -> Option<Sent> {
    let (game, id, command) = match message {
        ClientMessage::Move {
            game,
            id,
            ply,
            text,
        } => (game, id, Command::Move { ply, text }),
        ClientMessage::Premove {
            game,
            id,
            ply,
            text,
        } => (game, id, Command::Premove { ply, text }),
        ClientMessage::CancelPremove { game, id } => (game, id, Command::CancelPremove),
        ClientMessage::Resign { game, id } => (game, id, Command::Resign),
        ClientMessage::Abort { game, id } => (game, id, Command::Abort),
        ClientMessage::ClaimVictory { game, id } => (game, id, Command::ClaimVictory),
        ClientMessage::Offer { game, id, offer } => (game, id, Command::Offer(offer)),
        ClientMessage::Answer {
            game,
            id,
            offer,
            accept: true,
        } => (game, id, Command::Accept(offer)),
        ClientMessage::Answer {
            game,
            id,
            offer,
            accept: false,
        } => (game, id, Command::Decline(offer)),
        ClientMessage::Declare { game, id, ply } => (game, id, Command::Declare { ply }),
        ClientMessage::Hello { .. }
        | ClientMessage::Subscribe { .. }
        | ClientMessage::Unsubscribe { .. }
        | ClientMessage::Pong { .. } => return None,
    };
    Some(Sent { game, id, command })
}

impl Sent {
    /// Returns `true` if the id fits the event log: PostgreSQL stores no U+0000.
    pub(super) fn has_good_id(&self) -> bool {
        (1..=MAX_COMMAND_ID_BYTES).contains(&self.id.len()) && !self.id.contains(char::is_control)
    }
}
