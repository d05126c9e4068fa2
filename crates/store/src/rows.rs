//! Conversion of rows to values, and SQL shared by queries.

use komadai_protocol::{GameKey, PerSide, PlayerInfo, PlayerKind, Rating, Status};
use komadai_rules::{Side, VariantId};

use crate::rating::Strength;
use crate::sql::{Columns, Connection, unexpected_value};
use crate::{GameRow, Page, PlayerRow, Progress, StoreError};

/// `true` if the game g has an owner whose lease is valid at the time $1.
macro_rules! held {
    () => {
        "g.owner IS NOT NULL AND COALESCE(s.lease_until, g.lease_until) >= $1"
    };
}
pub(crate) use held;

/// The epoch of the referee that appended the last event of the game g.
macro_rules! last_epoch {
    () => {
        "(SELECT e.epoch FROM events e WHERE e.game = g.id AND e.seq = g.seq)"
    };
}
pub(crate) use last_epoch;

/// Last time at which the game g had a referee; s is its owner. An owner that has not appended an event in its epoch
/// does not count.
macro_rules! seen {
    () => {
        concat!(
            "CASE WHEN g.epoch = ",
            $crate::rows::last_epoch!(),
            " THEN COALESCE(s.seen_at, g.seen_at) ELSE g.seen_at END"
        )
    };
}
pub(crate) use seen;

/// Start of the chargeable part of the running turn of the game g. Of the late turns those count whose event was stored,
/// by the referee of the last one: earlier turns were known earlier.
macro_rules! turn_from {
    () => {
        concat!(
            "COALESCE((SELECT MAX(l.from_ms) FROM late_turns l WHERE l.game = g.id \
             AND l.seq BETWEEN 1 AND g.seq AND l.from_ms > g.turn_from AND l.epoch = ",
            $crate::rows::last_epoch!(),
            "), g.turn_from)"
        )
    };
}
pub(crate) use turn_from;

/// Time at which the referee that appended the last event of the game g failed; `NULL` if its server noted no failure.
macro_rules! failed {
    () => {
        concat!(
            "(SELECT l.from_ms FROM late_turns l WHERE l.game = g.id AND l.seq = 0 \
             AND l.epoch = g.epoch AND l.epoch = ",
            $crate::rows::last_epoch!(),
            ")"
        )
    };
}
pub(crate) use failed;

/// Notes late turns, given a table l of them. One that is known to have been later stays.
macro_rules! note_late_turns {
    ($l:literal) => {
        concat!(
            "INSERT INTO late_turns (game, epoch, seq, from_ms) SELECT game, epoch, seq, from_ms FROM ",
            $l,
            " WHERE true ORDER BY game, epoch, seq ON CONFLICT (game, epoch, seq) \
             DO UPDATE SET from_ms = excluded.from_ms WHERE late_turns.from_ms < excluded.from_ms"
        )
    };
}
pub(crate) use note_late_turns;

/// `SELECT` of the columns of [`Head`](crate::Head), for the keys of a subquery.
macro_rules! heads {
    ($keys:literal) => {
        concat!(
            "SELECT g.id, g.seq, g.epoch, g.status, CASE WHEN ",
            $crate::rows::held!(),
            " THEN g.owner END AS holder FROM games g LEFT JOIN servers s ON s.id = g.owner ",
            "WHERE g.id IN (",
            $keys,
            ")"
        )
    };
}
pub(crate) use heads;

/// `SELECT` of the columns that [`game`] reads.
macro_rules! select_games {
    ($rest:literal) => {
        $crate::rows::select_games!("", $rest)
    };
    ($more:literal, $($rest:tt)+) => {
        concat!(
            "SELECT ",
            $more,
            "g.id, g.game, g.status, g.first_player, g.second_player, g.side, g.ply, \
             g.outcome, g.live, g.seq, g.updated_at, g.owner, g.epoch, \
             COALESCE(h.lease_until, g.lease_until) AS lease_until, g.invitation FROM games g \
             LEFT JOIN servers h ON h.id = g.owner ",
            $($rest)+
        )
    };
}
pub(crate) use select_games;

/// `SELECT` of the columns that [`player`] reads.
macro_rules! select_players {
    ($rest:literal) => {
        concat!(
            "SELECT p.id AS player, p.name AS player_name, p.kind AS player_kind, \
             p.created_at AS player_created_at FROM players p ",
            $rest
        )
    };
}
pub(crate) use select_players;

