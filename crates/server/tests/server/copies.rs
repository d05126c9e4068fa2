//! Several servers on one PostgreSQL database, connected by NATS.

use std::time::Duration;

use komadai_protocol::{ClientMessage, EndReason, EventBody, GameKey, GamePage, ServerMessage};
use komadai_rules::{Reason, Side};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::cluster;
use crate::common::{Child, PATIENCE, Person, Running, Stopwatch, first_moves};
use crate::nats::{Nats, nats};
use crate::random_game::{random_move, rules_of};
use crate::slots::Shares;
use crate::socket::Socket;

pub(crate) const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(3);

pub(crate) async fn copy(database: &str, nats: &str) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    Running::on(folder, |args| {
        args.database = Some(database.into());
        args.nats = Some(nats.into());
        args.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await
}

/// `None` where PostgreSQL or NATS is missing.
pub(crate) fn shared() -> Option<(String, String)> {
    Some((cluster::database()?, nats()?))
}

struct Two {
    one: Running,
    two: Running,
    shares: Shares,
}

impl Two {
    async fn on(database: &str, nats: &str) -> Self {
        let mut shares = Shares::of(database).await;
        let one = copy(database, nats).await;
        shares.joined().await;
        let two = copy(database, nats).await;
        shares.joined().await;
        Self { one, two, shares }
    }

    async fn start() -> Option<Self> {
        let (database, nats) = shared()?;
        Some(Self::on(&database, &nats).await)
    }

    /// The first player is at the copy with the referee, the second at the other.
    async fn apart(&self, settings: Value) -> (Person, Person, GameKey) {
        let (first, second, id) = self.shares.pair_at(0, &self.one, settings).await;
        (first, second.at(self.two.address), id)
    }

    async fn stop(self) {
        self.one.stop().await;
        self.two.stop().await;
    }
}

#[tokio::test]
async fn players_on_two_copies_play_a_whole_game() {
    let Some(copies) = Two::start().await else {
        return;
    };
    let settings = json!({
        "rules": { "max-plies": "60" },
        "clock": { "kind": "increment", "main_ms": 60_000, "increment_ms": 1000 },
    });
    let (first, mut second, id) = copies.apart(settings).await;
    let page = second.show(&id).await;
    assert_eq!(page.seat, komadai_protocol::Seat::Second);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watcher = copies.two.somebody().sit(&id).await;
    let mut rules = rules_of(&page.snapshot.settings);
    let mut chance = 5u64;
    let mut ply = 0;
    while rules.outcome().is_none() {
        let (chosen, text) = random_move(&rules, &mut chance);
        let (mover, other) = match ply % 2 {
            0 => (&mut a, &mut b),
            _ => (&mut b, &mut a),
        };
        mover.play(ply, &text).await;
        assert_eq!(other.sees(ply).await, text);
        assert_eq!(watcher.sees(ply).await, text);
        rules.play(chosen).expect("legal");
        ply += 1;
    }
    for socket in [&mut a, &mut b, &mut watcher] {
        let EventBody::Ended { outcome, .. } = socket.event_of("ended").await else {
            unreachable!("asked for")
        };
        assert_eq!(outcome.ply, ply);
    }
    copies.stop().await;
}

#[tokio::test]
async fn joins_names_and_refusals_pass_between_copies() {
    let Some(copies) = Two::start().await else {
        return;
    };
    let (mut first, mut second) = (copies.one.somebody(), copies.two.somebody());
    let id = first.create(json!({})).await.snapshot.id;
    let mut elsewhere = first.at(copies.two.address);
    let (status, page): (_, GamePage) = elsewhere
        .json(
            Method::POST,
            &format!("/api/games/{id}/name"),
            Some(json!({ "name": "Aki" })),
        )
        .await;
    assert_eq!(status, StatusCode::OK);
    let name = |page: GamePage| page.snapshot.players.first.expect("seated").name;
    assert_eq!(name(page), "Aki");
    // The other copy forgets a name that has changed here.
    let path = format!("/api/games/{id}/name");
    let body = Some(json!({ "name": "Haru" }));
    let (_, page): (_, GamePage) = first.json(Method::POST, &path, body).await;
    assert_eq!(name(page), "Haru");
    let forgets = async {
        while name(elsewhere.show(&id).await) != "Haru" {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let forgotten = tokio::time::timeout(Duration::from_secs(10), forgets).await;
    forgotten.expect("the other copy keeps the former name");
    let mut a = first.sit(&id).await;
    second.join(&id).await;
    a.event_of("joined").await;
    let mut b = second.sit(&id).await;
    b.move_with("early", 0, "1b1c").await;
    let refusal = b.refused("early").await;
    assert_eq!(refusal.code, komadai_protocol::ErrorCode::NotYourTurn);
    // A premove is held by the referee on the other server and shown to its player only.
    b.premove(1, "1b1c").await;
    a.play(0, "5d5c").await;
    assert_eq!(b.sees(1).await, "1b1c");
    copies.stop().await;
}

async fn play_on(a: &mut Socket, b: &mut Socket, plies: std::ops::Range<u32>) {
    // King walks without repetitions.
    const WALK: [&str; 8] = [
        "5d5c", "1b1c", "5e5d", "1a1b", "5d5e", "1b1a", "5e5d", "1a1b",
    ];
    for ply in plies {
        let text = WALK[ply as usize];
        let (mover, other) = match ply % 2 {
            0 => (&mut *a, &mut *b),
            _ => (&mut *b, &mut *a),
        };
        mover.play(ply, text).await;
        assert_eq!(other.sees(ply).await, text);
    }
}

/// Time left and server time, milliseconds.
async fn clock_of(person: &mut Person, id: &GameKey, side: Side) -> (i64, i64) {
    let snapshot = person.show(id).await.snapshot;
    let clock = snapshot.clock.expect("a clock");
    (i64::from(clock.left.get(side).main_ms), clock.at_ms)
}

/// A copy in a process of its own, with half of the slots, and another one.
async fn child_and_copy(database: &str, nats: &str) -> (Child, Running, Shares) {
    let mut shares = Shares::of(database).await;
    let child = Child::copy(database, nats).await;
    shares.joined().await;
    let two = copy(database, nats).await;
    shares.joined().await;
    (child, two, shares)
}

const MAIN_MS: i64 = 60_000;

fn sudden() -> Value {
    json!({ "clock": { "kind": "sudden", "main_ms": MAIN_MS } })
}

#[tokio::test]
async fn a_killed_copy_is_replaced_within_three_seconds_and_nobody_pays_for_it() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let (child, two, shares) = child_and_copy(&database, &nats).await;
    // The referees are on the copy to be killed.
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let timed = shares.game_at(0, &mut first, sudden()).await;
    second.join(&timed).await;
    let untimed = shares.game_at(0, &mut first, json!({})).await;
    second.join(&untimed).await;
    let second = second.at(two.address);
    let playing = Stopwatch::start();
    let (mut a, mut b) = (first.sit(&timed).await, second.sit(&timed).await);
    play_on(&mut a, &mut b, 0..4).await;
    let (mut c, mut d) = (first.sit(&untimed).await, second.sit(&untimed).await);
    play_on(&mut c, &mut d, 0..3).await;

    let killed = Stopwatch::start();
    child.kill().await;
    let before_ms = playing.passed_ms();
    // The second player is to move in the untimed game and keeps the same socket.
    d.play(3, "1a1b").await;
    assert!(killed.ran() < TAKEN_OVER_WITHIN, "{:?}", killed.ran());
    let mut first = first.at(two.address);
    let mut a = first.sit(&timed).await;
    a.play(4, "5d5e").await;
    assert!(killed.ran() < TAKEN_OVER_WITHIN, "{:?}", killed.ran());
    let resumed_ms = loop {
        let event = b.event().await;
        if matches!(event.body, EventBody::Resumed { .. }) {
            break event.at_ms;
        }
    };
    assert_eq!(b.sees(4).await, "5d5e");
    play_on(&mut a, &mut b, 5..8).await;
    let moves = first.show(&timed).await.snapshot.moves;
    assert_eq!(moves.len(), 8);
    let (left, now_ms) = clock_of(&mut first, &timed, Side::First).await;
    let most = before_ms + now_ms - resumed_ms;
    let charged = MAIN_MS - left;
    assert!((0..=most).contains(&charged), "{charged} of {most}");
    two.stop().await;
}

#[tokio::test]
async fn an_idle_copy_takes_up_a_game_that_nobody_asks_for() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let (child, two, shares) = child_and_copy(&database, &nats).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 3000 } });
    let id = shares.game_at(0, &mut first, clock).await;
    second.join(&id).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    child.kill().await;
    // The flag falls without requests or connections.
    let store = komadai_store::open(database.as_ref()).await.expect("opens");
    let killed = Stopwatch::start();
    let outcome = loop {
        let row = store.game(&id).await.expect("reads").expect("is there");
        if let Some(outcome) = row.progress.outcome {
            break outcome;
        }
        assert!(killed.ran() < Duration::from_secs(10), "no flag falls");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Time), Some(Side::Second))
    );
    store.close().await.expect("closes");
    two.stop().await;
}

