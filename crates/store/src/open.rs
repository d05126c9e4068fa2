use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::address::address;
use crate::{
    CaughtUp, DeadLetter, OpenError, PostgresStore, SqliteStore, Store, StoreError, catch_up,
};

/// Opens a database: a SQLite file, or an address such as `postgres://user@host/name`.
///
/// # Errors
/// The reason not to open it. The database is unchanged.
pub async fn open(database: &Path) -> Result<Arc<dyn Store>, OpenError> {
    Ok(match address(database) {
        Some(url) => Arc::new(PostgresStore::open(url).await?),
        None => Arc::new(SqliteStore::open(database).await?),
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    pub reached: CaughtUp,
    /// Skipped events, at most [`Rebuilt::MAX_SHOWN`].
    pub set_aside: Vec<DeadLetter>,
}

impl Rebuilt {
    pub const MAX_SHOWN: u32 = 100;
}

#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    #[error("there is no database {}: name it with --database", .path.display())]
    NoDatabase { path: PathBuf },
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed. Completed steps are kept; the next server continues from there.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Empties the projections of a database and rebuilds them from the events. A database file must not be in use by a
/// server. Servers on PostgreSQL may run: until the rebuild is done they serve incomplete lists. Unreadable events are
/// skipped.
///
/// # Errors
/// The database cannot be opened, or it failed.
pub async fn rebuild(
    database: &Path,
    progress: impl FnMut(CaughtUp) + Send,
) -> Result<Rebuilt, RebuildError> {
    if address(database).is_none() && !database.exists() {
        return Err(RebuildError::NoDatabase {
            path: database.into(),
        });
    }
    let store = open(database).await?;
    store.clear_projections().await?;
    let reached = catch_up(&*store, progress).await?;
    let set_aside = store.dead_letters(Rebuilt::MAX_SHOWN).await?;
    store.close().await?;
    Ok(Rebuilt { reached, set_aside })
}
