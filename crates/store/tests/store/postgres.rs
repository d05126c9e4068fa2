//! Several servers on one database.

use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_store::{OpenError, PostgresStore, Registry, Store, catch_up, is_shared};

use crate::common::{a_move, joined_game, new_game};
use crate::lists::end;
use crate::server::Place;

pub(crate) async fn two_servers() -> Option<(Place, Arc<dyn Store>, Arc<dyn Store>)> {
    let place = Place::postgres().await?;
    assert!(is_shared(place.database()));
    let (one, other) = tokio::join!(place.open(), place.open());
    Some((place, one, other))
}

async fn as_format_1(place: &Place) {
    for sql in [
        "DROP TABLE folded",
        "DROP INDEX events_of_views",
        "DROP INDEX games_of_first",
        "DROP INDEX games_of_second",
        "ALTER TABLE log_base RENAME COLUMN base TO position",
        "ALTER TABLE log_base RENAME TO log_end",
        "DROP TABLE one_time",
        "ALTER TABLE sessions DROP COLUMN proved_at",
        "ALTER TABLE tokens DROP COLUMN expires_at",
        "DROP TABLE dead_letters",
        "DROP TABLE player_results",
        "DROP TABLE player_devices",
        "DROP TABLE game_networks",
        "DROP TABLE aborts",
        "DROP TABLE rating_changes",
        "DROP TABLE ratings",
        "DROP TABLE notifications",
        "DROP TABLE notifications_read",
        "DROP TABLE slots",
        "ALTER TABLE games ADD COLUMN owner TEXT",
        "ALTER TABLE games ADD COLUMN epoch BIGINT NOT NULL DEFAULT 1",
        "ALTER TABLE games ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0",
        "DROP INDEX games_live",
        "CREATE INDEX games_live ON games (owner) WHERE live = 1",
        "DROP TABLE challenges",
        "DROP TABLE player_games",
        "DROP TABLE projections",
        "DROP INDEX games_waiting",
        "CREATE INDEX games_of_first ON games (first_player)",
        "CREATE INDEX games_of_second ON games (second_player)",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ] {
        place.execute(sql).await;
    }
}

/// A migration would change the tables under servers of the earlier version.
#[tokio::test]
async fn a_database_of_an_earlier_format_is_left_alone_while_servers_live_on_it() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let store = place.open().await;
    store.heartbeat("old", 60_000).await.expect("it lives");
    store.close().await.expect("closed");
    as_format_1(&place).await;
    let url = place.database().to_str().expect("text");
    let refused = PostgresStore::open(url).await.err();
    assert!(
        matches!(refused, Some(OpenError::OlderServers { .. })),
        "{refused:?}"
    );
    let formats = place.texts("SELECT CAST(version AS TEXT) FROM _sqlx_migrations");
    assert_eq!(formats.await, ["1"]);
    place.execute("DELETE FROM servers").await;
    place.open().await.close().await.expect("closed");
}

#[tokio::test]
async fn a_database_of_format_1_keeps_its_games_and_gets_its_lists() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let store = place.open().await;
    store.create(joined_game("g")).await.expect("created");
    store.close().await.expect("closed");
    as_format_1(&place).await;
    let store = place.open().await;
    let games = store.games_of("p2", None, 9).await.expect("read");
    assert_eq!(games.games.len(), 1);
    assert_eq!(store.events(&"g".into(), 0).await.expect("read").len(), 3);
    assert_eq!(store.lobby(0, 9).await.expect("read").total, 0);
}

/// A server that sees tables appear during its check must not take them for another program's.
#[tokio::test]
async fn servers_that_open_an_empty_database_at_once_all_start() {
    for _ in 0..10 {
        let Some(place) = Place::postgres().await else {
            return;
        };
        tokio::join!(place.open(), place.open(), place.open(), place.open());
    }
}

