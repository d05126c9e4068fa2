use komadai_protocol::GameKey;

use crate::sql::{Columns, Connection, Value, unexpected_value};
use crate::{Aborts, Offer, StoreError};

pub(crate) async fn share_device(
    c: &mut impl Connection,
    one: &str,
    other: &str,
    device: Option<&str>,
) -> Result<bool, StoreError> {
    let sql = "SELECT device FROM player_devices WHERE player = $1 AND (device = $3 \
        OR device IN (SELECT device FROM player_devices WHERE player = $2)) LIMIT 1";
    let values = [Value::Text(one), Value::Text(other), Value::Maybe(device)];
    Ok(c.first(sql, &values).await?.is_some())
}

pub(crate) async fn has_device(
    c: &mut impl Connection,
    player: &str,
    device: &str,
) -> Result<bool, StoreError> {
    let sql = "SELECT device FROM player_devices WHERE player = $1 AND device = $2";
    let values = [Value::Text(player), Value::Text(device)];
    Ok(c.first(sql, &values).await?.is_some())
}

pub(crate) async fn network_of(
    c: &mut impl Connection,
    game: &GameKey,
    player: &str,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT network FROM game_networks WHERE game = $1 AND player = $2";
    let values = [Value::Text(game.as_str()), Value::Text(player)];
    let row = c.first(sql, &values).await?;
    row.map(|row| row.text("network")).transpose()
}

pub(crate) async fn offer(
    c: &mut impl Connection,
    game: &GameKey,
) -> Result<Option<Offer>, StoreError> {
    let sql = "SELECT c.terms, n.network FROM challenges c LEFT JOIN game_networks n \
        ON n.game = c.game AND n.player = c.maker WHERE c.game = $1";
    let Some(row) = c.first(sql, &[Value::Text(game.as_str())]).await? else {
        return Ok(None);
    };
    let terms = row.text("terms")?;
    Ok(Some(Offer {
        terms: serde_json::from_str(&terms).map_err(|_| unexpected_value("terms", &terms))?,
        network: row.maybe_text("network")?,
    }))
}

pub(crate) async fn aborts(c: &mut impl Connection, player: &str) -> Result<Aborts, StoreError> {
    let sql = "SELECT in_a_row, at FROM aborts WHERE player = $1";
    let Some(row) = c.first(sql, &[Value::Text(player)]).await? else {
        return Ok(Aborts::default());
    };
    Ok(Aborts {
        in_a_row: row.count("in_a_row")?,
        at_ms: row.number("at")?,
    })
}
