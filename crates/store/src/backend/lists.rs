//! Games of a player, read by key: cost does not grow with their number.

use komadai_protocol::GameResults;
use komadai_rules::VariantId;

use crate::rows::{game, named, rating, readable, select_games};
use crate::sql::{Columns, Connection, values};
use crate::{ChangedGames, GamesPage, StoreError};

/// Games of player $1, at most $2: unfinished ones, newest first, then ended ones, latest first.
const GAMES_OF: &str = select_games!(
    "l.ended, ",
    "JOIN (SELECT game, ended FROM player_games WHERE player = $1 AND ended IS NULL UNION ALL \
     SELECT game, ended FROM (SELECT game, ended FROM player_games WHERE player = $1 AND ended >= 0 \
     ORDER BY ended DESC LIMIT $2) newest) l ON l.game = g.id \
     ORDER BY CASE WHEN l.ended IS NULL THEN 0 ELSE 1 END, l.ended DESC, g.updated_at DESC, g.id LIMIT $2"
);

const ENDED_GAMES_OF: &str = select_games!(
    "l.ended, ",
    "JOIN (SELECT game, ended FROM player_games WHERE player = $1 AND ended >= 0 AND ended < $3 \
     ORDER BY ended DESC LIMIT $2) l ON l.game = g.id ORDER BY l.ended DESC"
);

/// Games of player $1 with an event after position $2, or all unfinished ones if $2 is NULL, each with the last
/// position of the log. Includes games that the projection has not reached. Ended games are limited to the latest $3,
/// so that a query never scans the whole list.
const GAMES_CHANGED: &str = select_games!(
    "(SELECT MAX(position) FROM events) AS position, ",
    "JOIN (SELECT game FROM player_games WHERE player = $1 AND ended IS NULL UNION \
     SELECT game FROM (SELECT game FROM player_games WHERE player = $1 AND ended >= 0 \
     AND CAST($2 AS BIGINT) IS NOT NULL ORDER BY ended DESC LIMIT $3) newest UNION \
     SELECT j.game FROM events j JOIN projections p ON p.name = 'player-games' \
     WHERE j.position > p.position AND j.kind = 'joined' AND j.author = $1) l ON l.game = g.id \
     JOIN events e ON e.game = g.id AND e.seq = g.seq \
     WHERE CASE WHEN CAST($2 AS BIGINT) IS NULL THEN g.status <> 'ended' \
     ELSE e.position > CAST($2 AS BIGINT) END ORDER BY e.position DESC LIMIT $3"
);

const UNFINISHED_OF: &str =
    "SELECT COUNT(*) AS games FROM player_games WHERE player = $1 AND ended IS NULL";

const RESULTS_OF: &str = "SELECT c.game, c.won, c.lost, c.drawn, r.rating, r.deviation, r.volatility, \
    r.at AS rated_at FROM player_results c LEFT JOIN ratings r ON r.player = c.player AND r.game = c.game \
    WHERE c.player = $1 ORDER BY c.game";

pub(super) async fn games_of(
    c: &mut impl Connection,
    player: &str,
    before: Option<i64>,
    limit: u32,
) -> Result<GamesPage, StoreError> {
    // One extra row: its presence shows that there is another page.
    let most = i64::from(limit) + 1;
    let values = values![player, most, before.unwrap_or_default()];
    let mut found = match before {
        None => c.fetch(GAMES_OF, &values[..2]).await?,
        Some(_) => c.fetch(ENDED_GAMES_OF, &values).await?,
    };
    let has_more = found.len() as i64 == most;
    found.truncate(limit as usize);
    let last = match has_more {
        // After a page of unfinished games the next one begins with the latest ended game.
        true => Some(match found.last() {
            Some(last) => last.maybe_number("ended")?.unwrap_or(GamesPage::FIRST),
            None => GamesPage::FIRST,
        }),
        false => None,
    };
    Ok(GamesPage {
        games: readable(c, "game", &found, game),
        next: last,
    })
}

pub(super) async fn games_changed(
    c: &mut impl Connection,
    player: &str,
    after: Option<i64>,
    limit: u32,
) -> Result<ChangedGames, StoreError> {
    let sql = "SELECT MAX(position) AS position FROM events";
    let row = c.first(sql, &[]).await?;
    let end = row.map_or(Ok(None), |row| row.maybe_number("position"))?;
    let end = end.unwrap_or(0);
    if let Some(after) = after.filter(|&after| after <= end) {
        let (changed, count) = changed(c, player, end, Some(after), limit).await?;
        if count < limit as usize {
            return Ok(changed);
        }
    }
    let (changed, _) = changed(c, player, end, None, limit).await?;
    Ok(changed)
}

/// Returns the changed or unfinished games, and their number including unreadable ones.
async fn changed(
    c: &mut impl Connection,
    player: &str,
    end: i64,
    after: Option<i64>,
    limit: u32,
) -> Result<(ChangedGames, usize), StoreError> {
    let values = values![player, after, limit];
    let found = c.fetch(GAMES_CHANGED, &values).await?;
    // A single statement reads one snapshot, so the rows match their position. Without rows nothing has changed up to
    // `end`, read before.
    let position = found
        .first()
        .map_or(Ok(end), |row| row.number("position"))?;
    let changed = ChangedGames {
        position,
        whole: after.is_none(),
        games: readable(c, "game", &found, game),
    };
    Ok((changed, found.len()))
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
            GAMES_OF,
            ENDED_GAMES_OF,
            GAMES_CHANGED,
            UNFINISHED_OF,
            RESULTS_OF,
            crate::backend::notifications::NOTIFICATIONS,
        ] {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let plan = sqlx::query(explain).fetch_all(&mut connection).await;
            let steps: Vec<String> = plan
                .expect("a plan")
                .iter()
                .map(|row| row.get("detail"))
                .collect();
            let scans = |step: &String| {
                step.starts_with("SCAN ") && !["SCAN l", "SCAN newest"].contains(&step.as_str())
            };
            assert!(!steps.iter().any(scans), "{sql}\n{steps:#?}");
            let by_key = |step: &String| step.contains("(player=?");
            assert!(steps.iter().any(by_key), "{sql}\n{steps:#?}");
        }
    }
}
