//! Games whose referee is on an unreachable server, and servers that have lost their database.

mod moving;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use futures_util::StreamExt;
use komadai_play::Command;
use komadai_protocol::{ClockSettings, ErrorCode, GameKey, ServerMessage, Status};
use komadai_store::{Alive, Slot, Slots as _};
use tokio::sync::oneshot;

use super::GameRegistry;
use super::failing_store::FailingStore;
use super::question::{Answer, Question};
use super::slots::preferred;
use super::tests::{a_move, command, enter, game, leave, pulse, registry_beside};
use crate::hub::{Signal, Signals, Subject};
use crate::link::{AnswerFuture, AskError, Link, VersionFuture, WIRE_VERSION};
use crate::request::{Request, Response};
use crate::server_id::{ServerId, SocketId};
use crate::time::Time;

/// A shared link that reaches no other server until `is_whole`.
#[derive(Default)]
struct CutLink {
    is_whole: AtomicBool,
    /// Makes requests hang.
    hangs: AtomicBool,
    asked: Mutex<Vec<Question>>,
    /// NATS delivers nothing to its sender.
    this: OnceLock<ServerId>,
}

impl CutLink {
    fn asked(&self) -> Vec<Question> {
        self.asked.lock().expect("not poisoned").clone()
    }
}

impl Link for CutLink {
    fn is_shared(&self) -> bool {
        true
    }

    fn version(&self, _server: ServerId) -> VersionFuture<'_> {
        let is_whole = self.is_whole.load(Ordering::Relaxed);
        let version = is_whole.then_some(WIRE_VERSION).ok_or(AskError::Nobody);
        Box::pin(std::future::ready(version))
    }

    fn ask(&self, server: ServerId, question: Bytes) -> AnswerFuture<'_> {
        Box::pin(async move {
            let question: Question = serde_json::from_slice(&question).expect("a question");
            self.asked
                .lock()
                .expect("not poisoned")
                .push(question.clone());
            if self.hangs.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            match question {
                _ if !self.is_whole.load(Ordering::Relaxed) => Err(AskError::Nobody),
                _ if self.this.get() == Some(&server) => Err(AskError::Nobody),
                Question::Settle { .. } => Ok(Answer::Settled),
                Question::List(_) => Ok(Answer::Elsewhere),
                Question::Game { .. } => Ok(Answer::Response(Response::Done)),
            }
            .map(|answer| serde_json::to_vec(&answer).expect("written").into())
        })
    }
}

struct Beside {
    link: Arc<CutLink>,
    store: Arc<FailingStore>,
    registry: Arc<GameRegistry>,
    key: GameKey,
    _folder: tempfile::TempDir,
}

/// A server with a lease, and a game without a referee.
async fn beside() -> Beside {
    beside_with(ClockSettings::None).await
}

async fn beside_with(clock: ClockSettings) -> Beside {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = FailingStore::open(&path).await;
    let link = Arc::<CutLink>::default();
    let registry = registry_beside(store.clone(), link.clone(), Time::start()).await;
    link.this.set(registry.server).expect("set once");
    let key = game(&registry, clock).await;
    Beside {
        link,
        store,
        registry,
        key,
        _folder: folder,
    }
}

/// A server with a lease, and a game held by another server.
async fn elsewhere() -> Beside {
    let beside = beside().await;
    beside.move_elsewhere().await;
    beside
}

impl Beside {
    /// Adds another live server. The slot of the game prefers it or not.
    fn add(&self, is_preferred: bool) -> ServerId {
        let slot = Slot::of(self.key.as_str());
        let this = self.registry.server;
        let mut other = ServerId::new();
        while (preferred(slot, &[this, other]) == Some(other)) != is_preferred {
            other = ServerId::new();
        }
        self.store.others.lock().expect("sound").push(Alive {
            id: other.to_string(),
            left_ms: 600_000,
        });
        other
    }

    /// Gives all slots to another live server.
    async fn move_elsewhere(&self) {
        let other = self.another().await.to_string();
        let this = self.registry.server.to_string();
        let heirs: Vec<_> = Slot::all().map(|slot| (slot, other.clone())).collect();
        let given = self.store.hand_over(&this, &heirs).await;
        given.expect("given");
        let followed = self.registry.follow_once(true).await;
        followed.expect("followed");
        assert!(!self.registry.is_here(&self.key));
    }

