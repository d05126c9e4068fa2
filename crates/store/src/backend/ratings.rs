use komadai_protocol::{GameKey, PerSide, Rating, RatingChange};
use komadai_rules::VariantId;

use super::Backend;
use crate::projections::advance_projections;
use crate::{Ratings, StoreFuture, catch_up, read};

impl<B: Backend> Ratings for B {
    fn rating_of<'a>(
        &'a self,
        player: &'a str,
        game: VariantId,
        now_ms: i64,
    ) -> StoreFuture<'a, Rating> {
        Box::pin(async move {
            // A failing projection must not prevent new games: use the rating known so far.
            if catch_up(self, |_| ()).await.is_err() {
                advance_projections(self).await;
            }
            read::rating_of(&mut self.reader("rating_of").await?, player, game, now_ms).await
        })
    }

    fn rating_changes<'a>(
        &'a self,
        game: &'a GameKey,
    ) -> StoreFuture<'a, Option<PerSide<RatingChange>>> {
        Box::pin(async move {
            let read = || async {
                read::rating_changes(&mut self.reader("rating_changes").await?, game).await
            };
            // Changes are final, so only a missing one may be stale.
            match read().await? {
                None => {
                    advance_projections(self).await;
                    read().await
                }
                known => Ok(known),
            }
        })
    }
}
