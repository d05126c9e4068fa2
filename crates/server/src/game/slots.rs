//! Slots as this copy knows them, and its own lease.

use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_store::{Slot, SlotRow};
use tokio::sync::{Notify, watch};

use super::registry::GameRegistry;
use crate::server_id::ServerId;

/// Duration of a lease without a heartbeat, milliseconds. The rest of three seconds is for loading the games.
pub(crate) const LEASE_MS: i64 = 2000;
const LEASE: Duration = Duration::from_millis(LEASE_MS as u64);
/// Time after a lapse of the own lease in which no other copy counts as dead, a little more than between heartbeats:
/// those of all copies fail while the database is away.
const LENIENCE: Duration = Duration::from_millis(600);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// This copy, under that epoch.
    Here(i64),
    Copy(ServerId),
    Nobody,
}

/// Rendezvous hash (splitmix64): each slot prefers the copy with the highest value. All versions of the server compute
/// the same, otherwise copies would hand slots back and forth.
fn rendezvous_hash(copy: ServerId, slot: Slot) -> u64 {
    let number = u64::from(slot.number()) + 1;
    let mut mixed = copy
        .number()
        .wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The copy that a slot prefers. A copy that comes takes an equal share from each of the others, and the slots of one
/// that goes are shared out; no other slot changes its place.
pub(super) fn preferred(slot: Slot, copies: &[ServerId]) -> Option<ServerId> {
    let copies = copies.iter().copied();
    copies.max_by_key(|&copy| rendezvous_hash(copy, slot))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) slot: Slot,
    pub(super) owner: Option<ServerId>,
    pub(super) epoch: i64,
}

impl From<SlotRow> for Held {
    fn from(row: SlotRow) -> Self {
        Self {
            slot: row.slot,
            owner: row.owner.and_then(|id| id.parse().ok()),
            epoch: row.epoch,
        }
    }
}

struct Known {
    /// Time since the start until which no other copy can have taken a slot of this one. Unlike the game line it goes on
    /// during standstills.
    until: Duration,
    /// Number of times that moment has passed: others may have taken slots since.
    lapses: u64,
    /// The lapses when the table was read.
    read_at: u64,
    /// Time since the start until which no other copy counts as dead.
    lenient_until: Duration,
    table: Vec<Held>,
}

pub(super) struct Slots {
    known: watch::Sender<Known>,
    outdated: Notify,
}

impl Default for Slots {
    fn default() -> Self {
        let unknown = |slot| Held {
            slot,
            owner: None,
            epoch: 0,
        };
        let known = Known {
            until: Duration::ZERO,
            lapses: 0,
            read_at: 0,
            lenient_until: Duration::ZERO,
            table: Slot::all().map(unknown).collect(),
        };
        Self {
            known: watch::Sender::new(known),
            outdated: Notify::new(),
        }
    }
}

impl Slots {
    /// Extends the lease from a heartbeat that was sent at `sent` and answered at `answered`.
    pub(super) fn extend_lease(&self, sent: Duration, answered: Duration) {
        self.known.send_if_modified(|known| {
            let has_lapsed = answered >= known.until;
            if has_lapsed && known.lapses > 0 {
                known.lenient_until = answered + LENIENCE;
            }
            known.lapses += u64::from(has_lapsed);
            known.until = sent + LEASE;
            has_lapsed
        });
    }

    pub(super) fn lapses(&self) -> u64 {
        self.known.borrow().lapses
    }

    /// Returns `true` if the lease has lapsed since the table was read.
    pub(super) fn has_lapsed(&self) -> bool {
        let known = self.known.borrow();
        known.read_at < known.lapses
    }

    /// Returns `true` if copies that are not alive count as dead.
    pub(super) fn takes_from_dead(&self, now: Duration) -> bool {
        now >= self.known.borrow().lenient_until
    }

    pub(super) fn table(&self) -> Vec<Held> {
        self.known.borrow().table.clone()
    }

    /// Replaces the table by one that was read after so many lapses. Returns the slots that have changed.
    pub(super) fn replace(&self, table: Vec<Held>, lapses: u64) -> Vec<Held> {
        let mut changed = Vec::new();
        self.known.send_modify(|known| {
            let pairs = table.iter().zip(&known.table);
            changed.extend(pairs.filter(|(new, old)| new != old).map(|(new, _)| *new));
            known.read_at = lapses;
            known.table = table;
        });
        changed
    }

    /// Treats slots as given away, before others know.
    pub(super) fn give(&self, heirs: &[(Slot, ServerId)]) {
        self.known.send_modify(|known| {
            for (slot, heir) in heirs {
                known.table[usize::from(slot.number())].owner = Some(*heir);
            }
        });
    }

    /// Makes this copy read the table soon.
    pub(super) fn look(&self) {
        self.outdated.notify_one();
    }

    pub(super) async fn outdated(&self) {
        self.outdated.notified().await;
    }
}

impl Known {
    fn holder(&self, slot: Slot, this: ServerId) -> Holder {
        let held = self.table[usize::from(slot.number())];
        match held.owner {
            Some(owner) if owner == this => Holder::Here(held.epoch),
            Some(owner) => Holder::Copy(owner),
            None => Holder::Nobody,
        }
    }
}

impl GameRegistry {
    /// The copy that has the game's slot.
    pub(super) fn holder(&self, game: &GameKey) -> Holder {
        let slot = Slot::of(game.as_str());
        self.slots.known.borrow().holder(slot, self.server)
    }

    pub(super) fn is_here(&self, game: &GameKey) -> bool {
        matches!(self.holder(game), Holder::Here(_))
    }

    /// Waits until the slot of the game has another holder or epoch.
    pub(super) async fn moved(&self, game: &GameKey, from: Holder) {
        let slot = Slot::of(game.as_str());
        let mut known = self.slots.known.subscribe();
        let _ = known
            .wait_for(|known| known.holder(slot, self.server) != from)
            .await;
    }

    fn is_sure(&self, known: &Known) -> bool {
        let is_current = self.time.passed() < known.until && known.read_at == known.lapses;
        is_current || !self.link.is_shared()
    }

    /// Returns `true` if no other copy can have taken a slot of this one unnoticed.
    pub(crate) fn holds_lease(&self) -> bool {
        self.is_sure(&self.slots.known.borrow())
    }

    /// Waits until no other copy can have taken a slot of this one unnoticed: it may have stood still. Without the
    /// database this waits as long as it takes.
    pub(super) async fn sure_of_lease(&self) {
        if !self.holds_lease() {
            let mut known = self.slots.known.subscribe();
            let _ = known.wait_for(|known| self.is_sure(known)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(copies: &[ServerId]) -> Vec<ServerId> {
        Slot::all()
            .map(|slot| preferred(slot, copies).expect("one"))
            .collect()
    }

    #[test]
    fn copies_have_equal_shares_and_few_slots_move() {
        let mut copies = vec![ServerId::new()];
        let mut before = shares(&copies);
        for _ in 0..4 {
            let new = ServerId::new();
            copies.push(new);
            let after = shares(&copies);
            for (was, is) in before.iter().zip(&after) {
                assert!(is == was || *is == new);
            }
            let fair = usize::from(Slot::COUNT) / copies.len();
            for copy in &copies {
                let share = after.iter().filter(|it| *it == copy).count();
                assert!((fair / 2..fair * 2).contains(&share), "{share} of {fair}");
            }
            before = after;
        }
        assert_eq!(preferred(Slot::of("game"), &[]), None);
    }
}
