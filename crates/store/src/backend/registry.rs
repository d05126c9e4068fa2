use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use komadai_protocol::{GameKey, GameResults};

use super::{Backend, fold, lists};
use crate::rows::{key, readable};
use crate::sql::{Columns, Connection, values};
use crate::write::projections::UNREAD;
use crate::write::{Done, Write};
use crate::{
    Behind, CaughtUp, ChangedGames, DeadLetter, Folding, Followed, GamesPage, Registry, StoreError,
    StoreObserver,
};

#[async_trait]
impl<B: Backend> Registry for B {
    async fn games_of(
        &self,
        player: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<GamesPage, StoreError> {
        lists::games_of(&mut self.reader("games_of").await?, player, before, limit).await
    }

    async fn games_changed(
        &self,
        player: &str,
        after: Option<i64>,
        limit: u32,
    ) -> Result<ChangedGames, StoreError> {
        lists::games_changed(
            &mut self.reader("games_changed").await?,
            player,
            after,
            limit,
        )
        .await
    }

    async fn results_of(&self, player: &str, now_ms: i64) -> Result<Vec<GameResults>, StoreError> {
        lists::results_of(&mut self.reader("results_of").await?, player, now_ms).await
    }

    async fn unfinished_of(&self, player: &str) -> Result<u32, StoreError> {
        lists::unfinished_of(&mut self.reader("unfinished_of").await?, player).await
    }

    async fn follow_events(&self) -> Result<Followed, StoreError> {
        let unread = unread(self).await?;
        if unread.reached.is_whole() {
            return Ok(unread);
        }
        match self.follow_next().await? {
            Done::Followed {
                followed,
                set_aside,
            } => {
                for letter in set_aside {
                    tracing::error!(
                        projection = letter.projection,
                        event.position = letter.position,
                        game.id = letter.game.short(),
                        error = letter.why,
                        "projection.event set aside"
                    );
                    self.observed().set_aside(letter.projection);
                }
                let reached = CaughtUp {
                    end: unread.reached.end,
                    ..followed.reached
                };
                let behind = match reached.is_whole() {
                    true => Behind::default(),
                    false => unread.behind,
                };
                Ok(Followed {
                    reached,
                    behind,
                    ..followed
                })
            }
            _ => Ok(unread),
        }
    }

    async fn behind(&self) -> Result<Behind, StoreError> {
        Ok(unread(self).await?.behind)
    }

    async fn fold(&self, after: i64, before_ms: i64, limit: u32) -> Result<Folding, StoreError> {
        fold::fold(self, after, before_ms, limit).await
    }

    async fn dead_letters(&self, limit: u32) -> Result<Vec<DeadLetter>, StoreError> {
        let sql = "SELECT projection, position, game, seq, why FROM dead_letters \
            ORDER BY position, projection LIMIT $1";
        let mut c = self.reader("dead_letters").await?;
        let found = c.fetch(sql, &values![limit]).await?;
        Ok(readable(&mut c, "dead-letter", &found, dead_letter))
    }

    fn observe(&self, observer: Arc<dyn StoreObserver>) {
        self.observed().set(observer);
    }

    async fn clear_projections(&self) -> Result<(), StoreError> {
        self.write_unconditionally(Write::ForgetLists)
            .await
            .map(drop)
    }

    async fn expire(&self, before_ms: i64, limit: u32) -> Result<Vec<GameKey>, StoreError> {
        // Keeps the game with the last event: SQLite would reuse that position.
        let old = "SELECT id FROM games WHERE status = 'waiting' AND updated_at < $1 AND NOT EXISTS \
            (SELECT 1 FROM events WHERE game = games.id \
            AND position = (SELECT MAX(position) FROM events)) ORDER BY updated_at, id LIMIT $2";
        let mut c = self.reader("old").await?;
        let found = c.fetch(old, &values![before_ms, limit]).await?;
        let games = readable(&mut c, "game", &found, key);
        drop(c);
        if games.is_empty() {
            return Ok(games);
        }
        let write = Write::Expire { games, before_ms };
        match self.write_unconditionally(write).await? {
            Done::Games(games) => Ok(games),
            _ => Ok(Vec::new()),
        }
    }

    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        let write = Write::Setting {
            name: name.into(),
            value: value.into(),
        };
        match self.write_unconditionally(write).await? {
            Done::Value(value) => Ok(value),
            _ => Ok(value.to_owned()),
        }
    }

    async fn is_alive(&self) -> Result<(), StoreError> {
        self.reader("is_alive")
            .await?
            .fetch("SELECT 1", &[])
            .await?;
        if self.queue().is_closed() {
            return Err(StoreError::Closed);
        }
        if self.queue().failed().load(Ordering::Relaxed) {
            // About 64 kB of padding: a full disk may still take the smallest write.
            let zeros = "0".repeat(1 << 16);
            let probe = "INSERT INTO settings (name, value) VALUES ('probe', $1) \
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            self.run(probe, &values![&zeros]).await?;
            let done = "DELETE FROM settings WHERE name = 'probe'";
            self.run(done, &[]).await?;
            self.queue().failed().store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.drain().await;
        Ok(())
    }
}

/// Place of the consumer before a step.
async fn unread(backend: &impl Backend) -> Result<Followed, StoreError> {
    let row = backend.reader("unread").await?.first(UNREAD, &[]).await?;
    let row = row.ok_or_else(|| StoreError::Database("no place of the views".into()))?;
    let position = row.number("position")?;
    Ok(Followed {
        reached: CaughtUp {
            position,
            end: row.maybe_number("last")?.unwrap_or(position),
        },
        behind: Behind {
            events: row.count("unread")?,
            since_ms: row.maybe_number("at")?,
        },
        from: position,
        has_more: false,
        rated: Vec::new(),
    })
}

fn dead_letter(row: &impl Columns) -> Result<DeadLetter, StoreError> {
    Ok(DeadLetter {
        projection: row.text("projection")?,
        position: row.number("position")?,
        game: GameKey(row.text("game")?),
        seq: row.count("seq")?,
        why: row.text("why")?,
    })
}
