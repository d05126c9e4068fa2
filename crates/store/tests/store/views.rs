//! The order in which the consumer of events reads what several servers write at once.

use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_rules::Side;
use komadai_store::{Store, catch_up, rebuild};
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};

use crate::common::joined_game;
use crate::lists::end;
use crate::server::Place;

const ENDED: &str = "SELECT game FROM player_games WHERE player = 'p1' ORDER BY ended";
const RESULTS: &str = "SELECT player || ' ' || CAST(won AS TEXT) || ' ' || CAST(lost AS TEXT) || ' ' \
    || CAST(drawn AS TEXT) FROM player_results ORDER BY player";

/// Transaction of another server that has ended a game and has not committed.
async fn ends(place: &Place, game: &str) -> PgConnection {
    let url = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut connection = options.connect().await.expect("open");
    let sql = format!(
        "BEGIN; UPDATE games SET status = 'ended', seq = 4 WHERE id = '{game}'; \
         INSERT INTO events (position, game, seq, epoch, at, kind, payload) \
         SELECT base + 4096 * CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) + 1, '{game}', 4, 1, 9000, 'ended', \
         '{{\"kind\":\"ended\",\"outcome\":{{\"winner\":\"first\",\"reason\":\"resignation\",\"ply\":0}},\"clock\":null}}' \
         FROM log_base"
    );
    let ended = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
    ended.await.expect("ended");
    connection
}

async fn commit(connection: &mut PgConnection) {
    let committed = sqlx::raw_sql("COMMIT").execute(connection).await;
    committed.expect("committed");
}

#[tokio::test]
async fn an_event_waits_for_earlier_transactions_and_commits_do_not_wait() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let store = place.open().await;
    for key in ["slow", "quick", "failed"] {
        store.create(joined_game(key)).await.expect("created");
    }
    catch_up(&*store, |_| ()).await.expect("followed");
    let mut slow = ends(&place, "slow").await;
    let failed = ends(&place, "failed").await;
    let quick = store.append(end(&"quick".into(), 4, Some(Side::First)));
    let quick = tokio::time::timeout(Duration::from_secs(3), quick).await;
    quick.expect("commits do not wait").expect("stored");
    for _ in 0..5 {
        let followed = store.follow_events().await.expect("followed");
        assert_eq!(followed.behind.events, 1, "{followed:?}");
        assert_eq!(place.texts(ENDED).await, [""; 0]);
    }
    drop(failed);
    commit(&mut slow).await;
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(place.texts(ENDED).await, ["slow", "quick"]);
}

async fn follow_for_ever(store: Arc<dyn Store>) {
    loop {
        let followed = store.follow_events().await.expect("followed");
        if followed.reached.is_whole() {
            tokio::task::yield_now().await;
        }
    }
}

/// Four writers, of which two commit late and one gives up now and then, and three consumers.
#[tokio::test]
async fn nothing_is_missed_or_read_twice_though_writers_commit_out_of_order() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let place = Arc::new(place);
    let stores = [place.open().await, place.open().await, place.open().await];
    let consumers = stores
        .clone()
        .map(|store| tokio::spawn(follow_for_ever(store)));
    let mut writers = Vec::new();
    for n in 0..4_u64 {
        let (place, store) = (place.clone(), stores[n as usize % 3].clone());
        writers.push(tokio::spawn(async move {
            for game in 0..20_u64 {
                let key = GameKey(format!("g-{n}-{game}"));
                store
                    .create(joined_game(key.as_str()))
                    .await
                    .expect("created");
                if n < 2 {
                    let mut open = ends(&place, key.as_str()).await;
                    tokio::time::sleep(Duration::from_millis((game * 7 + n * 3) % 40)).await;
                    match n == 1 && game % 4 == 3 {
                        true => drop(open),
                        false => commit(&mut open).await,
                    }
                } else {
                    let ended = end(&key, 4, Some(Side::First));
                    store.append(ended).await.expect("stored");
                }
            }
        }));
    }
    for writer in writers {
        writer.await.expect("no panic");
    }
    for consumer in consumers {
        consumer.abort();
        let _ = consumer.await;
    }
    catch_up(&*stores[0], |_| ()).await.expect("followed");
    let (listed, results) = (place.texts(ENDED).await, place.texts(RESULTS).await);
    assert_eq!(listed.len(), 75);
    assert_eq!(results, ["p1 75 0 0", "p2 0 75 0"]);
    rebuild(place.database(), |_| ()).await.expect("made again");
    assert_eq!(place.texts(ENDED).await, listed);
    assert_eq!(place.texts(RESULTS).await, results);
}

/// Regression: positions after `pg_restore` into a younger cluster were below the place of the consumer.
#[tokio::test]
async fn events_are_followed_after_a_move_to_a_cluster_with_fewer_transactions() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let store = place.open().await;
    store.create(joined_game("g")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    store.close().await.expect("closed");
    place
        .execute("UPDATE projections SET position = 4096 * 4000000000")
        .await;
    let store = place.open().await;
    let ended = store.append(end(&"g".into(), 4, Some(Side::First)));
    ended.await.expect("stored");
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(place.texts(ENDED).await, ["g"]);
}
