//! Games during standstills of the server and changes of the host's clock.

use std::time::Duration;

use komadai_protocol::limits::ABANDONED_MS;
use komadai_protocol::{ClockSettings, EventBody, Snapshot, Status};

use super::Referee;
use crate::game::tests::{a_move, enter, game, registry};
use crate::request::{Request, Response};

const MINUTE: ClockSettings = ClockSettings::Sudden { main_ms: 60_000 };

/// Blocks the test's only thread.
fn stand_still(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

async fn loaded(folder: &tempfile::TempDir, clock: ClockSettings) -> Box<Referee> {
    let registry = registry(folder).await;
    let key = game(&registry, clock).await;
    let loaded = Referee::load(registry, &key, false).await;
    loaded.expect("loaded")
}

async fn ask(referee: &mut Referee, request: Request) -> Response {
    referee.handle(request).await.expect("it goes on")
}

async fn plays(referee: &mut Referee, player: &str, ply: u32, text: &str, at_ms: i64) {
    let answer = ask(referee, a_move(player, ply, text, at_ms)).await;
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
}

/// `spent_ms` and `server_ms` of all moves.
async fn times(referee: &Referee) -> Vec<(u32, u32)> {
    let events = referee.registry.store.events(referee.id(), 0).await;
    let time_of = |body| match body {
        EventBody::Move {
            spent_ms,
            server_ms,
            ..
        } => Some((spent_ms, server_ms)),
        _ => None,
    };
    let events = events.expect("read").into_iter();
    events.filter_map(|event| time_of(event.body)).collect()
}

async fn seen(referee: &mut Referee) -> Snapshot {
    let Response::View(view) = ask(referee, Request::View { player: None }).await else {
        panic!("seen")
    };
    view.snapshot
}

#[tokio::test]
async fn a_standstill_is_given_back_to_the_turn_that_runs_and_to_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut referee = loaded(&folder, MINUTE).await;
    let time = referee.registry.time.clone();
    plays(&mut referee, "a", 0, "5d5c", time.now_ms()).await;
    let since = time.counted_ms();
    time.pass(100).await;
    stand_still(2000);
    let thought_ms = time.counted_ms() - since;
    let left = seen(&mut referee).await.clock.expect("a clock").left;
    let shown = 60_000 - i64::from(left.second.main_ms);
    assert!((shown - thought_ms).abs() < 50, "{shown} of {thought_ms}");
    plays(&mut referee, "b", 1, "1b1c", time.now_ms()).await;
    let since = time.counted_ms();
    time.pass(100).await;
    plays(&mut referee, "a", 2, "5c5b", time.now_ms()).await;
    let next_ms = time.counted_ms() - since;
    let times = times(&referee).await;
    let [_, (spent, stood), (next, _)] = times[..] else {
        panic!("{times:?}")
    };
    assert!((i64::from(spent) - thought_ms).abs() < 50, "{times:?}");
    assert!(stood >= 1950, "{times:?}");
    assert!((i64::from(next) - next_ms).abs() < 50, "{times:?}");
}

#[tokio::test]
async fn a_flag_waits_as_long_as_the_server_stood_still() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut referee = loaded(&folder, ClockSettings::Sudden { main_ms: 1500 }).await;
    let time = referee.registry.time.clone();
    plays(&mut referee, "a", 0, "5d5c", time.now_ms()).await;
    let before = referee.arbiter.deadline_ms(0).expect("a flag");
    stand_still(2000);
    referee.handle_alarm().await.expect("it goes on");
    assert_eq!(referee.arbiter.state().status(), Status::Playing);
    let moved = referee.arbiter.deadline_ms(0).expect("a flag") - before;
    assert!((1950..4000).contains(&moved), "{moved}");
    time.pass(1600).await;
    referee.handle_alarm().await.expect("it goes on");
    assert_eq!(referee.arbiter.state().status(), Status::Ended);
}

#[tokio::test]
async fn a_move_that_came_before_a_standstill_costs_what_it_took() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut referee = loaded(&folder, MINUTE).await;
    let time = referee.registry.time.clone();
    plays(&mut referee, "a", 0, "5d5c", time.now_ms()).await;
    let since = time.counted_ms();
    time.pass(300).await;
    let (arrived, thought_ms) = (time.now_ms(), time.counted_ms() - since);
    stand_still(2000);
    plays(&mut referee, "b", 1, "1b1c", arrived).await;
    let times = times(&referee).await;
    let (spent, _) = times[1];
    assert!((i64::from(spent) - thought_ms).abs() < 50, "{times:?}");
}

#[tokio::test]
async fn games_go_on_and_events_are_dated_anew_when_the_hosts_clock_is_set() {
    for by_ms in [-3_600_000, 3_600_000] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut referee = loaded(&folder, MINUTE).await;
        let time = referee.registry.time.clone();
        plays(&mut referee, "a", 0, "5d5c", time.now_ms()).await;
        let since = time.counted_ms();
        time.set_host_clock(by_ms);
        time.pass(100).await;
        plays(&mut referee, "b", 1, "1b1c", time.now_ms()).await;
        let thought_ms = time.counted_ms() - since;
        let (spent, _) = times(&referee).await[1];
        assert!((i64::from(spent) - thought_ms).abs() < 50, "{spent}");
        let events = referee.registry.store.events(referee.id(), 0).await;
        let events = events.expect("read");
        let [.., before, after] = &events[..] else {
            panic!("{events:?}")
        };
        let apart = after.at_ms - before.at_ms - by_ms;
        assert!((0..5000).contains(&apart), "{apart}");
        // Dates ahead or behind do not shorten a player's minute to return.
        let key = referee.id().clone();
        let registry = referee.registry.clone();
        drop(referee);
        let again = Referee::load(registry.clone(), &key, false).await;
        let mut again = again.expect("loaded");
        let request = enter(&registry, "b", 1);
        ask(&mut again, request).await;
        let claim = again.arbiter.state();
        let claim = claim.claim_from_ms(again.away_since_ms(claim.side()));
        let wait = claim.expect("a is away") - time.now_ms();
        let minute = i64::from(ABANDONED_MS);
        assert!((minute - 5000..=minute + 50).contains(&wait), "{wait}");
    }
}
