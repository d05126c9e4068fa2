use std::path::PathBuf;
use std::str::FromStr;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Row};

use super::migrator;
use crate::OpenError;

/// What every connection asks of the database.
const SETTINGS: [(&str, &str); 4] = [
    // A commit is on disk when it is answered, whatever the database does otherwise.
    ("synchronous_commit", "on"),
    ("statement_timeout", "10s"),
    ("lock_timeout", "5s"),
    // A server that stands still in the middle of a commit holds the others up no longer than this.
    ("idle_in_transaction_session_timeout", "1s"),
];

/// A database named by an address such as `postgres://user@host/name`.
#[derive(Clone)]
pub(crate) struct Address {
    options: PgConnectOptions,
    /// Without a password.
    shown: PathBuf,
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, OpenError> {
        let shown = PathBuf::from(crate::open::without_password(url));
        let options = PgConnectOptions::from_str(url).map_err(|error| OpenError::Unreachable {
            path: shown.clone(),
            why: error.to_string(),
        })?;
        let options = options
            .application_name("komadai")
            .options(SETTINGS)
            .disable_statement_logging();
        Ok(Self { options, shown })
    }

    pub(crate) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    fn unreachable(&self, error: &sqlx::Error) -> OpenError {
        OpenError::Unreachable {
            path: self.shown.clone(),
            why: error.to_string(),
        }
    }

    fn foreign(&self, why: impl Into<String>) -> OpenError {
        OpenError::Foreign {
            path: self.shown.clone(),
            why: why.into(),
        }
    }

    /// Connects, looks whether the database is ours or empty, and brings it up to date. Servers that start at the
    /// same time take turns.
    ///
    /// # Errors
    /// What speaks against it, with the database untouched.
    pub(crate) async fn prepare(&self) -> Result<PgConnection, OpenError> {
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| self.unreachable(&error))?;
        if !self.is_ours(&mut connection).await? && !self.is_empty(&mut connection).await? {
            return Err(self.foreign("it has tables of another program"));
        }
        let migrator = migrator();
        let known = migrator.iter().map(|it| it.version).max().unwrap_or(0);
        let migrated = migrator.run_direct(None, &mut connection, false).await;
        migrated.map_err(|error| match error {
            MigrateError::VersionMissing(found) => OpenError::Newer {
                path: self.shown.clone(),
                found,
                known,
            },
            MigrateError::VersionMismatch(version) => self.foreign(format!(
                "its format {version} is not the one of this program"
            )),
            other => OpenError::Migration {
                path: self.shown.clone(),
                why: other.to_string(),
            },
        })?;
        Ok(connection)
    }

    async fn is_ours(&self, connection: &mut PgConnection) -> Result<bool, OpenError> {
        let sql = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL \
            AND to_regclass('log_end') IS NOT NULL";
        self.truth(connection, sql).await
    }

    async fn is_empty(&self, connection: &mut PgConnection) -> Result<bool, OpenError> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() \
            AND tablename <> '_sqlx_migrations')";
        self.truth(connection, sql).await
    }

    async fn truth(
        &self,
        connection: &mut PgConnection,
        sql: &'static str,
    ) -> Result<bool, OpenError> {
        let row = sqlx::query(sql).fetch_one(connection).await;
        row.and_then(|row| row.try_get(0))
            .map_err(|error| self.unreachable(&error))
    }
}
