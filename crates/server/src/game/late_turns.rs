//! Turns that began before anybody could know of it: the event that began them was on its way to the disk for a while.
//! This server charges nobody for that, and its signs of life say it to the next one, as they say which referees failed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_protocol::GameKey;
use komadai_store::LateTurn;

use crate::time::Time;

/// An event that is stored within so many milliseconds is not late.
const LATE_MS: i64 = 10;
/// So long the next referee on this server has for a game whose last one could not store an event, milliseconds.
const FAILED_MS: i64 = 60_000;

/// The late turns of a game.
#[derive(Default)]
struct Turns {
    /// An event that is on its way, or whose referee failed.
    pending: Option<Pending>,
    /// The last one that was late and has been stored, until a sign of life has said so.
    stored: Option<LateTurn>,
    /// The referee that failed, until a sign of life has said so or there is the next one.
    failed: Option<LateTurn>,
}

struct Pending {
    epoch: i64,
    seq: u32,
    /// When the referee began to store it.
    begun_ms: i64,
    /// When the referee gave up: whether it is stored nobody knows.
    failed_ms: Option<i64>,
}

impl Turns {
    fn is_empty(&self) -> bool {
        self.pending.is_none() && self.stored.is_none() && self.failed.is_none()
    }
}

/// The events that begin turns and are on their way, and those that were late since the last sign of life.
#[derive(Default)]
pub(super) struct LateTurns(Mutex<HashMap<GameKey, Turns>>);

/// An event that begins a turn and is on its way. Dropped, it has failed.
pub(super) struct OnItsWay<'r> {
    late: &'r LateTurns,
    time: &'r Time,
    game: &'r GameKey,
    pub(super) begun_ms: i64,
}

impl OnItsWay<'_> {
    /// It has been stored, and is about to be published.
    pub(super) fn stored(self) {
        let mut turns = self.late.turns();
        let Some(of_game) = turns.get_mut(self.game) else {
            return;
        };
        let from_ms = self.time.counted_ms();
        if let Some(event) = of_game.pending.take() {
            let is_late = from_ms - event.begun_ms > LATE_MS;
            of_game.stored = is_late.then(|| LateTurn {
                game: self.game.clone(),
                epoch: event.epoch,
                seq: event.seq,
                from_ms,
            });
        }
        if of_game.is_empty() {
            turns.remove(self.game);
        }
    }
}

impl Drop for OnItsWay<'_> {
    fn drop(&mut self) {
        let mut turns = self.late.turns();
        let pending = turns.get_mut(self.game).and_then(|it| it.pending.as_mut());
        // One that has been stored is no longer there.
        if let Some(event) = pending {
            event.failed_ms = Some(self.time.counted_ms());
        }
    }
}

