use std::fs::{File, OpenOptions, TryLockError};
use std::ops::DerefMut;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::check::{self, Depth};
use super::writer::{WriterInfo, mark};
use super::{APPLICATION_ID, OPEN, migrator, writer};
use crate::backend::Backend;
use crate::observer::Observed;
use crate::queue::Queue;
use crate::rows::select_players;
use crate::sql::Value;
use crate::{OpenError, Pulse, SecretHash, StoreError};

const READERS: u32 = 4;

pub struct SqliteStore {
    readers: SqlitePool,
    queue: Queue,
    writer_info: WriterInfo,
    observed: Observed,
    /// File lock held for the life of the store: one server per file.
    _lock: File,
}

impl SqliteStore {
    /// Opens the file, creates it if necessary, and migrates it.
    ///
    /// # Errors
    /// The reason not to open it. The file is unchanged.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        // Resolve links: SQLite puts its log beside the file itself, and creates the target of a dangling link with
        // permissions of its own.
        let target = std::fs::read_link(path).map(|target| match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        });
        let path = target.as_deref().unwrap_or(path);
        let unusable = |why: String| OpenError::Unusable {
            path: path.to_owned(),
            why,
        };
        create_private(path).map_err(|error| unusable(error.to_string()))?;
        let lock = lock(path)?;
        if check::check(path, Depth::WholeIfUnclean).await? {
            tracing::info!(store.path = %path.display(), "store.checked: it had not been closed");
        }

        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let mut connection = options
            .clone()
            .pragma("application_id", APPLICATION_ID.to_string())
            // Data that a migration removes must not remain readable in the file.
            .pragma("secure_delete", "1")
            .connect()
            .await
            .map_err(|error| unusable(error.to_string()))?;
        mark_open(&mut connection)
            .await
            .map_err(|error| unusable(error.to_string()))?;
        let migration = |why: String| OpenError::Migration {
            path: path.to_owned(),
            why,
        };
        migrator()
            .run_direct(None, &mut connection, false)
            .await
            .map_err(|error| migration(error.to_string()))?;
        hash_secrets(&mut connection)
            .await
            .map_err(|error| migration(error.to_string()))?;

        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.pragma("query_only", "1"))
            .await
            .map_err(|error| unusable(error.to_string()))?;
        let writer_info = writer::info(&mut connection)
            .await
            .map_err(|error| unusable(error.to_string()))?;
        Ok(Self {
            readers,
            queue: Queue::new(connection),
            writer_info,
            observed: Observed::default(),
            _lock: lock,
        })
    }

    pub fn writer_info(&self) -> &WriterInfo {
        &self.writer_info
    }
}

/// Marks the file itself as in use, so that a copy without the write-ahead log is known to be incomplete.
async fn mark_open(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    mark(connection, OPEN).await?;
    let written = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
    written.execute(connection).await.map(drop)
}

/// Second step of migration 4: replaces session secrets with their hashes.
async fn hash_secrets(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    // `;` is the character after `:`.
    let sql = "SELECT id, substr(hash, 10) FROM sessions WHERE hash >= 'unhashed:' AND hash < 'unhashed;'";
    for row in sqlx::query(sql).fetch_all(&mut *transaction).await? {
        let (id, secret): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        sqlx::query("UPDATE sessions SET hash = $1 WHERE id = $2")
            .bind(SecretHash::of(&secret).as_str())
            .bind(id)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

/// Locks the database file itself, so that a second server is refused under any name of the file. On Linux this lock
/// (`flock`) does not interfere with those of SQLite (`fcntl`).
#[cfg(target_os = "linux")]
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    take_lock(path, File::open(path))
}

/// Locks a separate file beside the database: outside Linux a lock on the database itself may block SQLite.
#[cfg(not(target_os = "linux"))]
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let mut options = OpenOptions::new();
    take_lock(path, options.create(true).append(true).open(name))
}

fn take_lock(path: &Path, file: std::io::Result<File>) -> Result<File, OpenError> {
    let unusable = |error: std::io::Error| OpenError::Unusable {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let file = file.map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Creates a missing file readable for its owner alone, because it holds the key that signs cookies. SQLite gives the
/// write-ahead log the same permissions. Permissions of an existing file stay as they are.
fn create_private(path: &Path) -> std::io::Result<()> {
    match create_new_private(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn create_new_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

impl Backend for SqliteStore {
    type Connection = SqliteConnection;

    const IS_SHARED: bool = false;

    // No other copy can have the file.
    const TAKE_SLOTS: &'static str = "UPDATE slots SET owner = $1, epoch = epoch + 1 \
        WHERE slot IN (SELECT value FROM json_each($2))";

    const HAND_OVER: &'static str = "UPDATE slots SET owner = m.heir, epoch = slots.epoch + 1 FROM \
        (SELECT value ->> 'slot' AS slot, value ->> 'heir' AS heir FROM json_each($2)) AS m \
        WHERE slots.slot = m.slot AND slots.owner = $1";

    // The only copy has all slots.
    const LIVE_GAMES: &'static str =
        "SELECT id FROM games WHERE live = 1 AND json_array_length($1) > 0";

    const PLAYERS: &'static str =
        select_players!("WHERE p.id IN (SELECT value FROM json_each($1))");

    async fn connection(
        &self,
    ) -> Result<impl DerefMut<Target = SqliteConnection> + Send, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    fn observed(&self) -> &Observed {
        &self.observed
    }

    fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The caller's clock: no other server shares the file.
    async fn now(&self, given_ms: i64) -> Result<i64, StoreError> {
        Ok(given_ms)
    }

    /// Writes nothing: there are no others.
    async fn heartbeat(&self, _copy: &str, _lease_ms: i64) -> Result<Pulse, StoreError> {
        Ok(Pulse::default())
    }

    async fn change_slots(
        &self,
        _slots: &str,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<(), StoreError> {
        self.run(sql, values).await.map(drop)
    }

    async fn drain(&self) {
        self.readers.close().await;
        self.queue.close().await;
    }
}
