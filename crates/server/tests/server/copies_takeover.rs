//! Who takes the games of a copy of the server that died.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::{Child, Person, Running};
use crate::copies::{TAKEN_OVER_WITHIN, copy, shared};
use crate::metrics::{read, value};

const GAMES: u32 = 24;

/// How many games have their referee at a copy, and of how many others it wanted to know who has them.
async fn games(server: &Running) -> (f64, f64) {
    let text = read(server).await;
    (
        value(&text, "komadai_games"),
        value(&text, "komadai_games_elsewhere"),
    )
}

/// Every copy tried to take every game.
#[tokio::test]
async fn the_games_of_a_copy_that_died_are_shared_out_among_the_others() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let child = Child::copy(&database, &nats).await;
    let copies = (copy(&database, &nats).await, copy(&database, &nats).await);
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 600_000 } });
    for _ in 0..GAMES {
        let id = first.create(clock.clone()).await.snapshot.id;
        second.join(&id).await;
        let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
        a.play(0, "5d5c").await;
    }
    #[expect(clippy::disallowed_methods, reason = "what is measured")]
    let killed = Instant::now();
    child.kill().await;
    loop {
        let (one, two) = (games(&copies.0).await, games(&copies.1).await);
        let waited = killed.elapsed();
        if one.0 + two.0 >= f64::from(GAMES) {
            assert_eq!(one.0 + two.0, f64::from(GAMES), "{one:?} {two:?}");
            // Where every copy tries every game, each game is elsewhere to one of them. A few are when one copy
            // renewed its lease so late that it counted as gone, too.
            assert!(one.1 + two.1 <= f64::from(GAMES / 2), "{one:?} {two:?}");
            assert!(one.0 >= 3.0 && two.0 >= 3.0, "{one:?} {two:?}");
            break;
        }
        assert!(waited < TAKEN_OVER_WITHIN, "{one:?} {two:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    copies.0.stop().await;
    copies.1.stop().await;
}
