//! Slots that move from one copy to another.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use komadai_protocol::ClockSettings;
use komadai_store::{Slot, Slots as _};

use super::{Beside, beside, beside_with, elsewhere, soon};
use crate::game::tests::{a_move, pulse};
use crate::hub::{Signal, Subject};
use crate::link::Question;
use crate::request::{Request, Response};

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

/// A copy that comes gets its share, after its referees here have ended.
#[tokio::test]
async fn slots_are_handed_over_to_a_copy_that_stays() {
    let beside = beside_with(ClockSettings::Sudden { main_ms: 60_000 }).await;
    let registry = &beside.registry;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    assert!(matches!(moved.await, Response::Accepted { .. }));
    let other = beside.add(true);
    let share = async || {
        let rows = registry.store.slots().await.expect("read").into_iter();
        rows.filter(|row| row.owner == Some(other.to_string()))
            .count()
    };
    for _ in 0..2 {
        pulse(registry).await;
        assert_eq!(share().await, 0, "it may leave again");
    }
    for _ in 0..8 {
        pulse(registry).await;
    }
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
    *others.lock().expect("sound") = alive;
    tokio::time::sleep(Duration::from_millis(700)).await;
    pulse(registry).await;
    assert!(!registry.is_here(&beside.key));
    others.lock().expect("sound").clear();
    until_here(&beside).await;
}
