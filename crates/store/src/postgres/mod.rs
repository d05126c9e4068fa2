//! The log in a PostgreSQL database that several servers use at once.

mod batch;
mod open;
mod store;
mod writer;

pub use store::PostgresStore;

/// The migrations, oldest first. Never change one that has been released: add another.
pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    use sqlx::{AssertSqlSafe, SqlSafeStr};

    let migration = |version, name: &'static str, sql: &'static str| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(vec![migration(
        1,
        "games",
        include_str!("../../migrations/postgres/0001_games.sql"),
    )])
}

/// The clock of the database, milliseconds since 1970.
pub(crate) const NOW: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now";
