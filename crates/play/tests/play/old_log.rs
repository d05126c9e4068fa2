//! Logs of protocol version 2.

use komadai_play::{GameState, LogEntry, PlayerId};
use komadai_protocol::{EventBody, Status};
use komadai_rules::Side;

/// Version 2: `at` and `in_byo` without units. Names of players have been migrated away.
const VERSION_2: &[&str] = &[
    r#"{"kind":"created","settings":{"game":"minishogi","start":"rbsgk/4p/5/P4/KGSBR b - 1",
        "handicap":null,"rules":{},"clock":{"kind":"byoyomi","main_ms":2000,"period_ms":5000,
        "periods":2}}}"#,
    r#"{"kind":"joined","side":"first"}"#,
    r#"{"kind":"joined","side":"second"}"#,
    r#"{"kind":"started","clock":{"at":1000,"running":"first","left":{
        "first":{"main_ms":2000,"period_ms":5000,"periods_left":2,"in_byo":false},
        "second":{"main_ms":2000,"period_ms":5000,"periods_left":2,"in_byo":false}}}}"#,
    r#"{"kind":"move","ply":0,"side":"first","move":"5d5c","id":"a","spent_ms":3000,"lag_ms":0,
        "clock":{"at":4000,"running":"second","left":{
        "first":{"main_ms":0,"period_ms":5000,"periods_left":1,"in_byo":true},
        "second":{"main_ms":2000,"period_ms":5000,"periods_left":2,"in_byo":false}}}}"#,
];

#[test]
fn a_log_of_version_2_gives_the_same_game() {
    let entry = |(seq, text): (u32, &&str)| LogEntry {
        seq,
        at_ms: 1000,
        body: serde_json::from_str::<EventBody>(text).expect("it is read"),
        author: Some(PlayerId::from(text.get(20..30).expect("long"))),
        command: None,
    };
    let log: Vec<LogEntry> = (1u32..).zip(VERSION_2).map(entry).collect();
    let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).expect("it fits");
    assert_eq!(state.status(), Status::Playing);
    let snapshot = state.snapshot(5000);
    let clock = snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::Second));
    assert!(clock.left.first.in_byoyomi);
    assert_eq!(clock.left.second.main_ms, 1000);
}
