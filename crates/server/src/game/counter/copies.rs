//! Counters on two copies, one of which is killed.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt as _;
use komadai_protocol::GameKey;
use komadai_rules::Side;
use komadai_store::Store;
use tokio::process::Child;
use tokio_util::sync::CancellationToken;

use super::checker::{Acknowledged, check};
use super::{Add, Added, Copy, Fault, new_counter, subject};
use crate::ServeArgs;
use crate::game::registry::GameRegistry;
use crate::hub::Signal;
use crate::link::let_in::nats;
use crate::link::{Asked, Link, NatsAccess, NatsLink};
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::server_id::ServerId;
use crate::time::Time;

#[path = "../../../../store/tests/store/cluster.rs"]
mod cluster;

const DATABASE: &str = "KOMADAI_TEST_COUNTER_DATABASE";
const NATS: &str = "KOMADAI_TEST_COUNTER_NATS";
const COUNTERS: usize = 24;
const CLIENTS: u32 = 6;
const PATIENCE: Duration = Duration::from_secs(60);

async fn connect(store: &dyn Store, nats: &str, server: ServerId) -> (Arc<dyn Link>, Asked) {
    let new = ServerId::new().to_string();
    let cluster = store.setting("cluster", &new).await.expect("a word");
    let access = NatsAccess::new(nats, None).expect("an address");
    let metrics = Arc::new(Metrics::new());
    let connected = NatsLink::connect(&access, &cluster, server, metrics).await;
    let (link, asked) = connected.expect("connected");
    (link, asked)
}

async fn copy(database: &str, nats: &str, fault: Option<Fault>) -> Arc<Copy> {
    let store = komadai_store::open(database.as_ref()).await.expect("opens");
    let server = ServerId::new();
    let (link, asked) = connect(&*store, nats, server).await;
    let metrics = Arc::new(Metrics::new());
    let rates = Rates::new(&ServeArgs::default(), metrics.clone());
    let registry = GameRegistry::new(
        server,
        store,
        link,
        Time::start(),
        Arc::new(rates),
        metrics,
        CancellationToken::new(),
    );
    registry.beat().await.expect("alive");
    registry.follow_once(true).await.expect("followed");
    tokio::spawn(registry.clone().keep_lease());
    tokio::spawn(registry.clone().follow_slots());
    let copy = Copy::new(registry, fault);
    tokio::spawn(copy.clone().answer(asked));
    copy
}

/// Not a test: the process that is killed.
#[tokio::test]
#[ignore = "the process another test starts"]
async fn child() {
    let (Ok(database), Ok(nats)) = (std::env::var(DATABASE), std::env::var(NATS)) else {
        return;
    };
    let _copy = copy(&database, &nats, None).await;
    std::future::pending::<()>().await;
}

fn start_child(database: &str, nats: &str) -> Child {
    let this = std::env::current_exe().expect("this program");
    tokio::process::Command::new(this)
        .args(["--exact", "game::counter::copies::child", "--ignored"])
        .env(DATABASE, database)
        .env(NATS, nats)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("started")
}

/// State shared by all clients.
struct Clients {
    link: Arc<dyn Link>,
    /// The copies that may be asked.
    copies: Mutex<Vec<ServerId>>,
    counters: Vec<String>,
    acknowledged: Vec<Mutex<Acknowledged>>,
    count: AtomicU32,
    is_over: AtomicBool,
}

