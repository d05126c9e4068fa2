use komadai_protocol::GameKey;

use super::{Done, WriteError, rows};
use crate::PendingSeat;
use crate::sql::{Columns, Connection, Value};

/// Minimum time that a seat counts against its network, in milliseconds, even if the game is aborted at once. Otherwise
/// aborting as a new guest each time could empty the lobby.
const TAKING_MS: i64 = 60_000;
const MAX_DEVICES: i64 = 64;

pub(crate) enum FairPlayWrite {
    Device { player: String, device: String },
    Network(PendingSeat),
    Pending { seat: PendingSeat, limit: u32 },
    GiveUp { game: GameKey, player: String },
    Abort { player: String, at_ms: i64 },
    ForgetAborts { player: String },
    Forget { before_ms: i64 },
}

impl FairPlayWrite {
    pub(super) async fn apply(&self, c: &mut impl Connection) -> Result<Done, WriteError> {
        match self {
            Self::Device { player, device } => {
                let sql = "INSERT INTO player_devices (player, device) \
                    SELECT CAST($1 AS TEXT), CAST($2 AS TEXT) \
                    WHERE (SELECT COUNT(*) FROM player_devices WHERE player = $1) < $3 \
                    ON CONFLICT (player, device) DO NOTHING";
                let values = [
                    Value::Text(player),
                    Value::Text(device),
                    Value::Number(MAX_DEVICES),
                ];
                rows(c.execute(sql, &values).await)
            }
            Self::Network(seat) => note(c, seat, "maker").await,
            Self::Pending { seat, limit } => {
                if pending(c, seat).await? >= *limit {
                    return Ok(Done::Rows(0));
                }
                note(c, seat, "joiner").await
            }
            Self::GiveUp { game, player } => {
                let sql =
                    "DELETE FROM game_networks WHERE game = $1 AND player = $2 AND role = 'joiner'";
                let values = [Value::Text(game.as_str()), Value::Text(player)];
                rows(c.execute(sql, &values).await)
            }
            Self::Abort { player, at_ms } => {
                let sql = "INSERT INTO aborts (player, in_a_row, at) VALUES ($1, 1, $2) \
                    ON CONFLICT (player) DO UPDATE SET in_a_row = aborts.in_a_row + 1, at = excluded.at";
                rows(
                    c.execute(sql, &[Value::Text(player), Value::Number(*at_ms)])
                        .await,
                )
            }
            Self::ForgetAborts { player } => {
                let sql = "DELETE FROM aborts WHERE player = $1";
                rows(c.execute(sql, &[Value::Text(player)]).await)
            }
            Self::Forget { before_ms } => forget(c, *before_ms).await,
        }
    }
}

pub(super) async fn note(
    c: &mut impl Connection,
    seat: &PendingSeat,
    role: &'static str,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO game_networks (game, player, role, network, at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (game, player) DO UPDATE SET network = excluded.network, at = excluded.at";
    let values = [
        Value::Text(seat.game.as_str()),
        Value::Text(&seat.player),
        Value::Text(role),
        Value::Text(&seat.network),
        Value::Number(seat.at_ms),
    ];
    rows(c.execute(sql, &values).await)
}

/// Counts other games that have not begun in which a network has a seat, or took one recently.
async fn pending(c: &mut impl Connection, seat: &PendingSeat) -> Result<u32, WriteError> {
    let sql = "SELECT COUNT(DISTINCT n.game) AS games FROM game_networks n JOIN games g ON g.id = n.game \
        WHERE n.network = $1 AND n.game <> $3 AND n.role = 'joiner' AND g.ply < 2 \
        AND (g.status = 'playing' OR n.at > $2)";
    let values = [
        Value::Text(&seat.network),
        Value::Number(seat.at_ms - TAKING_MS),
        Value::Text(seat.game.as_str()),
    ];
    let row = c.first(sql, &values).await?;
    Ok(row.map_or(Ok(0), |row| row.count("games"))?)
}

async fn forget(c: &mut impl Connection, before_ms: i64) -> Result<Done, WriteError> {
    let begun = "DELETE FROM game_networks WHERE NOT EXISTS (SELECT 1 FROM games g \
        WHERE g.id = game_networks.game AND (g.status = 'waiting' OR (g.status = 'playing' AND g.ply < 2)))";
    let done = c.execute(begun, &[]).await?;
    let aborts = "DELETE FROM aborts WHERE at < $1";
    let more = c.execute(aborts, &[Value::Number(before_ms)]).await?;
    Ok(Done::Rows(done + more))
}
