//! Migrations, oldest first. Never change a released one; add another.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

pub(crate) type Named = (&'static str, &'static str);

/// Migrations shared by both databases. They are numbered after those of each database, to which none may be added any
/// more: that would renumber these.
const OF_BOTH: [Named; 9] = [
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
    ("one_time", include_str!("../migrations/0011_one_time.sql")),
    (
        "lists_by_key",
        include_str!("../migrations/0012_lists_by_key.sql"),
    ),
    (
        "fair_play",
        include_str!("../migrations/0013_fair_play.sql"),
    ),
];

/// Builds the migrator: the database's own migrations, then the shared ones, numbered from 1.
pub(crate) fn migrator(own: &[Named]) -> Migrator {
    let migration = |(version, &(name, sql)): (i64, &Named)| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let all = own.iter().chain(&OF_BOTH);
    Migrator::with_migrations((1..).zip(all).map(migration).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn released_migrations_keep_their_numbers() {
        let names = |migrator: sqlx::migrate::Migrator| {
            let all = migrator.iter();
            all.map(|it| format!("{} {}", it.version, it.description))
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(
            names(crate::sqlite::migrator()),
            "1 games, 2 guests, 3 servers, 4 identities, 5 projections, 6 seen, 7 challenges, 8 late_turns, \
             9 notifications, 10 ratings, 11 one_time, 12 lists_by_key, 13 fair_play"
        );
        assert_eq!(
            names(crate::postgres::migrator()),
            "1 games, 2 projections, 3 seen, 4 challenges, 5 late_turns, 6 notifications, 7 ratings, 8 one_time, \
             9 lists_by_key, 10 fair_play"
        );
    }
}
