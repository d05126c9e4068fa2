use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Row};

use super::{migrator, start_of};
use crate::OpenError;

const SETTINGS: [(&str, &str); 4] = [
    // A commit is on disk when it returns, whatever the default of the database.
    ("synchronous_commit", "on"),
    ("statement_timeout", "10s"),
    ("lock_timeout", "5s"),
    // Limits the wait for a server that stalls in the middle of a commit.
    ("idle_in_transaction_session_timeout", "1s"),
];

/// Raises the positions to come where a database from another cluster (`pg_dump`) has higher ones than the number of the
/// next transaction gives, or its consumer has passed them.
const CONTINUE: &str = concat!(
    "UPDATE log_base SET base = last.position FROM (SELECT GREATEST((SELECT MAX(position) FROM events), \
     (SELECT MAX(position) FROM folded), (SELECT MAX(position) FROM projections)) AS position) last \
     WHERE last.position > ",
    start_of!("pg_snapshot_xmax(pg_current_snapshot())")
);

/// Interval of the check for live servers before a migration.
const OTHERS_EVERY: Duration = Duration::from_millis(100);
/// Number of checks: together longer than a lease.
const OTHERS_LOOKS: u32 = 30;

#[derive(Clone)]
pub(crate) struct Address {
    options: PgConnectOptions,
    pub(crate) shown: PathBuf,
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, OpenError> {
        let shown = PathBuf::from(crate::address::without_password(url));
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

    /// Connects to an existing Komadai database without changing it.
    ///
    /// # Errors
    /// It is not a Komadai database, or its format is another one.
    pub(crate) async fn look_at(&self) -> Result<PgConnection, OpenError> {
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| self.unreachable(&error))?;
        if !self.is_ours(&mut connection).await? {
            return Err(self.foreign("it has no tables of komadai"));
        }
        let known = migrator().iter().map(|it| it.version).max().unwrap_or(0);
        let sql = "SELECT MAX(version) FROM _sqlx_migrations";
        let found = sqlx::query_scalar::<_, i64>(sql)
            .fetch_one(&mut connection)
            .await;
        match found.map_err(|error| self.unreachable(&error))? {
            found if found > known => Err(OpenError::Newer {
                path: self.shown.clone(),
                found,
                known,
            }),
            found if found < known => Err(OpenError::Older {
                path: self.shown.clone(),
                found,
                known,
            }),
            _ => Ok(connection),
        }
    }

    /// Connects to a Komadai database or an empty one and migrates it. Servers that start at the same time take turns.
    ///
    /// # Errors
    /// The reason not to use it. The database is unchanged.
    pub(crate) async fn prepare(&self) -> Result<PgConnection, OpenError> {
        let mut connection = self
            .options
            .connect()
            .await
            .map_err(|error| self.unreachable(&error))?;
        // In this order: another server may be creating the tables right now.
        if !self.is_empty(&mut connection).await? && !self.is_ours(&mut connection).await? {
            return Err(self.foreign("it has tables of another program"));
        }
        let migrator = migrator();
        let known = migrator.iter().map(|it| it.version).max().unwrap_or(0);
        self.set(
            &mut connection,
            "SET statement_timeout = 0; SET lock_timeout = 0",
        )
        .await?;
        self.wait_for_others(&mut connection, known).await?;
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
        self.set(&mut connection, CONTINUE).await?;
        self.set(
            &mut connection,
            "RESET statement_timeout; RESET lock_timeout",
        )
        .await?;
        Ok(connection)
    }

    /// Waits until no server of an earlier version holds a lease, since a migration would change its tables. A stopped
    /// server's lease runs out during the wait.
    async fn wait_for_others(
        &self,
        connection: &mut PgConnection,
        known: i64,
    ) -> Result<(), OpenError> {
        if self.is_empty(connection).await? {
            return Ok(());
        }
        let format = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
        let lives = "SELECT EXISTS (SELECT 1 FROM servers \
            WHERE lease_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000)";
        for _ in 0..OTHERS_LOOKS {
            let found = sqlx::query_scalar::<_, i64>(format);
            let found = found.fetch_one(&mut *connection).await;
            let found = found.map_err(|error| self.unreachable(&error))?;
            if found >= known || !self.query_bool(connection, lives).await? {
                return Ok(());
            }
            tokio::time::sleep(OTHERS_EVERY).await;
        }
        Err(OpenError::OlderServers {
            path: self.shown.clone(),
        })
    }

    /// Changes session settings, such as the timeouts before a migration.
    async fn set(&self, connection: &mut PgConnection, sql: &'static str) -> Result<(), OpenError> {
        let done = sqlx::raw_sql(sql).execute(connection).await;
        done.map(drop).map_err(|error| self.unreachable(&error))
    }

    async fn is_ours(&self, connection: &mut PgConnection) -> Result<bool, OpenError> {
        // `log_end` in earlier formats.
        let sql = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL \
            AND COALESCE(to_regclass('log_base'), to_regclass('log_end')) IS NOT NULL";
        self.query_bool(connection, sql).await
    }

    async fn is_empty(&self, connection: &mut PgConnection) -> Result<bool, OpenError> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() \
            AND tablename <> '_sqlx_migrations')";
        self.query_bool(connection, sql).await
    }

    async fn query_bool(
        &self,
        connection: &mut PgConnection,
        sql: &'static str,
    ) -> Result<bool, OpenError> {
        let row = sqlx::query(sql).fetch_one(connection).await;
        row.and_then(|row| row.try_get(0))
            .map_err(|error| self.unreachable(&error))
    }
}
