use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Decode, Row, Sqlite, SqliteConnection, Type};

use super::{APPLICATION_ID, CLOSED, migrator};
use crate::OpenError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    Whole,
    /// Reads the whole file only if it was not closed: the server was killed, or the file was copied while in use.
    WholeIfUnclean,
}

/// Checks an existing file without writing to it or beside it. Returns `true` if all of it was read.
///
/// # Errors
/// The first reason not to open it.
pub(crate) async fn check(path: &Path, depth: Depth) -> Result<bool, OpenError> {
    let file = DatabaseFile { path };
    if !file.check_header()? {
        return Ok(false);
    }
    let mut connection = file.connect().await?;
    let result = file.check_content(&mut connection, depth).await;
    let _ = connection.close().await;
    result
}

/// Opens a file read-only. A file without write-ahead log is opened as immutable, so that SQLite creates nothing beside
/// it.
pub(super) async fn open_to_read(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(!log_of(path).exists());
    options.connect().await
}

/// Path of the write-ahead log, which SQLite removes when the last connection closes.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

struct DatabaseFile<'a> {
    path: &'a Path,
}

impl DatabaseFile<'_> {
    fn foreign(&self, why: impl Into<String>) -> OpenError {
        OpenError::Foreign {
            path: self.path.to_owned(),
            why: why.into(),
        }
    }

    fn damaged(&self, why: impl ToString) -> OpenError {
        OpenError::Damaged {
            path: self.path.to_owned(),
            why: why.to_string(),
        }
    }

    /// Returns `false` for a missing or empty file.
    fn check_header(&self) -> Result<bool, OpenError> {
        let unusable = |error: std::io::Error| OpenError::Unusable {
            path: self.path.to_owned(),
            why: error.to_string(),
        };
        let mut header = Vec::new();
        match File::open(self.path) {
            Ok(file) => file.take(100).read_to_end(&mut header).map_err(unusable)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(unusable(error)),
        };
        if header.is_empty() {
            return Ok(false);
        }
        if !header.starts_with(b"SQLite format 3\0") {
            return Err(self.foreign("it is not a SQLite file"));
        }
        if header.len() < 100 {
            return Err(self.damaged("its header is cut off"));
        }
        Ok(true)
    }

    async fn connect(&self) -> Result<SqliteConnection, OpenError> {
        let connection = open_to_read(self.path).await;
        connection.map_err(|error| self.damaged(error))
    }

    async fn check_content(
        &self,
        connection: &mut SqliteConnection,
        depth: Depth,
    ) -> Result<bool, OpenError> {
        let application: i64 = self.value(connection, "PRAGMA application_id").await?;
        let count = "SELECT COUNT(*) FROM sqlite_master";
        let tables: i64 = self.value(connection, count).await?;
        if tables == 0 && application == 0 {
            return Ok(false);
        }
        if application != APPLICATION_ID {
            return Err(self.foreign("it is a SQLite file of another program"));
        }
        let is_open: i64 = self.value(connection, "PRAGMA user_version").await?;
        let is_whole = depth == Depth::Whole || is_open != CLOSED || log_of(self.path).exists();
        if is_whole {
            let problem: String = self.value(connection, "PRAGMA quick_check(1)").await?;
            if problem != "ok" {
                return Err(self.damaged(problem));
            }
        }
        if tables > 0 {
            self.check_migrations(connection).await?;
        }
        Ok(is_whole)
    }

    async fn value<T>(
        &self,
        connection: &mut SqliteConnection,
        sql: &'static str,
    ) -> Result<T, OpenError>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
    {
        let row = sqlx::query(sql).fetch_one(connection).await;
        row.and_then(|row| row.try_get(0))
            .map_err(|error| self.damaged(error))
    }

    async fn check_migrations(&self, connection: &mut SqliteConnection) -> Result<(), OpenError> {
        let rows = sqlx::query("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(connection)
            .await
            .map_err(|error| self.damaged(error))?;
        let migrator = migrator();
        let newest = migrator.iter().map(|migration| migration.version).max();
        for row in rows {
            let version: i64 = row.try_get(0).map_err(|error| self.damaged(error))?;
            let checksum: Vec<u8> = row.try_get(1).map_err(|error| self.damaged(error))?;
            let mut ours = migrator.iter();
            match ours.find(|migration| migration.version == version) {
                Some(migration) if *migration.checksum == *checksum => {}
                Some(_) => {
                    let why = format!("its format {version} is not the one of this program");
                    return Err(self.foreign(why));
                }
                None => {
                    return Err(OpenError::Newer {
                        path: self.path.to_owned(),
                        found: version,
                        known: newest.unwrap_or(0),
                    });
                }
            }
        }
        Ok(())
    }
}
