use std::fs::File;
use std::future::Future;
use std::io::ErrorKind;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::check::{self, Depth};
use super::store::{create_new_private, lock};
use super::{APPLICATION_ID, migrator};
use crate::{BackupError, Contents, OpenError, transfer};

pub(crate) async fn copy(from: &Path, into: &Path) -> Result<Contents, BackupError> {
    // SQLite looks for the write-ahead log beside the file, not beside a link to it.
    let from = &from
        .canonicalize()
        .map_err(|_| BackupError::NoSource { path: from.into() })?;
    check::check(from, Depth::Whole)
        .await
        .map_err(|error| match error {
            OpenError::Foreign { .. } | OpenError::Damaged { .. } => {
                BackupError::NotOurs { path: from.clone() }
            }
            other => other.into(),
        })?;
    write(into, vacuum(from, into)).await
}

/// Creates a file, fills it with `fill`, checks it, and syncs it to disk.
pub(crate) async fn write(
    into: &Path,
    fill: impl Future<Output = Result<(), String>>,
) -> Result<Contents, BackupError> {
    let failed = |why: String| BackupError::Copy {
        path: into.into(),
        why,
    };
    // SQLite accepts an empty file and keeps its permissions.
    create_new_private(into).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists { path: into.into() },
        _ => failed(error.to_string()),
    })?;
    let written = async {
        fill.await?;
        look_through(into).await
    };
    let written = written.await;
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(into);
    }
    written.map_err(failed)
}

/// Opens the source, including its write-ahead log if a server uses it.
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

async fn vacuum(from: &Path, into: &Path) -> Result<(), String> {
    let (mut source, _held) = open_source(from).await?;
    let vacuum = sqlx::query("VACUUM INTO $1").bind(into.to_string_lossy().into_owned());
    let copied = vacuum.execute(&mut source).await;
    let _ = source.close().await;
    copied.map(drop).map_err(|error| error.to_string())
}

/// Creates an empty database without a write-ahead log.
pub(crate) async fn blank(path: &Path) -> Result<SqliteConnection, String> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Memory)
        .foreign_keys(true)
        .pragma("application_id", APPLICATION_ID.to_string());
    let connection = options.connect().await;
    let mut connection = connection.map_err(|error| error.to_string())?;
    let migrated = migrator().run_direct(None, &mut connection, false).await;
    migrated.map_err(|error| error.to_string())?;
    Ok(connection)
}

async fn look_through(path: &Path) -> Result<Contents, String> {
    let text = |error: sqlx::Error| error.to_string();
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut copy = options.immutable(true).connect().await.map_err(text)?;
    let problem = sqlx::query("PRAGMA integrity_check(1)")
        .fetch_one(&mut copy)
        .await;
    let problem: String = problem.and_then(|row| row.try_get(0)).map_err(text)?;
    if problem != "ok" {
        return Err(problem);
    }
    let contents = transfer::contents(&mut copy).await;
    let contents = contents.map_err(|error| error.to_string())?;
    let _ = copy.close().await;
    // SQLite does not sync in this journal mode.
    let file = File::open(path).and_then(|file| file.sync_all());
    file.map_err(|error| error.to_string())?;
    Ok(contents)
}
