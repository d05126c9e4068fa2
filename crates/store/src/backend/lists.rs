//! Games of a player, read by key: cost does not grow with their number.

use komadai_protocol::GameResults;
use komadai_rules::VariantId;

use crate::rows::{game, named, rating, readable, select_games};
use crate::sql::{Columns, Connection, values};
use crate::write::projections::followed;
use crate::{ChangedGames, GamesPage, StoreError};

/// Keys of the 200 newest unfinished games of player $1, from the games themselves. Without a limit PostgreSQL expects as
/// many unfinished games as the player has ended ones, and reads the whole table.
macro_rules! unfinished {
    () => {
        "SELECT game FROM (SELECT game FROM ( \
         SELECT id AS game, updated_at FROM games WHERE first_player = $1 AND status <> 'ended' UNION \
         SELECT id, updated_at FROM games WHERE second_player = $1 AND status <> 'ended') AS u \
         ORDER BY updated_at DESC LIMIT 200) AS unfinished"
    };
}

/// Most games of [`unfinished!`].
const MOST_UNFINISHED: u32 = 200;

/// Unfinished games of player $1, at most $2, newest first.
const UNFINISHED_GAMES_OF: &str = select_games!(
    "",
    "JOIN (",
    unfinished!(),
    ") l ON l.game = g.id ORDER BY g.updated_at DESC, g.id LIMIT $2"
);

const ENDED_GAMES_OF: &str = select_games!(
    "l.ended, ",
    "JOIN (SELECT game, ended FROM player_games WHERE player = $1 AND ended >= 0 AND ended < $3 \
     ORDER BY ended DESC LIMIT $2) l ON l.game = g.id ORDER BY l.ended DESC"
);

/// Games of unread events, at most 100, and as many unread folded ones.
macro_rules! unread {
    () => {
        concat!(
            "SELECT game FROM (SELECT game FROM events WHERE position > \
             (SELECT position FROM projections WHERE name = 'views') AND ",
            followed!(),
            " ORDER BY position LIMIT 100) AS unread UNION ALL \
             SELECT game FROM (SELECT game FROM folded WHERE ended > \
             (SELECT position FROM projections WHERE name = 'views') ORDER BY ended LIMIT 100) AS unread_folded"
        )
    };
}

/// Most unread events among which a game of a player is looked for.
const MOST_UNREAD: u32 = 100;
const UNREAD: &str = concat!(
    "SELECT COUNT(*) AS events FROM (",
    unread!(),
    ") AS counted"
);

/// Games of player $1 with an event after position $2, at most $3, the last event first: unfinished ones, the latest ended
/// ones, and those whose end has not been read yet.
const GAMES_CHANGED: &str = select_games!(
    "",
    "JOIN (",
    unfinished!(),
    " UNION SELECT game FROM (SELECT game FROM player_games WHERE player = $1 AND ended >= 0 \
     ORDER BY ended DESC LIMIT $3) newest UNION ",
    unread!(),
    ") l ON l.game = g.id LEFT JOIN events e ON e.game = g.id AND e.seq = g.seq \
     LEFT JOIN folded ON folded.game = g.id AND folded.seq = g.seq \
     WHERE COALESCE(e.position, folded.position) > $2 AND $1 IN (g.first_player, g.second_player) \
     ORDER BY COALESCE(e.position, folded.position) DESC LIMIT $3"
);

const UNFINISHED_OF: &str = concat!(
    "SELECT COUNT(*) AS games FROM (",
    unfinished!(),
    ") AS counted"
);

const RESULTS_OF: &str = "SELECT c.game, c.won, c.lost, c.drawn, r.rating, r.deviation, r.volatility, \
    r.at AS rated_at FROM player_results c LEFT JOIN ratings r ON r.player = c.player AND r.game = c.game \
    WHERE c.player = $1 ORDER BY c.game";

pub(super) async fn games_of(
    c: &mut impl Connection,
    player: &str,
    before: Option<i64>,
    limit: u32,
) -> Result<GamesPage, StoreError> {
    let mut found = match before {
        None => {
            c.fetch(UNFINISHED_GAMES_OF, &values![player, MOST_UNFINISHED])
                .await?
        }
        Some(_) => Vec::new(),
    };
    let room = (limit as usize).saturating_sub(found.len());
    let before = before.unwrap_or(GamesPage::FIRST);
    // One extra row: its presence shows that there is another page.
    let values = values![player, room as i64 + 1, before];
    let mut ended = c.fetch(ENDED_GAMES_OF, &values).await?;
    let has_more = ended.len() > room;
    ended.truncate(room);
    let last = match ended.last() {
        Some(row) => row.number("ended")?,
        None => before,
    };
    found.extend(ended);
    Ok(GamesPage {
        games: readable(c, "game", &found, game),
        next: has_more.then_some(last),
    })
}

