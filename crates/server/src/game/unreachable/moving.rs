//! Slots that move from one copy to another.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use komadai_protocol::{ClockSettings, GameKey};
use komadai_store::{Slot, Slots as _};

use super::{Beside, beside, beside_with, elsewhere, soon};
use crate::game::failing_store::FailingStore;
use crate::game::question::Question;
use crate::game::tests::{a_move, game, pulse, registry_on};
use crate::hub::{Signal, Subject};
use crate::request::{Request, Response};
use crate::server_id::ServerId;

async fn until_here(beside: &Beside) {
    soon(async {
        while !beside.registry.is_here(&beside.key) {
            pulse(&beside.registry).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_game_of_a_server_that_died_is_taken_up_by_the_next() {
    let beside = elsewhere().await;
    let registry = &beside.registry;
    let mut received = registry.hub.subscribe(&Subject::game(&beside.key)).await;
    beside.store.others.lock().expect("sound").clear();
    until_here(&beside).await;
    // Events may be stored that the dead server did not publish.
    assert_eq!(soon(received.next()).await, Some(Signal::NewWriter));
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    let moved = moved.await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
}

async fn share_of(beside: &Beside, copy: ServerId) -> usize {
    let rows = beside.store.slots().await.expect("read").into_iter();
    rows.filter(|row| row.owner == Some(copy.to_string()))
        .count()
}

/// A copy that comes gets its share, after its referees here have ended.
#[tokio::test]
async fn slots_are_handed_over_to_a_copy_that_stays() {
    let beside = beside_with(ClockSettings::Sudden { main_ms: 60_000 }).await;
    let registry = &beside.registry;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    assert!(matches!(moved.await, Response::Accepted { .. }));
    let other = beside.add(true);
    let share = async || share_of(&beside, other).await;
    beside.link.is_whole.store(true, Ordering::Relaxed);
    for _ in 0..2 {
        pulse(registry).await;
        assert_eq!(share().await, 0, "it may leave again");
    }
    beside.link.is_whole.store(false, Ordering::Relaxed);
    for _ in 0..8 {
        pulse(registry).await;
    }
    assert_eq!(share().await, 0, "nobody could play there");
    beside.link.is_whole.store(true, Ordering::Relaxed);
    for _ in 0..8 {
        pulse(registry).await;
    }
    beside.link.is_whole.store(false, Ordering::Relaxed);
    assert!((400..624).contains(&share().await), "{}", share().await);
    assert!(!registry.is_here(&beside.key));
    assert!(!registry.has_referee(&beside.key));
    let asked = registry.ask(&beside.key, a_move("b", 1, "1b1c", now_ms));
    let answer = tokio::time::timeout(Duration::from_millis(300), asked).await;
    assert!(answer.is_err(), "{answer:?}");
    let is_asked = |question: &Question| matches!(question, Question::Game { .. });
    assert!(beside.link.asked().iter().any(is_asked));
}

/// A server that stood still longer than its lease reads who has its slots before it answers.
#[tokio::test]
async fn a_copy_whose_lease_lapsed_answers_for_no_slot_that_was_taken() {
    let beside = beside().await;
    let registry = &beside.registry;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    assert!(matches!(moved.await, Response::Accepted { .. }));
    while registry.holds_lease() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let other = beside.add(false);
    let all: Vec<Slot> = Slot::all().collect();
    let taken = beside.store.take_slots(&other.to_string(), &all).await;
    taken.expect("taken");
    registry.beat().await.expect("alive");
    assert!(!registry.holds_lease(), "the table is older than the lease");
    let view = registry.submit(&beside.key, Request::View { player: None });
    let mut view = view.await;
    let early = tokio::time::timeout(Duration::from_millis(200), &mut view).await;
    assert!(early.is_err(), "{early:?}");
    let followed = registry.follow_once(false).await;
    followed.expect("followed");
    assert!(registry.holds_lease() && !registry.is_here(&beside.key));
    beside.link.is_whole.store(true, Ordering::Relaxed);
    let answer = soon(view).await.expect("an answer");
    assert!(matches!(answer, Response::Done), "of the other: {answer:?}");
}

/// The heartbeats of all copies fail while the database is away.
#[tokio::test]
async fn slots_of_others_are_not_taken_right_after_the_database_was_away() {
    let beside = elsewhere().await;
    let (registry, others) = (&beside.registry, &beside.store.others);
    while registry.holds_lease() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let alive = std::mem::take(&mut *others.lock().expect("sound"));
    pulse(registry).await;
    assert!(registry.holds_lease() && !registry.is_here(&beside.key));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    pulse(registry).await;
    assert!(
        !registry.is_here(&beside.key),
        "its connection has to break first"
    );
    *others.lock().expect("sound") = alive;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    pulse(registry).await;
    assert!(!registry.is_here(&beside.key));
    others.lock().expect("sound").clear();
    until_here(&beside).await;
}

async fn fails_once(beside: &Beside, step: &'static str) {
    *beside.store.failing_step.lock().expect("sound") = Some(step);
    beside.registry.beat().await.expect("alive");
    let failed = beside.registry.follow_once(true).await;
    assert!(failed.is_err(), "{step}");
    *beside.store.failing_step.lock().expect("sound") = None;
}

#[tokio::test]
async fn a_step_that_failed_while_slots_came_is_done_the_next_time() {
    for step in ["slots", "take", "live games"] {
        let beside = beside_with(ClockSettings::Sudden { main_ms: 300 }).await;
        let (registry, key) = (&beside.registry, &beside.key);
        let now_ms = registry.time.now_ms();
        let moved = registry.ask(key, a_move("a", 0, "5d5c", now_ms)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
        beside.move_elsewhere().await;
        beside.store.others.lock().expect("sound").clear();
        fails_once(&beside, step).await;
        pulse(registry).await;
        soon(async {
            let is_over = async || {
                let row = registry.store.game(key).await.expect("read");
                row.expect("there").progress.outcome.is_some()
            };
            while !is_over().await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
    }
}

#[tokio::test]
async fn slots_that_could_not_be_handed_over_stay() {
    let beside = beside().await;
    let registry = &beside.registry;
    let other = beside.add(true);
    beside.link.is_whole.store(true, Ordering::Relaxed);
    for _ in 0..2 {
        pulse(registry).await;
    }
    fails_once(&beside, "hand over").await;
    assert_eq!(share_of(&beside, other).await, 0);
    // The heir dies before the next time.
    beside.store.others.lock().expect("sound").clear();
    until_here(&beside).await;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    assert!(matches!(moved.await, Response::Accepted { .. }));
}

#[tokio::test]
async fn live_games_of_slots_that_came_are_loaded_some_at_a_time() {
    const GAMES: usize = 90;
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    let registry = registry_on(store.clone()).await;
    let mut games: Vec<GameKey> = Vec::new();
    for _ in 0..GAMES {
        let key = game(&registry, ClockSettings::Sudden { main_ms: 60_000 }).await;
        let moved = a_move("a", 0, "5d5c", registry.time.now_ms());
        let moved = registry.ask(&key, moved).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
        games.push(key);
    }
    registry.close().await;
    store.most_reading.store(0, Ordering::Relaxed);
    let next = registry_on(store.clone()).await;
    soon(async {
        while !games.iter().all(|key| next.has_referee(key)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    let most = store.most_reading.load(Ordering::Relaxed);
    assert!((2..=32).contains(&most), "{most}");
    assert_eq!(store.settled.load(Ordering::Relaxed), 0);
}
