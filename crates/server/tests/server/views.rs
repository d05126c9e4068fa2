//! Lists of a player with very many games, measured while the consumer of events is behind.
#![expect(clippy::disallowed_methods, reason = "what is measured")]

use std::time::{Duration, Instant};

use komadai_protocol::{GameList, Health, Lag, Me, ResultList};
use reqwest::Method;
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};

use crate::cluster;
use crate::common::{Person, pair, until};
use crate::copies::{copy, shared};
use crate::fair_play::command;
use crate::nats::nats;

const GAMES: u32 = 50_000;
const UNREAD: u32 = 10_000;
/// Requests of each kind in a round.
const REQUESTS: usize = 1000;

/// Stores ended games of the player, whose ends the consumer has not read.
async fn end_games(database: &mut PgConnection, name: &str, player: &str, count: u32) {
    // Too new to be folded.
    let now_ms = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    let sql = format!(
        "INSERT INTO games (id, game, status, first_player, second_player, side, ply, outcome, live, seq, \
         created_at, updated_at) \
         SELECT '{name}' || n, 'shogi', 'ended', '{player}', 'opponent' || n % 500, 'first', 100, \
         '{{\"winner\":\"first\",\"reason\":\"resignation\",\"ply\":100}}', 0, 104, \
         {now_ms}, {now_ms} FROM generate_series(1, {count}) n; \
         INSERT INTO events (position, game, seq, epoch, at, kind, payload, author) \
         SELECT base + 4096 * CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) + n, '{name}' || n, 104, 1, \
         {now_ms}, 'ended', \
         '{{\"kind\":\"ended\",\"outcome\":{{\"winner\":\"first\",\"reason\":\"resignation\",\"ply\":100}},\"clock\":null}}', \
         '{player}' FROM log_base, generate_series(1, {count}) n"
    );
    let ended = sqlx::raw_sql(AssertSqlSafe(sql)).execute(database);
    ended.await.expect("ended");
}

async fn execute(database: &mut PgConnection, sql: &'static str) {
    let done = sqlx::raw_sql(sql).execute(database).await;
    done.expect("done");
}

async fn lag(person: &mut Person) -> Lag {
    let (_, health): (_, Health) = person.json(Method::GET, "/readyz", None).await;
    health.lag.expect("shown")
}

