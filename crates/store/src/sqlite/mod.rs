//! The log in one SQLite file: WAL, `synchronous=FULL`, one writer.

mod check;
mod rows;
mod store;
mod write;
mod writer;

pub use store::SqliteStore;
pub use writer::WriterInfo;

/// Marks a file as ours ("KOMA").
pub(crate) const APPLICATION_ID: i64 = 0x4B4F_4D41;

/// The migrations, oldest first. Never change one that has been released: add another.
pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    use sqlx::{AssertSqlSafe, SqlSafeStr};

    Migrator::with_migrations(vec![Migration::new(
        1,
        "games".into(),
        MigrationType::Simple,
        AssertSqlSafe(include_str!("../../migrations/0001_games.sql")).into_sql_str(),
        false,
    )])
}
