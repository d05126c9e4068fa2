//! Referees without sockets, on a real database.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use komadai_play::{Command, PlayerId, check_settings, new_game};
use komadai_protocol::limits::FURIGOMA_MS;
use komadai_protocol::{
    ClockSettings, CreateGame, EndReason, ErrorCode, EventBody, Face, Furigoma, GameKey, OfferKind,
    PerSide, PlayerInfo, Status,
};
use komadai_rules::{Reason, Side};
use komadai_store::{Slot, SqliteStore, Store};
use tokio_util::sync::CancellationToken;

use super::GameRegistry;
use super::inbox::mailbox;
use super::referee::{Referee, Stop};
use crate::ServeArgs;
use crate::link::{Alone, Link};
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::request::{Player, Request, Response, Visitor};
use crate::server_id::{ServerId, SocketId};
use crate::time::Time;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub(super) async fn registry(folder: &tempfile::TempDir) -> Arc<GameRegistry> {
    registry_at(folder, Time::start()).await
}

pub(super) async fn registry_at(folder: &tempfile::TempDir, time: Time) -> Arc<GameRegistry> {
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    registry_beside(Arc::new(store), Arc::new(Alone), time).await
}

pub(super) async fn registry_on(store: Arc<dyn Store>) -> Arc<GameRegistry> {
    registry_beside(store, Arc::new(Alone), Time::start()).await
}

/// A copy with all slots that are free, and the referees of their live games.
pub(super) async fn registry_beside(
    store: Arc<dyn Store>,
    link: Arc<dyn Link>,
    time: Time,
) -> Arc<GameRegistry> {
    let metrics = Arc::new(Metrics::new());
    let registry = GameRegistry::new(
        ServerId::new(),
        store,
        link,
        time,
        Arc::new(Rates::new(&ServeArgs::default(), metrics.clone())),
        metrics,
        CancellationToken::new(),
    );
    pulse(&registry).await;
    registry
}

/// A heartbeat, and what follows from it.
pub(super) async fn pulse(registry: &Arc<GameRegistry>) {
    registry.beat().await.expect("alive");
    registry.follow_once(false).await.expect("followed");
}

pub(super) fn player(id: &str) -> Player {
    Player {
        id: id.into(),
        info: PlayerInfo::guest(id),
    }
}

pub(super) fn request(clock: ClockSettings) -> CreateGame {
    let request = serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#);
    CreateGame {
        clock,
        ..request.expect("a request")
    }
}

pub(super) async fn game(registry: &GameRegistry, clock: ClockSettings) -> GameKey {
    let settings = check_settings(&request(clock)).expect("a good request");
    let seats = PerSide {
        first: Some(player("a")),
        second: Some(player("b")),
    };
    registry
        .create(settings, seats, None, None)
        .await
        .expect("created")
}

pub(super) fn a_move(player: &str, ply: u32, text: &str, at: i64) -> Request {
    Request::Command {
        player: Some(player.into()),
        address: ADDRESS,
        id: format!("{player}{ply}"),
        at_ms: at,
        command: Command::Move {
            ply,
            text: text.into(),
        },
        is_program: false,
    }
}

#[tokio::test]
async fn a_fault_in_one_game_leaves_it_and_the_others_playable() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let faulty = game(&registry, ClockSettings::None).await;
    let other = game(&registry, ClockSettings::None).await;
    let now = registry.time.now_ms();
    for key in [&faulty, &other] {
        let moved = registry.ask(key, a_move("a", 0, "5d5c", now)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    }
    let fault = registry.ask(&faulty, Request::Panic).await;
    assert!(
        matches!(fault, Response::Denied(ErrorCode::Internal)),
        "{fault:?}"
    );
    for key in [&other, &faulty] {
        let view = registry
            .view(key, Some(&PlayerId::from("b")))
            .await
            .expect("still there");
        assert_eq!(view.snapshot.moves, ["5d5c"]);
        let moved = registry.ask(key, a_move("b", 1, "1b1c", now)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    }
}

#[tokio::test]
async fn the_flag_falls_after_a_fault_without_anybody_asking() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::Sudden { main_ms: 600 }).await;
    let moved = registry
        .ask(&key, a_move("a", 0, "5d5c", registry.time.now_ms()))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    let _ = registry.ask(&key, Request::Panic).await;
    let mut outcome = None;
    while outcome.is_none() {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let row = registry
            .store
            .game(&key)
            .await
            .expect("read")
            .expect("there");
        outcome = row.progress.outcome;
        assert!(
            registry.time.now_ms() < row.updated_at_ms + 10_000,
            "the flag does not fall"
        );
    }
    let outcome = outcome.expect("ended");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Time), Some(Side::First))
    );
}

