//! Limits of first moves: no clock runs before both sides have moved.

use komadai_play::{Applied, Arbiter, Arrival, Command, Draft, Follower, GameState, Verdict};
use komadai_protocol::limits::{FLAG_TOLERANCE_MS, FURIGOMA_MS, OPEN_WITHIN_MS};
use komadai_protocol::{
    ClockSettings, EndReason, EventBody, GameSettings, OfferKind, Status, Unrated,
};
use komadai_rules::{Reason, Side, VariantId};
use proptest::prelude::*;

use crate::common::{any_clock, arbiter, joined, legal_move, player, settings};

const LIMIT_MS: u32 = 30_000;
const SUDDEN: ClockSettings = ClockSettings::Sudden { main_ms: 60_000 };

fn limited(clock: ClockSettings) -> GameSettings {
    GameSettings {
        start_limit_ms: Some(LIMIT_MS),
        ..settings(VariantId::Minishogi, clock)
    }
}

fn append(arbiter: &mut Arbiter, now_ms: i64, drafts: Vec<Draft>) {
    let entries = arbiter.number(now_ms, &drafts);
    arbiter.apply(&entries).expect("they fit");
    arbiter.stored(now_ms);
}

/// A game in which both players are at the board from 1,000 ms on.
fn begun(clock: ClockSettings, toss: bool) -> Arbiter {
    let mut arbiter = arbiter(&joined(limited(clock), toss));
    let started = arbiter.start(1_000).expect("both are seated");
    append(&mut arbiter, 1_000, vec![started]);
    arbiter
}

fn play(arbiter: &mut Arbiter, now_ms: i64, command: &Command) {
    let side = match command {
        Command::Resign => Side::First,
        _ => arbiter.state().side(),
    };
    let id = format!("c{now_ms}");
    let arrival = Arrival {
        side: Some(side),
        id: &id,
        now_ms,
        one_way_ms: 0,
        opponent_away_since_ms: None,
    };
    let verdict = arbiter.judge(Some(&player(side)), &arrival, command);
    let Ok(Verdict::Append { drafts, .. }) = verdict else {
        panic!("{verdict:?}");
    };
    append(arbiter, now_ms, drafts);
}

fn a_move(arbiter: &mut Arbiter, now_ms: i64) {
    let text = legal_move(arbiter.state(), 0).expect("a move");
    let ply = arbiter.state().ply();
    play(arbiter, now_ms, &Command::Move { ply, text });
}

fn left_ms(state: &GameState, now_ms: i64) -> (u32, u32) {
    let left = state.clock().expect("a clock").left_at(now_ms);
    (left.first.main_ms, left.second.main_ms)
}

#[test]
fn no_clock_runs_before_both_have_moved_and_the_second_move_starts_one() {
    let mut game = begun(SUDDEN, false);
    assert_eq!(game.state().first_move_by_ms(), Some(31_000));
    assert!(!game.state().clock_runs() && game.state().is_timed());
    a_move(&mut game, 21_000);
    assert_eq!(left_ms(game.state(), 40_000), (60_000, 60_000));
    assert_eq!(game.state().first_move_by_ms(), Some(51_000));
    a_move(&mut game, 50_000);
    assert_eq!(game.state().first_move_by_ms(), None);
    assert_eq!(left_ms(game.state(), 53_000), (57_000, 60_000));
    assert_eq!(game.fallen_flag(110_000, 0), None);
    let flag = game.fallen_flag(111_000, 0).expect("fallen");
    assert!(
        matches!(flag.body, EventBody::Ended { outcome, .. } if outcome.reason == EndReason::Rules(Reason::Time))
    );
}

/// CL-01 of the clock vectors, counted from the first timed move.
#[test]
fn periods_and_increments_begin_with_the_third_move() {
    let byoyomi = ClockSettings::Byoyomi {
        main_ms: 10_000,
        period_ms: 30_000,
        periods: 3,
    };
    let mut game = begun(byoyomi, false);
    a_move(&mut game, 20_000);
    a_move(&mut game, 40_000);
    a_move(&mut game, 49_000);
    let clock = game.state().clock().expect("a clock").left_at(49_000);
    assert_eq!((clock.first.main_ms, clock.first.periods_left), (1_000, 3));
    let fischer = ClockSettings::Increment {
        main_ms: 60_000,
        increment_ms: 5_000,
    };
    let mut game = begun(fischer, false);
    a_move(&mut game, 2_000);
    a_move(&mut game, 3_000);
    assert_eq!(left_ms(game.state(), 3_000), (60_000, 60_000));
    a_move(&mut game, 13_000);
    assert_eq!(left_ms(game.state(), 13_000), (55_000, 60_000));
}

