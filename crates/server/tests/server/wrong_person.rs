//! Every route and every message as the wrong caller. A route or message missing here fails.

use komadai_protocol::{
    ApiError, ErrorCode, GameList, GamePage, ListKind, Me, NewToken, NotificationList, ResultList,
    Scope, Seat,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, pair};
use crate::openapi::{Access, endpoints};

fn filled(path: &str, id: &str) -> String {
    let path = path.replace("{id}", id).replace("{session}", "x");
    path.replace("{token}", "x").replace("{name}", "x.png")
}

async fn refused(stranger: &mut Person, method: &str, path: &str, code: ErrorCode) {
    let body = (method == "POST").then(|| json!({ "name": "Eve" }));
    let called = format!("{method} {path}");
    let method = method.parse().expect("a method");
    let (status, error): (StatusCode, ApiError) = stranger.json(method, path, body).await;
    assert_eq!(error.code, code, "{called}");
    assert!(status.is_client_error(), "{called}: {status}");
    assert_eq!(
        stranger.cookie, None,
        "{called}: who is refused becomes nobody"
    );
}

async fn ask(stranger: &mut Person, method: &str, path: &str, id: &str) {
    let called = format!("{method} {path}");
    let path = filled(path, id);
    match called.as_str() {
        "GET /api/me" => {
            let (_, me): (_, Me) = stranger.json(Method::GET, &path, None).await;
            assert_eq!((me.player, me.unfinished), (None, 0));
        }
        "GET /api/games" => {
            let (_, list): (_, GameList) = stranger.json(Method::GET, &path, None).await;
            assert!(list.games.is_empty());
        }
        "GET /api/results" => {
            let (_, list): (_, ResultList) = stranger.json(Method::GET, &path, None).await;
            assert!(list.results.is_empty());
        }
        "GET /api/notifications" => {
            let (_, list): (_, NotificationList) = stranger.json(Method::GET, &path, None).await;
            assert!(list.notifications.is_empty());
        }
        "GET /api/games/{id}" => {
            let (_, page): (_, GamePage) = stranger.json(Method::GET, &path, None).await;
            assert_eq!((page.seat, page.may_join), (Seat::Watcher, false));
            assert_eq!(page.invitation, None);
        }
        "POST /api/games/{id}/join" => {
            refused(stranger, method, &path, ErrorCode::GameFull).await;
        }
        "POST /api/games/{id}/name" | "POST /api/notifications/read" => {
            refused(stranger, method, &path, ErrorCode::NotSignedIn).await;
        }
        "POST /api/sessions" => {
            let body = Some(json!({ "code": "ABCD-EFGH-JKMN" }));
            let (status, error): (_, ApiError) = stranger.json(Method::POST, &path, body).await;
            assert_eq!(
                (status, error.code),
                (StatusCode::FORBIDDEN, ErrorCode::BadCode)
            );
            assert_eq!(stranger.cookie, None);
        }
        "GET /api/sessions"
        | "DELETE /api/sessions"
        | "POST /api/sessions/next"
        | "DELETE /api/sessions/{session}"
        | "POST /api/sign-in-code"
        | "GET /api/tokens"
        | "POST /api/tokens"
        | "DELETE /api/tokens/{token}" => {
            refused(stranger, method, &path, ErrorCode::NotSignedIn).await;
        }
        // Public, or tested elsewhere.
        "GET /ws"
        | "POST /api/games"
        | "GET /api/openapi.json"
        | "GET /pictures/{name}"
        | "GET /healthz"
        | "GET /readyz" => {}
        _ => panic!("{called} is not tried as the wrong person"),
    }
}

#[tokio::test]
async fn a_stranger_is_refused_at_every_address() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    for route in endpoints() {
        ask(
            &mut server.somebody(),
            &route.method,
            &route.path,
            id.as_str(),
        )
        .await;
    }
    let page = first.show(&id).await;
    assert_eq!(page.seat, Seat::First);
    assert!(page.snapshot.outcome.is_none() && page.snapshot.moves.is_empty());
}