pub(super) async fn games_changed<C: Connection>(
    c: &mut C,
    player: &str,
    after: Option<i64>,
    limit: u32,
) -> Result<ChangedGames, StoreError> {
    // First: events that come meanwhile are read again later.
    let end = c.first(C::END, &[]).await?;
    let position = end.map_or(Ok(0), |row| row.number("position"))?;
    let unread = c.first(UNREAD, &[]).await?;
    let unread = unread.map_or(Ok(0), |row| row.count("events"))?;
    if let Some(after) = after.filter(|&after| after <= position && unread < MOST_UNREAD) {
        let found = c
            .fetch(GAMES_CHANGED, &values![player, after, limit])
            .await?;
        if found.len() < limit as usize {
            return Ok(ChangedGames {
                position,
                whole: false,
                games: readable(c, "game", &found, game),
            });
        }
    }
    let found = c
        .fetch(UNFINISHED_GAMES_OF, &values![player, limit])
        .await?;
    Ok(ChangedGames {
        position,
        whole: true,
        games: readable(c, "game", &found, game),
    })
}

pub(super) async fn results_of(
    c: &mut impl Connection,
    player: &str,
    now_ms: i64,
) -> Result<Vec<GameResults>, StoreError> {
    let found = c.fetch(RESULTS_OF, &values![player]).await?;
    Ok(readable(c, "results", &found, |row| results(row, now_ms)))
}

fn results(row: &impl Columns, now_ms: i64) -> Result<GameResults, StoreError> {
    Ok(GameResults {
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        won: row.count("won")?,
        lost: row.count("lost")?,
        drawn: row.count("drawn")?,
        rating: rating(row, now_ms)?,
    })
}

pub(super) async fn unfinished_of(
    c: &mut impl Connection,
    player: &str,
) -> Result<u32, StoreError> {
    let row = c.first(UNFINISHED_OF, &values![player]).await?;
    row.map_or(Ok(0), |row| row.count("games"))
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection as _, Row, SqliteConnection};

    use super::*;

    /// A full scan of a table or index would grow with the whole database. Only rows found by key may be scanned.
    #[tokio::test]
    async fn lists_of_a_player_are_read_by_key() {
        let mut connection = SqliteConnection::connect(":memory:").await.expect("opens");
        let migrator = crate::sqlite::migrator();
        let migrated = migrator.run_direct(None, &mut connection, false).await;
        migrated.expect("migrated");
        for sql in [
            UNFINISHED_GAMES_OF,
            ENDED_GAMES_OF,
            GAMES_CHANGED,
            UNFINISHED_OF,
            RESULTS_OF,
            UNREAD,
            crate::backend::notifications::NOTIFICATIONS,
            crate::backend::fold::FOLDABLE,
            crate::write::projections::UNREAD,
        ] {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let plan = sqlx::query(explain).fetch_all(&mut connection).await;
            let steps: Vec<String> = plan
                .expect("a plan")
                .iter()
                .map(|row| row.get("detail"))
                .collect();
            // Subqueries with a limit, and the one place of the consumer.
            let few = [
                "CONSTANT ROW",
                "l",
                "newest",
                "unread",
                "unread_folded",
                "counted",
                "u",
                "unfinished",
                "passed",
                "f",
                "last",
                "pending",
                "first",
                "event",
                "game",
                "p",
            ];
            let few = few.map(|it| format!("SCAN {it}"));
            let scans = |step: &String| {
                step.starts_with("SCAN ")
                    && !few
                        .iter()
                        .any(|it| step.trim_end_matches(" LEFT-JOIN") == it)
            };
            assert!(!steps.iter().any(scans), "{sql}\n{steps:#?}");
            for key in ["first_player = $1", "second_player = $1", "player = $1"] {
                let is_read = |step: &String| step.contains(&key.replace(" = $1", "=?"));
                assert!(
                    !sql.contains(key) || steps.iter().any(is_read),
                    "{sql}\n{steps:#?}"
                );
            }
        }
    }
}
