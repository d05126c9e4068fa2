use komadai_protocol::{EndReason, EventBody, GameOutcome};
use komadai_rules::Side;
use skillratings::Outcomes;

use super::super::WriteError;
use super::event;
use crate::rating::Strength;
use crate::sql::{Columns, Connection, values};
use crate::{StoreError, rows};

/// Ends of rated games in which no player is excluded from rating. `LIKE` on JSON is safe: quotation marks inside
/// strings are escaped. The subquery makes both databases begin with the events between the positions.
pub(super) const EVENTS: &str = "SELECT e.position, e.game, e.seq, e.at, e.payload, created.payload AS created, \
    g.game AS kind, g.first_player, g.second_player FROM (SELECT * FROM events ended \
    WHERE position > $1 AND position <= $2 AND kind = 'ended' AND (SELECT payload FROM events created \
    WHERE created.game = ended.game AND created.seq = 1) LIKE '%\"rated\":true%' \
    AND NOT EXISTS (SELECT 1 FROM events joined WHERE joined.game = ended.game \
    AND joined.kind = 'joined' AND joined.payload LIKE '%\"unrated\":%') \
    ORDER BY position LIMIT $3) e JOIN games g ON g.id = e.game \
    JOIN events created ON created.game = e.game AND created.seq = 1 ORDER BY e.position";

/// Key in the settings of games whose clocks start after both sides have moved, which count from then on. Older games
/// count from the start.
const COUNTS_WHEN_BEGUN: &str = "\"start_limit_ms\":";

/// Rating of a player when the game ended.
struct Rated {
    player: String,
    before: Strength,
    games: u32,
}

pub(super) async fn apply(
    c: &mut impl Connection,
    row: &(impl Columns + Sync),
) -> Result<(), WriteError> {
    let (game, body) = event(row)?;
    let EventBody::Ended { outcome, .. } = &body else {
        return Ok(());
    };
    let outcome_ply = outcome.ply;
    let Some(outcome) = counted(outcome) else {
        return Ok(());
    };
    if outcome_ply < 2 && row.text("created")?.contains(COUNTS_WHEN_BEGUN) {
        return Ok(());
    }
    let players = [
        row.maybe_text("first_player")?,
        row.maybe_text("second_player")?,
    ];
    let [Some(first), Some(second)] = players else {
        return Ok(());
    };
    if first == second {
        return Ok(());
    }
    let (kind, at) = (row.text("kind")?, row.number("at")?);
    let first = rated(c, first, &kind, at).await?;
    let second = rated(c, second, &kind, at).await?;
    let (first_after, second_after) = Strength::play(first.before, second.before, outcome);
    for (side, rated, after) in [
        (Side::First, first, first_after),
        (Side::Second, second, second_after),
    ] {
        let sql = "INSERT INTO rating_changes (game, side, player, rating_before, deviation_before, \
            rating_after, deviation_after) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = values![
            game.as_str(),
            side.name(),
            &rated.player,
            rated.before.rating,
            rated.before.deviation,
            after.rating,
            after.deviation
        ];
        c.execute(sql, &values).await?;
        let sql = "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, game) DO UPDATE SET \
            rating = excluded.rating, deviation = excluded.deviation, \
            volatility = excluded.volatility, games = excluded.games, at = excluded.at";
        let values = values![
            &rated.player,
            &kind,
            after.rating,
            after.deviation,
            after.volatility,
            i64::from(rated.games) + 1,
            at
        ];
        c.execute(sql, &values).await?;
    }
    Ok(())
}

pub(super) async fn forget(c: &mut impl Connection) -> Result<(), WriteError> {
    c.execute("DELETE FROM rating_changes", &[]).await?;
    c.execute("DELETE FROM ratings", &[]).await?;
    Ok(())
}

/// Result for the first side. `None` if the game does not count.
fn counted(outcome: &GameOutcome) -> Option<Outcomes> {
    match (outcome.winner, outcome.reason) {
        (_, EndReason::Aborted | EndReason::NotBegun | EndReason::Cancelled) => None,
        (Some(Side::First), _) => Some(Outcomes::WIN),
        (Some(Side::Second), _) => Some(Outcomes::LOSS),
        (None, _) => Some(Outcomes::DRAW),
    }
}

/// Rating of a player at the event's time, so that the result does not depend on the server's clock.
async fn rated(
    c: &mut impl Connection,
    player: String,
    kind: &str,
    at: i64,
) -> Result<Rated, StoreError> {
    let values = values![&player, kind];
    let row = c.first(rows::RATING, &values).await?;
    let (before, games) = match row {
        Some(row) => {
            let last = row.number("rated_at")?;
            (
                rows::strength(&row)?.after(at.saturating_sub(last)),
                row.count("games")?,
            )
        }
        None => (Strength::unknown(), 0),
    };
    Ok(Rated {
        player,
        before,
        games,
    })
}
