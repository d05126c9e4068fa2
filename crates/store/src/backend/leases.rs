use async_trait::async_trait;
use komadai_protocol::{GameKey, Status};

use super::Backend;
use crate::rows::{held, key, readable};
use crate::sql::{Columns, Connection, json, values};
use crate::write::{Done, LeaseWrite, Write};
use crate::{Claimed, Head, LateTurn, LeaseTime, Leases, StoreError};

/// The moment by the clock that leases go by.
async fn local<B: Backend>(backend: &B, time: LeaseTime) -> Result<LeaseTime, StoreError> {
    Ok(LeaseTime {
        now_ms: backend.now(time.now_ms).await?,
        ..time
    })
}

#[async_trait]
impl<B: Backend> Leases for B {
    async fn claim(
        &self,
        game: &GameKey,
        server: &str,
        time: LeaseTime,
        failed_ms: Option<i64>,
    ) -> Result<Claimed, StoreError> {
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
    }

    async fn renew(
        &self,
        server: &str,
        time: LeaseTime,
        late: &[LateTurn],
    ) -> Result<i64, StoreError> {
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
    }

    async fn release(&self, game: &GameKey, epoch: i64, time: LeaseTime) -> Result<(), StoreError> {
        let write = Write::Lease(LeaseWrite::Release {
            game: game.clone(),
            epoch,
            time: local(self, time).await?,
            seen_ms: time.now_ms,
        });
        self.change(write).await.map(drop)
    }

    async fn leave(&self, server: &str, time: LeaseTime) -> Result<(), StoreError> {
        let write = Write::Lease(LeaseWrite::Leave {
            server: server.into(),
            time: local(self, time).await?,
        });
        self.change(write).await.map(drop)
    }

    async fn forget_servers(&self, time: LeaseTime) -> Result<u64, StoreError> {
        let time = local(self, time).await?;
        self.change(Write::Lease(LeaseWrite::Forget { time })).await
    }

    async fn orphans(&self, time: LeaseTime) -> Result<Vec<GameKey>, StoreError> {
        let sql = concat!(
            "SELECT g.id FROM games g LEFT JOIN servers s ON s.id = g.owner WHERE g.live = 1 AND NOT (",
            held!(),
            ")"
        );
        let now_ms = local(self, time).await?.now_ms;
        let mut c = self.reader("orphans").await?;
        let found = c.fetch(sql, &values![now_ms]).await?;
        Ok(readable(&mut c, "game", &found, key))
    }

    async fn heads(&self, games: &[GameKey], time: LeaseTime) -> Result<Vec<Head>, StoreError> {
        let now_ms = local(self, time).await?.now_ms;
        let keys = json(games)?;
        let values = values![now_ms, &keys];
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
            _ => Ok(readable(&mut reader, "game", &rows, head)),
        }
    }

    async fn servers(&self, time: LeaseTime) -> Result<Vec<String>, StoreError> {
        let now_ms = local(self, time).await?.now_ms;
        let sql = "SELECT id FROM servers WHERE lease_until >= $1 ORDER BY id";
        let values = values![now_ms];
        let mut reader = self.reader("servers").await?;
        let rows = reader.fetch(sql, &values).await?;
        let id = |row: &<B::Connection as Connection>::Row| row.text("id");
        Ok(readable(&mut reader, "server", &rows, id))
    }
}
