//! Moves that are stored late, by a referee that fails in the next turn.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use komadai_protocol::{ClockSettings, GameKey};

use super::Referee;
use crate::game::GameRegistry;
use crate::game::failing_store::FailingStore;
use crate::game::tests::{a_move, game, registry_on};
use crate::request::Response;

const MAIN_MS: u32 = 60_000;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Time that the next referee charges the second player, in milliseconds.
async fn charged_by_the_next(store: Arc<FailingStore>, last: &GameRegistry, game: &GameKey) -> u32 {
    last.close().await;
    last.leave().await.expect("left");
    *store.answers_late.lock().expect("sound") = None;
    let next = registry_on(store);
    let loaded = Referee::load(next.clone(), game, None).await;
    let referee = loaded.expect("loaded");
    let clock = referee.arbiter.state().clock().expect("a clock");
    // As it went on: since then the test itself has taken time.
    let since_ms = clock.since_ms().expect("it runs");
    MAIN_MS - clock.left_at(since_ms).second.main_ms
}

/// PostgreSQL had just been started again, the move took 400 ms, and its referee was killed a second later: the next one
/// charged the opponent for the 400 ms, too.
#[tokio::test]
async fn a_lost_referee_whose_move_was_stored_slowly_charged_the_opponent_for_that() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    let registry = registry_on(store.clone());
    let key = game(&registry, ClockSettings::Sudden { main_ms: MAIN_MS }).await;
    *store.answers_late.lock().expect("sound") = Some((registry.time.clone(), 400));
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&key, a_move("a", 0, "5d5c", now_ms)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    assert!(registry.time.now_ms() - now_ms >= 400);
    let known_ms = registry.time.counted_ms();
    registry.time.pass(150).await;
    registry.renew().await.expect("renewed");
    let thought_ms = registry.time.counted_ms() - known_ms;
    let charged = i64::from(charged_by_the_next(store, &registry, &key).await);
    assert!(
        (50..=thought_ms + 20).contains(&charged),
        "{charged} ms of {thought_ms}"
    );
}

#[tokio::test]
async fn a_referee_lost_before_it_published_a_move_that_is_stored_charged_the_opponent() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    let registry = registry_on(store.clone());
    let key = game(&registry, ClockSettings::Sudden { main_ms: MAIN_MS }).await;
    *store.answers_late.lock().expect("sound") = Some((registry.time.clone(), 60_000));
    let now_ms = registry.time.now_ms();
    let moving = a_move("a", 0, "5d5c", now_ms);
    let asked = registry.ask(&key, moving);
    let lost = tokio::time::timeout(ms(300), asked).await;
    assert!(lost.is_err(), "{lost:?}");
    registry.renew().await.expect("renewed");
    let charged = charged_by_the_next(store, &registry, &key).await;
    assert!(charged <= 20, "{charged} ms");
}

/// The server sent heartbeats for half a second after the disk was full, and was killed before it restarted the referee.
#[tokio::test]
async fn a_referee_that_failed_before_its_server_was_lost_charged_up_to_the_last_heartbeat() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    let registry = registry_on(store.clone());
    let key = game(&registry, ClockSettings::Sudden { main_ms: MAIN_MS }).await;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&key, a_move("a", 0, "5d5c", now_ms)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    // Nor does the next referee get the game.
    store.fails.store(true, Ordering::Relaxed);
    let known_ms = registry.time.counted_ms();
    registry.time.pass(100).await;
    let failing = a_move("b", 1, "1b1c", registry.time.now_ms());
    let refused = registry.ask(&key, failing).await;
    assert!(matches!(refused, Response::Denied(_)), "{refused:?}");
    let thought_ms = registry.time.counted_ms() - known_ms;
    for _ in 0..2 {
        registry.time.pass(250).await;
        registry.renew().await.expect("renewed");
    }
    store.fails.store(false, Ordering::Relaxed);
    let charged = i64::from(charged_by_the_next(store, &registry, &key).await);
    assert!(
        (50..=thought_ms + 20).contains(&charged),
        "{charged} ms of {thought_ms}"
    );
}
