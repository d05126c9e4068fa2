use async_trait::async_trait;
use komadai_protocol::GameKey;
use md5::{Digest, Md5};

use crate::StoreError;

/// A share of all streams (games), held by one copy of the server at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u16);

impl Slot {
    pub const COUNT: u16 = 1024;

    /// The slot of a stream: the first two bytes of the MD5 of its key as a big-endian number, modulo [`Slot::COUNT`].
    /// An index of the PostgreSQL tables computes the same.
    #[must_use]
    pub fn of(stream: &str) -> Self {
        let hash = Md5::digest(stream);
        Self(u16::from_be_bytes([hash[0], hash[1]]) % Self::COUNT)
    }

    /// All slots, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    #[must_use]
    pub fn number(self) -> u16 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> Option<Self> {
        let number = u16::try_from(number).ok()?;
        (number < Self::COUNT).then_some(Self(number))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotRow {
    pub slot: Slot,
    /// The copy that holds it, which may be dead.
    pub owner: Option<String>,
    /// Fencing token of appends. Rises with each change of the owner.
    pub epoch: i64,
}

/// Answer to a heartbeat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// The other copies that are alive.
    pub others: Vec<Alive>,
    /// Rises with each change of a slot's owner.
    pub changes: i64,
    /// The moment by the clock of the database, milliseconds since 1970. `None` for a file.
    pub now_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Alive {
    pub id: String,
    /// Time until its lease ends, milliseconds.
    pub left_ms: i64,
}

/// Distribution of the slots among the copies of the server. A copy is alive for the duration of a lease after each
/// heartbeat, by the clock of the database. A file has a single copy, which sends no heartbeats.
#[async_trait]
pub trait Slots: Send + Sync {
    /// Returns `true` if several copies may have the database open.
    fn is_shared(&self) -> bool;

    /// Renews the lease of a copy.
    async fn heartbeat(&self, copy: &str, lease_ms: i64) -> Result<Pulse, StoreError>;

    /// All slots, in the order of their numbers.
    async fn slots(&self) -> Result<Vec<SlotRow>, StoreError>;

    /// Takes those slots that no living copy holds. Waits for appends in flight: none under an earlier epoch is stored
    /// afterwards.
    async fn take_slots(&self, copy: &str, slots: &[Slot]) -> Result<(), StoreError>;

    /// Gives slots of a copy to others that are alive.
    async fn hand_over(&self, copy: &str, heirs: &[(Slot, String)]) -> Result<(), StoreError>;

    /// Ends the lease of a copy: its slots are free.
    async fn leave(&self, copy: &str) -> Result<(), StoreError>;

    /// The copies that are alive.
    async fn copies(&self) -> Result<Vec<String>, StoreError>;

    /// Forgets copies that are dead. Returns how many.
    async fn forget_copies(&self) -> Result<u64, StoreError>;

    /// Games of these slots in which a deadline is pending.
    async fn live_games(&self, slots: &[Slot]) -> Result<Vec<GameKey>, StoreError>;

    /// Waits until the outcome of earlier appends to a game is certain, also of one whose connection broke.
    async fn settle(&self, game: &GameKey) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_of_a_stream_never_changes() {
        let numbers = ["", "x8Qm3LhTz0RkWb5v", "tournament-7"].map(|key| Slot::of(key).number());
        // The first bytes are d41d, 7873 and b16a.
        assert_eq!(numbers, [0xd41d % 1024, 0x7873 % 1024, 0xb16a % 1024]);
    }

    #[test]
    fn streams_spread_over_all_slots() {
        let mut streams = vec![0; usize::from(Slot::COUNT)];
        for n in 0..100_000 {
            streams[usize::from(Slot::of(&format!("game{n}")).number())] += 1;
        }
        // 98 each on average.
        assert!(streams.iter().all(|&count| (40..180).contains(&count)));
    }
}
