//! Membership: how a server finds the others on its database.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use komadai_store::Store;

use crate::game::{GameRegistry, LEASE_MS};
use crate::link::{Alone, Asked, Link, NatsAccess, NatsLink, WIRE_VERSION};
use crate::metrics::Metrics;
use crate::server_id::ServerId;
use crate::{ServeArgs, ServeError, random};

/// A silent server counts as alive this long, because it may have crashed a moment ago; milliseconds.
const PATIENCE_MS: i64 = LEASE_MS + 1000;
const LOOK_EVERY: Duration = Duration::from_millis(100);
const CLUSTER_LETTERS: usize = 12;

/// Rejects options that cannot work together, before anything is opened.
pub(crate) fn check(args: &ServeArgs, database: &Path) -> Result<(), ServeError> {
    if args.nats.is_some() && !komadai_store::is_shared(database) {
        return Err(ServeError::NatsWithoutPostgres {
            path: database.to_owned(),
        });
    }
    Ok(())
}

/// Links this server to the others. With `--nats` also returns their requests.
pub(crate) async fn connect(
    args: &ServeArgs,
    store: &dyn Store,
    server: ServerId,
    metrics: Arc<Metrics>,
) -> Result<(Arc<dyn Link>, Option<Asked>), ServeError> {
    let Some(nats) = &args.nats else {
        return Ok((Arc::new(Alone), None));
    };
    let access = NatsAccess::new(nats, args.nats_credentials.as_deref())?;
    // Several databases may share one NATS server.
    let new = random::word(CLUSTER_LETTERS);
    let cluster = store.setting("cluster", &new).await?;
    let (link, asked) = NatsLink::connect(&access, &cluster, server, metrics).await?;
    Ok((link, Some(asked)))
}

/// Joins the cluster once every other server is reachable and speaks the same wire version.
///
/// # Errors
/// Another server is unreachable or speaks another version, or the database failed. This server has then left
/// again.
pub(crate) async fn enter(games: &GameRegistry) -> Result<(), ServeError> {
    let entered = async {
        // Check before registering, so that a server in a restart loop disturbs no other.
        meet(games).await?;
        games.beat().await?;
        // Check again: another server may have started at the same moment.
        meet(games).await
    };
    let entered = entered.await;
    if entered.is_err() {
        leave(games).await;
    }
    entered
}

pub(crate) async fn leave(games: &GameRegistry) {
    if let Err(error) = games.leave().await {
        // The next server waits until the lease has expired.
        tracing::error!(error = %error, "lease.leave failed");
    }
    games.link.leave().await;
}

/// Waits until every other server on the database is reachable and speaks the same wire version. A silent
/// server may have just crashed, and one of another version may be stopping, so both have [`PATIENCE_MS`].
async fn meet(games: &GameRegistry) -> Result<(), ServeError> {
    let begun_ms = games.time.now_ms();
    // Versions already reported: a busy server may not repeat its own.
    let mut others = BTreeMap::new();
    loop {
        let mut fault = None;
        for id in games.other_servers().await? {
            let version = games.link.version(id).await;
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
                Err(_) if games.link.is_shared() => ServeError::OtherServerSilent { server },
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