/// The renewal needs a connection of its own: readers may occupy the whole pool.
#[tokio::test]
async fn a_lease_is_renewed_though_all_readers_wait() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    one.heartbeat("one", 60_000).await.expect("renewed");
    let url = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut lock = sqlx::ConnectOptions::connect(&options).await.expect("open");
    let held = sqlx::raw_sql("BEGIN; LOCK TABLE events").execute(&mut lock);
    held.await.expect("locked");
    let readers: Vec<_> = (0..12)
        .map(|_| {
            let one = one.clone();
            tokio::spawn(async move { one.events(&"g".into(), 0).await })
        })
        .collect();
    // A separate connection: within a transaction the answer would not change.
    let sql = "SELECT CAST(pid AS TEXT) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while place.texts(sql).await.len() < 8 {
        assert!(!readers.iter().any(|it| it.is_finished()));
    }
    one.heartbeat("one", 60_000).await.expect("renewed");
    let waiting = readers.iter().filter(|it| !it.is_finished());
    assert_eq!(waiting.count(), 12, "they still wait");
    sqlx::raw_sql("ROLLBACK")
        .execute(&mut lock)
        .await
        .expect("free");
}

/// The consumer stands still while another server has its place, and readers do not care.
#[tokio::test]
async fn writes_do_not_wait_for_the_consumer_of_another_server() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    let key = GameKey::from("g");
    one.create(joined_game("g")).await.expect("created");
    let url = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut lock = sqlx::ConnectOptions::connect(&options).await.expect("open");
    let held = sqlx::raw_sql("BEGIN; UPDATE projections SET position = position");
    held.execute(&mut lock).await.expect("locked");
    let moved = one.append(a_move(&key, 4, 1, "5d5c")).await;
    moved.expect("stored");
    one.append(end(&key, 5, None)).await.expect("stored");
    let followed = one.follow_events().await.expect("not waited");
    assert_eq!(followed.from, followed.reached.position);
    assert_eq!(followed.behind.events, 3, "{followed:?}");
    let list = one.games_of("p1", None, 9).await.expect("read");
    assert!(list.games.is_empty());
    let free = sqlx::raw_sql("ROLLBACK").execute(&mut lock).await;
    free.expect("free");
    catch_up(&*one, |_| ()).await.expect("followed");
    let list = one.games_of("p1", None, 9).await.expect("read");
    assert_eq!(list.games.len(), 1);
}

/// The lock timeout of five seconds must not apply while another server migrates.
#[tokio::test]
async fn a_server_waits_for_the_migration_of_another_one() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    place.open().await.close().await.expect("closed");
    let url = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut lock = sqlx::ConnectOptions::connect(&options).await.expect("open");
    let held = sqlx::raw_sql("BEGIN; LOCK TABLE _sqlx_migrations").execute(&mut lock);
    held.await.expect("locked");
    let free = async {
        tokio::time::sleep(Duration::from_millis(5500)).await;
        sqlx::raw_sql("ROLLBACK")
            .execute(&mut lock)
            .await
            .expect("free");
    };
    let (opened, ()) = tokio::join!(PostgresStore::open(url), free);
    opened.expect("opens").close().await.expect("closed");
}

#[tokio::test]
async fn writing_goes_on_after_the_connection_was_cut() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    let key = GameKey::from("g");
    one.create(new_game("g")).await.expect("created");
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    place.execute(cut).await;
    let mut seq = 2;
    // The first attempt may fail on the broken connection.
    for _ in 0..3 {
        if one.append(a_move(&key, seq, 1, "5d5c")).await.is_ok() {
            seq += 1;
        }
    }
    assert!(seq >= 4, "{seq}");
    let events = one.events(&key, 0).await.expect("read");
    assert_eq!(events.len() as u32, seq - 1);
    one.is_alive().await.expect("alive");
}

#[tokio::test]
async fn databases_of_others_and_newer_ones_are_refused() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let url = place.database().to_str().expect("text").to_owned();
    place.execute("CREATE TABLE bookmarks (url TEXT)").await;
    let refused = PostgresStore::open(&url).await.err();
    assert!(
        matches!(refused, Some(OpenError::Foreign { .. })),
        "{refused:?}"
    );
    place.execute("DROP TABLE bookmarks").await;
    place.open().await.close().await.expect("closed");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
        execution_time) VALUES (99, 'from the future', TRUE, 'x', 0)";
    place.execute(newer).await;
    let refused = PostgresStore::open(&url).await.err();
    let expected = matches!(refused, Some(OpenError::Newer { found: 99, .. }));
    assert!(expected, "{refused:?}");
    let nowhere = "postgres://u:secret@127.0.0.1:1/none";
    let refused = PostgresStore::open(nowhere).await.err();
    let refused = refused.expect("refused").to_string();
    assert!(
        refused.contains("postgres://u@127.0.0.1:1/none") && !refused.contains("secret"),
        "{refused}"
    );
}
