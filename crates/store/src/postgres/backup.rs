use std::path::Path;

use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions as _, Connection as _};

use super::open::Address;
use crate::{BackupError, Contents, Registry as _, SqliteStore, StoreError, sqlite, transfer};

/// Lifts the timeouts set for servers: a copy may take long.
const PATIENT: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";

pub(crate) async fn back_up(url: &str, into: &Path) -> Result<Contents, BackupError> {
    let address = Address::parse(url)?;
    let mut source = address.look_at().await?;
    let copied = sqlite::write(into, fill(&mut source, into)).await;
    let _ = source.close().await;
    copied
}

async fn fill(source: &mut PgConnection, into: &Path) -> Result<(), String> {
    let mut copy = sqlite::blank(into).await?;
    let copied = async {
        sqlx::raw_sql(PATIENT).execute(&mut *source).await?;
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        sqlx::raw_sql(begin).execute(&mut *source).await?;
        sqlx::raw_sql("BEGIN").execute(&mut copy).await?;
        transfer::copy(source, &mut copy).await?;
        sqlx::raw_sql("COMMIT").execute(&mut copy).await?;
        sqlx::raw_sql("COMMIT").execute(&mut *source).await?;
        copy.close().await?;
        Ok::<_, StoreError>(())
    };
    copied.await.map_err(|error| error.to_string())
}

pub(crate) async fn restore(backup: &Path, url: &str) -> Result<Contents, BackupError> {
    let address = Address::parse(url)?;
    let failed = |why: String| BackupError::Copy {
        path: address.shown.clone(),
        why,
    };
    // Migrate a copy of the backup: it may have an earlier format.
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let path = folder.path().join("copy.db");
    sqlite::copy(backup, &path).await?;
    let copy = SqliteStore::open(&path).await?;
    let closed = copy.close().await;
    closed.map_err(|error| failed(error.to_string()))?;
    drop(copy);
    let source = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let source = source.read_only(true).connect().await;
    let mut source = source.map_err(|error| failed(error.to_string()))?;

    let mut target = address.prepare().await?;
    let restored = put(&mut source, &mut target).await;
    let _ = source.close().await;
    let _ = target.close().await;
    match restored {
        Ok(Some(contents)) => Ok(contents),
        Ok(None) => Err(BackupError::NotEmpty {
            path: address.shown.clone(),
        }),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Returns `None` if the target is not empty.
async fn put(
    source: &mut sqlx::SqliteConnection,
    target: &mut PgConnection,
) -> Result<Option<Contents>, StoreError> {
    sqlx::raw_sql(PATIENT).execute(&mut *target).await?;
    // Servers read the settings table first, so this lock keeps them out.
    let begin = "BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(begin).execute(&mut *target).await?;
    let sql = "SELECT EXISTS (SELECT 1 FROM settings) OR EXISTS (SELECT 1 FROM players) \
        OR EXISTS (SELECT 1 FROM games)";
    if sqlx::query_scalar(sql).fetch_one(&mut *target).await? {
        return Ok(None);
    }
    sqlx::raw_sql("BEGIN").execute(&mut *source).await?;
    transfer::copy(source, target).await?;
    let end = "UPDATE log_base SET base = (SELECT COALESCE(MAX(position), 0) FROM events)";
    sqlx::raw_sql(end).execute(&mut *target).await?;
    let contents = transfer::contents(target).await?;
    sqlx::raw_sql("COMMIT").execute(&mut *target).await?;
    Ok(Some(contents))
}
