//! Hosts whose clock is set.

use komadai_play::check_settings;
use komadai_protocol::limits::OPEN_WITHIN_MS;
use komadai_protocol::{ClockSettings, PerSide};
use komadai_rules::Side;

use super::Referee;
use crate::game::tests::{a_move, game, player, registry, registry_at, request};
use crate::request::{Request, Response};
use crate::time::Time;

/// Regression: the game clock stopped until the host's clock had caught up.
#[tokio::test]
async fn a_server_that_starts_with_the_clock_set_back_charges_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = ClockSettings::Sudden { main_ms: 60_000 };
    let (key, before_ms) = {
        let registry = registry(&folder).await;
        let key = game(&registry, settings).await;
        let now_ms = registry.time.now_ms();
        let moved = registry.ask(&key, a_move("a", 0, "5d5c", now_ms)).await;
        assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
        registry.close().await;
        registry.store.close().await.expect("closed");
        (key, now_ms)
    };
    let registry = registry_at(&folder, Time::start_at(before_ms - 3_600_000)).await;
    let view = registry.view(&key, None).await.expect("seen");
    let ahead_ms = view.snapshot.clock.expect("a clock").at_ms - registry.time.now_ms();
    assert!((-1000..=0).contains(&ahead_ms), "{ahead_ms}");
    registry.time.pass(100).await;
    let view = registry.view(&key, None).await.expect("seen");
    let clock = view.snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::Second));
    let left_ms = clock.left.second.main_ms;
    assert!((59_000..60_000).contains(&left_ms), "{left_ms}");
    assert_eq!(view.snapshot.moves, ["5d5c"]);
}

/// Regression: the date of the seat was read as a moment of the game line.
#[tokio::test]
async fn setting_the_hosts_clock_keeps_the_time_to_connect() {
    for set_ms in [-3_600_000, 3_600_000] {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let request = request(ClockSettings::Sudden { main_ms: 60_000 });
        let mut settings = check_settings(&request).expect("a good request");
        settings.start_limit_ms = Some(30_000);
        let seats = PerSide {
            first: Some(player("a")),
            second: None,
        };
        let made = registry.create(settings, seats, None, None).await;
        let key = made.expect("created");
        registry.time.set_host_clock(set_ms);
        let seated_ms = registry.time.now_ms();
        let join = Request::Join {
            player: player("b"),
            open: false,
            unrated: None,
        };
        let mut before = Referee::load(registry.clone(), &key, false).await;
        let joined = before.as_mut().expect("loaded").handle(join).await;
        assert!(matches!(joined, Ok(Response::View(_))));
        let again = Referee::load(registry.clone(), &key, false).await;
        let by_ms = again.expect("loaded").open_by_ms().expect("awaited");
        let within_ms = by_ms - seated_ms;
        let expected = i64::from(OPEN_WITHIN_MS);
        assert!(
            (within_ms - expected).abs() < 5_000,
            "{set_ms}: {within_ms}"
        );
    }
}
