use std::fs::File;
use std::io::Read;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};

use super::{APPLICATION_ID, migrator};
use crate::OpenError;

/// Looks at an existing file without changing a byte of it, beside it or in it.
///
/// # Errors
/// Whatever speaks against opening it.
pub(crate) async fn check(path: &Path) -> Result<(), OpenError> {
    let foreign = |why: String| OpenError::Foreign {
        path: path.to_owned(),
        why,
    };
    let damaged = |why: String| OpenError::Damaged {
        path: path.to_owned(),
        why,
    };
    let unusable = |error: std::io::Error| OpenError::Unusable {
        path: path.to_owned(),
        why: error.to_string(),
    };

    let mut header = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(100).read_to_end(&mut header).map_err(unusable)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unusable(error)),
    };
    if header.is_empty() {
        return Ok(());
    }
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(foreign("it is not a SQLite file".into()));
    }
    if header.len() < 100 {
        return Err(damaged("its header is cut off".into()));
    }

    // Without a write-ahead log the file can be opened as immutable, which makes SQLite create
    // nothing beside it.
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(!Path::new(&wal).exists());
    let mut connection = options
        .connect()
        .await
        .map_err(|error| damaged(error.to_string()))?;
    let result = async {
        let application: i64 = sqlx::query("PRAGMA application_id")
            .fetch_one(&mut connection)
            .await
            .and_then(|row| row.try_get(0))
            .map_err(|error| damaged(error.to_string()))?;
        let tables: i64 = sqlx::query("SELECT COUNT(*) FROM sqlite_master")
            .fetch_one(&mut connection)
            .await
            .and_then(|row| row.try_get(0))
            .map_err(|error| damaged(error.to_string()))?;
        if tables == 0 && application == 0 {
            return Ok(());
        }
        if application != APPLICATION_ID {
            return Err(foreign("it is a SQLite file of another program".into()));
        }
        let problem: String = sqlx::query("PRAGMA quick_check(1)")
            .fetch_one(&mut connection)
            .await
            .and_then(|row| row.try_get(0))
            .map_err(|error| damaged(error.to_string()))?;
        if problem != "ok" {
            return Err(damaged(problem));
        }
        if tables == 0 {
            return Ok(());
        }
        let rows = sqlx::query("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut connection)
            .await
            .map_err(|error| damaged(error.to_string()))?;
        let migrator = migrator();
        let known = migrator
            .iter()
            .map(|migration| migration.version)
            .max()
            .unwrap_or(0);
        for row in rows {
            let version: i64 = row.try_get(0).map_err(|error| damaged(error.to_string()))?;
            let checksum: Vec<u8> = row.try_get(1).map_err(|error| damaged(error.to_string()))?;
            match migrator
                .iter()
                .find(|migration| migration.version == version)
            {
                Some(migration) if *migration.checksum == *checksum => {}
                Some(_) => {
                    return Err(foreign(format!(
                        "its format {version} is not the one of this program"
                    )));
                }
                None => {
                    return Err(OpenError::Newer {
                        path: path.to_owned(),
                        found: version,
                        known,
                    });
                }
            }
        }
        Ok(())
    }
    .await;
    let _ = connection.close().await;
    result
}
