//! Follows the events of all games for the sockets of players: each server by itself, by position. What the bus brings
//! only says that it is time to look.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use komadai_play::PlayerId;
use komadai_protocol::{
    ErrorCode, GameKey, GameNews, PlayerGames, PlayerNews, ServerMessage, Status,
};
use komadai_rules::Side;
use komadai_store::{Change, GameRow, ListEvent, StoreError};
use tokio::time::MissedTickBehavior;

use super::registry::{GameRegistry, code_of};
use super::{MAX_LISTED_GAMES, summary};
use crate::bus::News;

/// How often one looks though nothing was received: a message may have been lost.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// How long what is stored after a look waits for the next one, so that many events are read at once.
const PAUSE: Duration = Duration::from_millis(100);
/// Events read at once.
const PAGE: u32 = 500;

impl GameRegistry {
    /// Passes news of their games on to players, until the server stops.
    pub(crate) async fn follow_lists(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.bus.stirred() => {}
                _ = ticks.tick() => {}
            }
            if let Err(error) = self.pass_news_on().await {
                tracing::error!(error = %error, "players.follow failed");
            }
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
    }

    /// The games of a player that have changed after a position, for a socket that is subscribed to news already.
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
        self.players.follow_from(changed.position);
        self.bus.here().stir();
        Ok(PlayerGames {
            player: id.to_owned(),
            position: changed.position.unsigned_abs(),
            whole: changed.whole,
            games: changed.games.iter().map(|row| summary(row, id)).collect(),
        })
    }

    /// Passes on what has been stored since the last time.
    async fn pass_news_on(&self) -> Result<(), StoreError> {
        while let Some(after) = self.players.followed() {
            let page = self.store.follow_lists(after, PAGE).await?;
            let Some(until) = page.until else {
                return Ok(());
            };
            self.publish_news(latest(page.rows)).await?;
            self.players.advance(after, until);
            if page.is_last {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn publish_news(&self, events: Vec<ListEvent>) -> Result<(), StoreError> {
        let is_wanted = |event: &ListEvent| addressees(event).any(|it| self.players.has(&it));
        let wanted: HashSet<_> = events
            .iter()
            .filter(|&event| is_wanted(event))
            .map(|event| event.game.clone())
            .collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let wanted: Vec<_> = wanted.into_iter().collect();
        let rows = self.store.games(&wanted).await?.into_iter();
        let rows: HashMap<GameKey, GameRow> = rows.map(|row| (row.id.clone(), row)).collect();
        for event in events {
            // It may have expired, or nobody wants it.
            let Some(row) = rows.get(&event.game) else {
                continue;
            };
            for player in addressees(&event) {
                if !self.players.has(&player) {
                    continue;
                }
                let position = event.position.unsigned_abs();
                let news = PlayerNews {
                    player: player.as_str().to_owned(),
                    position,
                    news: news_of(event.change, row.progress.status),
                    game: summary(row, player.as_str()),
                };
                let message = ServerMessage::PlayerNews(Box::new(news));
                match self.metrics.write(&message) {
                    Ok(text) => {
                        let position = Some(position);
                        self.players.publish(&player, News { position, text });
                    }
                    Err(error) => tracing::error!(error = %error, "message.write failed"),
                }
            }
        }
        Ok(())
    }
}

/// The last of several events that say the same of a game as it is now, like the joining of both players of a rematch.
fn latest(page: Vec<ListEvent>) -> Vec<ListEvent> {
    let mut seen = HashSet::new();
    let mut kept: Vec<ListEvent> = page
        .into_iter()
        .rev()
        .filter(|event| {
            let by = (event.change == Change::Offered).then(|| event.author.clone());
            seen.insert((event.game.clone(), event.change, by))
        })
        .collect();
    kept.reverse();
    kept
}

/// Who gets news of an event: the players, but for one who offers something.
fn addressees(event: &ListEvent) -> impl Iterator<Item = PlayerId> {
    let players = Side::BOTH.map(|side| event.players.get(side).as_ref());
    players
        .into_iter()
        .flatten()
        .filter(|&player| event.change != Change::Offered || event.author.as_ref() != Some(player))
        .map(|player| player.as_str().into())
}

fn news_of(change: Change, status: Status) -> GameNews {
    match change {
        Change::Joined if status == Status::Waiting => GameNews::Waiting,
        Change::Joined => GameNews::Began,
        Change::Moved | Change::TakenBack => GameNews::Turn,
        Change::Offered => GameNews::Offer,
        Change::Ended => GameNews::Over,
    }
}
