use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection};

use super::batch;
use crate::queue::{Commit, Results};
use crate::sql::Value;
use crate::write::Write;

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

    /// The first row of an answer, outside a transaction.
    pub(super) async fn first(
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

    pub(super) async fn end(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }
}

impl Commit for Line {
    /// What was committed when the connection breaks nobody knows: those who wait get the error, and have to read.
    async fn commit(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
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

    /// Something cannot be stored, or another server was in the way, over a connection that is sound.
    fn is_refusal(error: &sqlx::Error) -> bool {
        matches!(error, sqlx::Error::Database(_) | sqlx::Error::Encode(_))
    }

    async fn close(mut self) {
        self.end().await;
    }
}
