//! How a server finds the others on its database.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use komadai_store::Store;

use crate::bus::{Asked, Bus, LocalBus, NatsAccess, NatsBus, WIRE_VERSION};
use crate::credentials::Credentials;
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
    credentials: Credentials,
    metrics: Arc<Metrics>,
) -> Result<(Arc<dyn Bus>, Option<Asked>), ServeError> {
    let Some(nats) = &args.nats else {
        return Ok((Arc::new(LocalBus::default()), None));
    };
    let access = NatsAccess::new(nats, args.nats_credentials.as_deref())?;
    // Several databases may use one NATS server.
    let new = random::word(CLUSTER_LETTERS);
    let cluster = store.setting("cluster", &new).await?;
    let (bus, asked) = NatsBus::connect(&access, &cluster, server, credentials, metrics).await?;
    Ok((bus, Some(asked)))
}

/// Becomes one of the servers on the database, if all that live there can be reached and speak the same version.
///
/// # Errors
/// One cannot be reached or speaks another version, or the database failed. Then this server has left again.
pub(crate) async fn enter(games: &GameRegistry) -> Result<(), ServeError> {
    let entered = async {
        // Without being seen: who is refused and started again and again disturbs nobody.
        meet(games).await?;
        games.renew().await?;
        // Another one may have started at the same moment.
        meet(games).await
    };
    let entered = entered.await;
    if entered.is_err() {
        leave(games).await;
    }
    entered
}

/// Gives all games back and says so.
pub(crate) async fn leave(games: &GameRegistry) {
    if let Err(error) = games.leave().await {
        // The next server waits until the lease is over.
        tracing::error!(error = %error, "lease.leave failed");
    }
    games.bus.leave().await;
}

/// Looks for other servers on the database. All of them have to be within reach and of the same version; one that does
/// not answer may have crashed a moment ago, and one of another version may be about to stop.
async fn meet(games: &GameRegistry) -> Result<(), ServeError> {
    let begun_ms = games.time.now_ms();
    // What those said that speak another version: one may be too busy to say it again.
    let mut others = BTreeMap::new();
    loop {
        let mut fault = None;
        for id in games.living_others().await? {
            let version = games.bus.version(id).await;
            let server = id.to_string();
            let other = |theirs| ServeError::OtherVersion {
                server: server.clone(),
                theirs,
                ours: WIRE_VERSION,
            };
            fault = Some(match version {
                Ok(WIRE_VERSION) => continue,
                Ok(theirs) => {
                    others.insert(id, theirs);
                    other(theirs)
                }
                Err(_) if others.contains_key(&id) => other(others[&id]),
                Err(_) if games.bus.is_shared() => ServeError::OtherServerSilent { server },
                Err(_) => ServeError::OtherServer { server },
            });
        }
        let Some(fault) = fault else {
            return Ok(());
        };
        if games.time.now_ms() - begun_ms > PATIENCE_MS {
            return Err(fault);
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