#[tokio::test]
async fn a_copy_that_stood_still_longer_than_its_lease_answers_for_no_game_of_another() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let (child, two, shares) = child_and_copy(&database, &nats).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let id = shares.game_at(0, &mut first, sudden()).await;
    second.join(&id).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    play_on(&mut a, &mut b, 0..2).await;

    let quiet = shares.game_at(0, &mut first, json!({})).await;
    second.join(&quiet).await;
    first.sit(&quiet).await.play(0, "5d5c").await;
    child.pause().await;
    // Read when the process continues.
    a.move_with("stale", 2, "5e5d").await;
    let mut looking = first.clone();
    let looked = tokio::spawn({
        let quiet = quiet.clone();
        async move { looking.show(&quiet).await.snapshot.moves }
    });
    let (mut other_a, mut other_b) = (
        first.at(two.address).sit(&id).await,
        second.at(two.address).sit(&id).await,
    );
    other_a.play(2, "5c5b").await;
    assert_eq!(other_b.sees(2).await, "5c5b");
    let quietly = second
        .at(two.address)
        .sit(&quiet)
        .await
        .play(1, "1b1c")
        .await;
    assert!(quietly > 0);
    child.go_on();
    // A server that missed a move on the other server must not answer from its stale state.
    assert_eq!(looked.await.expect("seen"), ["5d5c", "1b1c"]);
    // Its own players receive the missed event and answers of the new referee.
    assert_eq!(b.sees(2).await, "5c5b");
    let refusal = a.refused("stale").await;
    let snapshot = two.somebody().show(&id).await.snapshot;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c", "5c5b"]);
    assert_eq!(refusal.seq, snapshot.seq);
    b.play(3, "4a5b").await;
    assert_eq!(other_a.sees(3).await, "4a5b");
    assert_eq!(a.sees(3).await, "4a5b");
    let moves = two.somebody().show(&id).await.snapshot.moves;
    assert_eq!(moves, ["5d5c", "1b1c", "5c5b", "4a5b"]);
    child.kill().await;
    two.stop().await;
}

