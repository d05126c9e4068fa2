use komadai_protocol::{EventBody, GameKey, GameName, PerSide, PlayerInfo, SideName, Status};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::{GameRow, Progress, StoreError, StoredEvent};

/// What [`game`] reads.
macro_rules! select_games {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.game, g.status, g.first_player, g.second_player, g.side, g.ply, \
             g.outcome, g.live, g.seq, g.updated_at, g.owner, g.epoch, \
             COALESCE(h.lease_until, g.lease_until) AS lease_until, \
             f.name AS first_name, f.guest AS first_guest, \
             s.name AS second_name, s.guest AS second_guest FROM games g \
             LEFT JOIN players f ON f.id = g.first_player \
             LEFT JOIN players s ON s.id = g.second_player \
             LEFT JOIN servers h ON h.id = g.owner ",
            $rest
        )
    };
}

/// One game.
pub(super) const GAME_BY_ID: &str = select_games!("WHERE g.id = $1");

/// The games of a player, unfinished first, newest first.
pub(super) const GAMES_OF: &str = select_games!(
    "WHERE g.first_player = $1 OR g.second_player = $1 \
     ORDER BY CASE WHEN g.status = 'ended' THEN 1 ELSE 0 END, g.updated_at DESC, g.id LIMIT $2"
);

/// What [`events`] reads: also the number that the row of the game says the last event has.
pub(super) const EVENTS: &str = "SELECT g.seq AS last, e.seq, e.at, e.payload, e.author, e.command \
    FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq > $2 WHERE g.id = $1 ORDER BY e.seq";

/// The events of a game after number `after`.
///
/// # Errors
/// One is missing or cannot be read: a shortened game is never taken for the whole.
pub(super) fn events(
    game: &GameKey,
    after: u32,
    rows: &[SqliteRow],
) -> Result<Vec<StoredEvent>, StoreError> {
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    let last = number(first.try_get("last")?)?;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        if row.try_get::<Option<i64>, _>("seq")?.is_some() {
            events.push(event(game, row)?);
        }
    }
    let expected = after + 1..=last.max(after);
    let missing = expected.clone().find(|&seq| {
        events
            .get((seq - after - 1) as usize)
            .is_none_or(|it| it.seq != seq)
    });
    match missing {
        Some(seq) => Err(StoreError::Missing {
            game: game.clone(),
            seq,
        }),
        None if events.len() != expected.count() => Err(StoreError::Missing {
            game: game.clone(),
            seq: last + 1,
        }),
        None => Ok(events),
    }
}

fn unexpected_value(what: &str, value: &str) -> StoreError {
    StoreError::Database(format!("the column {what} holds {value:?}"))
}

pub(super) fn number(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|_| unexpected_value("of a number", &value.to_string()))
}

/// A row of `games` with the players' names.
pub(super) fn game(row: &SqliteRow) -> Result<GameRow, StoreError> {
    let name: String = row.try_get("game")?;
    let status: String = row.try_get("status")?;
    let side: String = row.try_get("side")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    Ok(GameRow {
        id: GameKey(row.try_get("id")?),
        game: GameName::ALL
            .into_iter()
            .find(|game| game.name() == name)
            .ok_or_else(|| unexpected_value("game", &name))?,
        progress: Progress {
            status: [Status::Waiting, Status::Playing, Status::Ended]
                .into_iter()
                .find(|known| known.name() == status)
                .ok_or_else(|| unexpected_value("status", &status))?,
            players: PerSide {
                first: row.try_get("first_player")?,
                second: row.try_get("second_player")?,
            },
            side: SideName::BOTH
                .into_iter()
                .find(|known| known.name() == side)
                .ok_or_else(|| unexpected_value("side", &side))?,
            ply: number(row.try_get("ply")?)?,
            outcome: outcome
                .map(|text| {
                    serde_json::from_str(&text).map_err(|_| unexpected_value("outcome", &text))
                })
                .transpose()?,
            clock_runs: row.try_get::<i64, _>("live")? != 0,
        },
        players: PerSide {
            first: player(row, "first_name", "first_guest")?,
            second: player(row, "second_name", "second_guest")?,
        },
        seq: number(row.try_get("seq")?)?,
        updated_at_ms: row.try_get("updated_at")?,
        owner: row.try_get("owner")?,
        epoch: row.try_get("epoch")?,
        lease_until_ms: row.try_get("lease_until")?,
    })
}

/// The player on a seat, by the columns of `players`.
fn player(row: &SqliteRow, name: &str, guest: &str) -> Result<Option<PlayerInfo>, StoreError> {
    let name: Option<String> = row.try_get(name)?;
    let guest: Option<i64> = row.try_get(guest)?;
    Ok(name.map(|name| PlayerInfo {
        name,
        guest: guest != Some(0),
    }))
}

/// A row of `events`.
fn event(game: &GameKey, row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    let seq = number(row.try_get("seq")?)?;
    let payload: String = row.try_get("payload")?;
    let body: EventBody =
        serde_json::from_str(&payload).map_err(|error| StoreError::Unreadable {
            game: game.clone(),
            seq,
            why: error.to_string(),
        })?;
    Ok(StoredEvent {
        seq,
        at_ms: row.try_get("at")?,
        body,
        author: row.try_get("author")?,
        command: row.try_get("command")?,
    })
}
