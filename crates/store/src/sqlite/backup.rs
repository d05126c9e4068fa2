//! Copies of a database, made while a server uses it, and put in place of a lost one.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::check;
use super::store::{create_new_private, lock};
use crate::OpenError;

/// What is in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
    /// Players.
    pub players: u64,
}

/// Why a database was not copied. Nothing is left behind.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database to be copied, or the one to be replaced, is not fit.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no database to copy.
    #[error("there is no database {}: name it with --database", .path.display())]
    NoSource {
        /// The file.
        path: PathBuf,
    },
    /// The file to be written is there already.
    #[error(
        "{} exists: name another file, or move it away first, with its files ending in -wal and -shm",
        .path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// What is to be copied is no database of ours, or damaged.
    #[error("{} cannot be copied: it is not a komadai database, or damaged", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Copying failed.
    #[error("{} cannot be written: {why}", .path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// What the system or SQLite said.
        why: String,
    },
}

/// Copies a database into a new file, which its owner alone may read. A server may use the database meanwhile:
/// the copy holds what was committed when it began.
///
/// # Errors
/// The database is not fit, the file exists, or it cannot be written.
pub async fn back_up(database: &Path, into: &Path) -> Result<Contents, BackupError> {
    copy(database, into).await
}

/// Puts a copy in the place of a database that is not there.
///
/// # Errors
/// The copy is no database of ours, there is one in its place, or a server uses it.
pub async fn restore(backup: &Path, database: &Path) -> Result<Contents, BackupError> {
    for ending in ["", "-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        // What an earlier database has left beside it would be taken for part of this one.
        if path.exists() {
            return Err(BackupError::Exists { path });
        }
    }
    copy(backup, database).await
}

async fn copy(from: &Path, into: &Path) -> Result<Contents, BackupError> {
    // SQLite looks for the log beside the file itself, not beside a link to it.
    let from = &from
        .canonicalize()
        .map_err(|_| BackupError::NoSource { path: from.into() })?;
    check::check(from).await.map_err(|error| match error {
        OpenError::Foreign { .. } | OpenError::Damaged { .. } => {
            BackupError::NotOurs { path: from.clone() }
        }
        other => other.into(),
    })?;
    let failed = |why: String| BackupError::Copy {
        path: into.into(),
        why,
    };
    // SQLite copies into an empty file, too, and leaves its permissions alone.
    create_new_private(into).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists { path: into.into() },
        _ => failed(error.to_string()),
    })?;
    let copied = fill(from, into).await;
    if copied.is_err() {
        // The error that is reported is the first one.
        let _ = std::fs::remove_file(into);
    }
    copied.map_err(failed)
}

/// Opens the database to be copied. While a server uses it, its log is part of it.
async fn open_source(from: &Path) -> Result<(SqliteConnection, Option<File>), String> {
    let text = |error: sqlx::Error| error.to_string();
    match lock(from) {
        Ok(held) => Ok((check::open_to_read(from).await.map_err(text)?, Some(held))),
        Err(OpenError::InUse { .. }) => {
            let mut log = from.as_os_str().to_owned();
            log.push("-wal");
            if !Path::new(&log).exists() {
                return Err("a server uses the database under another name: give that one".into());
            }
            let options = SqliteConnectOptions::new().filename(from).read_only(true);
            Ok((options.connect().await.map_err(text)?, None))
        }
        Err(error) => Err(error.to_string()),
    }
}

async fn fill(from: &Path, into: &Path) -> Result<Contents, String> {
    let text = |error: sqlx::Error| error.to_string();
    let (mut source, _held) = open_source(from).await?;
    let vacuum = sqlx::query("VACUUM INTO $1").bind(into.to_string_lossy().into_owned());
    let copied = vacuum.execute(&mut source).await.map_err(text);
    let _ = source.close().await;
    copied?;
    let options = SqliteConnectOptions::new().filename(into).read_only(true);
    let mut copy = options.immutable(true).connect().await.map_err(text)?;
    let problem = sqlx::query("PRAGMA integrity_check(1)")
        .fetch_one(&mut copy)
        .await;
    let problem: String = problem.and_then(|row| row.try_get(0)).map_err(text)?;
    if problem != "ok" {
        return Err(problem);
    }
    let contents = contents(&mut copy).await.map_err(text)?;
    let _ = copy.close().await;
    // SQLite does not sync what it writes here.
    let file = File::open(into).and_then(|file| file.sync_all());
    file.map_err(|error| error.to_string())?;
    Ok(contents)
}

async fn contents(connection: &mut SqliteConnection) -> Result<Contents, sqlx::Error> {
    let sql = "SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM events), \
        (SELECT COUNT(*) FROM players)";
    let row = sqlx::query(sql).fetch_one(connection).await?;
    let count = |column| row.try_get::<i64, _>(column).map(|n| n.unsigned_abs());
    Ok(Contents {
        games: count(0)?,
        events: count(1)?,
        players: count(2)?,
    })
}
