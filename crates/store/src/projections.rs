use std::path::{Path, PathBuf};

use komadai_protocol::GameKey;

use crate::open::address;
use crate::{OpenError, Registry, StoreError, open};

/// Progress of the projections through the event log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    pub position: i64,
    /// Position of the last event that concerns them.
    pub end: i64,
}

impl CaughtUp {
    /// `true` if the projections are up to date.
    pub fn is_whole(self) -> bool {
        self.position >= self.end
    }
}

/// Brings the projections up to date with the events stored so far, and reports progress after each step.
///
/// # Errors
/// The database failed. Completed steps are kept.
pub async fn catch_up(
    store: &(impl Registry + ?Sized),
    mut progress: impl FnMut(CaughtUp) + Send,
) -> Result<CaughtUp, StoreError> {
    let first = store.follow_events().await?;
    let mut reached = first;
    progress(reached);
    // Events stored meanwhile are left to the next caller.
    while !reached.is_whole() && reached.position < first.end {
        reached = store.follow_events().await?;
        progress(reached);
    }
    Ok(reached)
}

/// Advances the projections one step before they are read, usually to the end. Readers do not wait for projections that
/// lag further behind or cannot be written.
pub(crate) async fn advance_projections(store: &(impl Registry + ?Sized)) {
    // The server's own follower logs errors once a second.
    let _ = store.follow_events().await;
}

/// Event that a projection could not read and has skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    pub projection: String,
    pub position: i64,
    pub game: GameKey,
    pub seq: u32,
    pub why: String,
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
