use std::io;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection};

use super::batch;
use crate::queue::{Commit, Results};
use crate::sql::Value;
use crate::write::Write;

/// Timeout for a single statement. Shorter than the database's own limits (`SETTINGS` in `open.rs`), so the statement
/// may still take effect.
const SILENT: Duration = Duration::from_secs(3);
/// Timeout for a transaction. The limits of the database come first, since its errors name the cause.
const TRANSACTION_SILENT: Duration = Duration::from_secs(15);

async fn within<T>(
    limit: Duration,
    what: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let silent = |_| {
        let why = "the database does not answer";
        sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, why))
    };
    tokio::time::timeout(limit, what).await.map_err(silent)?
}

/// Dedicated connection, reopened after it breaks.
pub(super) struct DedicatedConnection {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl DedicatedConnection {
    pub(super) fn new(options: PgConnectOptions, connection: Option<PgConnection>) -> Self {
        Self {
            options,
            connection,
        }
    }

    /// Takes the connection out: a cancelled caller leaves it in an unknown state, so it is not reused.
    async fn take(&mut self) -> Result<PgConnection, sqlx::Error> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => self.options.connect().await,
        }
    }

    /// Returns the first row of a short statement outside a transaction.
    pub(super) async fn first(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Option<PgRow>, sqlx::Error> {
        within(SILENT, self.row(sql, values)).await
    }

    async fn row(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Option<PgRow>, sqlx::Error> {
        let mut connection = self.take().await?;
        let row = crate::sql::Connection::first(&mut connection, sql, values).await;
        if row.as_ref().err().is_none_or(Self::is_refusal) {
            self.connection = Some(connection);
        }
        row
    }

    async fn transaction(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
        let mut connection = self.take().await?;
        let result = batch::commit(&mut connection, writes).await;
        let is_sound = match &result {
            Ok(_) => true,
            Err(error) if Self::is_refusal(error) => {
                let undone = sqlx::query("ROLLBACK").execute(&mut connection).await;
                undone.is_ok()
            }
            Err(_) => false,
        };
        if is_sound {
            self.connection = Some(connection);
        }
        result
    }

    pub(super) async fn end(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }
}

impl Commit for DedicatedConnection {
    /// If the connection breaks during the commit, its outcome is unknown: callers get the error and must read.
    async fn commit(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
        within(TRANSACTION_SILENT, self.transaction(writes)).await
    }

    /// The connection is sound, but a value cannot be stored or another server held a lock.
    fn is_refusal(error: &sqlx::Error) -> bool {
        matches!(error, sqlx::Error::Database(_) | sqlx::Error::Encode(_))
    }

    fn is_silent(error: &sqlx::Error) -> bool {
        matches!(error, sqlx::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut)
    }

    async fn close(mut self) {
        self.end().await;
    }
}