#[test]
fn a_first_move_that_does_not_come_ends_the_game_without_a_result() {
    for moves in [0, 1] {
        let mut game = begun(SUDDEN, false);
        let mut since_ms = 1_000;
        for _ in 0..moves {
            since_ms = 11_000;
            a_move(&mut game, since_ms);
        }
        let due_ms = since_ms + i64::from(LIMIT_MS + FLAG_TOLERANCE_MS) + 1;
        assert_eq!(game.alarm_ms(since_ms, 0), Some(due_ms));
        assert_eq!(game.fallen_flag(due_ms - 1, 0), None);
        let ended = game.fallen_flag(due_ms, 0).expect("over");
        append(&mut game, due_ms, vec![ended]);
        let outcome = game.state().outcome().expect("over");
        assert_eq!(
            (outcome.winner, outcome.reason),
            (None, EndReason::NotBegun)
        );
        assert_eq!(game.alarm_ms(due_ms, 0), None);
        assert_eq!(left_ms(game.state(), due_ms), (60_000, 60_000));
    }
}

#[test]
fn the_limit_counts_from_the_end_of_the_toss() {
    let mut game = begun(SUDDEN, true);
    let from_ms = 1_000 + i64::from(FURIGOMA_MS);
    assert_eq!(game.state().first_move_by_ms(), Some(from_ms + 30_000));
    // Moves while furigoma is shown are not timed, and the clock starts only after it.
    a_move(&mut game, 1_500);
    assert_eq!(game.state().first_move_by_ms(), Some(from_ms + 30_000));
    a_move(&mut game, 2_000);
    assert_eq!(left_ms(game.state(), from_ms), (60_000, 60_000));
    assert_eq!(left_ms(game.state(), from_ms + 1_000), (59_000, 60_000));
}

#[test]
fn a_game_that_a_side_never_opens_is_over_after_ten_minutes() {
    let mut game = arbiter(&joined(limited(SUDDEN), false));
    let open_by_ms = i64::from(OPEN_WITHIN_MS);
    assert_eq!(game.state().open_by_ms(true), Some(open_by_ms));
    assert_eq!(game.alarm_ms(0, 0), None);
    // One player moves; the other has not come yet.
    a_move(&mut game, 5_000);
    assert_eq!(game.state().open_by_ms(true), Some(open_by_ms));
    assert_eq!(game.state().first_move_by_ms(), None);
    let started = game.start(60_000).expect("both are there");
    append(&mut game, 60_000, vec![started]);
    assert_eq!(game.state().open_by_ms(true), None);
    assert_eq!(game.state().first_move_by_ms(), Some(90_000));
    assert!(!game.state().clock_runs());
}

#[test]
fn clocks_run_after_both_first_moves_even_if_the_players_never_met() {
    let mut game = arbiter(&joined(limited(SUDDEN), false));
    a_move(&mut game, 5_000);
    a_move(&mut game, 65_000);
    assert_eq!(left_ms(game.state(), 75_000), (50_000, 60_000));
    assert_eq!(
        (game.start(70_000), game.state().open_by_ms(true)),
        (None, None)
    );
}

#[test]
fn a_player_from_the_lobby_has_ten_seconds_to_come_to_the_board() {
    let mut log = joined(limited(ClockSettings::None), false);
    log[2].body = EventBody::Joined {
        side: Side::Second,
        rating: None,
        open: true,
        unrated: None,
    };
    let game = arbiter(&log);
    assert_eq!(game.state().open_by_ms(false), Some(10_000));
    assert_eq!(game.state().lobby_joiner(), Some(Side::Second));
}

#[test]
fn long_games_have_no_limit_for_first_moves() {
    let mut settings = limited(SUDDEN);
    settings.start_limit_ms = Some(0);
    let mut game = arbiter(&joined(settings, false));
    let started = game.start(0).expect("both are there");
    append(&mut game, 0, vec![started]);
    assert_eq!(
        (game.alarm_ms(0, 0), game.state().open_by_ms(true)),
        (None, None)
    );
    a_move(&mut game, 86_400_000);
    a_move(&mut game, 2 * 86_400_000);
    assert!(game.state().clock_runs());
    assert_eq!(left_ms(game.state(), 2 * 86_400_000), (60_000, 60_000));
}

/// `resume` on another server, with its host's clock ahead or behind.
#[test]
fn a_change_of_referee_begins_the_limit_anew() {
    for now_ms in [25_000, 500_000, 3_000] {
        let mut game = begun(SUDDEN, false);
        let resumed = game.resume(now_ms).expect("it is timed");
        append(&mut game, now_ms, vec![resumed]);
        assert_eq!(game.state().first_move_by_ms(), Some(now_ms + 30_000));
        assert!(!game.state().clock_runs());
    }
}

