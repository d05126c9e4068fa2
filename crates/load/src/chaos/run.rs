//! Fault run from start to report.

use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use komadai_protocol::{GameKey, ServerMessage};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::checker::{Left, check};
use super::child::Child;
use super::clock::Context;
use super::dice::Dice;
use super::faults::{Trouble, Victims, schedule};
use super::journal::Journal;
use super::plan::ChaosPlan;
use super::proxy::{Proxy, relay};
use super::report::ChaosReport;
use super::services::Services;
use super::starved::Starved;
use super::table::{SharedRun, run_table};
use crate::descriptors::{RESERVED, raise_limit};
use crate::fail::LoadError;
use crate::server_process::Place;
use crate::socket::{Caller, Incoming, Link};
use crate::target::Target;
use crate::time::Time;

/// Descriptors per game: two players, with both ends of the proxy.
const PER_GAME: u64 = 8;
/// Time for games to end once no more are started.
const ENDING: Duration = Duration::from_secs(20);
const READING: Duration = Duration::from_secs(30);
const READERS: usize = 8;
const SOURCES: u32 = 32;

/// Makes a fault run. `program` is this program, started as the server; `interrupted` ends the run early.
///
/// # Errors
/// The run could not be made. Violations by the server are in the report.
pub async fn chaos(
    plan: ChaosPlan,
    program: &Path,
    interrupted: impl Future<Output = ()>,
) -> Result<ChaosReport, LoadError> {
    plan.check()?;
    let (limit, needed) = (raise_limit(), plan.at_once * PER_GAME + RESERVED + 256);
    if limit < needed {
        return Err(LoadError::Descriptors {
            sockets: plan.at_once * PER_GAME,
            needed,
            limit,
        });
    }
    let time = Time::start();
    let place = Place::new(plan.database.as_deref())?;
    let starved = Starved::watch(time, plan.copies);
    let mut victims = victims(&plan, program, &place, &starved).await?;
    let mut targets = Vec::new();
    for url in victims.start().await? {
        let target = Target::resolve(&url, SOURCES).await;
        targets.push(target.map_err(LoadError::Plan)?);
    }
    let target = targets[0].clone();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let through = target.through(listener.local_addr()?);
    let proxy = Arc::new(Proxy {
        seed: plan.seed,
        servers: targets.iter().map(Target::address).collect(),
        time,
        wire: Default::default(),
        counts: Default::default(),
    });
    let shared = Arc::new(SharedRun {
        target: through,
        proxy: proxy.clone(),
        seed: plan.seed,
        closing: AtomicBool::new(false),
        closed: AtomicBool::new(false),
        finished: AtomicU64::new(0),
        live: AtomicU64::new(0),
        journals: Mutex::default(),
    });
    let mut beside = JoinSet::new();
    beside.spawn(relay(listener, proxy.clone()));
    let mut tables = JoinSet::new();
    for number in 0..plan.at_once {
        tables.spawn(run_table(shared.clone(), number));
    }
    let faults = play(&plan, &shared, &mut victims, time, interrupted).await?;
    end(&shared, &mut tables).await;
    let stalls = starved.end();
    let context = Context {
        faults,
        several: plan.copies > 1,
        stalls,
    };
    let mut report = ChaosReport::new(&plan, &context, victims.can_set_clock());
    report.troubles = proxy.counts.read();
    let journals = std::mem::take(
        &mut *shared
            .journals
            .lock()
            .unwrap_or_else(PoisonError::into_inner),
    );
    write_journals(&plan, &journals)?;
    judge(&target, journals, &context, &mut report).await;
    victims.stop().await;
    report.seconds = time.now_us() / 1_000_000;
    report.close();
    Ok(report)
}

