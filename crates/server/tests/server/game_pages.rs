//! Pages of a player's games.

use komadai_protocol::{ApiError, ClientMessage, ErrorCode, GameKey, GameList};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Person, Running, pair};

async fn page(person: &mut Person, query: &str) -> (Vec<GameKey>, Option<u64>) {
    let path = format!("/api/games{query}");
    let (status, list): (_, GameList) = person.json(Method::GET, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{query}");
    (list.games.into_iter().map(|it| it.id).collect(), list.next)
}

/// Another device had no way to the games that are over but for the newest.
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
    // All but the first end, in their order.
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
    let (games, next) = page(&mut ann, "").await;
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
