//! Event log on real databases.

use crate::common::{a_move, joined_game, new_game};
use crate::server::{Place, on_both};
use komadai_protocol::{EventBody, GameKey, Status};
use komadai_store::{AppendError, Slot, SqliteStore};

on_both!(
    stale_repeated_and_fenced_events_are_refused,
    a_refused_event_leaves_its_batch_alone,
    lists_and_settings,
    what_was_appended_is_read_again_after_opening,
    a_game_and_the_event_of_the_one_before_it_are_stored_together_or_not_at_all,
    a_log_with_a_missing_event_is_never_taken_for_the_whole,
    games_that_nobody_joined_expire,
);

async fn open(folder: &tempfile::TempDir) -> SqliteStore {
    SqliteStore::open(&folder.path().join("komadai.db"))
        .await
        .expect("a new database opens")
}

#[tokio::test]
async fn the_writer_uses_wal_with_full_sync() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let info = store.writer_info();
    assert_eq!(info.journal_mode, "wal");
    assert_eq!(info.synchronous, 2, "2 is FULL");
}

async fn what_was_appended_is_read_again_after_opening(place: Place) {
    let key = GameKey::from("g");
    {
        let store = place.open().await;
        store.create(new_game("g")).await.expect("created");
        store
            .append(a_move(&key, 2, 1, "5d5c"))
            .await
            .expect("appended");
        store
            .append(a_move(&key, 3, 1, "1b1c"))
            .await
            .expect("appended");
        store.close().await.expect("closed");
    }
    let store = place.open().await;
    let events = store.events(&key, 1).await.expect("read");
    assert_eq!(
        events.iter().map(|event| event.seq).collect::<Vec<_>>(),
        [2, 3]
    );
    assert!(matches!(&events[1].body, EventBody::Move { text, .. } if text == "1b1c"));
    assert_eq!(events[1].command.as_deref(), Some("id-3"));
    let row = store.game(&key).await.expect("read").expect("there");
    assert_eq!((row.seq, row.progress.ply), (3, 2));
    let players = store.players(&["p2", "nobody"]).await.expect("read");
    let names: Vec<_> = players.iter().map(|row| row.info.name.as_str()).collect();
    assert_eq!(names, ["Name of p2"]);
}

async fn stale_repeated_and_fenced_events_are_refused(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("g");
    store.create(new_game("g")).await.expect("created");
    store
        .append(a_move(&key, 2, 1, "5d5c"))
        .await
        .expect("appended");
    let again = store.append(a_move(&key, 2, 1, "5d5c")).await;
    assert!(
        matches!(again, Err(AppendError::Stale { seq: 2 })),
        "{again:?}"
    );
    let ahead = store.append(a_move(&key, 4, 1, "5d5c")).await;
    assert!(
        matches!(ahead, Err(AppendError::Stale { seq: 2 })),
        "{ahead:?}"
    );
    let slots = [Slot::of(key.as_str())];
    store.take_slots("copy", &slots).await.expect("taken");
    let fenced = store.append(a_move(&key, 3, 1, "1b1c")).await;
    assert!(
        matches!(fenced, Err(AppendError::Fenced { epoch: 2 })),
        "{fenced:?}"
    );
    let unknown = store.append(a_move(&"no".into(), 2, 1, "5d5c")).await;
    assert!(
        matches!(unknown, Err(AppendError::NoSuchGame)),
        "{unknown:?}"
    );
    assert_eq!(store.events(&key, 0).await.expect("read").len(), 2);
    assert!(
        store.create(new_game("g")).await.is_err(),
        "a key is used once"
    );
}

