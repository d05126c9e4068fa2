//! Who referees what. One server has the file to itself, so the time is the one it gives.

use komadai_protocol::GameKey;
use sqlx::{Row, SqliteConnection};

use super::rows;
use super::store::SqliteStore;
use super::write::{Done, Write, WriteError};
use crate::{Claim, Claimed, Head, LeaseTime, Leases, StoreError, StoreFuture};

/// Something to be written about leases.
pub(super) enum LeaseWrite {
    Claim {
        game: GameKey,
        server: String,
        time: LeaseTime,
    },
    Renew {
        server: String,
        time: LeaseTime,
    },
    Release {
        game: GameKey,
        epoch: i64,
        time: LeaseTime,
    },
    Leave {
        server: String,
        time: LeaseTime,
    },
}

impl LeaseWrite {
    pub(super) async fn apply(&self, c: &mut SqliteConnection) -> Result<Done, WriteError> {
        match self {
            Self::Claim { game, server, time } => {
                claim(c, game, server, *time).await.map(Done::Claimed)
            }
            Self::Renew { server, time } => {
                renew(c, server, time.now_ms + time.lease_ms).await?;
                Ok(Done::Nothing)
            }
            Self::Release { game, epoch, time } => {
                sqlx::query(
                    "UPDATE games SET owner = NULL, lease_until = $1 WHERE id = $2 AND epoch = $3",
                )
                .bind(time.now_ms + time.lease_ms)
                .bind(game.as_str())
                .bind(epoch)
                .execute(c)
                .await?;
                Ok(Done::Nothing)
            }
            Self::Leave { server, time } => {
                // Of games that are over only those whose own lease would still hold.
                sqlx::query(
                    "UPDATE games SET owner = NULL, lease_until = $1 WHERE owner = $2 \
                     AND (status <> 'ended' OR lease_until >= $3)",
                )
                .bind(time.now_ms + time.lease_ms)
                .bind(server)
                .bind(time.now_ms)
                .execute(&mut *c)
                .await?;
                let gone = sqlx::query("DELETE FROM servers WHERE id = $1");
                gone.bind(server).execute(c).await?;
                Ok(Done::Nothing)
            }
        }
    }
}

/// Renews the lease of a server on all its games.
pub(super) async fn renew(
    c: &mut SqliteConnection,
    server: &str,
    until_ms: i64,
) -> Result<(), WriteError> {
    sqlx::query(
        "INSERT INTO servers (id, lease_until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE \
         SET lease_until = excluded.lease_until WHERE lease_until < excluded.lease_until",
    )
    .bind(server)
    .bind(until_ms)
    .execute(c)
    .await?;
    Ok(())
}

async fn claim(
    c: &mut SqliteConnection,
    game: &GameKey,
    server: &str,
    time: LeaseTime,
) -> Result<Claimed, WriteError> {
    let row = sqlx::query(
        "SELECT g.seq, g.epoch, COALESCE(s.lease_until, g.lease_until), g.owner FROM games g \
         LEFT JOIN servers s ON s.id = g.owner WHERE g.id = $1",
    )
    .bind(game.as_str())
    .fetch_optional(&mut *c)
    .await?;
    let Some(row) = row else {
        return Ok(Claimed::NoSuchGame);
    };
    let (seq, epoch, until_ms): (i64, i64, i64) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let owner: Option<String> = row.try_get(3)?;
    let holder = owner.filter(|owner| owner != server && until_ms >= time.now_ms);
    if let Some(holder) = holder {
        return Ok(Claimed::HeldBy(holder));
    }
    sqlx::query("UPDATE games SET owner = $1, epoch = $2, lease_until = $3 WHERE id = $4")
        .bind(server)
        .bind(epoch + 1)
        .bind(time.now_ms + time.lease_ms)
        .bind(game.as_str())
        .execute(&mut *c)
        .await?;
    renew(c, server, time.now_ms + time.lease_ms).await?;
    Ok(Claimed::Taken(Claim {
        epoch: epoch + 1,
        seq: rows::number(seq)?,
        now_ms: time.now_ms,
        seen_ms: (until_ms - time.lease_ms).min(time.now_ms),
    }))
}

/// Whether a server that lives at the moment $1 has the game g.
macro_rules! held {
    () => {
        "g.owner IS NOT NULL AND COALESCE(s.lease_until, g.lease_until) >= $1"
    };
}

impl Leases for SqliteStore {
    fn claim<'a>(
        &'a self,
        game: &'a GameKey,
        server: &'a str,
        time: LeaseTime,
    ) -> StoreFuture<'a, Claimed> {
        Box::pin(async move {
            let write = LeaseWrite::Claim {
                game: game.clone(),
                server: server.into(),
                time,
            };
            match self.write_unconditionally(Write::Lease(write)).await? {
                Done::Claimed(claimed) => Ok(claimed),
                _ => Err(StoreError::Closed),
            }
        })
    }

    fn renew<'a>(&'a self, server: &'a str, time: LeaseTime) -> StoreFuture<'a, i64> {
        Box::pin(async move {
            let write = LeaseWrite::Renew {
                server: server.into(),
                time,
            };
            self.write_unconditionally(Write::Lease(write)).await?;
            Ok(time.now_ms)
        })
    }

    fn release<'a>(
        &'a self,
        game: &'a GameKey,
        epoch: i64,
        time: LeaseTime,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = LeaseWrite::Release {
                game: game.clone(),
                epoch,
                time,
            };
            let done = self.write_unconditionally(Write::Lease(write)).await;
            done.map(drop)
        })
    }

    fn leave<'a>(&'a self, server: &'a str, time: LeaseTime) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = LeaseWrite::Leave {
                server: server.into(),
                time,
            };
            let done = self.write_unconditionally(Write::Lease(write)).await;
            done.map(drop)
        })
    }

    fn orphans(&self, time: LeaseTime) -> StoreFuture<'_, Vec<GameKey>> {
        Box::pin(async move {
            sqlx::query(concat!(
                "SELECT g.id FROM games g LEFT JOIN servers s ON s.id = g.owner ",
                "WHERE g.live = 1 AND NOT (",
                held!(),
                ")"
            ))
            .bind(time.now_ms)
            .fetch_all(&self.readers)
            .await?
            .iter()
            .map(|row| Ok(GameKey(row.try_get(0)?)))
            .collect()
        })
    }

    fn heads<'a>(&'a self, games: &'a [GameKey], time: LeaseTime) -> StoreFuture<'a, Vec<Head>> {
        Box::pin(async move {
            let keys = serde_json::to_string(games)
                .map_err(|error| StoreError::Database(error.to_string()))?;
            sqlx::query(concat!(
                "SELECT g.id, g.seq, g.epoch, CASE WHEN ",
                held!(),
                " THEN g.owner END FROM games g LEFT JOIN servers s ON s.id = g.owner ",
                "WHERE g.id IN (SELECT value FROM json_each($2))"
            ))
            .bind(time.now_ms)
            .bind(keys)
            .fetch_all(&self.readers)
            .await?
            .iter()
            .map(|row| {
                Ok(Head {
                    game: GameKey(row.try_get(0)?),
                    seq: rows::number(row.try_get(1)?)?,
                    epoch: row.try_get(2)?,
                    holder: row.try_get(3)?,
                })
            })
            .collect()
        })
    }

    fn servers(&self, time: LeaseTime) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            sqlx::query("SELECT id FROM servers WHERE lease_until >= $1 ORDER BY id")
                .bind(time.now_ms)
                .fetch_all(&self.readers)
                .await?
                .iter()
                .map(|row| Ok(row.try_get(0)?))
                .collect()
        })
    }
}