#[tokio::test]
async fn nats_may_stop_and_start_again_in_the_middle_of_a_game() {
    let (Some(database), Some(nats)) = (cluster::database(), Nats::start()) else {
        return;
    };
    let copies = Two::on(&database, &nats.address).await;
    let (mut first, second, id) = copies.apart(sudden()).await;
    let playing = Stopwatch::start();
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    play_on(&mut a, &mut b, 0..4).await;
    let port = nats.stop();
    // The referee's own player is unaffected; the other receives the move after the reconnection.
    a.play(4, "5d5e").await;
    // Stamped on arrival, whenever the referee receives it.
    b.move_with("m5", 5, "1b1a").await;
    let away = Stopwatch::start();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let away_ms = away.passed_ms();
    let nats = Nats::again(&port);
    assert_eq!(b.sees(4).await, "5d5e");
    b.find(|message| {
        matches!(
            message,
            ServerMessage::Accepted { .. } | ServerMessage::Refused(_)
        )
        .then_some(())
    })
    .await;
    let moves = first.show(&id).await.snapshot.moves;
    assert_eq!(moves.len(), 6, "{moves:?}");
    play_on(&mut a, &mut b, 6..8).await;
    let (left, _) = clock_of(&mut first, &id, Side::Second).await;
    // Half a second for the arrival.
    let most = playing.passed_ms() - away_ms + 500;
    let charged = MAIN_MS - left;
    assert!((0..=most).contains(&charged), "{charged} of {most}");
    copies.stop().await;
    nats.stop();
}