async fn a_refused_event_leaves_its_batch_alone(place: Place) {
    let store = place.open().await;
    let keys: Vec<GameKey> = (0..50).map(|n| GameKey(format!("g{n}"))).collect();
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    // Every third append is stale.
    let tasks: Vec<_> = keys
        .iter()
        .enumerate()
        .map(|(n, key)| {
            let append = a_move(key, if n % 3 == 0 { 7 } else { 2 }, 1, "5d5c");
            let store = store.clone();
            tokio::spawn(async move { store.append(append).await })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        let result = task.await.expect("no panic");
        assert_eq!(result.is_err(), n % 3 == 0, "{n}: {result:?}");
        let events = store.events(&keys[n], 0).await.expect("read");
        assert_eq!(events.len(), if n % 3 == 0 { 1 } else { 2 });
        let row = store.game(&keys[n]).await.expect("read").expect("there");
        assert_eq!(row.seq as usize, events.len(), "row and log agree");
    }
}

async fn lists_and_settings(place: Place) {
    let store = place.open().await;
    store.create(joined_game("a")).await.expect("created");
    store.create(joined_game("b")).await.expect("created");
    store
        .append(a_move(&"a".into(), 4, 1, "5d5c"))
        .await
        .expect("appended");
    let page = store.games_of("p2", None, 10).await.expect("read");
    let games = page.games.iter();
    assert_eq!(
        games.map(|row| row.id.as_str()).collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 2);
    assert_eq!(store.unfinished_of("p3").await.expect("read"), 0);
    assert_eq!(store.setting("key", "one").await.expect("set"), "one");
    assert_eq!(store.setting("key", "two").await.expect("kept"), "one");
    store.is_alive().await.expect("alive");
    store.close().await.expect("closed");
    assert!(store.is_alive().await.is_err());
}

async fn a_log_with_a_missing_event_is_never_taken_for_the_whole(place: Place) {
    let store = place.open().await;
    for (sql, key, missing) in [
        (
            "DELETE FROM events WHERE seq = 3 AND game = 'first-game-of-this'",
            "first-game-of-this",
            3,
        ),
        (
            "DELETE FROM events WHERE seq = 2 AND game = 'second-game-of-this'",
            "second-game-of-this",
            2,
        ),
        (
            "UPDATE games SET seq = 2 WHERE id = 'third-game-of-this'",
            "third-game-of-this",
            3,
        ),
    ] {
        let key = GameKey::from(key);
        store.create(new_game(key.as_str())).await.expect("created");
        for seq in 2..=3 {
            let append = a_move(&key, seq, 1, "5d5c");
            store.append(append).await.expect("appended");
        }
        assert_eq!(store.events(&key, 1).await.expect("whole").len(), 2);
        place.execute(sql).await;
        let error = store.events(&key, 0).await.expect_err(sql);
        assert!(
            matches!(error, komadai_store::StoreError::Missing { seq, .. } if seq == missing),
            "{error}"
        );
        assert!(!error.to_string().contains(key.as_str()), "{error}");
    }
}

async fn a_game_and_the_event_of_the_one_before_it_are_stored_together_or_not_at_all(place: Place) {
    let store = place.open().await;
    let [key, next] = ["before", "after"].map(GameKey::from);
    store.create(new_game(key.as_str())).await.expect("created");
    let stale = a_move(&key, 5, 1, "5d5c");
    let refused = store.create_following(new_game(next.as_str()), stale).await;
    assert!(
        matches!(refused, Err(AppendError::Stale { seq: 1 })),
        "{refused:?}"
    );
    assert_eq!(store.game(&next).await.expect("read"), None);
    let good = a_move(&key, 2, 1, "5d5c");
    store
        .create_following(new_game(next.as_str()), good)
        .await
        .expect("stored");
    assert!(store.game(&next).await.expect("read").is_some());
    assert_eq!(store.events(&key, 0).await.expect("read").len(), 2);
}

async fn games_that_nobody_joined_expire(place: Place) {
    let store = place.open().await;
    for (key, status, at_ms) in [
        ("waiting", Status::Waiting, 1000),
        ("playing", Status::Playing, 1000),
        ("younger", Status::Waiting, 2000),
        ("oldest", Status::Waiting, 900),
    ] {
        let mut new = joined_game(key);
        new.progress.status = status;
        new.events[0].at_ms = at_ms;
        store.create(new).await.expect("created");
    }
    assert_eq!(
        store
            .games_of("p1", None, 9)
            .await
            .expect("read")
            .games
            .len(),
        4
    );
    assert_eq!(store.expire(900, 9).await.expect("asked"), []);
    let positions = "SELECT position FROM events ORDER BY position";
    let before: Vec<i64> = place.values(positions).await;
    // The game with the last event stays, so that its position is not reused.
    let expired = store.expire(2000, 9).await.expect("asked");
    assert_eq!(expired, [GameKey::from("waiting")]);
    store.create(joined_game("next")).await.expect("created");
    let after: Vec<i64> = place.values(positions).await;
    let next = after.iter().filter(|&it| it > before.last().expect("some"));
    assert_eq!(next.count(), 3);
    let expired = store.expire(2000, 9).await.expect("asked");
    assert_eq!(expired, [GameKey::from("oldest")]);
    for key in ["waiting", "oldest"].map(GameKey::from) {
        assert_eq!(store.game(&key).await.expect("read"), None);
        assert_eq!(store.events(&key, 0).await.expect("read"), []);
        let late = store.append(a_move(&key, 2, 1, "5d5c")).await;
        assert!(matches!(late, Err(AppendError::NoSuchGame)), "{late:?}");
    }
    assert_eq!(
        store
            .games_of("p1", None, 9)
            .await
            .expect("read")
            .games
            .len(),
        3
    );
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 3);
}
