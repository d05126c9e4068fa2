use std::path::PathBuf;

use komadai_protocol::GameKey;

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database failed: {0}")]
    Database(String),
    #[error("event {seq} of game {} cannot be read: {why}", .game.short())]
    Unreadable {
        game: GameKey,
        seq: u32,
        why: String,
    },
    /// The log has a gap, or its length differs from the game's row.
    #[error("event {seq} of game {} is missing or too many", .game.short())]
    Missing { game: GameKey, seq: u32 },
    #[error("a stored value cannot be read: {0}")]
    Value(String),
    #[error("the database refused a row: {0}")]
    Constraint(String),
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// `true` if the error concerns a single row, so that others can still be read and written.
    pub fn is_of_one_row(&self) -> bool {
        match self {
            Self::Unreadable { .. }
            | Self::Missing { .. }
            | Self::Value(_)
            | Self::Constraint(_) => true,
            Self::Database(_) | Self::Closed => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Value(text),
            sqlx::Error::Database(error) if error.kind() != sqlx::error::ErrorKind::Other => {
                Self::Constraint(text)
            }
            _ => Self::Database(text),
        }
    }
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The event number is not the next one.
    #[error("the log is at event {seq}")]
    Stale { seq: u32 },
    /// The epoch (fencing token) is outdated: another copy has taken over the slot.
    #[error("another copy has taken over (epoch {epoch})")]
    Fenced { epoch: i64 },
    #[error("there is no such game")]
    NoSuchGame,
    #[error("the player has as many open challenges as possible")]
    TooManyChallenges,
    #[error("the network has as many open challenges as possible")]
    TooManyOffers,
    /// The database failed; nothing of the append is stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Reason not to open a database, with advice for the host. The database is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(
        "the database {path} is in use by another komadai server: stop that one first, \
         or name another file with --database", path = .path.display())]
    InUse { path: PathBuf },
    /// The folder or file cannot be read, written or created.
    #[error(
        "the database {path} cannot be opened ({why}): check that the folder exists and may be \
         written, or name another file with --database", path = .path.display())]
    Unusable { path: PathBuf, why: String },
    #[error(
        "{path} is not a komadai database ({why}): it has been left as it is; \
         name another file with --database", path = .path.display())]
    Foreign { path: PathBuf, why: String },
    #[error(
        "the database {path} is damaged ({why}): it has been left as it is; restore a backup, \
         try to rescue it with `sqlite3 {path} .recover`, or start anew with --database and \
         another file", path = .path.display())]
    Damaged { path: PathBuf, why: String },
    #[error(
        "the database {path} was written by a newer komadai (its format is {found}, this program \
         knows up to {known}): it has been left as it is; install the newer program, or name \
         another file with --database", path = .path.display())]
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// A copy would have the tables of the earlier format.
    #[error(
        "the database {path} was written by an earlier komadai (its format is {found}, this program's {known}): \
         copy it with that program, or start a server of this one first, which brings it up to date",
        path = .path.display())]
    Older {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// The PostgreSQL server cannot be reached or denies access.
    #[error(
        "the database {path} cannot be reached ({why}): check the address after --database, that \
         PostgreSQL runs there, and that its user may use the database", path = .path.display())]
    Unreachable { path: PathBuf, why: String },
    /// Servers of an earlier version use the database, and migrations would change its tables under them.
    #[error(
        "servers of an earlier komadai use the database {path}, and this one would change its tables: \
         stop all of them, then start this one", path = .path.display())]
    OlderServers { path: PathBuf },
    #[error("the database {path} could not be brought up to date: {why}", path = .path.display())]
    Migration { path: PathBuf, why: String },
}

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("there is no database {}: name it with --database", .path.display())]
    NoSource { path: PathBuf },
    #[error(
        "{} exists: name another file, or move it away first, with its files ending in -wal and -shm",
        .path.display()
    )]
    Exists { path: PathBuf },
    #[error("the database {} is not empty: make a new one, and name that", .path.display())]
    NotEmpty { path: PathBuf },
    #[error("{} cannot be copied: it is not a komadai database, or damaged", .path.display())]
    NotOurs { path: PathBuf },
    #[error("{} cannot be written: {why}", .path.display())]
    Copy { path: PathBuf, why: String },
}
