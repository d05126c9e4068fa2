//! Referees without sockets, on a real database.

use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::{
    ClockSettings, CreateGame, EndReason, ErrorCode, GameKey, GameName, OfferKind, PerSide,
    SideChoice, SideName, Status,
};
use komadai_store::SqliteStore;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::referee::{Referee, Stop};
use super::start::new_game;
use super::{Command, Hall, Player, Request, Response, Start};
use crate::bus::LocalBus;
use crate::time::Time;

async fn hall(folder: &tempfile::TempDir) -> Arc<Hall> {
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    Hall::new(
        Arc::new(store),
        Arc::<LocalBus>::default(),
        Time::start(),
        CancellationToken::new(),
    )
}

fn player(id: &str) -> Player {
    Player {
        id: id.into(),
        name: id.into(),
    }
}

fn request(clock: ClockSettings) -> CreateGame {
    CreateGame {
        game: GameName::Minishogi,
        side: SideChoice::First,
        position: None,
        handicap: None,
        rules: Default::default(),
        clock,
    }
}

async fn game(hall: &Hall, clock: ClockSettings) -> GameKey {
    let settings = Start::of(&request(clock)).expect("a good request").settings;
    let seats = PerSide {
        first: Some(player("a")),
        second: Some(player("b")),
    };
    hall.create(settings, seats, None).await.expect("created")
}

fn a_move(player: &str, ply: u32, text: &str, at: i64) -> Request {
    Request::Command {
        player: Some(player.into()),
        id: format!("{player}{ply}"),
        at,
        command: Command::Move {
            ply,
            text: text.into(),
        },
    }
}

#[tokio::test]
async fn a_fault_in_one_game_leaves_it_and_the_others_playable() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let faulty = game(&hall, ClockSettings::None).await;
    let other = game(&hall, ClockSettings::None).await;
    let now = hall.time.now();
    for key in [&faulty, &other] {
        let moved = hall.ask(key, a_move("a", 0, "5d5c", now)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    }
    let fault = hall.ask(&faulty, Request::Panic).await;
    assert!(
        matches!(fault, Response::Denied(ErrorCode::Internal)),
        "{fault:?}"
    );
    for key in [&other, &faulty] {
        let view = hall.view(key, "b").await.expect("still there");
        assert_eq!(view.snapshot.moves, ["5d5c"]);
        let moved = hall.ask(key, a_move("b", 1, "1b1c", now)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    }
}

#[tokio::test]
async fn the_flag_falls_after_a_fault_without_anybody_asking() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::Sudden { main_ms: 600 }).await;
    let moved = hall
        .ask(&key, a_move("a", 0, "5d5c", hall.time.now()))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    let _ = hall.ask(&key, Request::Panic).await;
    let mut outcome = None;
    while outcome.is_none() {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let row = hall.store.game(&key).await.expect("read").expect("there");
        outcome = row.progress.outcome;
        assert!(
            hall.time.now() < row.updated_at + 10_000,
            "the flag does not fall"
        );
    }
    let outcome = outcome.expect("ended");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Time, Some(SideName::First))
    );
}

#[tokio::test]
async fn a_move_that_arrived_in_time_counts_even_if_it_is_judged_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::Sudden { main_ms: 2000 }).await;
    let started = hall.time.now();
    let moved = hall.ask(&key, a_move("a", 0, "5d5c", started)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    // The stamp lies ahead of the judging referee's "now" only by accident; it is cut to it.
    let moved = hall
        .ask(&key, a_move("b", 1, "1b1c", started + 10_000))
        .await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
    let view = hall.view(&key, "a").await.expect("there");
    assert_eq!(view.snapshot.status, Status::Playing);
    tokio::time::sleep(Duration::from_millis(2300)).await;
    let late = hall
        .ask(&key, a_move("a", 2, "5c5b", hall.time.now()))
        .await;
    let Response::Refused(refusal) = late else {
        panic!("{late:?}")
    };
    assert_eq!(refusal.code, ErrorCode::GameOver);
}

#[tokio::test]
async fn time_without_a_referee_is_charged_to_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = {
        let hall = hall(&folder).await;
        let key = game(&hall, ClockSettings::Sudden { main_ms: 5000 }).await;
        let _ = hall
            .ask(&key, a_move("a", 0, "5d5c", hall.time.now()))
            .await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        hall.renew().await.expect("renewed");
        hall.close().await;
        hall.store.close().await.expect("closed");
        key
    };
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let hall = hall(&folder).await;
    assert_eq!(hall.take_up().await.expect("read"), 1);
    let view = hall.view(&key, "a").await.expect("there");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(SideName::Second));
    let left = clock.left.second.main_ms;
    assert!(
        (4300..=4700).contains(&left),
        "{left}: charged for the 300 ms and nothing else"
    );
}

