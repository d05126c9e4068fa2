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
        Box::pin(async move {
            let now = self.now(now_ms).await?;
            let ahead = now - now_ms;
            let write = Write::Claim {
                game: game.clone(),
                owner: owner.into(),
                now_ms: now,
                until_ms: until_ms + ahead,
            };
            let Done::Claimed(Some(claim)) = self.write_unconditionally(write).await? else {
                return Ok(None);
            };
            let previous_lease_until_ms = claim.previous_lease_until_ms - ahead;
            Ok(Some(Claim {
                previous_lease_until_ms,
                ..claim
            }))
        })
    }

    fn renew<'a>(&'a self, owner: &'a str, now_ms: i64, until_ms: i64) -> StoreFuture<'a, ()> {
        Box::pin(Backend::renew(self, owner, now_ms, until_ms))
    }

    fn retire<'a>(&'a self, owner: &'a str, now_ms: i64) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = Write::Retire {
                owner: owner.into(),
                now_ms: self.now(now_ms).await? - 1,
            };
            self.write_unconditionally(write).await.map(drop)
        })
    }

    fn release<'a>(&'a self, game: &'a GameKey, epoch: i64, until_ms: i64) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = Write::Release {
                game: game.clone(),
                epoch,
                until_ms: self.now(until_ms).await?,
            };
            self.write_unconditionally(write).await.map(drop)
        })
    }

    fn orphans<'a>(&'a self, now_ms: i64) -> StoreFuture<'a, Vec<GameKey>> {
        Box::pin(async move {
            let now_ms = self.now(now_ms).await?;
            read::orphans(&mut *self.reader().await?, now_ms).await
        })
    }
}
