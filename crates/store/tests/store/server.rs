use std::path::{Path, PathBuf};

use crate::cluster::database;

async fn execute(address: &str, sql: String) {
    use sqlx::{ConnectOptions, Connection};
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut connection = options.connect().await.expect("connected");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection);
    done.await.expect("done");
    connection.close().await.expect("closed");
}

pub(crate) struct Place {
    database: PathBuf,
    _folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            database: folder.path().join("komadai.db"),
            _folder: folder,
        }
    }

    pub(crate) async fn postgres() -> Option<Self> {
        Some(Self {
            database: database()?.into(),
            _folder: tempfile::tempdir().expect("a folder"),
        })
    }

    pub(crate) async fn open(&self) -> std::sync::Arc<dyn komadai_store::Store> {
        komadai_store::open(&self.database).await.expect("opens")
    }

    pub(crate) fn database(&self) -> &Path {
        &self.database
    }

    pub(crate) async fn texts(&self, sql: &'static str) -> Vec<String> {
        self.values(sql).await
    }

    /// First column of a query that bypasses the store.
    pub(crate) async fn values<T>(&self, sql: &'static str) -> Vec<T>
    where
        T: Send + Unpin,
        (T,): for<'r> sqlx::FromRow<'r, sqlx::sqlite::SqliteRow>
            + for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow>,
    {
        use sqlx::{ConnectOptions, Connection};
        let address = self.database.to_str().expect("text");
        if komadai_store::is_shared(&self.database) {
            let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
            let mut connection = options.connect().await.expect("connected");
            let found = sqlx::query_scalar(sql).fetch_all(&mut connection).await;
            connection.close().await.expect("closed");
            return found.expect("read");
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.database);
        let mut connection = options.connect().await.expect("connected");
        let found = sqlx::query_scalar(sql).fetch_all(&mut connection).await;
        connection.close().await.expect("closed");
        found.expect("read")
    }

    pub(crate) async fn execute(&self, sql: &'static str) {
        use sqlx::{ConnectOptions, Connection};
        if komadai_store::is_shared(&self.database) {
            let address = self.database.to_str().expect("text");
            return execute(address, sql.into()).await;
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.database);
        let mut connection = options.connect().await.expect("connected");
        let done = sqlx::query(sql).execute(&mut connection).await;
        done.expect("done");
        connection.close().await.expect("closed");
    }
}

/// Makes two tests of each function: on SQLite, and on PostgreSQL if it is installed.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::server::Place::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                if let Some(place) = crate::server::Place::postgres().await {
                    super::$test(place).await;
                }
            })+
        }
    };
}
pub(crate) use on_both;
