use komadai_protocol::GameKey;

use super::Backend;
use crate::write::Write;
use crate::{
    Append, AppendError, EventLog, FollowedEvent, GameRow, ListEvent, NewGame, Page, StoreFuture,
    StoredEvent, read,
};

impl<B: Backend> EventLog for B {
    fn create(&self, mut game: NewGame) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move {
            if let Some(challenge) = &mut game.challenge {
                challenge.at_ms = self.now(challenge.at_ms).await?;
            }
            self.queue().write(Write::Create(game)).await.map(drop)
        })
    }

    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move {
            self.queue()
                .write(Write::Follow { next, append })
                .await
                .map(drop)
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.queue().write(Write::Append(append)).await.map(drop) })
    }

    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(async move { read::events(&mut self.reader("events").await?, game, after).await })
    }

    fn follow(&self, after: i64, limit: u32) -> StoreFuture<'_, Vec<FollowedEvent>> {
        Box::pin(async move { read::follow(&mut self.reader("follow").await?, after, limit).await })
    }

    fn follow_lists(&self, after: i64, limit: u32) -> StoreFuture<'_, Page<ListEvent>> {
        Box::pin(async move {
            read::follow_lists(&mut self.reader("follow_lists").await?, after, limit).await
        })
    }

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>> {
        Box::pin(async move { read::game(&mut self.reader("game").await?, game).await })
    }

    fn games<'a>(&'a self, games: &'a [GameKey]) -> StoreFuture<'a, Vec<GameRow>> {
        Box::pin(
            async move { read::games(&mut self.reader("games").await?, B::GAMES, games).await },
        )
    }
}
