use komadai_play::{LocalGame, LocalRecord, Opponent, check_settings};
use komadai_protocol::{
    ClockSettings, CreateGame, EndReason, ErrorCode, Furigoma, GameSettings, OfferKind, Status,
};
use komadai_rules::{Reason, Side, VariantId};
use proptest::prelude::*;

use crate::common::{TOSS, any_clock, legal_move, request, settings};

const SUDDEN: ClockSettings = ClockSettings::Sudden { main_ms: 10_000 };

fn device(clock: ClockSettings) -> LocalGame {
    let settings = settings(VariantId::Minishogi, clock);
    LocalGame::new(settings, None, Opponent::Device).expect("a game")
}

fn against_computer(clock: ClockSettings, you: Side) -> LocalGame {
    let settings = settings(VariantId::Minishogi, clock);
    LocalGame::new(settings, None, Opponent::Computer { you }).expect("a game")
}

fn main_ms(game: &LocalGame, now_ms: i64) -> (u32, u32) {
    let left = game.clocks(now_ms).expect("a clock").left;
    (left.first.main_ms, left.second.main_ms)
}

#[test]
fn the_clock_waits_for_the_first_move() {
    let mut game = device(SUDDEN);
    assert_eq!(game.alarm_ms(5000), None);
    game.play(7000, "5d5c").expect("played");
    assert_eq!(main_ms(&game, 8000), (10_000, 9000));
}

#[test]
fn no_clock_runs_while_the_toss_is_shown() {
    for you in Side::BOTH {
        let settings = settings(VariantId::Minishogi, SUDDEN);
        let toss = Some(Furigoma::of(TOSS));
        let mut game = LocalGame::new(settings, toss, Opponent::Computer { you }).expect("a game");
        game.play(500, "5d5c").expect("played");
        assert_eq!(main_ms(&game, 9000), (10_000, 10_000));
        assert_eq!(game.start_clock(9000).len(), 1);
        assert_eq!(main_ms(&game, 9500), (10_000, 9500));
        assert!(game.start_clock(9600).is_empty(), "it has started");
        assert_eq!(main_ms(&game, 10_000), (10_000, 9000));
    }
}

#[test]
fn a_kept_toss_still_holds_the_clock_after_a_reload() {
    let settings = settings(VariantId::Minishogi, SUDDEN);
    let toss = Some(Furigoma::of(TOSS));
    let mut game = LocalGame::new(settings, toss, Opponent::Device).expect("a game");
    game.play(0, "5d5c").expect("played");
    let mut game = LocalGame::restore(&game.record(0), Opponent::Device, 0).expect("it fits");
    assert_eq!(main_ms(&game, 3000), (10_000, 10_000));
    game.start_clock(3000);
    assert_eq!(main_ms(&game, 4000), (10_000, 9000));
}

#[test]
fn the_flag_ends_the_game_and_nothing_is_taken_back_after_it() {
    let mut game = device(SUDDEN);
    game.play(0, "5d5c").expect("played");
    assert!(game.flag(10_000).is_empty(), "the tolerance");
    let alarm = game.alarm_ms(0).expect("a clock runs");
    assert_eq!(game.play(alarm, "1b1c").expect("the end").len(), 1);
    let outcome = game.state().outcome().expect("ended");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Time), Some(Side::First))
    );
    let refused = game.take_back(alarm).expect_err("over");
    assert_eq!(refused.code, ErrorCode::NothingToTakeBack);
}

#[test]
fn a_takeback_restores_the_time_the_move_began_with() {
    let mut game = device(SUDDEN);
    game.play(0, "5d5c").expect("played");
    game.play(2000, "1b1c").expect("played");
    game.play(5000, "5c5b").expect("played");
    game.take_back(6000).expect("taken back");
    assert_eq!(main_ms(&game, 6000), (10_000, 8000));
    assert_eq!(main_ms(&game, 6500), (9500, 8000));
}

#[test]
fn against_the_computer_a_takeback_goes_back_to_the_person() {
    let mut game = against_computer(ClockSettings::None, Side::First);
    let nothing = game.take_back(0).expect_err("no move");
    assert_eq!(nothing.code, ErrorCode::NothingToTakeBack);
    game.play(0, "5d5c").expect("played");
    game.take_back(0).expect("the computer thinks");
    assert_eq!(game.state().ply(), 0);
    game.play(0, "5d5c").expect("played");
    game.play(0, "1b1c").expect("played");
    game.take_back(0).expect("taken back");
    assert_eq!(game.state().ply(), 0);
}

#[test]
fn a_game_that_was_resigned_stays_resigned() {
    let mut game = device(SUDDEN);
    game.play(0, "5d5c").expect("played");
    game.resign(1000, Side::Second).expect("resigned");
    assert_eq!(game.state().status(), Status::Ended);
    assert!(game.possible().rematch && !game.possible().takeback);
    let refused = game.take_back(2000).expect_err("over");
    assert_eq!(refused.code, ErrorCode::NothingToTakeBack);
}

#[test]
fn a_mating_move_can_be_taken_back() {
    let mate = "4k/R4/4P/5/4K b G 1";
    let settings = GameSettings {
        start: mate.to_owned(),
        ..settings(VariantId::Minishogi, SUDDEN)
    };
    let mut game = LocalGame::new(settings, None, Opponent::Device).expect("a game");
    game.play(0, "G*1b").expect("played");
    assert_eq!(game.state().status(), Status::Ended);
    assert!(game.possible().takeback);
    game.take_back(2000).expect("taken back");
    assert_eq!(game.state().status(), Status::Playing);
    assert_eq!(main_ms(&game, 2500), (9500, 10_000));
}