/// Prepares the servers of a run and their services. The servers are not started yet.
async fn victims(
    plan: &ChaosPlan,
    program: &Path,
    place: &Place,
    starved: &Arc<Starved>,
) -> Result<Victims, LoadError> {
    if plan.copies == 1 {
        let child = Child::alone(program, &place.database, starved.clone());
        return Ok(Victims {
            children: vec![child],
            services: None,
            starved: starved.clone(),
        });
    }
    let services = Services::start().await?;
    let copy = |number| Child::copy(program, &services, &place.database, number, starved.clone());
    Ok(Victims {
        children: (0..plan.copies as usize).map(copy).collect(),
        services: Some(services),
        starved: starved.clone(),
    })
}

/// Plays games and injects faults until there were enough of both.
async fn play(
    plan: &ChaosPlan,
    shared: &SharedRun,
    victims: &mut Victims,
    time: Time,
    interrupted: impl Future<Output = ()>,
) -> Result<Vec<super::FaultWindow>, LoadError> {
    let limit_us = plan.limit_s * 1_000_000;
    let faults = schedule(plan, victims.can_set_clock());
    let done = Mutex::default();
    let mut trouble = Trouble::new(victims, time, plan.seed, &done);
    let enough = async {
        trouble.run(&faults, limit_us).await?;
        while shared.finished.load(Ordering::Relaxed) < plan.games && time.now_us() < limit_us {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok::<_, LoadError>(())
    };
    tokio::select! {
        result = enough => result?,
        () = interrupted => {}
    }
    // An interrupted run may have left a server stopped or without disk space.
    victims.recover().await?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|window: &super::FaultWindow| window.from_us);
    Ok(done)
}

async fn end(shared: &SharedRun, tables: &mut JoinSet<()>) {
    shared.closing.store(true, Ordering::Relaxed);
    let all = async { while tables.join_next().await.is_some() {} };
    if tokio::time::timeout(ENDING, all).await.is_err() {
        shared.closed.store(true, Ordering::Relaxed);
        while tables.join_next().await.is_some() {}
    }
}

fn write_journals(plan: &ChaosPlan, journals: &[Journal]) -> Result<(), LoadError> {
    let Some(path) = &plan.journals else {
        return Ok(());
    };
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    for journal in journals {
        let line = serde_json::to_string(journal).map_err(std::io::Error::from)?;
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}

async fn judge(
    target: &Target,
    journals: Vec<Journal>,
    context: &Context,
    report: &mut ChaosReport,
) {
    let mut journals = journals.into_iter();
    let mut readers = JoinSet::new();
    loop {
        while readers.len() < READERS {
            let Some(journal) = journals.next() else {
                break;
            };
            let target = target.clone();
            readers.spawn(async move {
                let read = read(&target, &journal.game);
                let left = tokio::time::timeout(READING, read).await;
                (journal, left.ok())
            });
        }
        let Some(joined) = readers.join_next().await else {
            break;
        };
        let Ok((journal, left)) = joined else {
            report.found("unreadable", || "a reader failed".into());
            continue;
        };
        report.games += 1;
        report.finished += u64::from(journal.finished);
        let game = journal.game.short().to_owned();
        match left {
            Some(left) => report.add(&game, check(&journal, &left, context)),
            None => report.found("unreadable", || format!("game {game}")),
        }
    }
}

/// Reads the log and state of a game, bypassing the proxy.
async fn read(target: &Target, game: &GameKey) -> Left {
    let mut client = Dice::new(0, 0).between(0, u64::from(SOURCES));
    loop {
        client += 1;
        let caller = Caller {
            client,
            cookie: None,
            game: game.clone(),
            last_seq: Some(0),
        };
        let mut link = Link::open(target, caller, 0);
        loop {
            match link.next().await {
                Incoming::Text(text) => {
                    if let Ok(ServerMessage::Game {
                        snapshot, events, ..
                    }) = serde_json::from_str(&text)
                    {
                        let (log, snapshot) = (events, *snapshot);
                        return Left { log, snapshot };
                    }
                }
                Incoming::Lost(_) => break,
                Incoming::Opened | Incoming::Alive => {}
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
