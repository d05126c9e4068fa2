//! A follower has the same state as the referee.

use komadai_play::{Applied, Arbiter, Arrival, Command, Draft, Follower, LogEntry, Verdict};
use komadai_protocol::{ClockSettings, EventBody, OfferKind, Seat};
use komadai_rules::{Side, VariantId};
use proptest::prelude::*;

use crate::common::{any_clock, arbiter, joined, legal_move, player, settings};

fn append(arbiter: &mut Arbiter, now_ms: i64, drafts: &[Draft]) -> Vec<LogEntry> {
    let entries = arbiter.number(now_ms, drafts);
    arbiter.apply(&entries).expect("they fit");
    entries
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn events_after_a_snapshot_give_the_next_snapshot(
        clock in any_clock(),
        steps in prop::collection::vec((0i64..2000, any::<usize>(), 0u8..6), 1..40),
    ) {
        let mut referee = arbiter(&joined(settings(VariantId::Minishogi, clock), true));
        let mut follower = Follower::new(&referee.state().snapshot(0)).expect("it fits");
        let started = referee.start(0).expect("seated");
        let mut events = append(&mut referee, 0, &[started]);
        let mut now_ms = 0;
        for (n, (wait_ms, choice, what)) in (0u32..).zip(steps) {
            now_ms += wait_ms;
            let mover = referee.state().side();
            let (side, command) = match what {
                0 => (mover, Command::Offer(OfferKind::Takeback)),
                1 => (!mover, Command::Accept(OfferKind::Takeback)),
                2 => (!mover, Command::Decline(OfferKind::Takeback)),
                _ => match legal_move(referee.state(), choice) {
                    Some(text) => (mover, Command::Move { ply: referee.state().ply(), text }),
                    None => (mover, Command::Offer(OfferKind::Rematch)),
                },
            };
            let id = n.to_string();
            let arrival = Arrival { side: Some(side), id: &id, now_ms, one_way_ms: 0,
                opponent_away_since_ms: None };
            if let Some(draft) = referee.fallen_flag(now_ms, 0) {
                events.extend(append(&mut referee, now_ms, &[draft]));
            } else if let Ok(Verdict::Append { drafts, .. }) =
                referee.judge(Some(&player(side)), &arrival, &command)
            {
                events.extend(append(&mut referee, now_ms, &drafts));
            }
            for entry in events.drain(..) {
                let event = entry.to_event(referee.state().id());
                let mut later = event.clone();
                later.seq += 1;
                prop_assert_eq!(follower.apply(&later), Applied::Gap);
                prop_assert_eq!(follower.apply(&event), Applied::Applied);
                prop_assert_eq!(follower.apply(&event), Applied::Known);
            }
            let snapshot = referee.state().snapshot(now_ms);
            prop_assert_eq!(&follower.snapshot(now_ms), &snapshot);
            let fresh = Follower::new(&snapshot).expect("it fits");
            prop_assert_eq!(fresh.clocks(now_ms + 300), follower.clocks(now_ms + 300));
            for side in Side::BOTH {
                let possible = referee.state().possible(side);
                prop_assert_eq!(fresh.possible(Seat::from(Some(side))), possible);
            }
            // The page reloads: earlier moves may be taken back afterwards.
            if choice % 3 == 0 {
                follower = fresh;
            }
        }
    }
}

#[test]
fn an_event_that_does_not_fit_changes_nothing() {
    let clock = ClockSettings::Sudden { main_ms: 60_000 };
    let referee = arbiter(&joined(settings(VariantId::Minishogi, clock), false));
    let mut follower = Follower::new(&referee.state().snapshot(0)).expect("it fits");
    let before = follower.clone();
    let mut event =
        referee.number(0, &[referee.start(0).expect("seated")])[0].to_event(referee.state().id());
    for (ply, text) in [(1, "5d5c"), (0, "5d5b"), (0, "nonsense")] {
        event.body = EventBody::Move {
            ply,
            side: Side::First,
            text: text.into(),
            id: "m".into(),
            spent_ms: 0,
            lag_ms: 0,
            server_ms: 0,
            premove: false,
            clock: None,
        };
        assert_eq!(follower.apply(&event), Applied::Gap, "{text}");
        assert_eq!(follower, before);
    }
}

#[test]
fn a_game_without_a_clock_that_is_followed_from_a_snapshot_has_started() {
    let mut referee = arbiter(&joined(
        settings(VariantId::Minishogi, ClockSettings::None),
        true,
    ));
    let started = referee.start(0).expect("seated");
    append(&mut referee, 0, &[started]);
    let follower = Follower::new(&referee.state().snapshot(0)).expect("it fits");
    assert!(follower.state().started());
}
