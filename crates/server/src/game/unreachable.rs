//! Games whose referee is on a server that cannot be reached, and servers that cannot reach their database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use komadai_protocol::{ClockSettings, ErrorCode, GameKey};
use komadai_store::{Claimed, Head, LeaseTime, SqliteStore};
use tokio::sync::oneshot;

use super::tests::{a_move, game, leave, registry_beside};
use super::{GameRegistry, Request, Response};
use crate::bus::{
    Answer, AnswerFuture, AskError, Bus, BusMessage, Listener, LocalBus, Question, Received,
    VersionFuture, Waiting,
};
use crate::server_id::{ServerId, SocketId};
use crate::time::Time;

/// A bus of several servers that reaches none of the others while it is cut.
#[derive(Default)]
struct CutBus {
    here: LocalBus,
    is_whole: AtomicBool,
    /// Requests get no answer at all, not even that nobody is there.
    hangs: AtomicBool,
    asked: Mutex<Vec<Question>>,
}

impl CutBus {
    fn asked(&self) -> Vec<Question> {
        self.asked.lock().expect("not poisoned").clone()
    }
}

impl Bus for CutBus {
    fn publish(&self, game: &GameKey, message: BusMessage) {
        self.here.publish(game, message);
    }

    fn publish_here(&self, game: &GameKey, message: BusMessage) {
        self.here.publish(game, message);
    }

    fn subscribe(&self, game: &GameKey) -> Listener {
        self.here.subscribe(game)
    }

    fn subscribed(&self) -> Vec<GameKey> {
        self.here.subscribed()
    }

    fn is_news(&self, head: &Head) -> bool {
        self.here.is_news(head)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn version(&self, _server: ServerId) -> VersionFuture<'_> {
        Box::pin(async { Err(AskError::Nobody) })
    }

    fn ask<'a>(&'a self, _server: ServerId, question: &'a Question) -> AnswerFuture<'a> {
        Box::pin(async {
            let question = question.clone();
            self.asked.lock().expect("not poisoned").push(question);
            if self.hangs.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            match self.is_whole.load(Ordering::Relaxed) {
                true => Ok(Answer::Response(Response::Done)),
                false => Err(AskError::Nobody),
            }
        })
    }

    fn ready(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }

    fn leave(&self) -> Waiting<'_> {
        Box::pin(std::future::ready(()))
    }

    fn change(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }
}

struct Beside {
    bus: Arc<CutBus>,
    registry: Arc<GameRegistry>,
    key: GameKey,
    _folder: tempfile::TempDir,
}

/// A server with a lease, and a game that nobody has, …
async fn beside() -> Beside {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = Arc::new(SqliteStore::open(&path).await.expect("opens"));
    let bus = Arc::<CutBus>::default();
    let registry = registry_beside(store, bus.clone(), Time::start());
    registry.renew().await.expect("a lease");
    let key = game(&registry, ClockSettings::None).await;
    Beside {
        bus,
        registry,
        key,
        _folder: folder,
    }
}

/// … or that another server has, which lives for as long as the test takes.
async fn elsewhere() -> Beside {
    let beside = beside().await;
    let store = &beside.registry.store;
    let other = ServerId::new().to_string();
    let time = LeaseTime {
        now_ms: beside.registry.time.now_ms(),
        lease_ms: 600_000,
    };
    store.renew(&other, time).await.expect("it lives");
    let this = beside.registry.server.to_string();
    store.leave(&this, time).await.expect("gives back");
    let claimed = store.claim(&beside.key, &other, time).await;
    assert!(matches!(claimed, Ok(Claimed::Taken(_))), "{claimed:?}");
    beside.registry.renew().await.expect("a lease");
    // It is known to live.
    tokio::spawn(beside.registry.clone().follow_others());
    beside
}

impl Beside {
    /// Puts in a request that has waited for ten seconds.
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

