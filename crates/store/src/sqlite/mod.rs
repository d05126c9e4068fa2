//! The log in one SQLite file: WAL, `synchronous=FULL`, one writer.

mod backup;
mod check;
mod store;
mod writer;

pub(crate) use backup::{blank, copy, write};
pub use store::SqliteStore;
pub use writer::WriterInfo;

/// Marks a file as ours ("KOMA").
pub(crate) const APPLICATION_ID: i64 = 0x4B4F_4D41;

/// The migrations, oldest first. Never change one that has been released: add another.
pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    use sqlx::{AssertSqlSafe, SqlSafeStr};

    let migration = |version, name: &'static str, sql: &'static str| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(vec![
        migration(1, "games", include_str!("../../migrations/0001_games.sql")),
        migration(
            2,
            "guests",
            include_str!("../../migrations/0002_guests.sql"),
        ),
        migration(
            3,
            "servers",
            include_str!("../../migrations/0003_servers.sql"),
        ),
        migration(
            4,
            "identities",
            include_str!("../../migrations/0004_identities.sql"),
        ),
        migration(
            5,
            "projections",
            include_str!("../../migrations/0005_projections.sql"),
        ),
        migration(6, "seen", include_str!("../../migrations/0006_seen.sql")),
        migration(
            7,
            "challenges",
            include_str!("../../migrations/0007_challenges.sql"),
        ),
        migration(
            8,
            "late_turns",
            include_str!("../../migrations/0008_late_turns.sql"),
        ),
        migration(
            9,
            "notifications",
            include_str!("../../migrations/0009_notifications.sql"),
        ),
        migration(
            10,
            "ratings",
            include_str!("../../migrations/0010_ratings.sql"),
        ),
    ])
}