/// Tokens need the scope that the document names and cannot manage sessions or tokens.
#[tokio::test]
async fn programs_are_refused_routes_beyond_their_scopes() {
    let server = Running::start().await;
    let (mut owner, _, id) = pair(&server, json!({})).await;
    let mut program = async |scope: Scope| {
        let body = Some(json!({ "name": scope.name(), "scopes": [scope] }));
        let (_, made): (_, NewToken) = owner.json(Method::POST, "/api/tokens", body).await;
        Person {
            token: Some(made.secret),
            ..server.somebody()
        }
    };
    let (mut reads, mut plays) = (program(Scope::Read).await, program(Scope::Play).await);
    let mut revoked = server.somebody();
    revoked.token = Some("kmd_0123456789abcdefghijkl".into());
    for route in endpoints() {
        let (method, path) = (&route.method, filled(&route.path, id.as_str()));
        let lacking: &mut [&mut Person] = match route.access() {
            Access::Everybody => continue,
            Access::Scope(Scope::Read) => &mut [&mut plays],
            Access::Scope(Scope::Play) => &mut [&mut reads],
            Access::Session => &mut [&mut reads, &mut plays],
        };
        refused(&mut revoked, method, &path, ErrorCode::BadToken).await;
        for person in lacking {
            refused(person, method, &path, ErrorCode::MissingScope).await;
        }
    }
}

/// Tags of client messages in the generated TypeScript.
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

/// `None` for messages that need no seat.
fn message(kind: &str, id: &str) -> Option<Value> {
    let fields = match kind {
        "hello" | "subscribe" | "unsubscribe" | "pong" => return None,
        "move" | "premove" => json!({ "ply": 0, "move": "5d5c" }),
        "cancel-premove" | "resign" | "abort" | "claim-victory" => json!({}),
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

/// Kinds of topics in the generated TypeScript.
fn topics() -> Vec<&'static str> {
    let types = include_str!("../../../../web/src/protocol/index.ts");
    let (_, rest) = types.split_once("export type Topic = ").expect("the type");
    let (declaration, _) = rest.split_once(";\n").expect("its end");
    let kinds = declaration.split(" | ").filter(|kind| *kind != "ListKind");
    let kinds = kinds.map(|kind| kind.split('"').nth(1).expect("a kind with a name"));
    let lists = ListKind::ALL.iter().map(|kind| kind.name());
    kinds.chain(lists).collect()
}

#[tokio::test]
async fn a_stranger_is_refused_every_private_topic() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let kinds = topics();
    assert!(kinds.len() >= 3, "{kinds:?}");
    let players = first.show(&id).await.snapshot.players;
    let player = players.first.expect("seated").id;
    let mut somebody = server.somebody();
    somebody.create(json!({})).await;
    for kind in kinds {
        let (of, codes) = match kind {
            // Anyone with the key may watch.
            "game" => continue,
            // Public, except to tokens without the `read` scope.
            "lobby" | "live-games" => continue,
            "player" => (&player, ["not-signed-in", "not-yourself"]),
            _ => panic!("{kind} is not tried as the wrong person"),
        };
        for (stranger, code) in [server.somebody(), somebody.clone()].iter().zip(codes) {
            let mut socket = stranger.greet().await;
            let message = json!({ "type": "subscribe", "topic": { kind: of } });
            socket.send_text(&message.to_string()).await;
            let (_, refused) = socket.unsubscribed().await;
            assert_eq!(refused.map(ErrorCode::name), Some(code), "{kind}");
        }
    }
}

#[tokio::test]
async fn a_program_is_refused_topics_beyond_its_scopes() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let player = first.show(&id).await.snapshot.players.first;
    let player = player.expect("seated").id;
    let body = Some(json!({ "name": "plays", "scopes": [Scope::Play] }));
    let (_, made): (_, NewToken) = first.json(Method::POST, "/api/tokens", body).await;
    let program = Person {
        token: Some(made.secret),
        ..server.somebody()
    };
    for kind in topics() {
        let topic = match kind {
            "game" => continue,
            "player" => json!({ kind: player }),
            "lobby" | "live-games" => json!(kind),
            _ => panic!("{kind} is not tried as the wrong person"),
        };
        let mut socket = program.greet().await;
        let message = json!({ "type": "subscribe", "topic": topic });
        socket.send_text(&message.to_string()).await;
        let (_, refused) = socket.unsubscribed().await;
        assert_eq!(refused, Some(ErrorCode::MissingScope), "{kind}");
    }
}

#[tokio::test]
async fn a_watcher_is_refused_every_command() {
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
