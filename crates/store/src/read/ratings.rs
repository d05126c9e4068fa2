use komadai_protocol::{GameKey, PerSide, Rating, RatingChange};
use komadai_rules::VariantId;

use crate::rating::Strength;
use crate::sql::{Connection, Value};
use crate::{StoreError, rows};

pub(crate) const RATING: &str = "SELECT rating, deviation, volatility, games, at AS rated_at FROM ratings \
    WHERE player = $1 AND game = $2";

pub(crate) async fn rating_of(
    c: &mut impl Connection,
    player: &str,
    game: VariantId,
    now_ms: i64,
) -> Result<Rating, StoreError> {
    let values = [Value::Text(player), Value::Text(game.name())];
    let row = c.first(RATING, &values).await?;
    let known = row.map_or(Ok(None), |row| rows::rating(&row, now_ms))?;
    Ok(known.unwrap_or_else(|| Strength::unknown().shown()))
}

pub(crate) async fn rating_changes(
    c: &mut impl Connection,
    game: &GameKey,
) -> Result<Option<PerSide<RatingChange>>, StoreError> {
    let sql = "SELECT side, rating_before, deviation_before, rating_after, deviation_after \
        FROM rating_changes WHERE game = $1 ORDER BY side";
    let found = c.fetch(sql, &[Value::Text(game.as_str())]).await?;
    // Ordered by side: "first", "second".
    let [first, second] = &found[..] else {
        return Ok(None);
    };
    Ok(Some(PerSide {
        first: rows::rating_change(first)?,
        second: rows::rating_change(second)?,
    }))
}
