//! The migrations, oldest first. Never change one that has been released: add another.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

/// A name and what it does.
pub(crate) type Named = (&'static str, &'static str);

/// Those that are the same for both databases. They follow those that each of them has of its own.
const OF_BOTH: [Named; 6] = [
    (
        "projections",
        include_str!("../migrations/0005_projections.sql"),
    ),
    ("seen", include_str!("../migrations/0006_seen.sql")),
    (
        "challenges",
        include_str!("../migrations/0007_challenges.sql"),
    ),
    (
        "late_turns",
        include_str!("../migrations/0008_late_turns.sql"),
    ),
    (
        "notifications",
        include_str!("../migrations/0009_notifications.sql"),
    ),
    ("ratings", include_str!("../migrations/0010_ratings.sql")),
];

/// All of them, numbered from 1, given those that the database has of its own.
pub(crate) fn migrator(own: &[Named]) -> Migrator {
    let migration = |(version, &(name, sql)): (i64, &Named)| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let all = own.iter().chain(&OF_BOTH);
    Migrator::with_migrations((1..).zip(all).map(migration).collect())
}
