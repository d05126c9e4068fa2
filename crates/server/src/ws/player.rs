//! Subscription of a connection to its player's games.

use std::sync::Arc;

use futures_util::StreamExt;
use komadai_protocol::{ErrorCode, PlayerGames, ServerMessage, Topic};

use super::client::Client;
use super::connection::{Connection, End};
use crate::bus::{News, NewsListener};
use crate::game::GameRegistry;

pub(super) struct Following {
    pub(super) number: u64,
    /// Last position sent, `None` before the first list.
    pub(super) position: Option<u64>,
    pub(super) news: NewsListener,
}

/// Reads the games that have changed since the client's position.
pub(super) fn reading(
    games: &Arc<GameRegistry>,
    client: &Arc<Client>,
    following: Following,
) -> impl Future<Output = (Following, Result<PlayerGames, ErrorCode>)> + use<> {
    let (games, player) = (games.clone(), client.player_id());
    async move {
        let read = match player {
            Some(player) => games.games_of_player(&player, following.position).await,
            None => Err(ErrorCode::NotSignedIn),
        };
        (following, read)
    }
}

/// The next news, `None` if some were lost. Pending while nothing is followed.
pub(super) async fn next_news(following: &mut Option<Following>) -> Option<News> {
    match following {
        Some(following) => following.news.next().await?.ok(),
        None => std::future::pending().await,
    }
}

impl Connection {
    pub(super) async fn followed(
        &mut self,
        mut following: Following,
        games: Result<PlayerGames, ErrorCode>,
    ) -> Result<(), End> {
        if self.client.following() != Some(following.number) {
            // The client has unsubscribed or resubscribed meanwhile.
            return Ok(());
        }
        match games {
            Ok(games) => {
                following.position = Some(games.position);
                self.following = Some(following);
                self.send_message(&ServerMessage::PlayerGames(games)).await
            }
            Err(code) => {
                if !self.client.unfollow_if(following.number) {
                    return Ok(());
                }
                let player = self.client.player_id();
                let player = player.map(|player| player.into_string());
                let topic = Topic::Player(player.unwrap_or_default());
                self.unsubscribed(topic, Some(code)).await
            }
        }
    }

    /// Sends news once each. Returns the subscription if the games must be read again.
    pub(super) async fn news(&mut self, news: Option<News>) -> Result<Option<Following>, End> {
        let Some(news) = news else {
            return Ok(self.following.take());
        };
        let Some(following) = &mut self.following else {
            return Ok(None);
        };
        let passes = match news.position {
            Some(position) => Some(position) > following.position,
            None => self.client.knows_notifications(),
        };
        if passes {
            following.position = news.position.max(following.position);
            self.send_text(news.text).await?;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::ws::Utf8Bytes;

    use super::*;
    use crate::bus::Players;

    #[tokio::test]
    async fn a_slow_subscriber_reads_the_list_again() {
        let (players, player) = (Players::default(), "a".into());
        let mut following = Some(Following {
            number: 1,
            position: Some(0),
            news: players.subscribe(&player),
        });
        let publish = |position| {
            let text = Utf8Bytes::from_static("{}");
            let position = Some(position);
            players.publish(&player, News { position, text });
        };
        publish(1);
        let news = next_news(&mut following).await;
        assert_eq!(news.and_then(|it| it.position), Some(1));
        (2..=100).for_each(publish);
        assert!(next_news(&mut following).await.is_none());
        // The list read next contains the lost news; later news are passed on.
        assert!(next_news(&mut following).await.is_some());
    }
}
