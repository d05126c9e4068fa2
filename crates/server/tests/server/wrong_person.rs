//! Every address and every message, asked by somebody whose game it is not. An address or a message without a
//! line here fails.

use komadai_protocol::{ApiError, ErrorCode, GameList, GamePage, Me, Seat};
use komadai_server::ENDPOINTS;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, pair};

/// Asks at an address as a stranger and checks the answer.
async fn ask(stranger: &mut Person, method: &str, path: &str, id: &str) {
    let called = format!("{method} {path}");
    let path = path.replace("{id}", id);
    let refused = async |stranger: &mut Person, code| {
        let (status, error): (StatusCode, ApiError) = stranger
            .json(Method::POST, &path, Some(json!({ "name": "Eve" })))
            .await;
        assert_eq!(error.code, code, "{called}");
        assert!(status.is_client_error(), "{called}: {status}");
    };
    match called.as_str() {
        "GET /api/me" => {
            let (_, me): (_, Me) = stranger.json(Method::GET, &path, None).await;
            assert_eq!((me.player, me.unfinished), (None, 0));
        }
        "GET /api/games" => {
            let (_, list): (_, GameList) = stranger.json(Method::GET, &path, None).await;
            assert!(list.games.is_empty());
        }
        "GET /api/games/{id}" => {
            let (_, page): (_, GamePage) = stranger.json(Method::GET, &path, None).await;
            assert_eq!((page.seat, page.may_join), (Seat::Watcher, false));
        }
        "POST /api/games/{id}/join" => refused(stranger, ErrorCode::GameFull).await,
        "POST /api/games/{id}/name" => refused(stranger, ErrorCode::NotAPlayer).await,
        // Messages are below; these are about no game of anybody.
        "GET /ws" | "POST /api/games" | "GET /pictures/{name}" | "GET /healthz" | "GET /readyz" => {
        }
        _ => panic!("{called} is not tried as the wrong person"),
    }
}

#[tokio::test]
async fn a_stranger_is_refused_at_every_address() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    for (method, path) in ENDPOINTS {
        // Somebody new each time.
        ask(&mut server.somebody(), method, path, id.as_str()).await;
    }
    let page = first.show(&id).await;
    assert_eq!(page.seat, Seat::First);
    assert!(page.snapshot.outcome.is_none() && page.snapshot.moves.is_empty());
}

/// The tags of messages from clients, of the generated TypeScript.
fn messages() -> Vec<&'static str> {
    let types = include_str!("../../../../web/src/protocol/index.ts");
    let (_, rest) = types
        .split_once("export type ClientMessage =")
        .expect("the type");
    let (declaration, _) = rest.split_once(";\n").expect("its end");
    let tags = declaration.split("\"type\": \"").skip(1);
    tags.map(|rest| rest.split('"').next().expect("text"))
        .collect()
}

/// A message of that kind about the game; nothing if it is not about a seat.
fn message(kind: &str, id: &str) -> Option<Value> {
    let fields = match kind {
        "hello" | "subscribe" | "unsubscribe" | "pong" => return None,
        "move" | "premove" => json!({ "ply": 0, "move": "5d5c" }),
        "cancel-premove" | "resign" => json!({}),
        "offer" => json!({ "offer": "takeback" }),
        "answer" => json!({ "offer": "takeback", "accept": true }),
        "declare" => json!({ "ply": 0 }),
        _ => panic!("{kind} is not tried as the wrong person"),
    };
    let mut message = json!({ "type": kind, "game": id, "id": kind });
    let into = message.as_object_mut().expect("an object");
    into.extend(fields.as_object().expect("an object").clone());
    Some(message)
}

#[tokio::test]
async fn a_watcher_is_refused_with_every_message() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let mut watcher = server.somebody().sit(&id).await;
    let kinds = messages();
    assert!(kinds.len() >= 9, "{kinds:?}");
    for kind in kinds {
        if let Some(message) = message(kind, id.as_str()) {
            watcher.send_text(&message.to_string()).await;
            assert_eq!(
                watcher.refused(kind).await.code,
                ErrorCode::NotAPlayer,
                "{kind}"
            );
        }
    }
    let snapshot = first.show(&id).await.snapshot;
    assert!(snapshot.outcome.is_none() && snapshot.moves.is_empty() && snapshot.offers.is_empty());
}
