use std::fs::File;
use std::io::Read;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Decode, Row, Sqlite, SqliteConnection, Type};

use super::{APPLICATION_ID, migrator};
use crate::OpenError;

/// Looks at an existing file without changing a byte of it, beside it or in it.
///
/// # Errors
/// The first reason not to open it.
pub(crate) async fn check(path: &Path) -> Result<(), OpenError> {
    let file = Unopened { path };
    if !file.check_header()? {
        return Ok(());
    }
    let mut connection = file.connect().await?;
    let result = file.check_content(&mut connection).await;
    let _ = connection.close().await;
    result
}

/// Opens a file without changing it. Without a write-ahead log it is opened as immutable, which makes SQLite
/// create nothing beside it.
pub(super) async fn open_to_read(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(!Path::new(&wal).exists());
    options.connect().await
}

/// A file that is not trusted yet.
struct Unopened<'a> {
    path: &'a Path,
}

impl Unopened<'_> {
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

    /// Returns whether there is anything in the file.
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

    async fn check_content(&self, connection: &mut SqliteConnection) -> Result<(), OpenError> {
        let application: i64 = self.value(connection, "PRAGMA application_id").await?;
        let count = "SELECT COUNT(*) FROM sqlite_master";
        let tables: i64 = self.value(connection, count).await?;
        if tables == 0 && application == 0 {
            return Ok(());
        }
        if application != APPLICATION_ID {
            return Err(self.foreign("it is a SQLite file of another program"));
        }
        let problem: String = self.value(connection, "PRAGMA quick_check(1)").await?;
        if problem != "ok" {
            return Err(self.damaged(problem));
        }
        if tables == 0 {
            return Ok(());
        }
        self.check_migrations(connection).await
    }

    /// The first column of the only row.
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

    /// Every migration of the file is one of this program.
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
