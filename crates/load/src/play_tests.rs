use komadai_protocol::{ClockState, GameSettings, PerSide, Status};
use komadai_rules::{AnyPosition, VariantId};

use super::*;

fn play(clock: ClockSettings) -> Play {
    let start = AnyPosition::start(VariantId::Minishogi);
    let start = start.to_string();
    Play::new(&Snapshot {
        id: "x".into(),
        seq: 3,
        settings: GameSettings {
            clock,
            ..GameSettings::of(VariantId::Minishogi, start.clone())
        },
        status: Status::Playing,
        players: PerSide::default(),
        furigoma: None,
        position: start,
        moves: Vec::new(),
        side: Side::First,
        clock: None,
        offers: Vec::new(),
        outcome: None,
        rematch: None,
        first_move_by_ms: None,
        unrated: None,
        created_at_ms: 0,
    })
    .expect("a game")
}

fn send(play: &mut Play) -> String {
    let text = play.text(play.legal_moves()[0]);
    let side = play.side();
    play.sent.push(Sent {
        text: text.clone(),
        side,
        seq: None,
        intended_us: 0,
        sent_us: 0,
        thought_us: Some(2_000_000),
    });
    text
}

fn event(seq: u32, ply: u32, text: &str, clock: Option<ClockState>) -> GameEvent {
    GameEvent {
        game: "x".into(),
        seq,
        at_ms: 5_000,
        player: None,
        body: EventBody::Move {
            ply,
            side: Side::BOTH[(ply % 2) as usize],
            text: text.into(),
            id: command_id(ply),
            spent_ms: 3_000,
            lag_ms: 0,
            server_ms: 0,
            premove: false,
            clock,
        },
    }
}

fn kind(result: Result<Applied, Wrong>) -> &'static str {
    result.expect_err("wrong").0
}

#[test]
fn differing_events_of_both_players_are_found() {
    let mut play = play(ClockSettings::None);
    let text = send(&mut play);
    let first = event(4, 0, &text, None);
    play.received(&first).expect("right");
    play.received(&first).expect("the other player's");
    assert_eq!((play.ply(), play.seq), (1, 4));
    let other = GameEvent { at_ms: 1, ..first };
    assert_eq!(kind(play.received(&other)), "event-differs");
}

#[test]
fn moves_that_were_not_sent_are_violations() {
    let mut game = play(ClockSettings::None);
    let text = send(&mut game);
    assert_eq!(kind(game.received(&event(4, 1, &text, None))), "event-ply");
    let mut game = play(ClockSettings::None);
    assert_eq!(
        kind(game.received(&event(4, 0, &text, None))),
        "event-unsent"
    );
    let mut game = play(ClockSettings::None);
    send(&mut game);
    game.sent[0].seq = Some(9);
    let differently = game.received(&event(4, 0, &text, None));
    assert_eq!(kind(differently), "accepted-differently");
}

#[test]
fn clocks_are_compared() {
    let mut play = play(ClockSettings::Sudden { main_ms: 60_000 });
    let clock = |first_ms, running| {
        let mut state = ClockState {
            at_ms: 5_000,
            running: Some(running),
            left: PerSide::default(),
        };
        state.left.first.main_ms = first_ms;
        state.left.second.main_ms = 60_000;
        state
    };
    let mut start = clock(60_000, Side::First);
    start.at_ms = 2_000;
    let started = GameEvent {
        game: "x".into(),
        seq: 4,
        at_ms: 2_000,
        player: None,
        body: EventBody::Started { clock: Some(start) },
    };
    let applied = play.received(&started).expect("right");
    assert_eq!(applied.clock_error_ms, Some(0));
    let text = send(&mut play);
    let state = clock(56_700, Side::Second);
    let applied = play.received(&event(5, 0, &text, Some(state)));
    let applied = applied.expect("right");
    // Three seconds passed, 3.3 s were charged, and the player thought for two.
    assert_eq!(applied.clock_error_ms, Some(300));
    assert_eq!(applied.overcharge_ms, Some(1_000));
}

#[test]
fn ends_are_those_of_the_rules_or_of_the_clock() {
    let end = |reason| GameEvent {
        game: "x".into(),
        seq: 4,
        at_ms: 0,
        player: None,
        body: EventBody::Ended {
            outcome: GameOutcome {
                winner: None,
                reason,
                ply: 0,
            },
            clock: None,
        },
    };
    let mut game = play(ClockSettings::None);
    assert_eq!(
        kind(game.received(&end(EndReason::Rules(Reason::Checkmate)))),
        "outcome-differs"
    );
    let mut game = play(ClockSettings::None);
    game.received(&end(EndReason::Rules(Reason::Time)))
        .expect("right");
    assert!(game.ended);
}

#[test]
fn ids_belong_to_moves() {
    assert_eq!(ply_of(&command_id(17)), Some(17));
    assert_eq!(ply_of("x"), None);
}
