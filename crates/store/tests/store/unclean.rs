//! Full check of files that were not closed, and only of those.

use std::path::Path;

use komadai_store::{EventLog, OpenError, Registry, SqliteStore};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::common::new_game;

/// Damage that only a full read of the rows finds.
const DAMAGE: &str = "PRAGMA writable_schema = ON; \
    UPDATE sqlite_master SET sql = replace(sql, 'author   TEXT,', 'author   TEXT NOT NULL,') WHERE name = 'events'; \
    PRAGMA writable_schema = RESET;";

async fn execute(path: &Path, sql: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.expect("connected");
    let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
    done.await.expect("done");
    connection.close().await.expect("closed");
}

/// `PRAGMA user_version` as stored in the file.
fn mark(path: &Path) -> u32 {
    let bytes = std::fs::read(path).expect("a file");
    u32::from_be_bytes(bytes[60..64].try_into().expect("four bytes"))
}

#[tokio::test]
async fn a_file_is_fully_checked_only_if_it_was_not_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy] = ["komadai.db", "copy.db"].map(|name| folder.path().join(name));
    let store = SqliteStore::open(&path).await.expect("opens");
    let mut game = new_game("game");
    game.events[0].author = None;
    store.create(game).await.expect("created");
    assert_eq!(mark(&path), 1);
    std::fs::copy(&path, &copy).expect("copied");
    store.close().await.expect("closed");
    drop(store);
    assert_eq!((mark(&path), mark(&copy)), (0, 1));

    execute(&path, DAMAGE).await;
    let store = SqliteStore::open(&path).await.expect("it was closed");
    store.close().await.expect("closed");
    drop(store);
    execute(&path, "PRAGMA user_version = 1").await;
    let refused = SqliteStore::open(&path).await.err();
    let is_damaged = matches!(&refused, Some(OpenError::Damaged { .. }));
    assert!(is_damaged, "{refused:?}");
}

#[tokio::test]
async fn a_file_with_a_write_ahead_log_is_fully_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, killed] = ["komadai.db", "killed.db"].map(|name| folder.path().join(name));
    let store = SqliteStore::open(&path).await.expect("opens");
    let mut game = new_game("game");
    game.events[0].author = None;
    store.create(game).await.expect("created");
    // The state after SIGKILL.
    for ending in ["", "-wal"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            name
        };
        std::fs::copy(with(&path), with(&killed)).expect("copied");
    }
    store.close().await.expect("closed");
    let store = SqliteStore::open(&killed).await.expect("sound");
    let read = store.events(&"game".into(), 0).await;
    assert_eq!(read.expect("read").len(), 1);
    store.close().await.expect("closed");
    assert_eq!(mark(&killed), 0);
}
