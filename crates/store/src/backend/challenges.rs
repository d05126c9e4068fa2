use std::collections::HashSet;

use komadai_protocol::GameKey;

use super::Backend;
use crate::challenge::made_since;
use crate::write::{ChallengeWrite, Write};
use crate::{Challenges, Listing, StoreFuture, Waiting, read};

impl<B: Backend> Challenges for B {
    fn lobby(&self, now_ms: i64, limit: u32) -> StoreFuture<'_, Listing> {
        Box::pin(async move {
            let now_ms = self.now(now_ms).await?;
            read::lobby(&mut self.reader("lobby").await?, now_ms, limit).await
        })
    }

    fn challenge<'a>(&'a self, game: &'a GameKey, now_ms: i64) -> StoreFuture<'a, Option<Waiting>> {
        Box::pin(async move {
            let now_ms = self.now(now_ms).await?;
            read::challenge(&mut self.reader("challenge").await?, game, now_ms).await
        })
    }

    fn renew_challenges<'a>(&'a self, games: &'a [GameKey], now_ms: i64) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let now_ms = self.now(now_ms).await?;
            // Read first: most waiting games are no challenges and need no write.
            let given: HashSet<_> = games.iter().collect();
            let waiting =
                read::waiting_challenges(&mut self.reader("waiting_challenges").await?, now_ms)
                    .await?;
            let games: Vec<_> = waiting
                .into_iter()
                .filter(|it| given.contains(it))
                .collect();
            if games.is_empty() {
                return Ok(0);
            }
            let renew = ChallengeWrite::Renew { games, now_ms };
            self.change(Write::Challenge(renew)).await
        })
    }

    fn forget_challenges(&self, now_ms: i64) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let before_ms = made_since(self.now(now_ms).await?);
            let forget = ChallengeWrite::Forget { before_ms };
            self.change(Write::Challenge(forget)).await
        })
    }
}