impl LateTurns {
    fn turns(&self) -> MutexGuard<'_, HashMap<GameKey, Turns>> {
        let Self(turns) = self;
        turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An event that begins a turn is about to be stored.
    pub(super) fn storing<'r>(
        &'r self,
        time: &'r Time,
        game: &'r GameKey,
        epoch: i64,
        seq: u32,
    ) -> OnItsWay<'r> {
        let mut turns = self.turns();
        let begun_ms = time.counted_ms();
        turns.entry(game.clone()).or_default().pending = Some(Pending {
            epoch,
            seq,
            begun_ms,
            failed_ms: None,
        });
        OnItsWay {
            late: self,
            time,
            game,
            begun_ms,
        }
    }

    /// The referee of a game has failed. What it did last nobody has seen.
    pub(super) fn referee_failed(&self, game: &GameKey, epoch: i64, now_ms: i64) {
        let mut turns = self.turns();
        let of_game = turns.entry(game.clone()).or_default();
        let at_ms = of_game.pending.as_ref().map_or(now_ms, |it| it.begun_ms);
        of_game.failed = Some(LateTurn::failed(game.clone(), epoch, at_ms));
    }

    /// Since when an event of that game has been on its way.
    pub(super) fn unknown_since_ms(&self, game: &GameKey) -> Option<i64> {
        let turns = self.turns();
        Some(turns.get(game)?.pending.as_ref()?.begun_ms)
    }

    /// The next referee has seen what was stored, or another server has the game.
    pub(super) fn settled(&self, game: &GameKey) {
        let mut turns = self.turns();
        if let Some(of_game) = turns.get_mut(game) {
            of_game.pending = None;
            of_game.failed = None;
            if of_game.is_empty() {
                turns.remove(game);
            }
        }
    }

    /// This moment, and the turns that had begun late and the referees that had failed by then.
    pub(super) fn sign_of_life(&self, time: &Time) -> (i64, Vec<LateTurn>) {
        let mut turns = self.turns();
        let now_ms = time.counted_ms();
        let mut late = Vec::new();
        turns.retain(|game, of_game| {
            let is_given_up =
                |it: &mut Pending| it.failed_ms.is_some_and(|at| now_ms - at > FAILED_MS);
            of_game.pending.take_if(is_given_up);
            late.extend(of_game.stored.clone());
            late.extend(of_game.failed.clone());
            let event = of_game.pending.as_ref();
            let event = event.filter(|it| now_ms - it.begun_ms > LATE_MS);
            late.extend(event.map(|it| LateTurn {
                game: game.clone(),
                epoch: it.epoch,
                seq: it.seq,
                from_ms: now_ms,
            }));
            !of_game.is_empty()
        });
        (now_ms, late)
    }

    /// These are known to the next server now.
    pub(super) fn noted(&self, late: &[LateTurn]) {
        let mut turns = self.turns();
        for it in late {
            let Some(of_game) = turns.get_mut(&it.game) else {
                continue;
            };
            of_game.stored.take_if(|stored| stored == it);
            of_game.failed.take_if(|failed| failed == it);
            if of_game.is_empty() {
                turns.remove(&it.game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHILE_MS: i64 = LATE_MS + 10;

    #[tokio::test]
    async fn an_event_on_its_way_is_in_every_sign_of_life_and_in_one_when_it_has_been_stored() {
        let (time, turns) = (Time::start(), LateTurns::default());
        let [quick, slow] = ["quick", "slow"].map(GameKey::from);
        turns.storing(&time, &quick, 1, 5).stored();
        let on_its_way = turns.storing(&time, &slow, 2, 7);
        assert_eq!(turns.sign_of_life(&time).1, [], "not late yet");
        time.pass(WHILE_MS).await;
        for _ in 0..2 {
            let (now_ms, late) = turns.sign_of_life(&time);
            let is_slow = |it: &LateTurn| (it.game == slow, it.epoch, it.seq) == (true, 2, 7);
            assert!(late.len() == 1 && is_slow(&late[0]), "{late:?}");
            assert_eq!(late[0].from_ms, now_ms, "nobody knows of it by now");
            turns.noted(&late);
        }
        on_its_way.stored();
        time.pass(WHILE_MS).await;
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
        let on_its_way = turns.storing(&time, &game, 1, 5);
        let begun_ms = on_its_way.begun_ms;
        time.pass(WHILE_MS).await;
        drop(on_its_way);
        assert_eq!(turns.unknown_since_ms(&game), Some(begun_ms));
        let (now_ms, late) = turns.sign_of_life(&time);
        assert_eq!(late[0].from_ms, now_ms);
        turns.noted(&late);
        assert_eq!(turns.sign_of_life(&time).1.len(), 1);
        turns.settled(&game);
        assert_eq!(turns.sign_of_life(&time).1, []);
    }

    /// The next event, which was never stored, made the next server forget that the one before it had been late.
    #[tokio::test]
    async fn a_late_turn_is_known_though_the_next_event_fails() {
        let (time, turns) = (Time::start(), LateTurns::default());
        let game = GameKey::from("game");
        let on_its_way = turns.storing(&time, &game, 1, 5);
        time.pass(WHILE_MS).await;
        on_its_way.stored();
        let next = turns.storing(&time, &game, 1, 6);
        time.pass(WHILE_MS).await;
        drop(next);
        let (_, late) = turns.sign_of_life(&time);
        let seqs: Vec<u32> = late.iter().map(|it| it.seq).collect();
        assert_eq!(seqs, [5, 6]);
        turns.settled(&game);
        let (_, late) = turns.sign_of_life(&time);
        assert!(late.len() == 1 && late[0].seq == 5, "{late:?}");
        turns.noted(&late);
        assert_eq!(turns.sign_of_life(&time).1, []);
    }
}
