use std::path::{Path, PathBuf};

use komadai_protocol::GameKey;

use crate::open::address;
use crate::{OpenError, Registry, StoreError, open};

/// How far the lists have come with the events of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    /// The position of the last event that they contain.
    pub position: i64,
    /// The position of the last event there is, or that matters.
    pub end: i64,
}

impl CaughtUp {
    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.position >= self.end
    }
}

/// Brings the lists up to date with the events that there are now, and says after each step how far they are.
///
/// # Errors
/// The database failed; the steps until then stay done.
pub async fn catch_up(
    store: &(impl Registry + ?Sized),
    mut progress: impl FnMut(CaughtUp) + Send,
) -> Result<CaughtUp, StoreError> {
    let first = store.follow_events().await?;
    let mut reached = first;
    progress(reached);
    // What is stored meanwhile is left to the next caller.
    while !reached.is_whole() && reached.position < first.end {
        reached = store.follow_events().await?;
        progress(reached);
    }
    Ok(reached)
}

/// Lets the lists follow one step before they are read, usually to the end. Lists that are far behind, or that the database
/// does not write, are read as far as they have come: nobody waits for them.
pub(crate) async fn go_on(store: &(impl Registry + ?Sized)) {
    // What goes wrong is logged once a second by the server's own following.
    let _ = store.follow_events().await;
}

/// An event that a projection cannot read. It has passed it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// Which projection.
    pub projection: String,
    /// The place of the event among those of all games.
    pub position: i64,
    /// The game it happened in.
    pub game: GameKey,
    /// Its number in that game.
    pub seq: u32,
    /// What is wrong with it.
    pub why: String,
}

/// What came of making lists again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    /// How far they have come.
    pub reached: CaughtUp,
    /// Events that they do not contain, at most [`Rebuilt::MAX_SHOWN`].
    pub set_aside: Vec<DeadLetter>,
}

impl Rebuilt {
    /// Most events named.
    pub const MAX_SHOWN: u32 = 100;
}

/// Why lists were not made again.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// There is no database.
    #[error("there is no database {}: name it with --database", .path.display())]
    NoDatabase {
        /// The file.
        path: PathBuf,
    },
    /// The database is not opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed. The lists are as far as they have come; the next server goes on with them.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Empties the lists of a database and makes them again from the events. A file must be in use by no server. Servers
/// on PostgreSQL may go on: meanwhile they answer about lists with what these contain by then. An event that cannot be
/// read is left out.
///
/// # Errors
/// The database is not opened, or it failed.
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
    store.forget_lists().await?;
    let reached = catch_up(&*store, progress).await?;
    let set_aside = store.dead_letters(Rebuilt::MAX_SHOWN).await?;
    store.close().await?;
    Ok(Rebuilt { reached, set_aside })
}