#[tokio::test]
async fn a_move_that_arrived_in_time_while_nats_was_away_loses_no_game_on_time() {
    const MAIN_MS: u64 = 4000;
    let (Some(database), Some(nats)) = (cluster::database(), Nats::start()) else {
        return;
    };
    let copies = Two::on(&database, &nats.address).await;
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": MAIN_MS } });
    let (mut first, second, id) = copies.apart(clock).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    a.play(2, "5c5b").await;
    assert_eq!(b.sees(2).await, "5c5b");
    let port = nats.stop();
    b.move_with("in time", 3, "4a5b").await;
    // The flag would have fallen by now.
    tokio::time::sleep(Duration::from_millis(MAIN_MS + 500)).await;
    let nats = Nats::again(&port);
    b.accepted("in time").await;
    assert_eq!(a.sees(3).await, "4a5b");
    let outcome = first.when_over(&id).await.outcome.expect("over");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Time), Some(Side::Second))
    );
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 3000 } });
    let (mut first, second, id) = copies.apart(clock).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    a.play(2, "5c5b").await;
    let outcome = first.when_over(&id).await.outcome.expect("over");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Time), Some(Side::First))
    );
    copies.stop().await;
    nats.stop();
}

#[tokio::test]
async fn a_premove_outlives_the_copy_of_the_referee() {
    let Some(copies) = Two::start().await else {
        return;
    };
    let (first, second, id) = copies.apart(sudden()).await;
    let (a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    b.premove(1, "1b1c").await;
    drop(a);
    let Two { one, two, .. } = copies;
    one.stop().await;
    let mut a = first.at(two.address).sit(&id).await;
    a.play(0, "5d5c").await;
    assert_eq!(b.sees(1).await, "1b1c");
    two.stop().await;
}

#[tokio::test]
async fn a_premove_cancelled_on_another_device_is_not_given_to_the_next_referee() {
    let Some(copies) = Two::start().await else {
        return;
    };
    let (first, second, id) = copies.apart(sudden()).await;
    let a = first.sit(&id).await;
    let (mut b, mut other_device) = (second.sit(&id).await, second.sit(&id).await);
    b.premove(1, "1b1c").await;
    let cancel = ClientMessage::CancelPremove {
        game: id.clone(),
        id: "c".into(),
    };
    other_device.send(&cancel).await;
    let cancelled = |message| match message {
        ServerMessage::Premove { premove: None, .. } => Some(()),
        _ => None,
    };
    b.find(cancelled).await;
    drop(a);
    let Two { one, two, .. } = copies;
    one.stop().await;
    let mut a = first.at(two.address).sit(&id).await;
    a.play(0, "5d5c").await;
    b.play(1, "2a2b").await;
    two.stop().await;
}

#[tokio::test]
async fn a_copy_that_stops_hands_its_games_over_and_no_move_fails() {
    let Some(copies) = Two::start().await else {
        return;
    };
    let mut games = Vec::new();
    for _ in 0..8 {
        let (first, second, id) = copies.apart(sudden()).await;
        let sockets = (first.sit(&id).await, second.sit(&id).await);
        games.push((first, second, id, sockets));
    }
    let Two { one, two, .. } = copies;
    let address = two.address;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let mut tasks = Vec::new();
    let moving = std::sync::Arc::new(tokio::sync::Barrier::new(games.len() + 1));
    for (first, _, id, (mut a, mut b)) in games {
        let moving = moving.clone();
        tasks.push(tokio::spawn(async move {
            play_on(&mut a, &mut b, 0..3).await;
            moving.wait().await;
            // The copy stops somewhere in these moves. Disconnected clients resend unanswered commands, as
            // pages do.
            let mut slowest = Duration::ZERO;
            for ply in 3..8 {
                let moving = Stopwatch::start();
                let mover = if ply % 2 == 0 { &mut a } else { &mut b };
                let text = ["", "", "", "1a1b", "5d5e", "1b1a", "5e5d", "1a1b"][ply as usize];
                let id_of_move = format!("m{ply}");
                mover.move_with(&id_of_move, ply, text).await;
                while !mover.is_accepted_or_sent_away(&id_of_move).await {
                    *mover = first.at(address).sit(&id).await;
                    mover.move_with(&id_of_move, ply, text).await;
                }
                slowest = slowest.max(moving.ran());
            }
            (id, slowest)
        }));
    }
    moving.wait().await;
    let stopping = tokio::spawn(async move {
        one.stop().await;
        let _ = stop.send(());
    });
    tokio::time::timeout(PATIENCE, stopped)
        .await
        .expect("it stops")
        .expect("it says so");
    stopping.await.expect("stopped");
    for task in tasks {
        let (id, slowest) = task.await.expect("no move fails");
        assert!(slowest < Duration::from_secs(2), "{slowest:?}");
        let moves = two.somebody().show(&id).await.snapshot.moves;
        assert_eq!(moves.len(), 8, "{moves:?}");
    }
    two.stop().await;
}
