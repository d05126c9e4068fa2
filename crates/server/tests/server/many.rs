use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use crate::common::{Running, pair};

const MOVES: [&str; 6] = ["5d5c", "1b1c", "1e1d", "5a5b", "1d1e", "5b5a"];

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_games_at_once() {
    let server = std::sync::Arc::new(Running::start().await);
    let mut games = JoinSet::new();
    for _ in 0..200 {
        let server = server.clone();
        games.spawn(async move {
            let clock = json!({ "kind": "sudden", "main_ms": 600_000 });
            let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
            let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
            for (ply, text) in (0u32..).zip(MOVES) {
                let (mover, other) = if ply % 2 == 0 {
                    (&mut a, &mut b)
                } else {
                    (&mut b, &mut a)
                };
                mover.play(ply, text).await;
                assert_eq!(other.sees(ply).await, text);
            }
            let snapshot = server.somebody().show(&id).await.snapshot;
            assert_eq!(snapshot.moves, MOVES);
        });
    }
    let all = async {
        while let Some(game) = games.join_next().await {
            game.expect("no panic")
        }
    };
    tokio::time::timeout(Duration::from_secs(120), all)
        .await
        .expect("all in time");
}
