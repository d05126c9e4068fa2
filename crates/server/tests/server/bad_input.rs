//! The table of bad input, each row over real HTTP and WebSocket.

use komadai_protocol::limits::{MAX_BODY_BYTES, MAX_MESSAGE_BYTES};
use komadai_protocol::{
    ApiError, ClientMessage, ErrorCode, GameKey, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION,
};
use komadai_rules::RefusalCode;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Running, Socket, pair};

async fn refused(server: &Running, body: Value) -> (StatusCode, ApiError) {
    server
        .somebody()
        .json(Method::POST, "/api/games", Some(body))
        .await
}

#[tokio::test]
async fn malformed_positions_are_refused_with_place_and_reason() {
    let server = Running::start().await;
    for (game, text) in [
        (
            "shogi",
            "lnsgkgsnl/1r5b1/pppppppxp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        ("minishogi", "nonsense"),
        ("torishogi", "7/7 b - 1"),
        ("shogun", ""),
    ] {
        let (status, error) = refused(&server, json!({ "game": game, "position": text })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{game}");
        assert_eq!(error.code, ErrorCode::BadPosition, "{game}");
        assert_eq!(error.field.as_deref(), Some("position"));
        assert!(
            error.offset.is_some() && !error.problems.is_empty(),
            "{error:?}"
        );
    }
    let long = "9/".repeat(1000);
    let (status, error) = refused(&server, json!({ "game": "shogi", "position": long })).await;
    assert_eq!((status.as_u16(), error.code), (422, ErrorCode::BadPosition));
}

#[tokio::test]
async fn impossible_positions_are_refused_with_what_is_wrong() {
    let server = Running::start().await;
    for (game, text, square) in [
        ("shogi", "4k4/9/P8/9/P8/9/9/9/4K4 b - 1", Some("9c")),
        ("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1", None),
        ("torishogi", "3k3/7/3S3/3S3/3S3/7/3K3 b - 1", Some("4c")),
        ("shogun", "4k3/8/8/8/8/8/8/+F2+FK3[] w - - 0 1", Some("a1")),
    ] {
        let (status, error) = refused(&server, json!({ "game": game, "position": text })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        assert_eq!(error.code, ErrorCode::ImpossiblePosition, "{text}");
        assert!(!error.problems.is_empty());
        if let Some(square) = square {
            assert!(error.squares.iter().any(|at| at == square), "{error:?}");
        }
    }
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let (_, error) = refused(&server, json!({ "game": "shogi", "position": mated })).await;
    assert_eq!(error.code, ErrorCode::GameEndsAtOnce);
}

#[tokio::test]
async fn other_settings_are_refused_with_their_field() {
    let server = Running::start().await;
    for (change, code, field) in [
        (
            json!({ "handicap": "no-such" }),
            ErrorCode::BadHandicap,
            "handicap",
        ),
        (
            json!({ "rules": { "colour": "red" } }),
            ErrorCode::BadRule,
            "rules.colour",
        ),
        (
            json!({ "rules": { "repetition": "never" } }),
            ErrorCode::BadRule,
            "rules.repetition",
        ),
        (
            json!({ "clock": { "kind": "sudden", "main_ms": 0 } }),
            ErrorCode::BadClock,
            "clock.main_ms",
        ),
        (
            json!({ "clock": { "kind": "byoyomi", "main_ms": 0, "period_ms": 10, "periods": 1 } }),
            ErrorCode::BadClock,
            "clock.period_ms",
        ),
        (
            json!({ "clock": { "kind": "byoyomi", "main_ms": 0, "period_ms": 1000, "periods": 99 } }),
            ErrorCode::BadClock,
            "clock.periods",
        ),
        (
            json!({ "position": "startpos", "handicap": "lance" }),
            ErrorCode::BadRequest,
            "position",
        ),
    ] {
        let mut body = json!({ "game": "shogi" });
        for (key, value) in change.as_object().expect("an object") {
            body[key] = value.clone();
        }
        let (status, error) = refused(&server, body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert_eq!(
            (error.code, error.field.as_deref()),
            (code, Some(field)),
            "{body}"
        );
    }
    for body in [
        json!({ "game": "chess" }),
        json!({ "game": "shogi", "surprise": 1 }),
        json!({ "game": "shogi", "clock": { "kind": "sudden", "main_ms": -5 } }),
        json!([]),
    ] {
        let (status, error) = refused(&server, body.clone()).await;
        assert_eq!(
            (status.as_u16(), error.code),
            (400, ErrorCode::BadRequest),
            "{body}"
        );
    }
}

#[tokio::test]
async fn bodies_that_are_too_long_or_not_json_are_refused() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let request = person
        .request(Method::POST, "/api/games")
        .header("content-type", "application/json")
        .body("x".repeat(MAX_BODY_BYTES + 1));
    let response = person.send(request).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let error: ApiError = response.json().await.expect("JSON");
    assert_eq!(error.code, ErrorCode::BodyTooLarge);
    for (kind, body) in [
        ("application/json", "{"),
        ("text/plain", "{\"game\":\"shogi\"}"),
    ] {
        let request = person
            .request(Method::POST, "/api/games")
            .header("content-type", kind)
            .body(body);
        let response = person.send(request).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{kind}");
        assert_eq!(
            response.json::<ApiError>().await.expect("JSON").code,
            ErrorCode::BadRequest
        );
    }
}

#[tokio::test]
async fn an_illegal_move_is_refused_and_the_game_unchanged() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({ "game": "shogi" })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.move_with("x", 0, "7g7e").await;
    let refusal = a.refused("x").await;
    assert_eq!(refusal.code, ErrorCode::IllegalMove);
    assert_eq!(refusal.rule, Some(RefusalCode::WrongMovement));
    assert!(!refusal.message.is_empty());
    let snapshot = server.somebody().show(&id).await.snapshot;
    assert_eq!((snapshot.moves.len(), snapshot.seq), (0, refusal.seq));
    a.move_with("y", 0, "2h2b").await;
    let refusal = a.refused("y").await;
    assert_eq!(
        (refusal.code, refusal.rule),
        (ErrorCode::IllegalMove, Some(RefusalCode::Blocked))
    );
    assert!(
        refusal.squares.contains(&"2g".to_owned()),
        "{:?}",
        refusal.squares
    );
    for text in ["", "hello", "7g7f7e", &"7".repeat(100)] {
        a.move_with("z", 0, text).await;
        assert_eq!(a.refused("z").await.code, ErrorCode::BadMove, "{text}");
    }
    assert!(server.somebody().show(&id).await.snapshot.moves.is_empty());
    a.play(0, "7g7f").await;
    b.play(1, "3c3d").await;
}

#[tokio::test]
async fn an_illegal_move_loses_where_the_rules_say_so() {
    let server = Running::start().await;
    let settings = json!({ "game": "shogi", "rules": { "illegal-move": "loses" } });
    let (first, _, id) = pair(&server, settings).await;
    let mut a = first.sit(&id).await;
    a.move_with("x", 0, "7g7e").await;
    a.accepted("x").await;
    let snapshot = server.somebody().show(&id).await.snapshot;
    let outcome = snapshot.outcome.expect("over");
    assert_eq!(
        outcome.reason,
        komadai_protocol::EndReason::Rules(komadai_rules::Reason::IllegalMove)
    );
    assert_eq!(outcome.winner, Some(komadai_rules::Side::Second));
    assert!(snapshot.moves.is_empty());
}

#[tokio::test]
async fn a_watchers_refusals_stay_small_in_a_long_game() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut sizes = Vec::new();
    for moves in [&[][..], &[["5d5c", "1b1c"], ["5c5b", "4a5b"]]] {
        for (n, pair) in moves.iter().enumerate() {
            a.play(2 * n as u32, pair[0]).await;
            b.play(2 * n as u32 + 1, pair[1]).await;
        }
        let mut watcher = server.somebody().sit(&id).await;
        watcher.move_with("x", 0, "5d5c").await;
        let refusal = watcher.refused("x").await;
        assert_eq!(refusal.code, ErrorCode::NotAPlayer);
        sizes.push(serde_json::to_string(&refusal).expect("JSON").len());
    }
    assert!(sizes.iter().all(|&size| size < 300), "{sizes:?}");
}

#[tokio::test]
async fn commands_out_of_turn_after_the_end_or_by_a_stranger_are_refused() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let waiting = maker.create(json!({})).await.snapshot.id;
    let mut alone = maker.sit(&waiting).await;
    alone.move_with("x", 0, "5d5c").await;
    assert_eq!(alone.refused("x").await.code, ErrorCode::NotStarted);

    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    b.move_with("x", 0, "1b1c").await;
    assert_eq!(b.refused("x").await.code, ErrorCode::NotYourTurn);
    a.move_with("x", 7, "5d5c").await;
    let refusal = a.refused("x").await;
    assert_eq!(refusal.code, ErrorCode::WrongPly);
    assert!(first.clone().show(&id).await.snapshot.moves.is_empty());

    let mut watcher = server.somebody().sit(&id).await;
    watcher.move_with("x", 0, "5d5c").await;
    assert_eq!(watcher.refused("x").await.code, ErrorCode::NotAPlayer);
    watcher
        .send(&ClientMessage::Resign {
            game: id.clone(),
            id: "r".into(),
        })
        .await;
    assert_eq!(watcher.refused("r").await.code, ErrorCode::NotAPlayer);

    a.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    a.accepted("r").await;
    b.move_with("y", 0, "1b1c").await;
    assert_eq!(b.refused("y").await.code, ErrorCode::GameOver);
    b.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    assert_eq!(b.refused("r").await.code, ErrorCode::GameOver);
}

