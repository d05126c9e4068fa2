use std::sync::Arc;

use komadai_protocol::ErrorCode;

use super::{Action, Cause, Open, Reading};
use crate::game::GameRegistry;
use crate::hub::Message;
use crate::identity::Caller;
use crate::ws::client::Client;

pub(super) fn may_open(client: &Client) -> Result<(), ErrorCode> {
    match client.caller.as_ref().is_none_or(Caller::may_read) {
        true => Ok(()),
        false => Err(ErrorCode::MissingScope),
    }
}

/// The list of challenges, whole in each message.
pub(super) struct LobbyTopic {
    games: Arc<GameRegistry>,
    /// Version of the list sent last.
    version: u64,
}

impl LobbyTopic {
    pub(super) fn new(games: Arc<GameRegistry>) -> Self {
        Self { games, version: 0 }
    }
}

impl Open for LobbyTopic {
    fn read(&mut self, _: Cause) -> Reading<'_> {
        let list = self.games.lobby.list();
        let list = list.filter(|(version, _)| *version > self.version);
        let texts = list.map(|(version, text)| {
            self.version = version;
            text
        });
        Box::pin(std::future::ready(Ok(texts.into_iter().collect())))
    }

    fn receive(&mut self, message: &Message) -> Action {
        match message.version {
            Some(version) if version <= self.version => Action::Skip,
            version => {
                self.version = version.unwrap_or(self.version);
                Action::Send
            }
        }
    }
}
