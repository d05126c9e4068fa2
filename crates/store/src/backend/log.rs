use komadai_protocol::GameKey;

use super::Backend;
use crate::write::{Done, Write};
use crate::{
    Append, AppendError, Claim, EventLog, FollowedEvent, GameRow, NewGame, StoreFuture,
    StoredEvent, read,
};

impl<B: Backend> EventLog for B {
    fn create(&self, game: NewGame) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Create(game)).await.map(drop) })
    }

    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Follow { next, append }).await.map(drop) })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Append(append)).await.map(drop) })
    }

    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(async move { read::events(&mut *self.reader().await?, game, after).await })
    }

    fn follow(&self, after: i64, limit: u32) -> StoreFuture<'_, Vec<FollowedEvent>> {
        Box::pin(async move { read::follow(&mut *self.reader().await?, after, limit).await })
    }

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>> {
        Box::pin(async move { read::game(&mut *self.reader().await?, game).await })
    }

    fn claim<'a>(
        &'a self,
        game: &'a GameKey,
        owner: &'a str,
        now_ms: i64,
        until_ms: i64,
    ) -> StoreFuture<'a, Option<Claim>> {
        let write = Write::Claim {
            game: game.clone(),
            owner: owner.into(),
            now_ms,
            until_ms,
        };
        Box::pin(async move {
            match self.write_unconditionally(write).await? {
                Done::Claimed(claim) => Ok(claim),
                _ => Ok(None),
            }
        })
    }

    fn renew<'a>(&'a self, owner: &'a str, until_ms: i64) -> StoreFuture<'a, ()> {
        let write = Write::Renew {
            owner: owner.into(),
            until_ms,
        };
        Box::pin(async move { self.write_unconditionally(write).await.map(drop) })
    }

    fn release<'a>(&'a self, game: &'a GameKey, epoch: i64, until_ms: i64) -> StoreFuture<'a, ()> {
        let write = Write::Release {
            game: game.clone(),
            epoch,
            until_ms,
        };
        Box::pin(async move { self.write_unconditionally(write).await.map(drop) })
    }

    fn orphans<'a>(&'a self, now_ms: i64) -> StoreFuture<'a, Vec<GameKey>> {
        Box::pin(async move { read::orphans(&mut *self.reader().await?, now_ms).await })
    }
}
