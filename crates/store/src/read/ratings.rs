use komadai_protocol::{GameKey, GameName, PerSide, PlayerInfo, Rating, RatingChange};

use crate::rating::{PROVISIONAL_DEVIATION, Strength};
use crate::sql::{Connection, Value};
use crate::{StoreError, rows};

/// The rating of a player in one of the four games.
pub(crate) const RATING: &str = "SELECT rating, deviation, volatility, games, at FROM ratings \
    WHERE player = $1 AND game = $2";

pub(crate) async fn rating_of(
    c: &mut impl Connection,
    player: &str,
    game: GameName,
) -> Result<Rating, StoreError> {
    let values = [Value::Text(player), Value::Text(game.name())];
    let row = c.first(RATING, &values).await?;
    let strength = row.map_or_else(|| Ok(Strength::unknown()), |row| rows::strength(&row))?;
    Ok(strength.shown())
}

pub(crate) async fn rating_changes(
    c: &mut impl Connection,
    game: &GameKey,
) -> Result<Option<PerSide<RatingChange>>, StoreError> {
    let sql = "SELECT side, rating_before, deviation_before, rating_after, deviation_after \
        FROM rating_changes WHERE game = $1 ORDER BY side";
    let found = c.fetch(sql, &[Value::Text(game.as_str())]).await?;
    // "first" comes before "second".
    let [first, second] = &found[..] else {
        return Ok(None);
    };
    Ok(Some(PerSide {
        first: rows::rating_change(first)?,
        second: rows::rating_change(second)?,
    }))
}

pub(crate) async fn best_players(
    c: &mut impl Connection,
    game: GameName,
    limit: u32,
) -> Result<Vec<PlayerInfo>, StoreError> {
    let sql = "SELECT p.id, p.name, p.kind, r.rating, r.deviation \
        FROM ratings r JOIN players p ON p.id = r.player \
        WHERE r.game = $1 AND r.deviation <= $2 ORDER BY r.rating DESC, p.id LIMIT $3";
    let values = [
        Value::Text(game.name()),
        Value::Real(PROVISIONAL_DEVIATION),
        Value::Number(i64::from(limit)),
    ];
    let found = c.fetch(sql, &values).await?;
    found.iter().map(rows::rated_player).collect()
}