#[tokio::test]
async fn a_referee_who_lost_the_lease_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::None).await;
    let _ = hall
        .ask(&key, a_move("a", 0, "5d5c", hall.time.now()))
        .await;
    let later = hall.time.now() + 60_000;
    hall.store
        .claim(&key, "another server", later, later)
        .await
        .expect("asked")
        .expect("taken");
    let refused = hall
        .ask(&key, a_move("b", 1, "1b1c", hall.time.now()))
        .await;
    assert!(matches!(refused, Response::Denied(_)), "{refused:?}");
    assert_eq!(
        hall.store
            .game(&key)
            .await
            .expect("read")
            .expect("there")
            .progress
            .ply,
        1
    );
}

fn enter(player: &str, socket: u64) -> Request {
    Request::Enter {
        socket,
        player: Some(player.into()),
        last_seq: None,
    }
}

#[tokio::test]
async fn players_who_come_in_while_the_referee_leaves_keep_a_referee() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::Sudden { main_ms: 60_000 }).await;
    // A socket is open; the clock runs though nobody is there.
    for request in [enter("a", 1), a_move("a", 0, "5d5c", hall.time.now())] {
        let referee = Referee::load(hall.clone(), &key).await.expect("loaded");
        let (mailbox, mut asks) = mpsc::channel(1);
        let ask = (request, oneshot::channel().0);
        mailbox.send(ask).await.expect("room");
        // As on idling, with the request in between.
        asks.close();
        let stop = referee.run(asks).await;
        assert!(matches!(stop, Stop::Needed), "{stop:?}");
    }
    let view = hall.view(&key, "a").await.expect("there");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(SideName::Second));

    let quiet = game(&hall, ClockSettings::None).await;
    let referee = Referee::load(hall.clone(), &quiet).await.expect("loaded");
    let (_mailbox, mut asks) = mpsc::channel(1);
    asks.close();
    let stop = referee.run(asks).await;
    assert!(matches!(stop, Stop::Idle), "{stop:?}");
}

#[test]
fn every_game_ends_by_the_move_limit_at_the_latest() {
    for (asked, limit) in [(None, 4000), (Some("12"), 12), (Some("9000"), 4000)] {
        let mut request = request(ClockSettings::None);
        if let Some(asked) = asked {
            request.rules.insert("max-plies".into(), asked.into());
        }
        let settings = Start::of(&request).expect("a good request").settings;
        let stored = settings.rules.get("max-plies").map(String::as_str);
        assert_eq!(stored, Some(asked.unwrap_or("none")));
        let game = new_game(&settings).expect("a game");
        assert_eq!(game.rules().max_plies, Some(limit), "{asked:?}");
    }
}

#[tokio::test]
async fn offers_without_end_do_not_fill_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::None).await;
    let command = |player: &str, id: String, command| Request::Command {
        player: Some(player.into()),
        id,
        at: hall.time.now(),
        command,
    };
    let offer = |n: u32| command("a", format!("o{n}"), Command::Offer(OfferKind::Takeback));
    let decline = |n: u32| {
        let no = Command::Answer(OfferKind::Takeback, false);
        command("b", format!("n{n}"), no)
    };
    let _ = hall
        .ask(&key, a_move("a", 0, "5d5c", hall.time.now()))
        .await;
    for n in 0..8 {
        for request in [offer(n), decline(n)] {
            let answer = hall.ask(&key, request).await;
            assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
        }
    }
    let Response::Refused(refusal) = hall.ask(&key, offer(8)).await else {
        panic!("a ninth offer")
    };
    assert_eq!(refusal.code, ErrorCode::OfferNotPossible);
    // The next move allows them again.
    let _ = hall
        .ask(&key, a_move("b", 1, "1b1c", hall.time.now()))
        .await;
    let answer = hall.ask(&key, offer(9)).await;
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
}

#[tokio::test]
async fn the_clock_starts_with_a_player_who_was_there_before_the_referee() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall(&folder).await;
    let key = game(&hall, ClockSettings::Sudden { main_ms: 60_000 }).await;
    let _ = hall.ask(&key, enter("a", 1)).await;
    let _ = hall.ask(&key, Request::Panic).await;
    let _ = hall.ask(&key, enter("b", 2)).await;
    let stay = Request::Stay {
        socket: 1,
        player: Some("a".into()),
        one_way: 7,
    };
    hall.tell(&key, stay).await;
    let view = hall.view(&key, "a").await.expect("there");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(SideName::First));
}
