//! How a server finds the others on its database.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use komadai_store::Store;

use crate::bus::{Answer, Asked, Bus, LocalBus, NatsBus, Question};
use crate::game::{GameRegistry, LEASE_MS};
use crate::metrics::Metrics;
use crate::server_id::ServerId;
use crate::{ServeArgs, ServeError, random};

/// How long a server that does not answer may be one that has crashed and still counts as alive, milliseconds.
const PATIENCE_MS: i64 = LEASE_MS + 1000;
/// How often that is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Letters of the word that servers on one database share.
const CLUSTER_LETTERS: usize = 12;

/// Refuses what cannot work, before anything is opened.
///
/// # Errors
/// Several servers cannot share a file.
pub(crate) fn check(args: &ServeArgs, database: &Path) -> Result<(), ServeError> {
    if args.nats.is_some() && !komadai_store::is_shared(database) {
        return Err(ServeError::NatsWithoutPostgres {
            path: database.to_owned(),
        });
    }
    Ok(())
}

/// The bus of this server, and what others ask it.
///
/// # Errors
/// The NATS server cannot be used, or the database failed.
pub(crate) async fn connect(
    args: &ServeArgs,
    store: &dyn Store,
    server: ServerId,
    metrics: Arc<Metrics>,
) -> Result<(Arc<dyn Bus>, Option<Asked>), ServeError> {
    let Some(nats) = &args.nats else {
        return Ok((Arc::new(LocalBus::default()), None));
    };
    // Several databases may use one NATS server.
    let new = random::word(CLUSTER_LETTERS);
    let cluster = store.setting("cluster", &new).await?;
    let (bus, asked) = NatsBus::connect(nats, &cluster, server, metrics).await?;
    Ok((bus, Some(asked)))
}

/// Looks for other servers on the database. All of them have to be within reach; one that does not answer may have
/// crashed a moment ago.
///
/// # Errors
/// One lives and cannot be reached, or the database failed.
pub(crate) async fn meet(games: &GameRegistry) -> Result<(), ServeError> {
    let begun_ms = games.time.now_ms();
    loop {
        let mut silent = None;
        for server in games.living_others().await? {
            let answered = games.bus.ask(server, &Question::Ping).await;
            if !matches!(answered, Ok(Answer::Here)) {
                silent = Some(server.to_string());
            }
        }
        let Some(server) = silent else {
            return Ok(());
        };
        if games.time.now_ms() - begun_ms > PATIENCE_MS {
            return Err(match games.bus.is_shared() {
                true => ServeError::OtherServerSilent { server },
                false => ServeError::OtherServer { server },
            });
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
