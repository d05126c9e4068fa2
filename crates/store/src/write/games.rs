use komadai_protocol::{EventBody, GameKey};

use super::{Done, WriteError, Writer, challenges, identities};
use crate::sql::{Columns, Connection, json, values};
use crate::{Append, AppendError, NewEvent, NewGame, Progress, Slot, StoreError};

/// Epoch of the first events of a game, which no slot guards.
const CREATED: i64 = 0;

fn outcome_text(progress: &Progress) -> Result<Option<String>, StoreError> {
    progress.outcome.as_ref().map(json).transpose()
}

pub(super) async fn create(c: &mut impl Writer, new: &NewGame) -> Result<Done, WriteError> {
    for row in &new.players {
        identities::player(c, row).await?;
    }
    let at = new.events.first().map_or(0, |event| event.at_ms);
    let progress = &new.progress;
    let outcome = outcome_text(progress)?;
    let sql = "INSERT INTO games (id, game, status, first_player, second_player, side, ply, outcome, \
        live, seq, created_at, updated_at, invitation) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)";
    let values = values![
        new.id.as_str(),
        new.game.name(),
        progress.status.name(),
        progress.players.first.as_deref(),
        progress.players.second.as_deref(),
        progress.side.name(),
        progress.ply,
        outcome.as_deref(),
        i64::from(progress.clock_runs),
        new.events.len() as i64,
        at,
        new.invitation.as_deref()
    ];
    c.execute(sql, &values).await?;
    if let Some(challenge) = &new.challenge {
        challenges::add(c, &new.id, challenge).await?;
    }
    c.add_events(&new.id, 1, CREATED, &new.events).await?;
    Ok(Done::Nothing)
}

/// `true` if an event may change players, status or deadlines. A first move may start a clock.
pub(crate) fn changes_more_than_the_turn(event: &NewEvent) -> bool {
    match event.body {
        EventBody::Move { ply, .. } => ply < 2,
        EventBody::Offered { .. } | EventBody::Declined { .. } | EventBody::Resumed { .. } => false,
        _ => true,
    }
}

pub(crate) fn slot_of(append: &Append) -> i64 {
    Slot::of(append.game.as_str()).number().into()
}

/// Updates the row of the game if number and epoch match. Returns `true` if they did.
async fn advance(c: &mut impl Connection, append: &Append) -> Result<bool, WriteError> {
    let progress = &append.progress;
    let turn = values![
        append.events.len() as i64,
        progress.side.name(),
        progress.ply,
        append.events.last().map_or(0, |event| event.at_ms),
        append.game.as_str(),
        i64::from(append.first_seq) - 1,
        append.epoch,
        slot_of(append)
    ];
    if !append.events.iter().any(changes_more_than_the_turn) {
        // SQLite rewrites every index whose column is named, even if the value stays the same.
        let sql = "UPDATE games SET seq = seq + $1, side = $2, ply = $3, updated_at = $4 \
            WHERE id = $5 AND seq = $6 AND $7 = (SELECT epoch FROM slots WHERE slot = $8)";
        return Ok(c.execute(sql, &turn).await? == 1);
    }
    let outcome = outcome_text(progress)?;
    let more = values![
        progress.status.name(),
        progress.players.first.as_deref(),
        progress.players.second.as_deref(),
        outcome.as_deref(),
        i64::from(progress.clock_runs)
    ];
    let sql = "UPDATE games SET seq = seq + $1, side = $2, ply = $3, updated_at = $4, \
        status = $9, first_player = $10, \
        second_player = $11, outcome = $12, live = $13 \
        WHERE id = $5 AND seq = $6 AND $7 = (SELECT epoch FROM slots WHERE slot = $8)";
    let values = [&turn[..], &more].concat();
    Ok(c.execute(sql, &values).await? == 1)
}

pub(super) async fn append(c: &mut impl Writer, append: &Append) -> Result<Done, WriteError> {
    for row in &append.players {
        identities::player(c, row).await?;
    }
    if advance(c, append).await? {
        let (first, epoch) = (append.first_seq, append.epoch);
        c.add_events(&append.game, first, epoch, &append.events)
            .await?;
        return Ok(Done::Nothing);
    }
    let sql =
        "SELECT g.seq, s.epoch FROM games g CROSS JOIN slots s WHERE g.id = $1 AND s.slot = $2";
    let values = values![append.game.as_str(), slot_of(append)];
    let row = c.first(sql, &values).await?;
    let row = row.ok_or(AppendError::NoSuchGame)?;
    let epoch = row.number("epoch")?;
    if epoch != append.epoch {
        return Err(AppendError::Fenced { epoch });
    }
    Err(AppendError::Stale {
        seq: row.count("seq")?,
    })
}

/// Removes those of the games that still have no opponent and no event since `before_ms`.
pub(super) async fn expire(
    c: &mut impl Connection,
    games: &[GameKey],
    before_ms: i64,
) -> Result<Done, WriteError> {
    let mut expired = Vec::new();
    for game in games {
        // Locks the row: a player may be taking the seat through another server.
        let still = "UPDATE games SET status = status \
            WHERE id = $1 AND status = 'waiting' AND updated_at < $2";
        let values = values![game.as_str(), before_ms];
        if c.execute(still, &values).await? == 1 {
            for sql in [
                "DELETE FROM challenges WHERE game = $1",
                "DELETE FROM game_networks WHERE game = $1",
                "DELETE FROM events WHERE game = $1",
                "DELETE FROM games WHERE id = $1",
            ] {
                c.execute(sql, &values[..1]).await?;
            }
            expired.push(game.clone());
        }
    }
    Ok(Done::Games(expired))
}