    /// Waits until everything before has been dealt with.
    async fn settle(&self) {
        let settled = self.registry.ask(&self.key, Request::Settle).await;
        assert!(matches!(settled, Response::Done), "{settled:?}");
    }
}

async fn soon<T>(what: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_secs(5), what).await;
    done.expect("in time")
}

/// Lags for a server that could not be reached were sent again and again, and the moves behind them waited.
#[tokio::test]
async fn a_lag_is_sent_once_or_never() {
    let beside = elsewhere().await;
    for _ in 0..200 {
        beside.registry.notify(&beside.key, beside.lag()).await;
    }
    beside.settle().await;
    let asked = beside.bus.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
}

#[tokio::test]
async fn what_cannot_be_sent_in_time_is_answered_with_an_error() {
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
    assert!(beside.bus.asked().is_empty());
}

/// Somebody who had left stayed at the board for ever where it could not be reached in time.
#[tokio::test]
async fn who_left_unheard_is_made_known_once_the_referee_can_be_reached() {
    let beside = elsewhere().await;
    let mut received = beside.registry.bus.subscribe(&beside.key);
    drop(beside.long_ago(leave(&beside.registry, 1)));
    beside.settle().await;
    beside.bus.is_whole.store(true, Ordering::Relaxed);
    let called = soon(received.next()).await.expect("the bus lives");
    let called = matches!(called, Received::Message(BusMessage::NewReferee));
    assert!(called, "those who are there announce themselves");
    let asked = beside.bus.asked();
    let is_gone = |question: &Question| {
        let this = beside.registry.server;
        matches!(question, Question::Game { request: Request::ServerGone { server }, .. } if *server == this)
    };
    assert!(asked.iter().any(is_gone), "{asked:?}");
}

#[tokio::test]
async fn a_full_mailbox_refuses_and_holds_no_socket_up() {
    let beside = elsewhere().await;
    beside.bus.hangs.store(true, Ordering::Relaxed);
    let now_ms = beside.registry.time.now_ms();
    let a_move = || a_move("a", 0, "5d5c", now_ms);
    let mailbox = beside.registry.mailbox(&beside.key).expect("one");
    while mailbox
        .try_put(beside.registry.envelope(a_move()).0)
        .is_ok()
    {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        beside.registry.notify(&beside.key, beside.lag()).await;
    }
    let leave = leave(&beside.registry, 1);
    soon(beside.registry.notify(&beside.key, leave)).await;
    let refused = soon(beside.registry.ask(&beside.key, a_move())).await;
    let refused = matches!(refused, Response::Denied(ErrorCode::StorageFailed));
    assert!(refused);
}

/// It was taken and read from its log, to forget a socket that its new referee never knew.
#[tokio::test]
async fn who_leaves_late_starts_no_referee() {
    let beside = beside().await;
    let registry = &beside.registry;
    let games = std::slice::from_ref(&beside.key);
    let before = registry.store.heads(games, registry.lease_time()).await;
    let leave = leave(registry, 1);
    registry.notify(&beside.key, leave).await;
    registry.notify(&beside.key, beside.lag()).await;
    beside.settle().await;
    assert!(!registry.has_referee(&beside.key));
    let after = registry.store.heads(games, registry.lease_time()).await;
    assert_eq!(before.expect("read"), after.expect("read"));
    // Who comes in does.
    let now_ms = registry.time.now_ms();
    let moved = registry.ask(&beside.key, a_move("a", 0, "5d5c", now_ms));
    let moved = moved.await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    assert!(registry.has_referee(&beside.key));
}

/// Requests waited until the database was back, however long that took.
#[tokio::test]
async fn without_a_lease_nobody_waits_for_ever_and_the_referee_stays() {
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
    // One that has not waited long yet is answered when the lease is back.
    let waiting = registry.submit(&beside.key, a_move("b", 1, "1b1c", now_ms));
    let waiting = waiting.await;
    registry.renew().await.expect("the database is back");
    let answer = soon(waiting).await.expect("an answer");
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
}