/// Key of a game in the column `id`.
pub(crate) fn key(row: &impl Columns) -> Result<GameKey, StoreError> {
    Ok(GameKey(row.text("id")?))
}

/// Parses rows. Reports and skips an unreadable one, so that one damaged row does not hide the others.
pub(crate) fn readable<C: Connection, T>(
    c: &mut C,
    kind: &'static str,
    rows: &[C::Row],
    read: impl Fn(&C::Row) -> Result<T, StoreError>,
) -> Vec<T> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        match read(row) {
            Ok(value) => all.push(value),
            Err(why) => {
                let id = ["id", "game", "player"]
                    .iter()
                    .find_map(|it| row.text(it).ok());
                c.unreadable(kind, id.unwrap_or_else(|| why.to_string()), &why);
            }
        }
    }
    all
}

pub(crate) fn page<C: Connection, T>(
    c: &mut C,
    kind: &'static str,
    rows: &[C::Row],
    limit: u32,
    read: impl Fn(&C::Row) -> Result<T, StoreError>,
) -> Result<Page<T>, StoreError> {
    let last = rows.last().map(|row| row.number("position"));
    Ok(Page {
        until: last.transpose()?,
        is_last: rows.len() < limit as usize,
        rows: readable(c, kind, rows, read),
    })
}

pub(crate) fn named<T: Copy>(
    row: &impl Columns,
    column: &str,
    all: impl IntoIterator<Item = T>,
    name: impl Fn(T) -> &'static str,
) -> Result<T, StoreError> {
    let text = row.text(column)?;
    let mut all = all.into_iter();
    all.find(|&known| name(known) == text)
        .ok_or_else(|| unexpected_value(column, &text))
}

pub(crate) fn game(row: &impl Columns) -> Result<GameRow, StoreError> {
    let statuses = [Status::Waiting, Status::Playing, Status::Ended];
    let outcome = row.maybe_text("outcome")?;
    Ok(GameRow {
        id: GameKey(row.text("id")?),
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        invitation: row.maybe_text("invitation")?,
        progress: Progress {
            status: named(row, "status", statuses, Status::name)?,
            players: PerSide {
                first: row.maybe_text("first_player")?,
                second: row.maybe_text("second_player")?,
            },
            side: named(row, "side", Side::BOTH, Side::name)?,
            ply: row.count("ply")?,
            outcome: outcome
                .map(|text| {
                    serde_json::from_str(&text).map_err(|_| unexpected_value("outcome", &text))
                })
                .transpose()?,
            clock_runs: row.number("live")? != 0,
        },
        seq: row.count("seq")?,
        updated_at_ms: row.number("updated_at")?,
        owner: row.maybe_text("owner")?,
        epoch: row.number("epoch")?,
        lease_until_ms: row.number("lease_until")?,
    })
}

/// Rating as of `now_ms`: the deviation grows since the last game.
pub(crate) fn rating(row: &impl Columns, now_ms: i64) -> Result<Option<Rating>, StoreError> {
    let Some(at) = row.maybe_number("rated_at")? else {
        return Ok(None);
    };
    let strength = strength(row)?.after(now_ms.saturating_sub(at));
    Ok(Some(strength.shown()))
}

pub(crate) fn strength(row: &impl Columns) -> Result<Strength, StoreError> {
    Ok(Strength {
        rating: row.real("rating")?,
        deviation: row.real("deviation")?,
        volatility: row.real("volatility")?,
    })
}

pub(crate) fn player(row: &impl Columns) -> Result<PlayerRow, StoreError> {
    let id = row.text("player")?;
    Ok(PlayerRow {
        info: PlayerInfo {
            id: id.clone(),
            name: row.text("player_name")?,
            kind: named(row, "player_kind", PlayerKind::ALL, PlayerKind::name)?,
            rating: None,
        },
        id,
        created_at_ms: row.number("player_created_at")?,
    })
}

/// Columns of [`strength`] for player $1 and variant $2.
pub(crate) const RATING: &str = "SELECT rating, deviation, volatility, games, at AS rated_at FROM ratings \
    WHERE player = $1 AND game = $2";
