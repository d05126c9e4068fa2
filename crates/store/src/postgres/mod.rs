//! The log in a PostgreSQL database that several servers use at once.

mod backup;
mod batch;
mod line;
mod open;
mod store;

pub(crate) use backup::{back_up, restore};
pub use store::PostgresStore;

/// The migrations, oldest first. Never change one that has been released: add another.
pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    use sqlx::{AssertSqlSafe, SqlSafeStr};

    let migration = |version, name: &'static str, sql: &'static str| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(vec![
        migration(
            1,
            "games",
            include_str!("../../migrations/postgres/0001_games.sql"),
        ),
        migration(
            2,
            "projections",
            include_str!("../../migrations/0005_projections.sql"),
        ),
        migration(3, "seen", include_str!("../../migrations/0006_seen.sql")),
        migration(
            4,
            "challenges",
            include_str!("../../migrations/0007_challenges.sql"),
        ),
        migration(
            5,
            "late_turns",
            include_str!("../../migrations/0008_late_turns.sql"),
        ),
        migration(
            6,
            "notifications",
            include_str!("../../migrations/0009_notifications.sql"),
        ),
        migration(
            7,
            "ratings",
            include_str!("../../migrations/0010_ratings.sql"),
        ),
    ])
}

/// The clock of the database, milliseconds since 1970.
pub(crate) const NOW: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now";
