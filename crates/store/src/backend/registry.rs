use std::sync::Arc;
use std::sync::atomic::Ordering;

use komadai_protocol::{GameKey, GameResults};

use super::Backend;
use crate::projections::advance_projections;
use crate::sql::Connection;
use crate::write::{Done, Write};
use crate::{
    CaughtUp, ChangedGames, DeadLetter, GamesPage, Registry, StoreError, StoreFuture,
    StoreObserver, read,
};

impl<B: Backend> Registry for B {
    fn games_of<'a>(
        &'a self,
        player: &'a str,
        before: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, GamesPage> {
        Box::pin(async move {
            advance_projections(self).await;
            read::games_of(&mut self.reader("games_of").await?, player, before, limit).await
        })
    }

    fn games_changed<'a>(
        &'a self,
        player: &'a str,
        after: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, ChangedGames> {
        Box::pin(async move {
            advance_projections(self).await;
            read::games_changed(
                &mut self.reader("games_changed").await?,
                player,
                after,
                limit,
            )
            .await
        })
    }

    fn results_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<GameResults>> {
        Box::pin(async move {
            advance_projections(self).await;
            read::results_of(&mut self.reader("results_of").await?, player, now_ms).await
        })
    }

    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        Box::pin(async move {
            advance_projections(self).await;
            read::unfinished_of(&mut self.reader("unfinished_of").await?, player).await
        })
    }

    fn unfinished_lately<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        Box::pin(async move {
            read::unfinished_of(&mut self.reader("unfinished_of").await?, player).await
        })
    }

    fn follow_events(&self) -> StoreFuture<'_, CaughtUp> {
        Box::pin(async move {
            let reached = read::caught_up(&mut self.reader("caught_up").await?).await?;
            if reached.is_whole() {
                return Ok(reached);
            }
            match self.follow_next().await? {
                Done::Followed { reached, set_aside } => {
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
                    Ok(reached)
                }
                _ => Err(StoreError::Closed),
            }
        })
    }

    fn dead_letters(&self, limit: u32) -> StoreFuture<'_, Vec<DeadLetter>> {
        Box::pin(
            async move { read::dead_letters(&mut self.reader("dead_letters").await?, limit).await },
        )
    }

    fn observe(&self, observer: Arc<dyn StoreObserver>) {
        self.observed().set(observer);
    }

    fn clear_projections(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.write_unconditionally(Write::ForgetLists)
                .await
                .map(drop)
        })
    }

    fn expire(&self, before_ms: i64, limit: u32) -> StoreFuture<'_, Vec<GameKey>> {
        Box::pin(async move {
            let games = read::old(&mut self.reader("old").await?, before_ms, limit).await?;
            if games.is_empty() {
                return Ok(games);
            }
            let write = Write::Expire { games, before_ms };
            match self.write_unconditionally(write).await? {
                Done::Games(games) => Ok(games),
                _ => Ok(Vec::new()),
            }
        })
    }

    fn setting<'a>(&'a self, name: &'a str, value: &'a str) -> StoreFuture<'a, String> {
        let write = Write::Setting {
            name: name.into(),
            value: value.into(),
        };
        Box::pin(async move {
            match self.write_unconditionally(write).await? {
                Done::Value(value) => Ok(value),
                _ => Ok(value.to_owned()),
            }
        })
    }

    fn is_alive(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.reader("is_alive")
                .await?
                .fetch("SELECT 1", &[])
                .await?;
            if self.queue().is_closed() {
                return Err(StoreError::Closed);
            }
            if self.queue().failed().load(Ordering::Relaxed) {
                self.change(Write::Probe).await?;
                self.change(Write::ProbeDone).await?;
                self.queue().failed().store(false, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.drain().await;
            Ok(())
        })
    }
}
