use async_trait::async_trait;
use komadai_protocol::{GameKey, PerSide, Rating, RatingChange};
use komadai_rules::VariantId;

use super::Backend;
use crate::rating::{Strength, shown};
use crate::rows::{RATING, rating};
use crate::sql::{Columns, Connection, values};
use crate::{Ratings, StoreError};

#[async_trait]
impl<B: Backend> Ratings for B {
    async fn rating_of(
        &self,
        player: &str,
        game: VariantId,
        now_ms: i64,
    ) -> Result<Rating, StoreError> {
        let mut c = self.reader("rating_of").await?;
        let row = c.first(RATING, &values![player, game.name()]).await?;
        let known = row.map_or(Ok(None), |row| rating(&row, now_ms))?;
        Ok(known.unwrap_or_else(|| Strength::unknown().shown()))
    }

    async fn rating_changes(
        &self,
        game: &GameKey,
    ) -> Result<Option<PerSide<RatingChange>>, StoreError> {
        let sql = "SELECT side, rating_before, deviation_before, rating_after, deviation_after \
            FROM rating_changes WHERE game = $1 ORDER BY side";
        let mut c = self.reader("rating_changes").await?;
        // Ordered by side: "first", "second".
        match &c.fetch(sql, &values![game]).await?[..] {
            [first, second] => Ok(Some(PerSide {
                first: rating_change(first)?,
                second: rating_change(second)?,
            })),
            _ => Ok(None),
        }
    }
}

fn rating_change(row: &impl Columns) -> Result<RatingChange, StoreError> {
    Ok(RatingChange {
        before: shown(row.real("rating_before")?, row.real("deviation_before")?),
        after: shown(row.real("rating_after")?, row.real("deviation_after")?),
    })
}
