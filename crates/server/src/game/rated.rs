use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, GameKey, GameSettings, Rating, ServerMessage};

use super::registry::{GameRegistry, code_of};
use crate::hub::{Message, Signal, Subject};

impl GameRegistry {
    /// The rating with which a player takes a seat, none in unrated games.
    pub(crate) async fn rating_now(
        &self,
        player: &PlayerId,
        settings: &GameSettings,
    ) -> Result<Option<Rating>, ErrorCode> {
        if !settings.rated {
            return Ok(None);
        }
        let (id, now_ms) = (player.as_str(), self.time.date_ms());
        let rating = self.store.rating_of(id, settings.game, now_ms).await;
        rating.map(Some).map_err(|error| {
            tracing::error!(error = %error, "rating.read failed");
            code_of(&error)
        })
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

    /// Publishes the rating changes of a game. Subscribers that miss the message get it with the next subscription.
    pub(super) async fn publish_rating(&self, game: &GameKey) {
        let subject = Subject::game(game);
        if !self.hub.may_be_open(&subject) {
            return;
        }
        let Some(rated) = self.rated(game).await else {
            return;
        };
        if let Some(text) = self.written(&rated) {
            let message = Signal::Message(Message::notice(text));
            self.hub.publish(&subject, message);
        }
    }
}
