//! Turns that began before anybody could know of it: the event that began them was on its way to the disk for a while.
//! This server charges nobody for that, and its signs of life say it to the next one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_protocol::GameKey;
use komadai_store::LateTurn;

use crate::time::Time;

/// An event that is stored within so many milliseconds is not late.
const LATE_MS: i64 = 10;
/// So long the next referee on this server has for a game whose last one could not store an event, milliseconds.
const FAILED_MS: i64 = 60_000;

struct Turn {
    epoch: i64,
    seq: u32,
    /// When the referee began to store the event.
    begun_ms: i64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Storing,
    /// Then it was stored, and published.
    Stored(i64),
    /// Then its referee gave up, and whether it is stored nobody knows.
    Failed(i64),
}

/// The events that begin turns and are on their way, and those that were late since the last sign of life.
#[derive(Default)]
pub(super) struct LateTurns(Mutex<HashMap<GameKey, Turn>>);

impl LateTurns {
    fn turns(&self) -> MutexGuard<'_, HashMap<GameKey, Turn>> {
        let Self(turns) = self;
        turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An event that begins a turn is about to be stored. Returns this moment.
    pub(super) fn storing(&self, time: &Time, game: &GameKey, epoch: i64, seq: u32) -> i64 {
        let mut turns = self.turns();
        let begun_ms = time.now_ms();
        let turn = Turn {
            epoch,
            seq,
            begun_ms,
            stage: Stage::Storing,
        };
        turns.insert(game.clone(), turn);
        begun_ms
    }

    /// It has been stored, and is about to be published.
    pub(super) fn stored(&self, time: &Time, game: &GameKey) {
        let mut turns = self.turns();
        let now_ms = time.now_ms();
        let Some(turn) = turns.get_mut(game) else {
            return;
        };
        if now_ms - turn.begun_ms <= LATE_MS {
            turns.remove(game);
        } else {
            turn.stage = Stage::Stored(now_ms);
        }
    }

    /// It could not be stored, or may have been: the next referee will see.
    pub(super) fn failed(&self, time: &Time, game: &GameKey) {
        if let Some(turn) = self.turns().get_mut(game) {
            turn.stage = Stage::Failed(time.now_ms());
        }
    }

    /// Since when an event of that game has been on its way.
    pub(super) fn unknown_since_ms(&self, game: &GameKey) -> Option<i64> {
        let turns = self.turns();
        let turn = turns.get(game)?;
        match turn.stage {
            Stage::Stored(_) => None,
            Stage::Storing | Stage::Failed(_) => Some(turn.begun_ms),
        }
    }

    /// The next referee has seen what was stored, or another server has the game.
    pub(super) fn settled(&self, game: &GameKey) {
        self.turns().remove(game);
    }

    /// This moment, and the turns that had begun late by then.
    pub(super) fn sign_of_life(&self, time: &Time) -> (i64, Vec<LateTurn>) {
        let mut turns = self.turns();
        let now_ms = time.now_ms();
        turns.retain(
            |_, turn| !matches!(turn.stage, Stage::Failed(at_ms) if now_ms - at_ms > FAILED_MS),
        );
        let late = turns.iter().filter_map(|(game, turn)| {
            let from_ms = match turn.stage {
                Stage::Stored(at_ms) => at_ms,
                Stage::Storing | Stage::Failed(_) => now_ms,
            };
            (from_ms - turn.begun_ms > LATE_MS).then(|| LateTurn {
                game: game.clone(),
                epoch: turn.epoch,
                seq: turn.seq,
                from_ms,
            })
        });
        (now_ms, late.collect())
    }

    /// These are known to the next server now.
    pub(super) fn noted(&self, late: &[LateTurn]) {
        let mut turns = self.turns();
        for it in late {
            let is_noted = |turn: &Turn| {
                (turn.epoch, turn.seq, turn.stage) == (it.epoch, it.seq, Stage::Stored(it.from_ms))
            };
            if turns.get(&it.game).is_some_and(is_noted) {
                turns.remove(&it.game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const WHILE: Duration = Duration::from_millis(LATE_MS as u64 + 10);

    #[tokio::test]
    async fn an_event_on_its_way_is_in_every_sign_of_life_and_in_one_when_it_has_been_stored() {
        let (time, turns) = (Time::start(), LateTurns::default());
        let [quick, slow] = ["quick", "slow"].map(GameKey::from);
        turns.storing(&time, &quick, 1, 5);
        turns.stored(&time, &quick);
        turns.storing(&time, &slow, 2, 7);
        assert_eq!(turns.sign_of_life(&time).1, [], "not late yet");
        tokio::time::sleep(WHILE).await;
        for _ in 0..2 {
            let (now_ms, late) = turns.sign_of_life(&time);
            let is_slow = |it: &LateTurn| (it.game == slow, it.epoch, it.seq) == (true, 2, 7);
            assert!(late.len() == 1 && is_slow(&late[0]), "{late:?}");
            assert_eq!(late[0].from_ms, now_ms, "nobody knows of it by now");
            turns.noted(&late);
        }
        turns.stored(&time, &slow);
        tokio::time::sleep(WHILE).await;
        let (now_ms, late) = turns.sign_of_life(&time);
        assert!(late.len() == 1 && late[0].from_ms <= now_ms - LATE_MS);
        // That sign of life was lost, the next one was not.
        assert_eq!(turns.sign_of_life(&time).1, late);
        turns.noted(&late);
        assert_eq!(turns.sign_of_life(&time).1, []);
    }

    #[tokio::test]
    async fn what_may_have_been_stored_stays_unknown_until_the_next_referee_has_looked() {
        let (time, turns) = (Time::start(), LateTurns::default());
        let game = GameKey::from("game");
        assert_eq!(turns.unknown_since_ms(&game), None);
        let begun_ms = turns.storing(&time, &game, 1, 5);
        tokio::time::sleep(WHILE).await;
        turns.failed(&time, &game);
        assert_eq!(turns.unknown_since_ms(&game), Some(begun_ms));
        let (now_ms, late) = turns.sign_of_life(&time);
        assert_eq!(late[0].from_ms, now_ms);
        turns.noted(&late);
        assert_eq!(turns.sign_of_life(&time).1.len(), 1);
        turns.settled(&game);
        assert_eq!(turns.sign_of_life(&time).1, []);
    }
}
