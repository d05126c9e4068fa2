//! Comparison of every game's log with the acknowledged moves.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use komadai_protocol::GamePage;
use tokio::task::JoinSet;

use crate::check::{Fault, check_log};
use crate::fail::Failed;
use crate::http::Http;
use crate::report::Checked;
use crate::table::Finished;
use crate::target::Target;

const WORKERS: u64 = 16;
const MAX_EXAMPLES: usize = 20;
/// Attempts before a game counts as unreadable.
const ATTEMPTS: u32 = 3;

pub(crate) async fn compare(target: &Target, games: Vec<Finished>, checked: &mut Checked) {
    checked.games = games.len() as u64;
    let acknowledged = |game: &Finished| game.sent.iter().filter(|sent| sent.seq.is_some()).count();
    checked.moves = games.iter().map(acknowledged).sum::<usize>() as u64;
    let games = Arc::new(Mutex::new(VecDeque::from(games)));
    let mut workers = JoinSet::new();
    for worker in 0..WORKERS {
        workers.spawn(work(target.clone(), worker, games.clone()));
    }
    while let Some(found) = workers.join_next().await {
        // A panicked worker has compared nothing, which must not pass for success.
        let found = found.unwrap_or_else(|error| {
            let answer = error.to_string();
            vec![("?".into(), Fault::Unreadable { answer })]
        });
        for (game, fault) in found {
            *checked.faults.entry(fault.kind().into()).or_default() += 1;
            if checked.examples.len() < MAX_EXAMPLES {
                checked.examples.push(format!("game {game}: {fault}"));
            }
        }
    }
}

async fn work(
    target: Target,
    worker: u64,
    games: Arc<Mutex<VecDeque<Finished>>>,
) -> Vec<(String, Fault)> {
    let mut found = Vec::new();
    let mut http = None;
    let next = || {
        let mut games = games
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        games.pop_front()
    };
    while let Some(game) = next() {
        let faults = match read(&target, worker, &mut http, game.key.as_str()).await {
            Ok(page) => check_log(&game.sent, &page.snapshot.moves),
            Err(failed) => vec![Fault::Unreadable {
                answer: failed.to_string(),
            }],
        };
        let short = game.key.short();
        found.extend(faults.into_iter().map(|fault| (short.to_owned(), fault)));
    }
    found
}

async fn read(
    target: &Target,
    worker: u64,
    http: &mut Option<Http>,
    game: &str,
) -> Result<GamePage, Failed> {
    let mut last = Failed::Timeout;
    for _ in 0..ATTEMPTS {
        let mut connection = match http.take() {
            Some(connection) => connection,
            None => Http::connect(target, worker).await?,
        };
        let path = format!("/api/games/{game}");
        match connection.ask::<GamePage>("GET", &path, None, None).await {
            Ok(answer) => {
                *http = Some(connection);
                return Ok(answer.body);
            }
            Err(failed) => last = failed,
        }
    }
    Err(last)
}
