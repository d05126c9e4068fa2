use async_trait::async_trait;
use komadai_protocol::GameKey;

use super::Backend;
use crate::sql::{Columns, Connection, unexpected_value, values};
use crate::write::Write;
use crate::{Aborts, FairPlay, Offer, PendingSeat, StoreError};

const MAX_DEVICES: i64 = 64;

#[async_trait]
impl<B: Backend> FairPlay for B {
    async fn note_device(&self, player: &str, device: &str) -> Result<(), StoreError> {
        let known = "SELECT device FROM player_devices WHERE player = $1 AND device = $2";
        let add = "INSERT INTO player_devices (player, device) \
            SELECT CAST($1 AS TEXT), CAST($2 AS TEXT) \
            WHERE (SELECT COUNT(*) FROM player_devices WHERE player = $1) < $3 \
            ON CONFLICT (player, device) DO NOTHING";
        // Read first: most devices are known already and need no write.
        let mut c = self.reader("has_device").await?;
        if c.first(known, &values![player, device]).await?.is_some() {
            return Ok(());
        }
        drop(c);
        let values = values![player, device, MAX_DEVICES];
        self.run(add, &values).await.map(drop)
    }

    async fn share_device(
        &self,
        one: &str,
        other: &str,
        device: Option<&str>,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT device FROM player_devices WHERE player = $1 AND (device = $3 \
            OR device IN (SELECT device FROM player_devices WHERE player = $2)) LIMIT 1";
        let mut c = self.reader("share_device").await?;
        let shared = c.first(sql, &values![one, other, device]).await?;
        Ok(shared.is_some())
    }

    async fn note_network(&self, seat: PendingSeat) -> Result<(), StoreError> {
        self.change(Write::MakersNetwork(seat)).await.map(drop)
    }

    async fn network_of(&self, game: &GameKey, player: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT network FROM game_networks WHERE game = $1 AND player = $2";
        let mut c = self.reader("network_of").await?;
        let row = c.first(sql, &values![game, player]).await?;
        row.map(|row| row.text("network")).transpose()
    }

    async fn take_pending(&self, seat: PendingSeat, limit: u32) -> Result<bool, StoreError> {
        let write = Write::TakePending { seat, limit };
        Ok(self.change(write).await? > 0)
    }

    async fn give_up_pending(&self, game: &GameKey, player: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM game_networks WHERE game = $1 AND player = $2 AND role = 'joiner'";
        self.run(sql, &values![game, player]).await.map(drop)
    }

    async fn offer(&self, game: &GameKey) -> Result<Option<Offer>, StoreError> {
        let sql = "SELECT c.terms, n.network FROM challenges c LEFT JOIN game_networks n \
            ON n.game = c.game AND n.player = c.maker WHERE c.game = $1";
        let mut c = self.reader("offer").await?;
        let Some(row) = c.first(sql, &values![game]).await? else {
            return Ok(None);
        };
        let terms = row.text("terms")?;
        Ok(Some(Offer {
            terms: serde_json::from_str(&terms).map_err(|_| unexpected_value("terms", &terms))?,
            network: row.maybe_text("network")?,
        }))
    }

    async fn note_abort(&self, player: &str, at_ms: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO aborts (player, in_a_row, at) VALUES ($1, 1, $2) \
            ON CONFLICT (player) DO UPDATE SET in_a_row = aborts.in_a_row + 1, at = excluded.at";
        self.run(sql, &values![player, at_ms]).await.map(drop)
    }

    async fn forget_aborts(&self, player: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM aborts WHERE player = $1";
        // Read first: few games end with aborts to forget.
        match self.aborts(player).await?.in_a_row {
            0 => Ok(()),
            _ => self.run(sql, &values![player]).await.map(drop),
        }
    }

    async fn aborts(&self, player: &str) -> Result<Aborts, StoreError> {
        let sql = "SELECT in_a_row, at FROM aborts WHERE player = $1";
        let mut c = self.reader("aborts").await?;
        let Some(row) = c.first(sql, &values![player]).await? else {
            return Ok(Aborts::default());
        };
        Ok(Aborts {
            in_a_row: row.count("in_a_row")?,
            at_ms: row.number("at")?,
        })
    }

    async fn forget_networks(&self, before_ms: i64) -> Result<(), StoreError> {
        let begun = "DELETE FROM game_networks WHERE NOT EXISTS (SELECT 1 FROM games g \
            WHERE g.id = game_networks.game AND (g.status = 'waiting' OR (g.status = 'playing' AND g.ply < 2)))";
        let aborts = "DELETE FROM aborts WHERE at < $1";
        self.run(begun, &[]).await?;
        self.run(aborts, &values![before_ms]).await.map(drop)
    }
}
