use super::{Done, WriteError, rows};
use crate::PendingSeat;
use crate::sql::{Columns, Connection, values};

/// Minimum time that a seat counts against its network, in milliseconds, even if the game is aborted at once. Otherwise
/// aborting as a new guest each time could empty the lobby.
const TAKING_MS: i64 = 60_000;

/// Notes the network of a player who took a seat as `maker` or `joiner`.
pub(super) async fn note(
    c: &mut impl Connection,
    seat: &PendingSeat,
    role: &'static str,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO game_networks (game, player, role, network, at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (game, player) DO UPDATE SET network = excluded.network, at = excluded.at";
    let values = values![&seat.game, &seat.player, role, &seat.network, seat.at_ms];
    rows(c.execute(sql, &values).await)
}

/// Takes a seat for its network, unless the network has `limit` of them in other games that have not begun, or took
/// them recently.
pub(super) async fn take(
    c: &mut impl Connection,
    seat: &PendingSeat,
    limit: u32,
) -> Result<Done, WriteError> {
    let sql = "SELECT COUNT(DISTINCT n.game) AS games FROM game_networks n JOIN games g ON g.id = n.game \
        WHERE n.network = $1 AND n.game <> $3 AND n.role = 'joiner' AND g.ply < 2 \
        AND (g.status = 'playing' OR n.at > $2)";
    let values = values![&seat.network, seat.at_ms - TAKING_MS, &seat.game];
    let row = c.first(sql, &values).await?;
    if row.map_or(Ok(0), |row| row.count("games"))? >= limit {
        return Ok(Done::Rows(0));
    }
    note(c, seat, "joiner").await
}
