use std::sync::Arc;

use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, ServerMessage};

use super::{Action, Cause, Open, Reading};
use crate::game::GameRegistry;
use crate::hub::Message;
use crate::ws::client::Client;

/// Allows players their own topic alone.
pub(super) fn may_open(client: &Client, player: &str) -> Result<(), ErrorCode> {
    let caller = client.caller.as_ref().ok_or(ErrorCode::NotSignedIn)?;
    if caller.player.id.as_str() != player {
        return Err(ErrorCode::NotYourself);
    }
    match caller.may_read() {
        true => Ok(()),
        false => Err(ErrorCode::MissingScope),
    }
}

/// The games of a player. Messages stand alone: each has the whole summary of a game.
pub(super) struct PlayerTopic {
    games: Arc<GameRegistry>,
    player: PlayerId,
    /// Position in the log up to which the client has all changes.
    position: Option<u64>,
}

impl PlayerTopic {
    pub(super) fn new(games: Arc<GameRegistry>, player: &str, after: Option<u64>) -> Self {
        Self {
            games,
            player: player.into(),
            position: after,
        }
    }
}

impl Open for PlayerTopic {
    fn read(&mut self, _: Cause) -> Reading<'_> {
        Box::pin(async {
            let games = &self.games;
            let list = games.games_of_player(&self.player, self.position).await?;
            self.position = Some(list.position);
            let message = ServerMessage::PlayerGames(list);
            let text = games.metrics.write(&message);
            Ok(vec![text.map_err(|_| ErrorCode::Internal)?])
        })
    }

    fn receive(&mut self, _: &Message) -> Action {
        Action::Send
    }
}
