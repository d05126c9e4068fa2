use komadai_protocol::GameKey;

use super::{Done, WriteError, Writer};
use crate::rows::{failed, last_epoch, seen, turn_from};
use crate::sql::{Columns, Connection, values};
use crate::{Claim, Claimed, LeaseTime};

/// Something to be written about leases. The time is the one that leases go by; `seen_ms` is the same moment on the
/// time line of the server that writes.
pub(crate) enum LeaseWrite {
    Claim {
        game: GameKey,
        server: String,
        time: LeaseTime,
        seen_ms: i64,
        /// When this server's referee of it failed, on the same time line.
        failed_ms: Option<i64>,
    },
    Renew {
        server: String,
        time: LeaseTime,
        /// Turns that began late and referees that failed, as JSON.
        late: String,
    },
    Release {
        game: GameKey,
        epoch: i64,
        time: LeaseTime,
        seen_ms: i64,
    },
    Leave {
        server: String,
        time: LeaseTime,
    },
    Forget {
        time: LeaseTime,
    },
}

impl LeaseWrite {
    pub(super) async fn apply(&self, c: &mut impl Writer) -> Result<Done, WriteError> {
        match self {
            Self::Claim {
                game,
                server,
                time,
                seen_ms,
                failed_ms,
            } => {
                let claimed = claim(c, game, server, *time, *seen_ms, *failed_ms).await;
                claimed.map(Done::Claimed)
            }
            Self::Renew { server, time, late } => {
                c.note_late_turns(late).await?;
                renew(c, server, time.now_ms + time.lease_ms, time.now_ms).await?;
                Ok(Done::Nothing)
            }
            Self::Release {
                game,
                epoch,
                time,
                seen_ms,
            } => release(c, game, *epoch, *time, *seen_ms).await,
            Self::Leave { server, time } => leave(c, server, *time).await,
            Self::Forget { time } => forget(c, *time).await,
        }
    }
}

/// Renews the lease of a server on all its games.
async fn renew(
    c: &mut impl Connection,
    server: &str,
    until_ms: i64,
    seen_ms: i64,
) -> Result<(), WriteError> {
    let sql = "INSERT INTO servers (id, lease_until, seen_at) VALUES ($1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until, seen_at = excluded.seen_at \
        WHERE servers.lease_until < excluded.lease_until";
    let values = values![server, until_ms, seen_ms];
    c.execute(sql, &values).await?;
    Ok(())
}

async fn release(
    c: &mut impl Connection,
    game: &GameKey,
    epoch: i64,
    time: LeaseTime,
    seen_ms: i64,
) -> Result<Done, WriteError> {
    let sql = concat!(
        "UPDATE games AS g SET owner = NULL, lease_until = $1, seen_at = CASE WHEN g.epoch = ",
        last_epoch!(),
        " THEN $4 ELSE g.seen_at END WHERE g.id = $2 AND g.epoch = $3"
    );
    let values = values![time.now_ms + time.lease_ms, game.as_str(), epoch, seen_ms];
    super::rows(c.execute(sql, &values).await)
}

async fn leave(c: &mut impl Writer, server: &str, time: LeaseTime) -> Result<Done, WriteError> {
    // Where no clock runs it matters only whether the lease still holds.
    let sql = concat!(
        "UPDATE games AS g SET owner = NULL, lease_until = COALESCE( \
         (SELECT lease_until FROM servers WHERE id = $2), $1), seen_at = (SELECT ",
        seen!(),
        " FROM (SELECT 1 AS one) AS one LEFT JOIN servers s ON s.id = $2) \
         WHERE g.owner = $2 AND (g.live = 1 OR g.lease_until >= $3)"
    );
    let values = values![time.now_ms + time.lease_ms, server, time.now_ms];
    c.execute(sql, &values).await?;
    let sql = "DELETE FROM servers WHERE id = $1";
    super::rows(c.execute(sql, &values![server]).await)
}

async fn forget(c: &mut impl Writer, time: LeaseTime) -> Result<Done, WriteError> {
    let sql = "DELETE FROM servers WHERE lease_until < $1 AND NOT EXISTS \
        (SELECT 1 FROM games WHERE owner = servers.id AND live = 1)";
    let forgotten = c.execute(sql, &values![time.now_ms]).await?;
    // Servers first, as where a lease is renewed.
    let over = "DELETE FROM late_turns WHERE NOT EXISTS \
        (SELECT 1 FROM games WHERE id = late_turns.game AND live = 1 AND CASE WHEN late_turns.seq = 0 \
        THEN epoch = late_turns.epoch ELSE seq < late_turns.seq + 8 END)";
    c.execute(over, &[]).await?;
    Ok(Done::Rows(forgotten))
}

/// How often a claim is tried while others take the game.
const TRIES: u32 = 3;

async fn claim(
    c: &mut impl Writer,
    game: &GameKey,
    server: &str,
    time: LeaseTime,
    now_ms: i64,
    failed_ms: Option<i64>,
) -> Result<Claimed, WriteError> {
    let mut holder = None;
    for _ in 0..TRIES {
        let sql = concat!(
            "SELECT g.seq, g.epoch, COALESCE(s.lease_until, g.lease_until) AS until, g.owner, ",
            seen!(),
            " AS seen, ",
            failed!(),
            " AS failed, CASE WHEN g.epoch = ",
            last_epoch!(),
            " THEN g.owner END AS referee \
             FROM games g LEFT JOIN servers s ON s.id = g.owner WHERE g.id = $1"
        );
        let Some(row) = c.first(sql, &values![game.as_str()]).await? else {
            return Ok(Claimed::NoSuchGame);
        };
        let (epoch, until_ms) = (row.number("epoch")?, row.number("until")?);
        let owner = row.maybe_text("owner")?;
        holder.clone_from(&owner);
        let held = owner.filter(|owner| owner != server && until_ms >= time.now_ms);
        if let Some(holder) = held {
            return Ok(Claimed::HeldBy(holder));
        }
        // Another server may take it at this moment.
        let sql = "UPDATE games SET owner = $1, epoch = $2, lease_until = $3, seen_at = $6 \
            WHERE id = $4 AND epoch = $5";
        // A referee of this server that failed was there until then, though the server has been alive since.
        let is_own = row.maybe_text("referee")?.as_deref() == Some(server);
        let failed_ms = [failed_ms.filter(|_| is_own), row.maybe_number("failed")?];
        let seen_ms = failed_ms.into_iter().flatten();
        let seen_ms = seen_ms.fold(row.number("seen")?, i64::min);
        let values = values![
            server,
            epoch + 1,
            time.now_ms + time.lease_ms,
            game.as_str(),
            epoch,
            seen_ms
        ];
        if c.execute(sql, &values).await? == 1 {
            c.hold(server, time.now_ms + time.lease_ms, now_ms).await?;
            // After `seen`: what is noted together with a sign of life is there.
            let sql = concat!(
                "SELECT ",
                turn_from!(),
                " AS turn_from FROM games g WHERE g.id = $1"
            );
            let turn = c.first(sql, &values![game.as_str()]).await?;
            return Ok(Claimed::Taken(Claim {
                epoch: epoch + 1,
                seq: row.count("seq")?,
                now_ms: time.now_ms,
                seen_ms,
                turn_from_ms: turn.map_or(Ok(0), |row| row.number("turn_from"))?,
            }));
        }
    }
    Ok(Claimed::HeldBy(holder.unwrap_or_default()))
}
