//! Migrations, oldest first. Never change a released one; add another.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

pub(crate) type Named = (&'static str, &'static str);

/// Migration of both databases, with the SQL of each.
pub(crate) struct Shared {
    name: &'static str,
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

const fn shared(name: &'static str, sql: &'static str) -> Shared {
    Shared {
        name,
        sqlite: sql,
        postgres: sql,
    }
}

/// Migrations of both databases. They are numbered after those of each database, to which none may be added any more:
/// that would renumber these.
const OF_BOTH: [Shared; 12] = [
    shared(
        "projections",
        include_str!("../migrations/0005_projections.sql"),
    ),
    shared("seen", include_str!("../migrations/0006_seen.sql")),
    shared(
        "challenges",
        include_str!("../migrations/0007_challenges.sql"),
    ),
    shared(
        "late_turns",
        include_str!("../migrations/0008_late_turns.sql"),
    ),
    shared(
        "notifications",
        include_str!("../migrations/0009_notifications.sql"),
    ),
    shared("ratings", include_str!("../migrations/0010_ratings.sql")),
    shared("one_time", include_str!("../migrations/0011_one_time.sql")),
    shared(
        "lists_by_key",
        include_str!("../migrations/0012_lists_by_key.sql"),
    ),
    shared(
        "fair_play",
        include_str!("../migrations/0013_fair_play.sql"),
    ),
    Shared {
        name: "names",
        sqlite: include_str!("../migrations/0014_names.sql"),
        postgres: include_str!("../migrations/postgres/0014_names.sql"),
    },
    Shared {
        name: "views",
        sqlite: include_str!("../migrations/0015_views.sql"),
        postgres: include_str!("../migrations/postgres/0015_views.sql"),
    },
    Shared {
        name: "slots",
        sqlite: include_str!("../migrations/0016_slots.sql"),
        postgres: include_str!("../migrations/postgres/0016_slots.sql"),
    },
];

/// Builds the migrator: the database's own migrations, then the shared ones with its SQL, numbered from 1.
pub(crate) fn migrator(own: &[Named], sql_of: fn(&Shared) -> &'static str) -> Migrator {
    let migration = |(version, (name, sql)): (i64, Named)| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let of_both = OF_BOTH.iter().map(|it| (it.name, sql_of(it)));
    let all = own.iter().copied().chain(of_both);
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
             9 notifications, 10 ratings, 11 one_time, 12 lists_by_key, 13 fair_play, 14 names, 15 views, 16 slots"
        );
        assert_eq!(
            names(crate::postgres::migrator()),
            "1 games, 2 projections, 3 seen, 4 challenges, 5 late_turns, 6 notifications, 7 ratings, 8 one_time, \
             9 lists_by_key, 10 fair_play, 11 names, 12 views, 13 slots"
        );
    }
}