    async fn another(&self) -> ServerId {
        let other = self.add(false);
        pulse(&self.registry).await;
        other
    }

    /// Submits a request that has already waited for ten seconds.
    fn long_ago(&self, request: Request) -> oneshot::Receiver<Response> {
        let (mut envelope, answer) = self.registry.envelope(request);
        envelope.since_ms -= 10_000;
        let mailbox = self.registry.mailbox(&self.key).expect("one");
        mailbox.try_put(envelope).expect("room");
        answer
    }

    fn lag(&self) -> Request {
        Request::Lag {
            socket: SocketId {
                server: self.registry.server,
                number: 1,
            },
            one_way_ms: 7,
        }
    }

    async fn fill(&self, request: impl Fn() -> Request) {
        let mailbox = self.registry.mailbox(&self.key).expect("one");
        while mailbox.try_put(self.registry.envelope(request()).0).is_ok() {
            tokio::task::yield_now().await;
        }
    }

    /// Waits for the resynchronisation of presence.
    async fn called_back(&self, received: &mut Signals) {
        let this = self.registry.server;
        let is_gone = |question: &Question| matches!(question, Question::Game { request: Request::ServerGone { server }, .. } if *server == this);
        soon(async {
            while !self.link.asked().iter().any(is_gone) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        let called = soon(received.next()).await.expect("the hub lives");
        let called = matches!(called, Signal::NewWriter);
        assert!(called, "those who are there announce themselves");
    }

    async fn settle(&self) {
        let settled = self.registry.ask(&self.key, Request::Settle).await;
        assert!(matches!(settled, Response::Done), "{settled:?}");
    }
}

async fn soon<T>(what: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_secs(5), what).await;
    done.expect("in time")
}

#[tokio::test]
async fn a_latency_is_sent_at_most_once() {
    let beside = elsewhere().await;
    for _ in 0..200 {
        beside.registry.notify(&beside.key, beside.lag()).await;
    }
    beside.settle().await;
    let asked = beside.link.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
}

#[tokio::test]
async fn requests_that_expire_before_they_are_sent_are_refused() {
    let beside = elsewhere().await;
    let now_ms = beside.registry.time.now_ms();
    let answers: Vec<_> = (0..60)
        .map(|_| beside.long_ago(a_move("a", 0, "5d5c", now_ms)))
        .collect();
    for answer in answers {
        let answer = soon(answer).await.expect("an answer");
        let failed = matches!(answer, Response::Denied(ErrorCode::StorageFailed));
        assert!(failed, "{answer:?}");
    }
    assert!(beside.link.asked().is_empty());
}

#[tokio::test]
async fn a_lost_leave_resynchronises_presence_once_the_referee_is_reachable() {
    let beside = elsewhere().await;
    let mut received = beside
        .registry
        .hub
        .subscribe(&Subject::game(&beside.key))
        .await;
    drop(beside.long_ago(leave(&beside.registry, 1)));
    beside.settle().await;
    beside.link.is_whole.store(true, Ordering::Relaxed);
    beside.called_back(&mut received).await;
}

/// Regression: presence was only resynchronised in a second without requests.
#[tokio::test]
async fn a_lost_leave_resynchronises_presence_in_a_busy_game() {
    let beside = elsewhere().await;
    let mut received = beside
        .registry
        .hub
        .subscribe(&Subject::game(&beside.key))
        .await;
    beside.link.is_whole.store(true, Ordering::Relaxed);
    drop(beside.long_ago(leave(&beside.registry, 1)));
    let busy = async {
        loop {
            beside.registry.notify(&beside.key, beside.lag()).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        () = beside.called_back(&mut received) => {}
        () = busy => {}
    }
}

#[tokio::test]
async fn a_leave_during_a_fault_resynchronises_presence() {
    let beside = beside().await;
    let registry = &beside.registry;
    let entered = registry.ask(&beside.key, enter(registry, "a", 1)).await;
    assert!(matches!(entered, Response::Welcome { .. }), "{entered:?}");
    beside.store.reads_fail.store(true, Ordering::Relaxed);
    let fault = registry.ask(&beside.key, Request::Panic).await;
    assert!(matches!(fault, Response::Denied(_)), "{fault:?}");
    let leave = leave(registry, 1);
    registry.notify(&beside.key, leave).await;
    let subject = Subject::game(&beside.key);
    let mut received = registry.hub.subscribe(&subject).await;
    beside.store.reads_fail.store(false, Ordering::Relaxed);
    assert_eq!(soon(received.next()).await, Some(Signal::NewWriter));
}

#[tokio::test]
async fn a_move_does_not_wait_for_a_leave_before_it_while_reads_fail() {
    let beside = beside().await;
    let registry = &beside.registry;
    beside.store.reads_fail.store(true, Ordering::Relaxed);
    let left = beside.long_ago(leave(registry, 1));
    let now_ms = registry.time.now_ms();
    let moved = registry.submit(&beside.key, a_move("a", 0, "5d5c", now_ms));
    let answer = soon(moved.await).await.expect("an answer");
    let failed = matches!(answer, Response::Denied(ErrorCode::StorageFailed));
    assert!(failed, "{answer:?}");
    let left = soon(left).await.expect("an answer");
    assert!(matches!(left, Response::Done), "{left:?}");
}

/// Regression: each `Leave` waited separately, and the move's own patience began after them.
#[tokio::test]
async fn a_move_behind_leaves_is_answered_within_fifteen_seconds_while_the_database_hangs() {
    let beside = beside().await;
    let registry = &beside.registry;
    beside.store.hangs.store(true, Ordering::Relaxed);
    tokio::time::pause();
    let renewing = registry.clone();
    tokio::spawn(async move {
        loop {
            renewing.beat().await.expect("a lease");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    for socket in 1..4 {
        let left = leave(registry, socket);
        registry.notify(&beside.key, left).await;
    }
    let begun = registry.time.passed();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", registry.time.now_ms()));
    let answer = moved.await;
    let failed = matches!(answer, Response::Denied(ErrorCode::StorageFailed));
    assert!(failed, "{answer:?}");
    let waited = registry.time.passed() - begun;
    // Timers are exact to a millisecond.
    assert!(waited <= Duration::from_millis(15_001), "{waited:?}");
}

/// Regression: their `Enter` was still queued when there was no room for the `Leave`.
#[tokio::test]
async fn a_lost_leave_behind_its_enter_removes_the_player() {
    let beside = beside().await;
    let registry = &beside.registry;
    let mailbox = registry.mailbox(&beside.key).expect("one");
    let (came, _) = registry.envelope(enter(registry, "a", 1));
    mailbox.try_put(came).expect("room");
    mailbox.mark_presence_dirty();
    let player = None;
    let _ = registry.ask(&beside.key, Request::View { player }).await;
    let watcher = enter(registry, "watcher", 2);
    let Response::Welcome { presence, .. } = registry.ask(&beside.key, watcher).await else {
        panic!("a watcher may come in")
    };
    let ServerMessage::Presence { players, .. } = *presence else {
        panic!("who is there")
    };
    assert!(!players.first);
}

/// Regression: the answer of the other servers was a request to a full mailbox, and the flag never fell.
#[tokio::test]
async fn the_flag_falls_though_the_mailbox_was_full_when_the_inquiry_ended() {
    let clock = ClockSettings::Sudden { main_ms: 600 };
    let beside = beside_with(clock).await;
    let registry = &beside.registry;
    beside.another().await;
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    let moved = moved.await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    while registry.metrics.bus.flags_unsettled() == 0 {
        pulse(registry).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    while registry.holds_lease() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let view = || Request::View { player: None };
    beside.fill(view).await;
    beside.link.is_whole.store(true, Ordering::Relaxed);
    soon(async {
        while registry.metrics.bus.flags_unsettled() > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    pulse(registry).await;
    soon(async {
        loop {
            let row = registry.store.game(&beside.key).await.expect("read");
            if row.expect("there").progress.outcome.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_full_mailbox_refuses_requests_without_blocking_sockets() {
    let beside = elsewhere().await;
    beside.link.hangs.store(true, Ordering::Relaxed);
    let now_ms = beside.registry.time.now_ms();
    let a_move = || a_move("a", 0, "5d5c", now_ms);
    beside.fill(a_move).await;
    for _ in 0..100 {
        beside.registry.notify(&beside.key, beside.lag()).await;
    }
    let leave = leave(&beside.registry, 1);
    soon(beside.registry.notify(&beside.key, leave)).await;
    let refused = soon(beside.registry.ask(&beside.key, a_move())).await;
    let refused = matches!(refused, Response::Denied(ErrorCode::StorageFailed));
    assert!(refused);
}

/// Regression: a referee was loaded to remove a socket that it had never known.
#[tokio::test]
async fn a_late_leave_loads_no_referee() {
    let beside = beside().await;
    let registry = &beside.registry;
    let leave = leave(registry, 1);
    registry.notify(&beside.key, leave).await;
    registry.notify(&beside.key, beside.lag()).await;
    beside.settle().await;
    assert!(!registry.has_referee(&beside.key));
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    let moved = moved.await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    assert!(registry.has_referee(&beside.key));
}

#[tokio::test]
async fn an_ended_game_is_shown_though_its_copy_is_unreachable() {
    let beside = beside().await;
    let (registry, key) = (&beside.registry, &beside.key);
    let resigned = registry.ask(key, command("a", "r", Command::Resign)).await;
    assert!(
        matches!(resigned, Response::Accepted { .. }),
        "{resigned:?}"
    );
    beside.move_elsewhere().await;
    for number in 1..=2 {
        let entered = soon(registry.ask(key, enter(registry, "stranger", number))).await;
        assert!(matches!(entered, Response::Welcome { .. }), "{entered:?}");
    }
    assert!(
        !beside.link.asked().is_empty(),
        "a referee knows who is there"
    );
    let view = soon(registry.view(key, None)).await.expect("seen");
    assert_eq!(view.snapshot.status, Status::Ended);
}

#[tokio::test]
async fn the_page_of_a_game_that_does_not_exist_asks_no_other_copy() {
    let beside = elsewhere().await;
    let view = beside.registry.view(&"invented".into(), None).await;
    assert_eq!(view.err(), Some(ErrorCode::NoSuchGame));
    assert!(beside.link.asked().is_empty());
}

#[tokio::test]
async fn a_referee_is_loaded_though_the_mailbox_is_full_of_latencies() {
    let beside = beside().await;
    let registry = &beside.registry;
    let mailbox = registry.mailbox(&beside.key).expect("one");
    // On this thread nothing is taken out meanwhile.
    while mailbox.try_put(registry.envelope(beside.lag()).0).is_ok() {}
    registry.restart_referee(&beside.key, 1);
    soon(async {
        while !registry.has_referee(&beside.key) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    let settled = beside.store.settled.load(Ordering::Relaxed);
    assert_eq!(settled, 1, "the last append of the one that failed");
}

#[tokio::test]
async fn without_a_lease_requests_expire_and_the_referee_stays() {
    let beside = beside().await;
    let registry = &beside.registry;
    let now_ms = registry.time.now_ms();
    let moved = registry
        .ask(&beside.key, a_move("a", 0, "5d5c", now_ms))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    while registry.holds_lease() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let answer = beside.long_ago(a_move("b", 1, "1b1c", now_ms));
    let answer = soon(answer).await.expect("an answer");
    let failed = matches!(answer, Response::Denied(ErrorCode::StorageFailed));
    assert!(failed, "{answer:?}");
    // A request that has not expired is answered once the lease is renewed.
    let waiting = registry.submit(&beside.key, a_move("b", 1, "1b1c", now_ms));
    let waiting = waiting.await;
    pulse(registry).await;
    let answer = soon(waiting).await.expect("an answer");
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
}

/// Events of a server may be stored though it died before it published them.
#[tokio::test]
async fn the_topics_of_players_are_read_again_when_a_server_is_gone() {
    let beside = beside().await;
    let registry = &beside.registry;
    let mut received = registry.hub.subscribe(&Subject::player("a")).await;
    beside.another().await;
    beside.store.others.lock().expect("sound").clear();
    pulse(registry).await;
    assert_eq!(soon(received.next()).await, Some(Signal::Missed));
}
