use super::{Done, WriteError, rows};
use crate::sql::{Connection, Value, values};
use crate::{NewSession, PlayerRow};

/// Stores a player, or updates name and kind of an existing one.
pub(super) async fn player(c: &mut impl Connection, row: &PlayerRow) -> Result<Done, WriteError> {
    let sql = "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind";
    rows(c.execute(sql, &player_values(row)).await)
}

pub(super) async fn player_if_new(
    c: &mut impl Connection,
    row: &PlayerRow,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO NOTHING";
    rows(c.execute(sql, &player_values(row)).await)
}

fn player_values(row: &PlayerRow) -> [Value<'_>; 4] {
    let PlayerRow { id, info, .. } = row;
    values![id, &info.name, info.kind.name(), row.created_at_ms]
}

pub(super) async fn add_session(
    c: &mut impl Connection,
    player: &str,
    new: &NewSession,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO sessions (id, hash, player, label, created_at, seen_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $5, $6)";
    let (made, expires) = (new.created_at_ms, new.expires_at_ms);
    let values = values![&new.id, &new.secret, player, &new.label, made, expires];
    rows(c.execute(sql, &values).await)
}
