//! Pages of a player's games.

use komadai_protocol::{ApiError, ClientMessage, ErrorCode, GameKey, GameList, GamePage};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Person, Running, pair, until};

async fn page(person: &mut Person, query: &str) -> (Vec<GameKey>, Option<u64>) {
    let path = format!("/api/games{query}");
    let (status, list): (_, GameList) = person.json(Method::GET, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{query}");
    (list.games.into_iter().map(|it| it.id).collect(), list.next)
}

#[tokio::test]
async fn all_games_of_a_player_are_found_page_by_page() {
    let server = Running::start().await;
    let (mut ann, mut bo, first) = pair(&server, json!({})).await;
    let mut keys = vec![first];
    for _ in 1..6 {
        let id = ann.create(json!({})).await.snapshot.id;
        bo.join(&id).await;
        keys.push(id);
    }
    // All except the first end, in order.
    for game in &keys[1..] {
        let mut socket = bo.sit(game).await;
        let resign = ClientMessage::Resign {
            game: game.clone(),
            id: "r".into(),
        };
        socket.send(&resign).await;
        socket.accepted("r").await;
    }
    let at =
        |numbers: &[usize]| -> Vec<GameKey> { numbers.iter().map(|&n| keys[n].clone()).collect() };
    let (games, next) = until(async || page(&mut ann, "").await, |(all, _)| all.len() == 6).await;
    assert_eq!((games, next), (at(&[0, 5, 4, 3, 2, 1]), None));
    let (games, next) = page(&mut ann, "?limit=3").await;
    assert_eq!(games, at(&[0, 5, 4]));
    let next = next.expect("more");
    let (games, next) = page(&mut ann, &format!("?before={next}&limit=2")).await;
    assert_eq!(games, at(&[3, 2]));
    let next = next.expect("more");
    let (games, next) = page(&mut ann, &format!("?before={next}")).await;
    assert_eq!((games, next), (at(&[1]), None));
    let (games, next) = page(&mut ann, "?ended=true&limit=5").await;
    assert_eq!((games, next), (at(&[5, 4, 3, 2, 1]), None));
    let (games, next) = page(&mut server.somebody(), "?ended=true").await;
    assert_eq!((games, next), (vec![], None));
    for query in [
        "?limit=0",
        "?limit=101",
        "?before=x",
        "?ended=perhaps",
        "?after=1",
    ] {
        let path = format!("/api/games{query}");
        let (status, error): (_, ApiError) = ann.json(Method::GET, &path, None).await;
        let expected = (StatusCode::BAD_REQUEST, ErrorCode::BadRequest);
        assert_eq!((status, error.code), expected, "{query}");
    }
}

async fn make(person: &mut Person, name: &str) -> (StatusCode, GameKey) {
    let body = json!({ "game": "minishogi", "clock": { "kind": "none" } });
    let request = person.request(Method::POST, "/api/games").json(&body);
    let response = person.send(request.header("idempotency-key", name)).await;
    let status = response.status();
    let page: GamePage = response.json().await.expect("a page");
    (status, page.snapshot.id)
}

#[tokio::test]
async fn a_repeated_idempotency_key_creates_one_game() {
    let server = Running::start().await;
    let (mut ann, mut bo, _) = pair(&server, json!({})).await;
    let (status, game) = make(&mut ann, "one").await;
    assert_eq!(make(&mut ann, "one").await, (status, game.clone()));
    assert_eq!(status, StatusCode::CREATED);
    let at_once = (0..8).map(|_| {
        let mut ann = ann.clone();
        tokio::spawn(async move { make(&mut ann, "two").await })
    });
    let mut made = Vec::new();
    for one in at_once.collect::<Vec<_>>() {
        made.push(one.await.expect("no panic"));
    }
    made.dedup();
    assert_eq!(made.len(), 1, "{made:?}");
    assert_ne!(made[0].1, game);
    assert_eq!(page(&mut ann, "").await.0.len(), 3);
    // Keys are scoped to the player.
    assert_ne!(make(&mut bo, "one").await.1, game);
    let mut long = ann.request(Method::POST, "/api/games");
    long = long.json(&json!({ "game": "minishogi" }));
    let response = ann
        .send(long.header("idempotency-key", "x".repeat(65)))
        .await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}
