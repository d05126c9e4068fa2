use async_trait::async_trait;
use komadai_protocol::GameKey;

use super::Backend;
use crate::rows::{key, readable};
use crate::sql::{Columns, Connection, unexpected_value, values};
use crate::{Pulse, Slot, SlotRow, Slots, StoreError};

#[async_trait]
impl<B: Backend> Slots for B {
    fn is_shared(&self) -> bool {
        B::IS_SHARED
    }

    async fn heartbeat(&self, copy: &str, lease_ms: i64) -> Result<Pulse, StoreError> {
        Backend::heartbeat(self, copy, lease_ms).await
    }

    async fn slots(&self) -> Result<Vec<SlotRow>, StoreError> {
        let sql = "SELECT slot, owner, epoch FROM slots ORDER BY slot";
        let rows = self.reader("slots").await?.fetch(sql, &[]).await?;
        rows.iter().map(slot_row).collect()
    }

    async fn take_slots(&self, copy: &str, slots: &[Slot]) -> Result<(), StoreError> {
        let numbers = numbers(slots);
        let values = values![copy, &numbers];
        self.change_slots(&numbers, B::TAKE_SLOTS, &values).await
    }

    async fn hand_over(&self, copy: &str, heirs: &[(Slot, String)]) -> Result<(), StoreError> {
        let slots: Vec<Slot> = heirs.iter().map(|(slot, _)| *slot).collect();
        let heirs = heirs
            .iter()
            .map(|(slot, heir)| serde_json::json!({ "slot": slot.number(), "heir": heir }));
        let heirs = serde_json::Value::from_iter(heirs).to_string();
        let values = values![copy, &heirs];
        let numbers = numbers(&slots);
        self.change_slots(&numbers, B::HAND_OVER, &values).await
    }

    async fn leave(&self, copy: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM servers WHERE id = $1";
        self.run(sql, &values![copy]).await.map(drop)
    }

    async fn copies(&self) -> Result<Vec<String>, StoreError> {
        let now_ms = self.now(0).await?;
        let sql = "SELECT id FROM servers WHERE lease_until >= $1 ORDER BY id";
        let mut reader = self.reader("copies").await?;
        let rows = reader.fetch(sql, &values![now_ms]).await?;
        let id = |row: &<B::Connection as Connection>::Row| row.text("id");
        Ok(readable(&mut reader, "server", &rows, id))
    }

    async fn forget_copies(&self) -> Result<u64, StoreError> {
        let now_ms = self.now(0).await?;
        let sql = "DELETE FROM servers WHERE lease_until < $1";
        self.run(sql, &values![now_ms]).await
    }

    async fn live_games(&self, slots: &[Slot]) -> Result<Vec<GameKey>, StoreError> {
        let slots = numbers(slots);
        let mut c = self.reader("live_games").await?;
        let found = c.fetch(B::LIVE_GAMES, &values![&slots]).await?;
        Ok(readable(&mut c, "game", &found, key))
    }

    async fn settle(&self, game: &GameKey) -> Result<(), StoreError> {
        // Queued behind earlier appends; waits for the row's lock of a transaction whose connection broke.
        let sql = "UPDATE games SET seq = seq WHERE id = $1";
        self.run(sql, &values![game]).await.map(drop)
    }
}

/// Numbers of slots as JSON.
fn numbers(slots: &[Slot]) -> String {
    let numbers = slots.iter().map(|slot| slot.number());
    serde_json::Value::from_iter(numbers).to_string()
}

fn slot_row(row: &impl Columns) -> Result<SlotRow, StoreError> {
    let number = row.count("slot")?;
    let slot = Slot::from_number(number);
    Ok(SlotRow {
        slot: slot.ok_or_else(|| unexpected_value("slot", &number.to_string()))?,
        owner: row.maybe_text("owner")?,
        epoch: row.number("epoch")?,
    })
}