#[test]
fn a_take_back_of_first_moves_stops_the_clocks_again() {
    let mut game = begun(SUDDEN, false);
    a_move(&mut game, 2_000);
    a_move(&mut game, 3_000);
    let ask = |game: &mut Arbiter, side, command| {
        let arrival = Arrival {
            side: Some(side),
            id: "t",
            now_ms: 9_000,
            one_way_ms: 0,
            opponent_away_since_ms: None,
        };
        let verdict = game.judge(Some(&player(side)), &arrival, &command);
        let Ok(Verdict::Append { drafts, .. }) = verdict else {
            panic!("{verdict:?}");
        };
        append(game, 9_000, drafts);
    };
    ask(&mut game, Side::Second, Command::Offer(OfferKind::Takeback));
    ask(&mut game, Side::First, Command::Accept(OfferKind::Takeback));
    assert_eq!(game.state().ply(), 1);
    assert!(!game.state().clock_runs());
    assert_eq!(left_ms(game.state(), 20_000), (60_000, 60_000));
    assert_eq!(game.state().first_move_by_ms(), Some(39_000));
}

#[test]
fn resigning_a_rated_game_before_both_have_moved_aborts_it() {
    for (moves, reason) in [
        (0, EndReason::Aborted),
        (1, EndReason::Aborted),
        (2, EndReason::Rules(Reason::Resignation)),
    ] {
        let settings = GameSettings {
            rated: true,
            ..limited(SUDDEN)
        };
        let mut game = arbiter(&joined(settings, false));
        for ply in 0..moves {
            a_move(&mut game, 1_000 + ply);
        }
        play(&mut game, 10_000, &Command::Resign);
        let outcome = game.state().outcome().expect("over");
        assert_eq!(outcome.reason, reason);
        assert_eq!(outcome.winner.is_none(), moves < 2);
    }
}

#[test]
fn a_game_that_is_unrated_with_its_joiner_is_unrated() {
    let settings = GameSettings {
        rated: true,
        ..limited(SUDDEN)
    };
    let mut log = joined(settings, false);
    log[2].body = EventBody::Joined {
        side: Side::Second,
        rating: None,
        open: false,
        unrated: Some(Unrated::SameDevice),
    };
    let game = arbiter(&log);
    let snapshot = game.state().snapshot(0);
    assert_eq!(
        (snapshot.settings.rated, snapshot.unrated),
        (false, Some(Unrated::SameDevice))
    );
    let follower = Follower::new(&snapshot).expect("it fits");
    assert_eq!(follower.snapshot(0), snapshot);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For all clocks and thinking times: the first two moves are free, and a follower and a replay agree with the referee.
    #[test]
    fn first_moves_cost_nothing_and_pages_see_their_limit(
        clock in any_clock(),
        toss in any::<bool>(),
        waits in prop::collection::vec(0i64..29_000, 4),
    ) {
        prop_assume!(clock != ClockSettings::None);
        let mut log = joined(limited(clock), toss);
        let mut referee = arbiter(&log);
        let mut follower = Follower::new(&referee.state().snapshot(0)).expect("it fits");
        let full = referee.state().clock().expect("a clock").left_at(0);
        let started = referee.start(0).expect("seated");
        let mut now_ms = 0;
        let mut drafts = vec![started];
        for wait_ms in waits {
            let entries = referee.number(now_ms, &drafts);
            referee.apply(&entries).expect("they fit");
            referee.stored(now_ms);
            for entry in &entries {
                prop_assert_eq!(follower.apply(&entry.to_event(referee.state().id())), Applied::Applied);
            }
            log.extend(entries);
            let (replayed, state) = (arbiter(&log), referee.state());
            prop_assert_eq!(replayed.state(), state);
            let snapshot = state.snapshot(now_ms);
            prop_assert_eq!(&follower.snapshot(now_ms), &snapshot);
            prop_assert_eq!(Follower::new(&snapshot).expect("it fits").snapshot(now_ms), snapshot);
            if state.ply() < 2 {
                prop_assert_eq!(state.clock().expect("a clock").left_at(now_ms + 60_000), full);
                prop_assert!(state.first_move_by_ms().is_some());
            }
            if state.status() != Status::Playing {
                break;
            }
            now_ms += wait_ms;
            if let Some(draft) = referee.fallen_flag(now_ms, 0) {
                prop_assert!(referee.state().ply() >= 2);
                drafts = vec![draft];
                continue;
            }
            let (side, ply) = (referee.state().side(), referee.state().ply());
            let Some(text) = legal_move(referee.state(), 3) else { break };
            let id = format!("m{ply}");
            let arrival = Arrival {
                side: Some(side), id: &id, now_ms, one_way_ms: 0, opponent_away_since_ms: None,
            };
            let command = Command::Move { ply, text };
            let verdict = referee.judge(Some(&player(side)), &arrival, &command);
            let Ok(Verdict::Append { drafts: next, .. }) = verdict else {
                panic!("{verdict:?}");
            };
            drafts = next;
        }
    }
}
