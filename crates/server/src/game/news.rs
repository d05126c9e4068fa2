//! News of a game for its players, published where its events are stored.

use komadai_play::{GameState, LogEntry, PlayerId};
use komadai_protocol::{
    ErrorCode, EventBody, GameNews, PlayerGames, PlayerNews, ServerMessage, Status,
};
use komadai_rules::Side;

use super::MAX_LISTED_GAMES;
use super::registry::{GameRegistry, code_of};
use crate::hub::{Message, Signal, Subject};

impl GameRegistry {
    /// The games of a player that have changed after a position of the log; without one, those that are not over.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn games_of_player(
        &self,
        player: &PlayerId,
        after: Option<u64>,
    ) -> Result<PlayerGames, ErrorCode> {
        let id = player.as_str();
        // Of a position that no log reaches nothing is known.
        let after = after.and_then(|after| i64::try_from(after).ok());
        let changed = self.store.games_changed(id, after, MAX_LISTED_GAMES).await;
        let changed = changed.map_err(|error| {
            tracing::error!(error = %error, "players.read failed");
            code_of(&error)
        })?;
        Ok(PlayerGames {
            player: id.to_owned(),
            position: changed.position.unsigned_abs(),
            whole: changed.whole,
            games: self.summaries(&changed.games, id).await,
        })
    }

    /// Publishes news of stored events to the players of the game.
    pub(super) async fn publish_news(&self, state: &GameState, entries: &[LogEntry]) {
        self.views.look_at(entries);
        let mut all: Vec<(GameNews, &LogEntry)> = Vec::new();
        for entry in entries {
            let Some(news) = news_of(&entry.body, state.status()) else {
                continue;
            };
            // The last of several that say the same, like the joining of both players of a rematch.
            all.retain(|(before, by)| {
                *before != news || (news == GameNews::Offer && by.author != entry.author)
            });
            all.push((news, entry));
        }
        for (news, entry) in all {
            for side in Side::BOTH {
                let Some(player) = state.players().get(side) else {
                    continue;
                };
                if news != GameNews::Offer || entry.author.as_ref() != Some(&player.id) {
                    self.tell_player(&player.id, news, state, entry.at_ms).await;
                }
            }
        }
    }

    /// Makes the players' sockets read again: events may be stored that nobody publishes.
    pub(super) fn news_lost(&self, state: &GameState) {
        let players = state.players();
        for player in [&players.first, &players.second].into_iter().flatten() {
            let subject = Subject::player(player.id.as_str());
            self.hub.publish(&subject, Signal::Missed);
        }
    }

    async fn tell_player(&self, player: &PlayerId, news: GameNews, state: &GameState, at_ms: i64) {
        let subject = Subject::player(player.as_str());
        if !self.hub.may_be_open(&subject) {
            return;
        }
        let game = Box::pin(self.summary_of(state, at_ms, player)).await;
        let message = ServerMessage::PlayerNews(Box::new(PlayerNews {
            player: player.as_str().to_owned(),
            news,
            game,
        }));
        if let Some(text) = self.written(&message) {
            let signal = Signal::Message(Message::notice(text));
            self.hub.publish(&subject, signal);
        }
    }
}

fn news_of(event: &EventBody, status: Status) -> Option<GameNews> {
    Some(match event {
        EventBody::Joined { .. } if status == Status::Waiting => GameNews::Waiting,
        EventBody::Joined { .. } => GameNews::Began,
        EventBody::Move { .. } | EventBody::TakenBack { .. } => GameNews::Turn,
        EventBody::Offered { .. } => GameNews::Offer,
        EventBody::Ended { .. } => GameNews::Over,
        _ => return None,
    })
}