#[tokio::test]
async fn a_move_that_arrived_in_time_counts_even_if_it_is_judged_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::Sudden { main_ms: 2000 }).await;
    let started = registry.time.now_ms();
    let moved = registry.ask(&key, a_move("a", 0, "5d5c", started)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    // A stamp ahead of the referee's time is clamped to it.
    let moved = registry
        .ask(&key, a_move("b", 1, "1b1c", started + 10_000))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    let view = registry
        .view(&key, Some(&PlayerId::from("a")))
        .await
        .expect("there");
    assert_eq!(view.snapshot.status, Status::Playing);
    // Counted time, because standstills of a busy host are given back.
    registry.time.pass(2300).await;
    let late = registry
        .ask(&key, a_move("a", 2, "5c5b", registry.time.now_ms()))
        .await;
    let Response::Refused(refusal) = late else {
        panic!("{late:?}")
    };
    assert_eq!(refusal.code, ErrorCode::GameOver);
}

#[tokio::test]
async fn after_a_lost_referee_the_side_to_move_gets_its_whole_turn_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = {
        let registry = registry(&folder).await;
        let key = game(&registry, ClockSettings::Sudden { main_ms: 5000 }).await;
        let now_ms = registry.time.now_ms();
        let moved = registry.ask(&key, a_move("a", 0, "5d5c", now_ms)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
        registry.time.pass(300).await;
        registry.close().await;
        registry.store.close().await.expect("closed");
        key
    };
    tokio::time::sleep(Duration::from_millis(1200)).await;
    // Nobody asks for the game.
    let registry = registry(&folder).await;
    let mut log = Vec::new();
    while !matches!(log.last(), Some(EventBody::Resumed { .. })) {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let events = registry.store.events(&key, 0).await.expect("read");
        log = events.into_iter().map(|event| event.body).collect();
    }
    let Some(EventBody::Resumed { clock: Some(clock) }) = log.last() else {
        panic!("{log:?}")
    };
    assert_eq!(clock.running, Some(Side::Second));
    assert_eq!(clock.left.second.main_ms, 5000);
}

/// Taking the slot is what ends a referee, not a write to each game.
#[tokio::test]
async fn a_referee_who_lost_the_slot_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::None).await;
    let _ = registry
        .ask(&key, a_move("a", 0, "5d5c", registry.time.now_ms()))
        .await;
    let slots: Vec<Slot> = Slot::all().collect();
    let taken = registry.store.take_slots("another copy", &slots).await;
    taken.expect("taken");
    let refused = registry
        .ask(&key, a_move("b", 1, "1b1c", registry.time.now_ms()))
        .await;
    assert!(matches!(refused, Response::Denied(_)), "{refused:?}");
    let row = registry.store.game(&key).await.expect("read");
    assert_eq!(row.expect("there").progress.ply, 1);
}

#[tokio::test]
async fn loading_a_game_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::None).await;
    let written = || std::fs::read(folder.path().join("komadai.db-wal")).expect("the log");
    let before = written();
    assert!(!registry.has_referee(&key));
    let entered = registry.ask(&key, enter(&registry, "a", 1)).await;
    assert!(matches!(entered, Response::Welcome { .. }), "{entered:?}");
    assert!(registry.has_referee(&key));
    assert!(written() == before, "something was written");
}