/// Waits until results have so many games. Returns the seconds.
async fn followed(person: &mut Person, games: u32) -> f64 {
    let begun = Instant::now();
    loop {
        let (_, list): (_, ResultList) = person.json(Method::GET, "/api/results", None).await;
        let won: u32 = list.results.iter().map(|it| it.won).sum();
        if won == games {
            return begun.elapsed().as_secs_f64();
        }
        assert!(
            begun.elapsed() < Duration::from_secs(300),
            "{won} of {games}"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Times in milliseconds of requests one after another, by path, in order.
async fn measure(person: &mut Person, paths: &[String; 4]) -> [Vec<f64>; 4] {
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..REQUESTS {
        for (path, times) in paths.iter().zip(&mut times) {
            let request = person.request(Method::GET, path);
            let begun = Instant::now();
            let answer = request.send().await.expect("an answer");
            assert!(answer.status().is_success(), "{path}");
            answer.bytes().await.expect("a body");
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times
}

/// Regression: with several servers a transaction is nearly always on its way, and folding waited until none was.
#[tokio::test]
async fn games_are_folded_while_events_wait_for_a_transaction() {
    let Some((address, nats)) = shared() else {
        return;
    };
    let server = copy(&address, &nats).await;
    let (first, _, over) = pair(&server, json!({})).await;
    let mut socket = first.sit(&over).await;
    command(&mut socket, "resign", &over).await;
    socket.event_of("ended").await;
    pair(&server, json!({})).await;
    let (mut ann, ..) = pair(&server, json!({})).await;
    until(async || lag(&mut ann).await, |it| *it == Lag::default()).await;
    server.stop().await;

    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut database = options.connect().await.expect("connected");
    execute(&mut database, "UPDATE games SET updated_at = 0").await;
    let mut open = options.connect().await.expect("connected");
    execute(&mut open, "BEGIN; SELECT pg_current_xact_id()").await;
    let server = copy(&address, &nats).await;
    let (mut ann, ..) = pair(&server, json!({})).await;
    let folded = async || {
        let sql = "SELECT COUNT(*) FROM folded";
        let count = sqlx::query_scalar(sql).fetch_one(&mut database).await;
        count.expect("counted")
    };
    until(folded, |count: &i64| *count == 1).await;
    until(async || lag(&mut ann).await, |it| *it != Lag::default()).await;
    execute(&mut open, "ROLLBACK").await;
    until(async || lag(&mut ann).await, |it| *it == Lag::default()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement of minutes, see docs/load.md"]
async fn lists_of_50_000_games_are_as_quick_while_10_000_events_are_unread() {
    let (Some(address), Some(nats)) = (cluster::database(), nats()) else {
        return;
    };
    let server = copy(&address, &nats).await;
    let mut ann = server.somebody();
    ann.create(json!({})).await;
    let (_, me): (_, Me) = ann.json(Method::GET, "/api/me", None).await;
    let player = me.player.expect("known").id;
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut database = options.connect().await.expect("connected");
    execute(
        &mut database,
        "INSERT INTO players (id, name, kind, created_at) \
         SELECT 'opponent' || n, 'Name ' || n, 'person', 0 FROM generate_series(0, 499) n",
    )
    .await;
    // In batches, so that positions stay within those of a transaction.
    for n in 0..GAMES / 4000 + 1 {
        let count = (GAMES - n * 4000).min(4000);
        end_games(&mut database, &format!("read-{n}-"), &player, count).await;
    }
    let took = followed(&mut ann, GAMES).await;
    println!("followed {GAMES} ends in {took:.1} s");
    execute(&mut database, "VACUUM ANALYZE").await;
    until(async || lag(&mut ann).await, |it| *it == Lag::default()).await;
    let (_, list): (_, GameList) = ann.json(Method::GET, "/api/games", None).await;
    let next = list.next.expect("a second page");
    let second = format!("/api/games?before={next}");
    let paths = ["/api/games", &second, "/api/me", "/api/results"].map(str::to_owned);
    measure(&mut ann, &paths).await;
    let mut slow = Vec::new();
    for round in 1..=3 {
        let none = measure(&mut ann, &paths).await;
        let mut held = options.connect().await.expect("connected");
        execute(
            &mut held,
            "BEGIN; UPDATE projections SET position = position",
        )
        .await;
        for n in 0..UNREAD / 2500 {
            let name = format!("unread-{round}-{n}-");
            end_games(&mut database, &name, &player, 2500).await;
        }
        until(async || lag(&mut ann).await, |it| it.events == UNREAD).await;
        let unread = measure(&mut ann, &paths).await;
        assert_eq!(lag(&mut ann).await.events, UNREAD);
        execute(&mut held, "ROLLBACK").await;
        for (path, (none, unread)) in paths.iter().zip(none.iter().zip(&unread)) {
            let at = |times: &[f64], share: f64| times[(times.len() as f64 * share) as usize];
            let [p50, p99] = [0.5, 0.99].map(|share| (at(none, share), at(unread, share)));
            println!(
                "{round} {path}: p50 {:.2} {:.2} p99 {:.2} {:.2} ms, without and with unread events",
                p50.0, p50.1, p99.0, p99.1
            );
            if p99.1 > 5.0 || p99.1 - p99.0 >= 1.0 {
                slow.push(format!("{round} {path}"));
            }
        }
        let took = followed(&mut ann, GAMES + round * UNREAD).await;
        println!("{round} followed {UNREAD} ends in {took:.1} s");
    }
    assert!(slow.is_empty(), "slower than 5 ms, or by 1 ms: {slow:?}");
    server.stop().await;
}