impl Clients {
    /// Adds until it is over, each addition until it is acknowledged.
    async fn run(self: Arc<Self>, client: u32) {
        let mut number = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            number += 1;
            let which = (client + number * 7) as usize % COUNTERS;
            let by = match (client + number) % 2 {
                0 => Side::First,
                _ => Side::Second,
            };
            let add = Add {
                counter: self.counters[which].clone(),
                by,
                id: format!("{client}-{number}"),
                is_forwarded: false,
            };
            let seq = self.until_stored(&add, number).await;
            let mut acknowledged = self.acknowledged[which].lock().expect("sound");
            acknowledged.insert(add.id, (by, seq));
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn until_stored(&self, add: &Add, number: u32) -> u32 {
        let question = serde_json::to_vec(add).expect("written");
        for attempt in number as usize.. {
            let copy = {
                let copies = self.copies.lock().expect("sound");
                copies[attempt % copies.len()]
            };
            let answer = self.link.ask(copy, question.clone().into()).await;
            // Some answers are lost: the same command is sent again.
            let is_lost = attempt % 11 == 0;
            if let Ok(answer) = answer
                && let Ok(Added::Stored(seq)) = serde_json::from_slice(&answer)
                && !is_lost
            {
                return seq;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        unreachable!("endless")
    }
}

/// Reads the topic of a counter: each event once and in order, from the hub or, where one is missing, from the log.
async fn read(copy: Arc<Copy>, counter: String, seen: Arc<Mutex<Vec<u32>>>) {
    let registry = &copy.registry;
    let key = GameKey::from(counter.as_str());
    let mut signals = registry.hub.subscribe(&subject(&counter)).await;
    signals.confirmed().await;
    while let Some(signal) = signals.next().await {
        let after = seen.lock().expect("sound").len() as u32;
        match signal {
            Signal::Message(message) if message.version <= Some(after.into()) => {}
            Signal::Message(message) if message.version == Some(u64::from(after) + 1) => {
                seen.lock().expect("sound").push(after + 1);
            }
            _ => {
                let later = registry.store.events(&key, after).await.expect("read");
                let later = later.into_iter().map(|event| event.seq);
                seen.lock().expect("sound").extend(later);
            }
        }
    }
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let done = tokio::time::timeout(PATIENCE, waiting).await;
    done.unwrap_or_else(|_| panic!("not in time: {what}"));
}

/// Numbers of slots by owner, this copy's first.
async fn shares(copy: &Copy) -> (usize, usize) {
    let rows = copy.registry.store.slots().await.expect("read");
    let this = copy.registry.server.to_string();
    let owned = rows.iter().filter_map(|row| row.owner.as_ref());
    let own = owned.clone().filter(|owner| **owner == this).count();
    (own, owned.count() - own)
}

/// Runs clients while a copy comes and dies. Returns the violations.
async fn violations(database: &str, nats: &str, fault: Option<Fault>) -> Vec<String> {
    let one = copy(database, nats, fault).await;
    let store = &one.registry.store;
    let counters: Vec<String> = (0..COUNTERS).map(|n| format!("counter{n}")).collect();
    let mut seen = Vec::new();
    for counter in &counters {
        store.create(new_counter(counter)).await.expect("created");
        let read_events = Arc::<Mutex<Vec<u32>>>::default();
        tokio::spawn(read(one.clone(), counter.clone(), read_events.clone()));
        seen.push(read_events);
    }
    let clients = Arc::new(Clients {
        link: connect(&**store, nats, ServerId::new()).await.0,
        copies: Mutex::new(vec![one.registry.server]),
        acknowledged: counters.iter().map(|_| Mutex::default()).collect(),
        counters,
        count: AtomicU32::new(0),
        is_over: AtomicBool::new(false),
    });
    let running: Vec<_> = (0..CLIENTS)
        .map(|n| tokio::spawn(clients.clone().run(n)))
        .collect();
    let more = async |count: u32| {
        let from = clients.count.load(Ordering::Relaxed);
        until("additions", async || {
            clients.count.load(Ordering::Relaxed) >= from + count
        })
        .await;
    };
    more(100).await;
    let mut child = start_child(database, nats);
    until("a share", async || shares(&one).await.1 > 350).await;
    let other = store.copies().await.expect("read");
    let ids = other.iter().filter_map(|id| id.parse().ok());
    *clients.copies.lock().expect("sound") = ids.collect();
    assert_eq!(clients.copies.lock().expect("sound").len(), 2);
    more(200).await;
    child.kill().await.expect("killed");
    more(100).await;
    until("all slots", async || shares(&one).await == (1024, 0)).await;
    more(100).await;
    clients.is_over.store(true, Ordering::Relaxed);
    for client in running {
        tokio::time::timeout(PATIENCE, client)
            .await
            .expect("in time")
            .expect("no panic");
    }
    let mut found = Vec::new();
    for ((counter, acknowledged), seen) in clients
        .counters
        .iter()
        .zip(&clients.acknowledged)
        .zip(&seen)
    {
        let log = store
            .events(&counter.as_str().into(), 0)
            .await
            .expect("read");
        until("the last event", async || {
            seen.lock().expect("sound").len() >= log.len()
        })
        .await;
        let (acknowledged, seen) = (
            acknowledged.lock().expect("sound"),
            seen.lock().expect("sound"),
        );
        found.extend(check(&log, &acknowledged, &seen).err());
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_addition_is_lost_or_doubled_while_copies_come_and_die() {
    let (Some(database), Some(nats)) = (cluster::database(), nats::nats()) else {
        return;
    };
    let found = violations(&database, &nats, None).await;
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_planted_into_a_copy_are_found() {
    for (fault, violation) in [
        (Fault::ForgetsIds, "doubled"),
        (Fault::AcknowledgesEarly, "lost"),
    ] {
        let (Some(database), Some(nats)) = (cluster::database(), nats::nats()) else {
            return;
        };
        let found = violations(&database, &nats, Some(fault)).await;
        let is_found = found.iter().any(|it| it.contains(violation));
        assert!(is_found, "{fault:?}: {found:#?}");
    }
}
