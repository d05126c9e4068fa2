use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use komadai_protocol::GameKey;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot};

use super::write::{Done, Write, WriteError};
use super::writer::{Order, WriterInfo};
use super::{APPLICATION_ID, check, migrator, rows, writer};
use crate::{
    Append, AppendError, EventLog, GameRow, NewGame, OpenError, PlayerRow, Registry, StoreError,
    StoreFuture, StoredEvent,
};

/// Connections that read.
const READERS: u32 = 4;
/// Writes that may wait before those who write have to.
const QUEUE: usize = 1024;

/// Everything in one SQLite file.
pub struct SqliteStore {
    pub(super) readers: SqlitePool,
    orders: mpsc::Sender<Order>,
    /// Whether a commit failed, and nothing of some size has been written since.
    write_failed: Arc<AtomicBool>,
    /// Held as long as the store lives: one server per file.
    _lock: File,
}

impl SqliteStore {
    /// Opens the file, creates it if there is none, brings it up to date.
    ///
    /// Because no other server can hold the file, games left behind by a server that died are
    /// free to take at once.
    ///
    /// # Errors
    /// What speaks against it, with the file untouched.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        // SQLite puts its log beside the file itself, not beside a link to it, and creates what a link leads to
        // with permissions of its own.
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
        check::check(path).await?;

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
            .connect()
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
        for sql in [
            "UPDATE games SET lease_until = COALESCE((SELECT lease_until FROM servers \
             WHERE servers.id = games.owner), lease_until), owner = NULL WHERE owner IS NOT NULL",
            "DELETE FROM servers",
        ] {
            let done = sqlx::query(sql).execute(&mut connection).await;
            done.map_err(|error| unusable(error.to_string()))?;
        }

        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.pragma("query_only", "1"))
            .await
            .map_err(|error| unusable(error.to_string()))?;
        let (orders, receiver) = mpsc::channel(QUEUE);
        let write_failed = Arc::<AtomicBool>::default();
        tokio::spawn(writer::run(connection, receiver, write_failed.clone()));
        Ok(Self {
            readers,
            orders,
            write_failed,
            _lock: lock,
        })
    }

    /// What the writer's connection says of itself.
    ///
    /// # Errors
    /// The database failed.
    pub async fn writer_info(&self) -> Result<WriterInfo, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.orders
            .send(Order::Info(reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn write(&self, write: Write) -> Result<Done, WriteError> {
        let (reply, answer) = oneshot::channel();
        self.orders
            .send(Order::Write(Box::new(write), reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// A write that depends on no number and no epoch: only the database can refuse it.
    pub(super) async fn write_unconditionally(&self, write: Write) -> Result<Done, StoreError> {
        self.write(write).await.map_err(|error| match error {
            AppendError::Store(error) => error,
            other => StoreError::Database(other.to_string()),
        })
    }
}

/// Takes the lock on the database itself, so that a second server is refused by whatever name it knows the
/// file. On Linux SQLite's own locks (`fcntl`) are of another kind than this one (`flock`).
#[cfg(target_os = "linux")]
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    take_lock(path, File::open(path))
}

/// Takes the lock file beside the database: elsewhere locking the database itself may lock SQLite out.
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

/// Creates the file, if there is none, for its owner alone: the key that signs cookies lies in
/// it. SQLite gives its log beside the database the same permissions. Whoever opened an existing
/// file to others has reasons of their own: it stays as it is.
fn create_private(path: &Path) -> std::io::Result<()> {
    match create_new_private(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Creates a file for its owner alone.
pub(super) fn create_new_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

impl EventLog for SqliteStore {
    fn create(&self, game: NewGame) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Create(game)).await.map(drop) })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Append(append)).await.map(drop) })
    }

    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move { self.write(Write::Follow { next, append }).await.map(drop) })
    }

    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(async move {
            let rows = sqlx::query(rows::EVENTS)
                .bind(game.as_str())
                .bind(i64::from(after))
                .fetch_all(&self.readers)
                .await?;
            rows::events(game, after, &rows)
        })
    }

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>> {
        Box::pin(async move {
            sqlx::query(rows::GAME_BY_ID)
                .bind(game.as_str())
                .fetch_optional(&self.readers)
                .await?
                .as_ref()
                .map(rows::game)
                .transpose()
        })
    }
}

impl Registry for SqliteStore {
    fn add_player(&self, player: PlayerRow) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.write_unconditionally(Write::Player(player))
                .await
                .map(drop)
        })
    }

    fn games_of<'a>(&'a self, player: &'a str, limit: u32) -> StoreFuture<'a, Vec<GameRow>> {
        Box::pin(async move {
            sqlx::query(rows::GAMES_OF)
                .bind(player)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?
                .iter()
                .map(rows::game)
                .collect()
        })
    }

    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        Box::pin(async move {
            let row = sqlx::query(
                "SELECT COUNT(*) FROM games \
                 WHERE (first_player = $1 OR second_player = $1) AND status <> 'ended'",
            )
            .bind(player)
            .fetch_one(&self.readers)
            .await?;
            rows::number(row.try_get(0)?)
        })
    }

    fn setting<'a>(&'a self, name: &'a str, value: &'a str) -> StoreFuture<'a, String> {
        Box::pin(async move {
            match self
                .write_unconditionally(Write::Setting {
                    name: name.into(),
                    value: value.into(),
                })
                .await?
            {
                Done::Value(value) => Ok(value),
                _ => Ok(value.to_owned()),
            }
        })
    }

    fn is_alive(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            sqlx::query("SELECT 1").execute(&self.readers).await?;
            if self.orders.is_closed() {
                return Err(StoreError::Closed);
            }
            if self.write_failed.load(Ordering::Relaxed) {
                self.write_unconditionally(Write::Probe).await?;
                self.write_unconditionally(Write::ProbeDone).await?;
                self.write_failed.store(false, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            let (reply, answer) = oneshot::channel();
            if self.orders.send(Order::Close(reply)).await.is_ok() {
                let _ = answer.await;
            }
            Ok(())
        })
    }
}
