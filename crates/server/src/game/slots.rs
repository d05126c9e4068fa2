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
/// Time after the database was away, or its clock was set, in which no other copy counts as dead: as long as the
/// heartbeat of another may take, whose connection has to break first.
const LENIENCE: Duration = Duration::from_millis(3500);
/// Longest difference between the clock of the database and the own one, from one heartbeat to the next.
const CLOCK_TOLERANCE: Duration = Duration::from_millis(500);

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

/// An answered heartbeat.
#[derive(Clone, Copy)]
pub(super) struct Heartbeat {
    /// Time since the start.
    pub(super) sent: Duration,
    pub(super) answered: Duration,
    /// The moment by the clock of the database, milliseconds.
    pub(super) database_ms: Option<i64>,
}

impl Heartbeat {
    /// Returns `true` if the clock of the database was set between that heartbeat and this one.
    fn is_after_clock_change(&self, last: &Self) -> bool {
        let (Some(now_ms), Some(last_ms)) = (self.database_ms, last.database_ms) else {
            return false;
        };
        let Ok(passed_ms) = u64::try_from(now_ms - last_ms) else {
            return true;
        };
        let passed = Duration::from_millis(passed_ms);
        let least = self.sent.saturating_sub(last.answered);
        let most = self.answered.saturating_sub(last.sent);
        passed + CLOCK_TOLERANCE < least || passed > most + CLOCK_TOLERANCE
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
    last: Option<Heartbeat>,
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
            last: None,
            table: Slot::all().map(unknown).collect(),
        };
        Self {
            known: watch::Sender::new(known),
            outdated: Notify::new(),
        }
    }
}

impl Slots {
    pub(super) fn extend_lease(&self, heartbeat: Heartbeat) {
        self.known.send_if_modified(|known| {
            let Heartbeat { sent, answered, .. } = heartbeat;
            let has_lapsed = answered >= known.until;
            let last = known.last.replace(heartbeat);
            if last.is_some_and(|last| has_lapsed || heartbeat.is_after_clock_change(&last)) {
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
        self.known.send_if_modified(|known| {
            let pairs = table.iter().zip(&known.table);
            changed.extend(pairs.filter(|(new, old)| new != old).map(|(new, _)| *new));
            known.table = table;
            let read_at = std::mem::replace(&mut known.read_at, lapses);
            !changed.is_empty() || read_at != lapses
        });
        changed
    }

    /// Treats slots as those of their heirs, before the database says so: no referee starts in them.
    pub(super) fn release(&self, heirs: &[(Slot, ServerId)]) {
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
    /// The copy that has the slot of a stream.
    pub(super) fn holder(&self, stream: &str) -> Holder {
        let slot = Slot::of(stream);
        self.slots.known.borrow().holder(slot, self.server)
    }

    pub(super) fn is_here(&self, game: &GameKey) -> bool {
        matches!(self.holder(game.as_str()), Holder::Here(_))
    }

    /// Waits until the slot of a stream has another holder or epoch.
    pub(super) async fn moved(&self, stream: &str, from: Holder) {
        let slot = Slot::of(stream);
        let mut known = self.slots.known.subscribe();
        let _ = known
            .wait_for(|known| known.holder(slot, self.server) != from)
            .await;
    }

    /// Returns `true` if other copies may take slots, in spite of what a server without NATS was told.
    pub(super) fn has_rivals(&self) -> bool {
        self.link.is_shared() || self.store.is_shared()
    }

    fn is_sure(&self, known: &Known) -> bool {
        let is_current = self.time.passed() < known.until && known.read_at == known.lapses;
        is_current || !self.has_rivals()
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
    fn a_clock_that_was_set_differs_from_the_time_that_passed() {
        let at = |sent_ms, answered_ms, database_ms| Heartbeat {
            sent: Duration::from_millis(sent_ms),
            answered: Duration::from_millis(answered_ms),
            database_ms: Some(database_ms),
        };
        let last = at(1000, 1010, 50_000);
        for (next, is_set) in [
            (at(1510, 1520, 50_505), false),
            // Sent or answered late.
            (at(1510, 4510, 53_400), false),
            (at(9000, 9010, 58_000), false),
            (at(1510, 1520, 52_505), true),
            (at(1510, 1520, 48_000), true),
            (at(9000, 9010, 50_505), true),
        ] {
            assert_eq!(next.is_after_clock_change(&last), is_set);
        }
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
