//! The watched game, and the latency to the last of its watchers.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use komadai_protocol::GameKey;
use tokio::sync::watch;

pub(crate) struct Watching {
    watchers: u64,
    pub(crate) game: watch::Sender<Option<GameKey>>,
    slots: Mutex<HashMap<(GameKey, u32), Slot>>,
}

#[derive(Debug, Default)]
struct Slot {
    /// Intended send of the move, once known.
    intended_us: Option<u64>,
    received: u64,
    last_us: u64,
}

impl Watching {
    pub(crate) fn new(watchers: u64) -> Self {
        Self {
            watchers,
            game: watch::channel(None).0,
            slots: Mutex::default(),
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<(GameKey, u32), Slot>> {
        self.slots
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn show(&self, game: &GameKey) {
        if self.watchers > 0 {
            self.game.send_replace(Some(game.clone()));
        }
    }

    /// Records the event of a sent move. Returns the latency to the last watcher if all have received it.
    pub(crate) fn sent(&self, game: &GameKey, seq: u32, intended_us: u64) -> Option<u64> {
        if self.watchers == 0 || self.game.borrow().as_ref() != Some(game) {
            return None;
        }
        self.change(game, seq, |slot| slot.intended_us = Some(intended_us))
    }

    /// Records a delivery. Returns the latency to the last watcher if it was the last.
    pub(crate) fn received(&self, game: &GameKey, seq: u32, now_us: u64) -> Option<u64> {
        self.change(game, seq, |slot| {
            slot.received += 1;
            slot.last_us = slot.last_us.max(now_us);
        })
    }

    fn change(&self, game: &GameKey, seq: u32, change: impl FnOnce(&mut Slot)) -> Option<u64> {
        let mut slots = self.slots();
        let slot = slots.entry((game.clone(), seq)).or_default();
        change(slot);
        let intended_us = slot.intended_us?;
        if slot.received < self.watchers {
            return None;
        }
        let latency = slot.last_us.saturating_sub(intended_us);
        slots.remove(&(game.clone(), seq));
        Some(latency)
    }

    /// Moves that did not reach all watchers: event number and missing deliveries.
    pub(crate) fn missing(&self) -> Vec<(u32, u64)> {
        let slots = self.slots();
        let missing = slots
            .iter()
            .filter(|(_, slot)| slot.intended_us.is_some())
            .map(|((_, seq), slot)| (*seq, self.watchers.saturating_sub(slot.received)));
        missing.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latency_is_that_of_the_last_watcher() {
        let watching = Watching::new(3);
        let game = GameKey::from("x");
        watching.show(&game);
        assert_eq!(watching.received(&game, 4, 1_500), None);
        assert_eq!(watching.sent(&game, 4, 1_000), None);
        assert_eq!(watching.received(&game, 4, 9_000), None);
        assert_eq!(watching.missing(), [(4, 1)]);
        assert_eq!(watching.received(&game, 4, 8_000), Some(8_000));
        assert_eq!(watching.missing(), []);
        // All deliveries before the acknowledgement.
        for at in [1, 2, 3] {
            assert_eq!(watching.received(&game, 5, at), None);
        }
        assert_eq!(watching.sent(&game, 5, 1), Some(2));
    }
}