fn socket(registry: &GameRegistry, number: u64) -> SocketId {
    SocketId {
        server: registry.server,
        number,
    }
}

pub(super) fn command(player: &str, id: &str, command: Command) -> Request {
    Request::Command {
        player: Some(player.into()),
        address: ADDRESS,
        id: id.into(),
        at_ms: i64::MAX,
        command,
        is_program: false,
    }
}

pub(super) fn leave(registry: &GameRegistry, number: u64) -> Request {
    let socket = socket(registry, number);
    Request::Leave { socket }
}

pub(super) fn enter(registry: &GameRegistry, player: &str, number: u64) -> Request {
    Request::Enter {
        socket: socket(registry, number),
        visitor: Visitor {
            player: Some(player.into()),
            may_play: true,
            one_way_ms: 0,
        },
    }
}

#[tokio::test]
async fn a_referee_that_is_needed_while_it_stops_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::Sudden { main_ms: 60_000 }).await;
    // Two reasons to need a referee: an open socket, and a running clock without sockets.
    for request in [
        enter(&registry, "a", 1),
        a_move("a", 0, "5d5c", registry.time.now_ms()),
    ] {
        let referee = Referee::load(registry.clone(), &key, false)
            .await
            .expect("loaded");
        let (mailbox, mut asks) = mailbox();
        let (ask, _) = registry.envelope(request);
        mailbox.try_put(ask).expect("room");
        // As on idling, with a request in between.
        asks.close();
        let stop = referee.run(&mut asks).await;
        assert!(matches!(stop, Stop::Needed), "{stop:?}");
    }
    let view = registry
        .view(&key, Some(&PlayerId::from("a")))
        .await
        .expect("there");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::Second));

    let quiet = game(&registry, ClockSettings::None).await;
    let referee = Referee::load(registry.clone(), &quiet, false)
        .await
        .expect("loaded");
    let (_mailbox, mut asks) = mailbox();
    asks.close();
    let stop = referee.run(&mut asks).await;
    assert!(matches!(stop, Stop::Idle), "{stop:?}");
}

#[test]
fn every_game_ends_by_the_move_limit_at_the_latest() {
    for (asked, limit) in [(None, 4000), (Some("12"), 12), (Some("9000"), 4000)] {
        let mut request = request(ClockSettings::None);
        if let Some(asked) = asked {
            request.rules.insert("max-plies".into(), asked.into());
        }
        let settings = check_settings(&request).expect("a good request");
        let stored = settings.rules.get("max-plies").map(String::as_str);
        assert_eq!(stored, Some(asked.unwrap_or("none")));
        let game = new_game(&settings).expect("a game");
        assert_eq!(game.rules().max_plies, Some(limit), "{asked:?}");
    }
}

#[tokio::test]
async fn offers_without_end_do_not_fill_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::None).await;
    let offer = |n: u32| command("a", &format!("o{n}"), Command::Offer(OfferKind::Takeback));
    let decline = |n: u32| {
        let no = Command::Decline(OfferKind::Takeback);
        command("b", &format!("n{n}"), no)
    };
    let _ = registry
        .ask(&key, a_move("a", 0, "5d5c", registry.time.now_ms()))
        .await;
    for n in 0..8 {
        for request in [offer(n), decline(n)] {
            let answer = registry.ask(&key, request).await;
            assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
        }
    }
    let Response::Refused(refusal) = registry.ask(&key, offer(8)).await else {
        panic!("a ninth offer")
    };
    assert_eq!(refusal.code, ErrorCode::OfferNotPossible);
    let _ = registry
        .ask(&key, a_move("b", 1, "1b1c", registry.time.now_ms()))
        .await;
    let answer = registry.ask(&key, offer(9)).await;
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
}

