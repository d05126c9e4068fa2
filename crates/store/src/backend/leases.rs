use komadai_protocol::{GameKey, Status};

use super::Backend;
use crate::sql::{Columns, Connection, Value};
use crate::write::{Done, LeaseWrite, Write};
use crate::{Claimed, Head, LateTurn, LeaseTime, Leases, StoreError, StoreFuture, read};

/// The moment by the clock that leases go by.
async fn local<B: Backend>(backend: &B, time: LeaseTime) -> Result<LeaseTime, StoreError> {
    Ok(LeaseTime {
        now_ms: backend.now(time.now_ms).await?,
        ..time
    })
}

impl<B: Backend> Leases for B {
    fn claim<'a>(
        &'a self,
        game: &'a GameKey,
        server: &'a str,
        time: LeaseTime,
        failed_ms: Option<i64>,
    ) -> StoreFuture<'a, Claimed> {
        Box::pin(async move {
            let write = Write::Lease(LeaseWrite::Claim {
                game: game.clone(),
                server: server.into(),
                time: local(self, time).await?,
                seen_ms: time.now_ms,
                failed_ms,
            });
            match self.write_unconditionally(write).await? {
                Done::Claimed(claimed) => Ok(claimed),
                _ => Err(StoreError::Closed),
            }
        })
    }

    fn renew<'a>(
        &'a self,
        server: &'a str,
        time: LeaseTime,
        late: &'a [LateTurn],
    ) -> StoreFuture<'a, i64> {
        Box::pin(async move {
            let late = late.iter().map(|turn| {
                serde_json::json!({
                    "game": turn.game.as_str(),
                    "epoch": turn.epoch,
                    "seq": turn.seq,
                    "from_ms": turn.from_ms,
                })
            });
            let late = serde_json::Value::from_iter(late).to_string();
            Backend::renew(self, server, time, late).await
        })
    }

    fn release<'a>(
        &'a self,
        game: &'a GameKey,
        epoch: i64,
        time: LeaseTime,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = Write::Lease(LeaseWrite::Release {
                game: game.clone(),
                epoch,
                time: local(self, time).await?,
                seen_ms: time.now_ms,
            });
            self.change(write).await.map(drop)
        })
    }

    fn leave<'a>(&'a self, server: &'a str, time: LeaseTime) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let write = Write::Lease(LeaseWrite::Leave {
                server: server.into(),
                time: local(self, time).await?,
            });
            self.change(write).await.map(drop)
        })
    }

    fn forget_servers(&self, time: LeaseTime) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let time = local(self, time).await?;
            self.change(Write::Lease(LeaseWrite::Forget { time })).await
        })
    }

    fn orphans(&self, time: LeaseTime) -> StoreFuture<'_, Vec<GameKey>> {
        Box::pin(async move {
            let now_ms = local(self, time).await?.now_ms;
            read::orphans(&mut self.reader("orphans").await?, now_ms).await
        })
    }

    fn heads<'a>(&'a self, games: &'a [GameKey], time: LeaseTime) -> StoreFuture<'a, Vec<Head>> {
        Box::pin(async move {
            let now_ms = local(self, time).await?.now_ms;
            let keys = serde_json::to_string(games)
                .map_err(|error| StoreError::Database(error.to_string()))?;
            let values = [Value::Number(now_ms), Value::Text(&keys)];
            let mut reader = self.reader("heads").await?;
            let rows = reader.fetch(B::HEADS, &values).await?;
            let head = |row: &<B::Connection as Connection>::Row| {
                Ok(Head {
                    game: GameKey(row.text("id")?),
                    seq: row.count("seq")?,
                    epoch: row.number("epoch")?,
                    holder: row.maybe_text("holder")?,
                    is_over: row.text("status")? == Status::Ended.name(),
                })
            };
            match games {
                // Asked for alone, a damaged row is not the same as no game.
                [_] => rows.iter().map(head).collect(),
                _ => Ok(read::readable(&mut reader, "game", &rows, head)),
            }
        })
    }

    fn servers(&self, time: LeaseTime) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let now_ms = local(self, time).await?.now_ms;
            let sql = "SELECT id FROM servers WHERE lease_until >= $1 ORDER BY id";
            let values = [Value::Number(now_ms)];
            let mut reader = self.reader("servers").await?;
            let rows = reader.fetch(sql, &values).await?;
            let id = |row: &<B::Connection as Connection>::Row| row.text("id");
            Ok(read::readable(&mut reader, "server", &rows, id))
        })
    }
}
