//! A file of format 1 is brought up to date.

use komadai_protocol::{EventBody, GameKey, PlayerInfo};
use komadai_store::{EventLog, Registry, SqliteStore};
use sqlx::{ConnectOptions, Connection};

use crate::common::new_game;

/// Undoes migrations 3 and 2 and writes players and an event as format 1 had them.
const BACK_TO_1: &[&str] = &[
    "ALTER TABLE players DROP COLUMN guest",
    "UPDATE players SET name = 'Guest x8Qm' WHERE id = 'p1'",
    "DROP TABLE servers",
    "DELETE FROM _sqlx_migrations WHERE version >= 2",
    "UPDATE games SET seq = 3, owner = 'gone', lease_until = 7000",
    "INSERT INTO events (game, seq, epoch, at, kind, payload) VALUES ('g', 2, 1, 5, 'joined', \
     '{\"kind\":\"joined\",\"side\":\"first\",\"player\":{\"name\":\"Guest x8Qm\"}}')",
    "INSERT INTO events (game, seq, epoch, at, kind, payload) VALUES ('g', 3, 1, 6, 'started', \
     '{\"kind\":\"started\",\"clock\":{\"at\":6,\"running\":\"first\",\"left\":{\
     \"first\":{\"main_ms\":0,\"period_ms\":5,\"periods_left\":0,\"in_byo\":true},\
     \"second\":{\"main_ms\":0,\"period_ms\":5,\"periods_left\":0,\"in_byo\":true}}}}')",
];

#[tokio::test]
async fn guests_and_events_of_format_1_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    store.create(new_game("g")).await.expect("created");
    store.close().await.expect("closed");
    drop(store);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut connection = options.connect().await.expect("connected");
    for sql in BACK_TO_1 {
        let done = sqlx::query(*sql).execute(&mut connection).await;
        done.expect("done");
    }
    connection.close().await.expect("closed");

    let store = SqliteStore::open(&path).await.expect("opens");
    let key = GameKey::from("g");
    let row = store.game(&key).await.expect("read").expect("there");
    let guest = PlayerInfo {
        name: "x8Qm".into(),
        guest: true,
    };
    assert_eq!(row.players.first, Some(guest.clone()));
    // Free to take, and the last sign of life of its server is known.
    assert_eq!((row.owner, row.lease_until_ms), (None, 7000));
    assert!(!row.players.second.expect("seated").guest);
    let events = store.events(&key, 1).await.expect("read");
    assert!(
        matches!(&events[0].body, EventBody::Joined { player, .. } if *player == guest),
        "{:?}",
        events[0]
    );
    let EventBody::Started { clock: Some(clock) } = &events[1].body else {
        panic!("{:?}", events[1])
    };
    assert!(clock.at_ms == 6 && clock.left.first.in_byoyomi);
}
