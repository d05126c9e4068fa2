//! Commits on PostgreSQL by one server and by 20 together, measured.
#![expect(clippy::disallowed_methods, reason = "what is measured")]

use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_store::Store;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::common::{a_move, joined_game};
use crate::server::Place;

const WRITERS: usize = 20;
const GAMES: usize = 1000;
const OFFERED_PER_S: u32 = 1000;
const SECONDS: u32 = 10;
/// Moves of a batch of a saturated writer.
const BATCH: usize = 50;
const ROUNDS: usize = 3;

/// Game with its server and the number of its next event.
struct Table {
    key: GameKey,
    store: Arc<dyn Store>,
    seq: u32,
}

impl Table {
    async fn move_on(&mut self) {
        let append = a_move(&self.key, self.seq, 1, "5d5c");
        self.store.append(append).await.expect("stored");
        self.seq += 1;
    }
}

async fn tables(stores: &[Arc<dyn Store>], name: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    for n in 0..GAMES {
        let key = GameKey(format!("{name}-{n}"));
        let store = stores[n % stores.len()].clone();
        let created = store.create(joined_game(key.as_str())).await;
        created.expect("created");
        tables.push(Table { key, store, seq: 4 });
    }
    tables
}

/// Moves at fixed times, whatever the commits take. Returns their times from when they were due, in order.
async fn offered(tables: Vec<Table>) -> Vec<Duration> {
    let begun = Instant::now() + Duration::from_millis(100);
    let mut games = JoinSet::new();
    let count = tables.len() as u32;
    for (n, mut table) in (0..).zip(tables) {
        games.spawn(async move {
            let mut took = Vec::new();
            for round in 0..SECONDS * OFFERED_PER_S / count {
                let due = begun + Duration::from_secs(1) * (round * count + n) / OFFERED_PER_S;
                tokio::time::sleep_until(due).await;
                table.move_on().await;
                took.push(due.elapsed());
            }
            took
        });
    }
    let mut took: Vec<Duration> = games.join_all().await.into_iter().flatten().collect();
    took.sort();
    took
}

/// Moves a second of servers that each have a batch of moves under way all the time.
async fn saturated(tables: Vec<Table>, writers: usize) -> f64 {
    let (begun, length) = (Instant::now(), Duration::from_secs(SECONDS.into()));
    let mut games = JoinSet::new();
    for mut table in tables.into_iter().take(writers * BATCH) {
        games.spawn(async move {
            let mut moves = 0;
            while begun.elapsed() < length {
                table.move_on().await;
                moves += 1;
            }
            moves
        });
    }
    let moves: u32 = games.join_all().await.into_iter().sum();
    f64::from(moves) / begun.elapsed().as_secs_f64()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement of minutes, see docs/load.md"]
async fn commits_of_20_servers_are_as_quick_as_those_of_one() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let is_synced = place.texts("SHOW fsync").await;
    assert_eq!(is_synced, ["on"], "set POSTGRES_FSYNC=on");
    let mut stores = Vec::new();
    for _ in 0..WRITERS {
        stores.push(place.open().await);
    }
    let mut ratios = Vec::new();
    for round in 1..=ROUNDS {
        let mut rates = Vec::new();
        for writers in [1, WRITERS] {
            let name = format!("offered-{round}-{writers}");
            let took = offered(tables(&stores[..writers], &name).await).await;
            let [p50, p99] = [50, 99].map(|p| took[took.len() * p / 100]);
            let name = format!("saturated-{round}-{writers}");
            let rate = saturated(tables(&stores[..writers], &name).await, writers).await;
            println!(
                "{round} {writers} writers: p50 {p50:.1?} p99 {p99:.1?} at {OFFERED_PER_S} moves/s; {rate:.0} moves/s at most"
            );
            assert!(p99 <= Duration::from_millis(60), "{writers} writers");
            rates.push(rate);
        }
        ratios.push(rates[1] / rates[0]);
    }
    ratios.sort_by(f64::total_cmp);
    println!("20 writers to one: {ratios:.2?}");
    assert!(ratios[ROUNDS / 2] >= 0.9);
}
