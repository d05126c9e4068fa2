use std::sync::Arc;

use komadai_protocol::{ErrorCode, GameKey, GameSettings, ServerMessage};

use super::registry::{GameRegistry, code_of};
use crate::hub::{Message, Signal, Subject};
use crate::request::Player;

impl GameRegistry {
    /// The player with the rating to display, none in unrated games.
    pub(crate) async fn with_rating(
        &self,
        mut player: Player,
        settings: &GameSettings,
    ) -> Result<Player, ErrorCode> {
        player.info.rating = match settings.rated {
            true => {
                let (id, now_ms) = (player.id.as_str(), self.time.date_ms());
                let rating = self.store.rating_of(id, settings.game, now_ms).await;
                Some(rating.map_err(|error| {
                    tracing::error!(error = %error, "rating.read failed");
                    code_of(&error)
                })?)
            }
            false => None,
        };
        Ok(player)
    }

    pub(crate) async fn rated(&self, game: &GameKey) -> Option<ServerMessage> {
        let changes = self.store.rating_changes(game).await;
        let changes = changes.unwrap_or_else(|error| {
            tracing::error!(game.id = game.short(), error = %error, "rating.read failed");
            None
        });
        changes.map(|changes| ServerMessage::Rated {
            game: game.clone(),
            changes,
        })
    }

    /// Publishes the rating changes of a game that has just ended, once the projection has followed.
    /// Subscribers that miss the message get it with the next subscription.
    pub(super) fn tell_ratings(self: &Arc<Self>, game: &GameKey) {
        let (registry, game) = (self.clone(), game.clone());
        self.tasks.spawn(async move {
            let Some(rated) = registry.rated(&game).await else {
                return;
            };
            if let Some(text) = registry.written(&rated) {
                let message = Signal::Message(Message::notice(text));
                registry.hub.publish(&Subject::game(&game), message);
            }
        });
    }
}
