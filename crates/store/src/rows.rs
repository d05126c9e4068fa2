//! Conversion of rows to values, and SQL shared by queries.

use komadai_protocol::{GameKey, PerSide, PlayerInfo, PlayerKind, Rating, Status};
use komadai_rules::{Side, VariantId};

use crate::rating::Strength;
use crate::sql::{Columns, Connection, unexpected_value};
use crate::{GameRow, Page, PlayerRow, Progress, StoreError};

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
             g.outcome, g.live, g.seq, g.updated_at, g.invitation FROM games g ",
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
