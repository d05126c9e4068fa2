//! The log on real files.

use crate::common::{a_move, new_game};
use komadai_protocol::{EventBody, GameKey};
use komadai_store::{
    AppendError, Claim, Claimed, EventLog, Head, LeaseTime, Leases, Registry, SqliteStore,
};

/// A moment, with leases of a second.
fn at(now_ms: i64) -> LeaseTime {
    LeaseTime {
        now_ms,
        lease_ms: 1000,
    }
}

fn taken(epoch: i64, seq: u32, now_ms: i64, seen_ms: i64) -> Claimed {
    Claimed::Taken(Claim {
        epoch,
        seq,
        now_ms,
        seen_ms,
    })
}

async fn open(folder: &tempfile::TempDir) -> SqliteStore {
    SqliteStore::open(&folder.path().join("komadai.db"))
        .await
        .expect("a new database opens")
}

#[tokio::test]
async fn the_writer_waits_for_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let info = open(&folder)
        .await
        .writer_info()
        .await
        .expect("the writer answers");
    assert_eq!(info.journal_mode, "wal");
    assert_eq!(info.synchronous, 2, "2 is FULL");
}

#[tokio::test]
async fn what_was_appended_is_read_again_after_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = GameKey::from("g");
    {
        let store = open(&folder).await;
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
    let store = open(&folder).await;
    let events = store.events(&key, 1).await.expect("read");
    assert_eq!(
        events.iter().map(|event| event.seq).collect::<Vec<_>>(),
        [2, 3]
    );
    assert!(matches!(&events[1].body, EventBody::Move { text, .. } if text == "1b1c"));
    assert_eq!(events[1].command.as_deref(), Some("id-3"));
    let row = store.game(&key).await.expect("read").expect("there");
    assert_eq!((row.seq, row.progress.ply, row.epoch), (3, 2, 1));
    assert_eq!(
        row.players.second.map(|player| player.name).as_deref(),
        Some("Name of p2")
    );
    assert_eq!(
        row.owner, None,
        "a server that opens the file finds every game free"
    );
}

#[tokio::test]
async fn stale_repeated_and_fenced_events_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
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
    let claim = store.claim(&key, "server", at(4500)).await.expect("asked");
    assert_eq!(claim, taken(2, 2, 4500, 4000));
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

#[tokio::test]
async fn a_refused_event_leaves_its_batch_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = std::sync::Arc::new(open(&folder).await);
    let keys: Vec<GameKey> = (0..50).map(|n| GameKey(format!("g{n}"))).collect();
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    // All at once: they meet in few transactions. Every third is stale.
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

#[tokio::test]
async fn a_lease_is_taken_only_when_free_or_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let key = GameKey::from("g");
    store.create(new_game("g")).await.expect("created");
    assert_eq!(store.orphans(at(4999)).await.expect("asked"), []);
    let held = Claimed::HeldBy("server".into());
    let refused = store.claim(&key, "other", at(4999)).await;
    assert_eq!(refused.expect("asked"), held);
    assert_eq!(
        store.renew("server", at(5000)).await.expect("renewed"),
        5000
    );
    assert_eq!(store.servers(at(6000)).await.expect("asked"), ["server"]);
    assert_eq!(store.orphans(at(6000)).await.expect("asked"), []);
    let orphans = store.orphans(at(6001)).await.expect("asked");
    assert_eq!(orphans, std::slice::from_ref(&key));
    assert_eq!(store.servers(at(6001)).await.expect("asked"), [""; 0]);
    let claim = store.claim(&key, "other", at(6001)).await.expect("asked");
    assert_eq!(claim, taken(2, 1, 6001, 5000));
    let old_epoch = store.release(&key, 1, at(6100)).await;
    old_epoch.expect("gives nothing back");
    let refused = store.claim(&key, "third", at(6100)).await;
    assert_eq!(refused.expect("asked"), Claimed::HeldBy("other".into()));
    store.release(&key, 2, at(6100)).await.expect("given back");
    let claim = store.claim(&key, "third", at(6300)).await.expect("asked");
    assert_eq!(claim, taken(3, 1, 6300, 6100));
    let unknown = store.claim(&"no".into(), "third", at(6300)).await;
    assert_eq!(unknown.expect("asked"), Claimed::NoSuchGame);
}

#[tokio::test]
async fn a_server_that_leaves_gives_back_all_it_had() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let keys = ["a", "b"].map(GameKey::from);
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    let head = |key: &GameKey, holder: Option<&str>| Head {
        game: key.clone(),
        seq: 1,
        epoch: 1,
        holder: holder.map(str::to_owned),
    };
    let asked = [keys[0].clone(), keys[1].clone(), "no".into()];
    let heads = store.heads(&asked, at(4500)).await.expect("asked");
    assert_eq!(heads, keys.each_ref().map(|key| head(key, Some("server"))));
    store.leave("server", at(4500)).await.expect("left");
    let heads = store.heads(&asked, at(4500)).await.expect("asked");
    assert_eq!(heads, keys.each_ref().map(|key| head(key, None)));
    let mut orphans = store.orphans(at(4500)).await.expect("asked");
    orphans.sort();
    assert_eq!(orphans, keys);
    assert_eq!(store.servers(at(4500)).await.expect("asked"), [""; 0]);
    let claim = store.claim(&keys[0], "other", at(4600)).await;
    assert_eq!(claim.expect("asked"), taken(2, 1, 4600, 4500));
}

#[tokio::test]
async fn lists_and_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    store.create(new_game("a")).await.expect("created");
    store.create(new_game("b")).await.expect("created");
    store
        .append(a_move(&"a".into(), 2, 1, "5d5c"))
        .await
        .expect("appended");
    let games = store.games_of("p2", 10).await.expect("read");
    assert_eq!(
        games.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(),
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

/// Runs a statement beside the store, as a damaged disk might.
async fn damage(path: &std::path::Path, sql: &'static str) {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.expect("connected");
    sqlx::query(sql)
        .execute(&mut connection)
        .await
        .expect("done");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn a_log_with_a_missing_event_is_never_taken_for_the_whole() {
    for (sql, missing) in [
        ("DELETE FROM events WHERE seq = 3", 3),
        ("DELETE FROM events WHERE seq = 2", 2),
        ("UPDATE games SET seq = 2", 3),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("komadai.db");
        let store = SqliteStore::open(&path).await.expect("opens");
        let key = GameKey::from("a-game-of-this-test");
        store.create(new_game(key.as_str())).await.expect("created");
        for seq in 2..=3 {
            let append = a_move(&key, seq, 1, "5d5c");
            store.append(append).await.expect("appended");
        }
        assert_eq!(store.events(&key, 1).await.expect("whole").len(), 2);
        damage(&path, sql).await;
        let error = store.events(&key, 0).await.expect_err(sql);
        assert!(
            matches!(error, komadai_store::StoreError::Missing { seq, .. } if seq == missing),
            "{error}"
        );
        assert!(!error.to_string().contains(key.as_str()), "{error}");
    }
}

#[tokio::test]
async fn a_game_and_the_event_of_the_one_before_it_are_stored_together_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
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