#[tokio::test]
async fn the_clock_starts_with_a_player_who_was_there_before_the_referee() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::Sudden { main_ms: 60_000 }).await;
    let _ = registry.ask(&key, enter(&registry, "a", 1)).await;
    let _ = registry.ask(&key, Request::Panic).await;
    let _ = registry.ask(&key, enter(&registry, "b", 2)).await;
    let stay = Request::Stay {
        socket: socket(&registry, 1),
        visitor: Visitor {
            player: Some("a".into()),
            may_play: true,
            one_way_ms: 7,
        },
    };
    registry.notify(&key, stay).await;
    let view = registry
        .view(&key, Some(&PlayerId::from("a")))
        .await
        .expect("there");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::First));
}

#[tokio::test]
async fn offers_answers_and_withdrawals_leave_the_clock_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::Sudden { main_ms: 10_000 }).await;
    let mut asked_ms = 0;
    for (player, ply, text) in [("a", 0, "5d5c"), ("b", 1, "1b1c")] {
        asked_ms = registry.time.now_ms();
        let moved = registry.ask(&key, a_move(player, ply, text, asked_ms));
        let moved = moved.await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    }
    let thinks_since = registry.time.now_ms();
    let takeback = OfferKind::Takeback;
    for (player, id, what) in [
        ("a", "o1", Command::Offer(takeback)),
        ("b", "n1", Command::Decline(takeback)),
        ("b", "o2", Command::Offer(takeback)),
        ("b", "w2", Command::Decline(takeback)),
    ] {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let request = command(player, id, what);
        let answer = registry.ask(&key, request).await;
        assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
    }
    let thought = registry.time.now_ms() - thinks_since;
    let moved = registry
        .ask(&key, a_move("a", 2, "5c5b", registry.time.now_ms()))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    let log = registry.store.events(&key, 0).await.expect("read");
    let Some(EventBody::Move {
        spent_ms,
        server_ms,
        ..
    }) = log.last().map(|event| &event.body)
    else {
        panic!("a move")
    };
    // Only the storage time of the previous move is not charged.
    assert!(
        i64::from(spent_ms + server_ms) >= thought,
        "{spent_ms} + {server_ms} of {thought}"
    );
    let answered = thinks_since - asked_ms;
    let time = &registry.time;
    let stood = time.stood_ms(time.now_ms()) - time.stood_ms(thinks_since);
    assert!(
        i64::from(*server_ms) <= answered + stood,
        "{server_ms}, {answered}, {stood}"
    );
    let live = registry.view(&key, Some(&"a".into())).await.expect("there");
    let read = super::log::replay(&key, log).expect("it fits");
    let clock = live.snapshot.clock.expect("a clock");
    assert_eq!(read.snapshot(clock.at_ms).clock, Some(clock));
}

#[tokio::test]
async fn the_first_clock_starts_when_the_toss_has_been_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let request = request(ClockSettings::Sudden { main_ms: 60_000 });
    let settings = check_settings(&request).expect("a good request");
    let seats = PerSide {
        first: Some(player("a")),
        second: Some(player("b")),
    };
    let toss = Furigoma::of([Face::Pawn; 5]);
    let key = registry.create(settings, seats, Some(toss), None).await;
    let key = key.expect("created");
    for request in [enter(&registry, "a", 1), enter(&registry, "b", 2)] {
        let _ = registry.ask(&key, request).await;
    }
    let log = registry.store.events(&key, 0).await.expect("read");
    let started = log.last().expect("events");
    let EventBody::Started { clock: Some(clock) } = started.body else {
        panic!("{started:?}")
    };
    // One is on the game line, the other a date; they are rounded separately.
    let waits_ms = clock.at_ms - started.at_ms;
    assert!((waits_ms - i64::from(FURIGOMA_MS)).abs() < 50, "{waits_ms}");
    assert_eq!(clock.running, Some(Side::First));
    let now_ms = registry.time.now_ms();
    let _ = registry.ask(&key, a_move("a", 0, "5d5c", now_ms)).await;
    let view = registry.view(&key, Some(&"a".into())).await.expect("there");
    let after = view.snapshot.clock.expect("a clock");
    assert_eq!(
        (after.at_ms, after.running),
        (clock.at_ms, Some(Side::Second))
    );
    assert_eq!(after.left.first.main_ms, 60_000);
}