#[test]
fn a_takeback_in_a_handicap_game_restores_the_times_of_both_sides() {
    let settings = check_settings(&CreateGame {
        handicap: Some("rook".into()),
        ..request(VariantId::Shogi, SUDDEN)
    });
    let settings = settings.expect("a good request");
    let mut game = LocalGame::new(settings, None, Opponent::Device).expect("a game");
    let second = game.state().side();
    assert_eq!(second, Side::Second, "the giver of the handicap begins");
    for (now_ms, text) in [(0, "3c3d"), (1000, "7g7f"), (3000, "8c8d"), (6000, "2g2f")] {
        game.play(now_ms, text).expect("played");
    }
    // Second used 0 and 2000, first 1000 and 3000.
    assert_eq!(main_ms(&game, 6000), (6000, 8000));
    game.take_back(7000).expect("taken back");
    assert_eq!(main_ms(&game, 7000), (9000, 8000));
    game.take_back(8000).expect("taken back");
    assert_eq!(main_ms(&game, 8000), (9000, 10_000));
    game.take_back(9000).expect("taken back");
    assert_eq!(main_ms(&game, 9000), (10_000, 10_000));
}

#[test]
fn a_premove_is_played_with_the_computers_move_if_it_is_legal() {
    let mut game = against_computer(SUDDEN, Side::Second);
    assert!(game.possible().premove);
    game.set_premove(0, "1b1c").expect("held");
    game.play(100, "5d5c").expect("played");
    assert_eq!(game.state().moves(), ["5d5c", "1b1c"]);
    assert_eq!(game.premove(), None);
    game.set_premove(200, "nonsense").expect_err("not a move");
    game.set_premove(200, "4a4e")
        .expect("held, though it will not be legal");
    game.play(300, "5c5b").expect("played");
    assert_eq!(game.state().ply(), 3, "dropped");
    let refused = game.set_premove(400, "4a4b").expect_err("it is one's turn");
    assert_eq!(refused.code, ErrorCode::WrongPly);
}

#[test]
fn draws_at_one_device_are_agreed_at_once() {
    let settings = settings(VariantId::Shogun, ClockSettings::None);
    let mut game = LocalGame::new(settings, None, Opponent::Device).expect("a game");
    assert!(game.agree(0, OfferKind::Takeback).is_err());
    assert!(game.agree(0, OfferKind::Impasse).is_err());
    game.agree(0, OfferKind::Draw).expect("agreed");
    let outcome = game.state().outcome().expect("ended");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Rules(Reason::Agreement), None)
    );
    assert!(game.agree(0, OfferKind::Draw).is_err(), "over");
}

#[test]
fn records_of_earlier_pages_are_understood() {
    let text = r#"{
        "settings": {"game": "minishogi", "start": "rbsgk/4p/5/P4/KGSBR b - 1", "handicap": null,
            "rules": {}, "clock": {"kind": "byoyomi", "main_ms": 0, "period_ms": 5000, "periods": 2}},
        "furigoma": null,
        "moves": ["5d5c"],
        "clocks": {"first": {"main_ms": 0, "period_ms": 5000, "periods_left": 1, "in_byo": true},
            "second": {"main_ms": 0, "period_ms": 3000, "periods_left": 1, "in_byo": true}},
        "clocks_before": [],
        "outcome": null
    }"#;
    let record: LocalRecord = serde_json::from_str(text).expect("a record");
    let game = LocalGame::restore(&record, Opponent::Device, 100).expect("it fits");
    let clocks = game.clocks(1100).expect("a clock");
    assert_eq!(clocks.running, Some(Side::Second));
    assert_eq!(clocks.left.second.period_ms, 2000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_kept_game_goes_on_where_it_was(
        clock in any_clock(),
        moves in prop::collection::vec((0i64..3000, any::<usize>(), 0u8..8), 1..40),
    ) {
        let (mut game, mut now_ms) = (device(clock), 0);
        for (wait_ms, choice, what) in moves {
            now_ms += wait_ms;
            if what == 0 {
                let _ = game.take_back(now_ms);
            } else if let Some(text) = legal_move(game.state(), choice) {
                let _ = game.play(now_ms, &text);
            }
            let kept = game.record(now_ms);
            let json = serde_json::to_string(&kept).expect("JSON");
            let read = serde_json::from_str(&json).expect("a record");
            let again = LocalGame::restore(&read, Opponent::Device, now_ms).expect("it fits");
            prop_assert_eq!(&again.record(now_ms), &kept);
            prop_assert_eq!(again.clocks(now_ms + 700), game.clocks(now_ms + 700));
            prop_assert_eq!(again.possible(), game.possible());
            if what == 1 {
                game = again;
            }
        }
    }
}

#[test]
fn a_draw_is_not_agreed_with_the_computer() {
    let mut game = against_computer(SUDDEN, Side::First);
    let refused = game
        .agree(0, OfferKind::Draw)
        .expect_err("no second person");
    assert_eq!(refused.code, ErrorCode::OfferNotPossible);
    assert_eq!(game.state().status(), Status::Playing);
}

#[test]
fn a_premove_after_the_flag_fell_reports_the_end_of_the_game() {
    let mut game = against_computer(SUDDEN, Side::Second);
    game.play(0, "5d5c").expect("played");
    game.play(100, "1b1c").expect("played");
    let events = game.set_premove(60_000, "1c1d").expect("the flag first");
    assert_eq!(events.len(), 1);
    let outcome = game.state().outcome().expect("over");
    assert_eq!(outcome.reason, EndReason::Rules(Reason::Time));
}
