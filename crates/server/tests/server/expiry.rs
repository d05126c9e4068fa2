//! Expiry of games without an opponent.

use std::time::Duration;

use komadai_protocol::{
    ApiError, CreateGame, ErrorCode, EventBody, GameKey, GamePage, PerSide, PlayerInfo, Status,
};
use komadai_rules::Side;
use komadai_store::{EventLog, NewEvent, NewGame, PlayerRow, Progress, Registry, SqliteStore};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::Running;

/// A game of 1970.
fn old_game(key: &GameKey, players: usize) -> NewGame {
    let request: CreateGame =
        serde_json::from_value(json!({ "game": "minishogi", "side": "first" })).expect("a request");
    let settings = komadai_play::check_settings(&request).expect("a good request");
    let rows = ["ann", "bo"].map(|id| PlayerRow {
        id: id.into(),
        info: PlayerInfo::guest(id),
        created_at_ms: 1,
    });
    let seats = Side::BOTH.into_iter().zip(&rows).take(players);
    let joined = seats.map(|(side, row)| (EventBody::joined(side, None), Some(row.id.clone())));
    let bodies = std::iter::once((EventBody::Created { settings }, None)).chain(joined);
    let seated = |n: usize| (n < players).then(|| rows[n].id.clone());
    NewGame {
        id: key.clone(),
        game: request.game,
        events: bodies
            .map(|(body, author)| NewEvent {
                at_ms: 1,
                body,
                author,
                command: None,
            })
            .collect(),
        progress: Progress {
            status: match players {
                2 => Status::Playing,
                _ => Status::Waiting,
            },
            players: PerSide {
                first: seated(0),
                second: seated(1),
            },
            side: Side::First,
            ply: 0,
            outcome: None,
            clock_runs: false,
        },
        players: rows.into(),
        invitation: None,
        challenge: None,
    }
}

#[tokio::test]
async fn old_games_without_an_opponent_expire_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let [waiting, joined] = ["waiting", "joined"].map(GameKey::from);
    let store = SqliteStore::open(&folder.path().join("komadai.db")).await;
    let store = store.expect("opens");
    for (key, players) in [(&waiting, 1), (&joined, 2)] {
        let created = store.create(old_game(key, players)).await;
        created.expect("created");
    }
    store.close().await.expect("closed");
    drop(store);

    let server = Running::on(folder, |_| {}).await;
    let mut somebody = server.somebody();
    let path = "/api/games/waiting";
    let gone = async {
        loop {
            let status = somebody.send(somebody.request(Method::GET, path)).await;
            match status.status() {
                StatusCode::OK => tokio::time::sleep(Duration::from_millis(20)).await,
                other => return other,
            }
        }
    };
    let gone = tokio::time::timeout(crate::common::PATIENCE, gone).await;
    assert_eq!(gone.expect("it expires"), StatusCode::NOT_FOUND);
    for (method, path) in [
        (Method::GET, "/api/games/waiting"),
        (Method::POST, "/api/games/waiting/join"),
    ] {
        let (status, error): (_, ApiError) = somebody.json(method, path, None).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert_eq!(error.code, ErrorCode::NoSuchGame);
    }
    let (status, page): (_, GamePage) = somebody.json(Method::GET, "/api/games/joined", None).await;
    assert_eq!((status, page.snapshot.id), (StatusCode::OK, joined));
}