/// The connection ends with the error; a concurrent game is unaffected.
async fn ends(server: &Running, code: ErrorCode, act: impl AsyncFnOnce(&mut Socket, &GameKey)) {
    let (first, second, id) = pair(server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let (_, _, other) = pair(server, json!({})).await;
    act(&mut a, &other).await;
    assert_eq!(a.ended().await, code);
    let mut a = first.sit(&id).await;
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
}

#[tokio::test]
async fn unknown_messages_end_the_connection() {
    let server = Running::start().await;
    for text in [
        "",
        "hello",
        "[]",
        "{}",
        r#"{"type":"dance"}"#,
        r#"{"type":"move","game":"x"}"#,
        r#"{"type":"pong","nonce":-1}"#,
        r#"{"type":"pong","nonce":"1","more":2}"#,
        r#"{"type":"subscribe","topic":"everything"}"#,
        r#"{"type":"subscribe","topic":{"game":"x"},"after":-1}"#,
    ] {
        ends(&server, ErrorCode::UnknownMessage, async |socket, _| {
            socket.send_text(text).await
        })
        .await;
    }
    ends(&server, ErrorCode::UnknownMessage, async |socket, _| {
        socket.send_raw(Message::binary(vec![1, 2, 3])).await;
    })
    .await;
}

#[tokio::test]
async fn oversized_messages_end_the_connection() {
    let server = Running::start().await;
    for length in [MAX_MESSAGE_BYTES + 1, 60_000, 1_000_000] {
        let text = "x".repeat(length);
        ends(&server, ErrorCode::MessageTooLarge, async |socket, _| {
            socket.send_text(&text).await
        })
        .await;
    }
}

#[tokio::test]
async fn too_many_messages_end_the_connection() {
    let server = Running::start().await;
    ends(&server, ErrorCode::TooManyMessages, async |socket, _| {
        for nonce in 0..60 {
            let nonce = nonce.to_string();
            socket.send(&ClientMessage::Pong { nonce }).await;
        }
    })
    .await;
}

#[tokio::test]
async fn commands_that_do_not_fit_the_connection_end_it() {
    let server = Running::start().await;
    ends(&server, ErrorCode::HelloAgain, async |socket, _| {
        let protocol = PROTOCOL_VERSION;
        socket.send(&ClientMessage::Hello { protocol }).await;
    })
    .await;
    for id in [String::new(), "i".repeat(65), "\0".into(), "i\n".into()] {
        ends(&server, ErrorCode::BadCommandId, async |socket, _| {
            let game = socket.game.clone();
            socket
                .send(&ClientMessage::Resign {
                    game,
                    id: id.clone(),
                })
                .await;
        })
        .await;
    }
}

#[tokio::test]
async fn a_wrong_or_missing_hello_ends_the_connection() {
    let server = Running::start().await;
    let (_, _, id) = pair(&server, json!({})).await;
    let hello = |protocol: u32| json!({ "type": "hello", "protocol": protocol });
    let old = json!({ "type": "hello", "protocol": 3, "game": id, "last_seq": 2 });
    let resign = json!({ "type": "resign", "game": id, "id": "r" });
    let subscribe = json!({ "type": "subscribe", "topic": { "game": id } });
    for (first, code) in [
        (hello(0), ErrorCode::ProtocolTooOld),
        (
            hello(OLDEST_PROTOCOL_VERSION - 1),
            ErrorCode::ProtocolTooOld,
        ),
        (old, ErrorCode::ProtocolTooOld),
        (hello(PROTOCOL_VERSION + 1), ErrorCode::ProtocolTooNew),
        (resign, ErrorCode::HelloExpected),
        (subscribe, ErrorCode::HelloExpected),
    ] {
        let mut socket = server.somebody().connect().await;
        socket.send_text(&first.to_string()).await;
        assert_eq!(socket.ended().await, code, "{first}");
    }
}

#[tokio::test]
async fn a_refused_database_says_what_to_do_and_is_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let text = b"surely not a database, but somebody's diary of many pages";
    std::fs::write(&path, text).expect("written");
    let args = crate::common::args(path.clone());
    let Err(error) = komadai_server::Server::start(args).await else {
        panic!("started")
    };
    assert!(
        error
            .to_string()
            .contains("name another file with --database"),
        "{error}"
    );
    assert_eq!(std::fs::read(&path).expect("read"), text);
}

#[tokio::test]
async fn a_key_of_invalid_utf8_is_no_such_game() {
    let server = Running::start().await;
    for (method, path) in [
        (Method::GET, "/api/games/%FF"),
        (Method::POST, "/api/games/%FF/join"),
    ] {
        let (status, error): (_, ApiError) = server.somebody().json(method, path, None).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(error.code, ErrorCode::NoSuchGame, "{path}");
    }
}
