//! Messages that ask the referee for something.

use komadai_play::Command;
use komadai_protocol::limits::MAX_COMMAND_ID_BYTES;
use komadai_protocol::{ClientMessage, ErrorCode, GameKey};

/// A command as a client sends it.
pub(super) struct Sent {
    pub(super) game: GameKey,
    /// The client's id for it.
    pub(super) id: String,
    pub(super) command: Command,
}

/// The command of a message, if it is one.
///
/// # Errors
/// The message, which is something else.
pub(super) fn command_of(message: ClientMessage) -> Result<Sent, ClientMessage> {
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
        other @ (ClientMessage::Hello { .. } | ClientMessage::Ping { .. }) => return Err(other),
    };
    Ok(Sent { game, id, command })
}

impl Sent {
    /// What ends the connection: it is not about this game, the only one it may be about.
    pub(super) fn fault(&self, subscribed: Option<&GameKey>) -> Option<ErrorCode> {
        match subscribed {
            None => Some(ErrorCode::HelloExpected),
            Some(game) if *game != self.game => Some(ErrorCode::WrongGame),
            Some(_) if self.id.is_empty() || self.id.len() > MAX_COMMAND_ID_BYTES => {
                Some(ErrorCode::BadCommandId)
            }
            Some(_) => None,
        }
    }
}
