use std::io;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection};

use super::batch;
use crate::queue::{Commit, Results};
use crate::sql::Value;
use crate::write::Write;

/// A database that has not answered a quick statement for so long counts as gone, though it may still carry it out: its
/// own limits (`SETTINGS` in `open.rs`) are longer.
const SILENT: Duration = Duration::from_secs(3);
/// The same of a transaction. Here the limits of the database come first: one that lives says what is wrong.
const TRANSACTION_SILENT: Duration = Duration::from_secs(15);

/// What comes of it within that time.
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

/// A connection of one's own, made anew after it broke.
pub(super) struct Line {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Line {
    pub(super) fn new(options: PgConnectOptions, connection: Option<PgConnection>) -> Self {
        Self {
            options,
            connection,
        }
    }

    /// Taken out: if the caller gives up in the middle of something, it is not used again.
    async fn take(&mut self) -> Result<PgConnection, sqlx::Error> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => self.options.connect().await,
        }
    }

    /// The first row of the answer to a quick statement, outside a transaction.
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

impl Commit for Line {
    /// What was committed when the connection breaks nobody knows: those who wait get the error, and have to read.
    async fn commit(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
        within(TRANSACTION_SILENT, self.transaction(writes)).await
    }

    /// Something cannot be stored, or another server was in the way, over a connection that is sound.
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
