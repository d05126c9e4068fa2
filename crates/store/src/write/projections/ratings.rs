use komadai_protocol::{EndReason, EventBody, GameOutcome};
use komadai_rules::Side;
use skillratings::Outcomes;

use super::super::WriteError;
use super::unread::{Entry, Past};
use crate::rating::Strength;
use crate::sql::{Columns, Connection, values};
use crate::{StoreError, rows};

/// Rating of a player when the game ended.
struct Rated {
    player: String,
    variant: String,
    before: Strength,
    games: u32,
}

/// Rates an ended game, unless that has been done. Returns `true` if the game was rated.
pub(super) async fn apply(
    c: &mut impl Connection,
    entry: &Entry,
    past: &Past,
) -> Result<bool, WriteError> {
    let (EventBody::Ended { outcome, .. }, Some(settings)) = (&entry.body, &past.settings) else {
        return Ok(false);
    };
    // Games whose clocks start after both sides have moved count from then on, older games from the start.
    let has_begun = outcome.ply >= 2 || settings.start_limit_ms.is_none();
    let Some(outcome) = counted(outcome).filter(|_| has_begun) else {
        return Ok(false);
    };
    if !settings.rated || past.is_unrated {
        return Ok(false);
    }
    let seats = c.fetch(SEATS, &values![&entry.game]).await?;
    let [first, second] = &seats[..] else {
        return Ok(false);
    };
    let before = [rated(first, entry.at_ms)?, rated(second, entry.at_ms)?];
    let [first, second] = &before;
    if first.player == second.player {
        return Ok(false);
    }
    let (first_after, second_after) = Strength::play(first.before, second.before, outcome);
    store(c, entry, &before, [first_after, second_after]).await?;
    Ok(true)
}

/// Both players of game $1, the first side first, with their ratings. No rows if the game has been rated.
const SEATS: &str = "SELECT s.player, s.variant, r.rating, r.deviation, r.volatility, r.games, \
    r.at AS rated_at FROM (SELECT 1 AS place, first_player AS player, game AS variant, id FROM games \
    WHERE id = $1 UNION ALL SELECT 2, second_player, game, id FROM games WHERE id = $1) s \
    LEFT JOIN ratings r ON r.player = s.player AND r.game = s.variant WHERE s.player IS NOT NULL \
    AND NOT EXISTS (SELECT 1 FROM rating_changes WHERE game = s.id) ORDER BY s.place";

async fn store(
    c: &mut impl Connection,
    entry: &Entry,
    [first, second]: &[Rated; 2],
    [first_after, second_after]: [Strength; 2],
) -> Result<(), WriteError> {
    let sql = "INSERT INTO rating_changes (game, side, player, rating_before, deviation_before, \
        rating_after, deviation_after) VALUES ($1, 'first', $2, $3, $4, $5, $6), \
        ($1, 'second', $7, $8, $9, $10, $11)";
    let values = values![
        &entry.game,
        &first.player,
        first.before.rating,
        first.before.deviation,
        first_after.rating,
        first_after.deviation,
        &second.player,
        second.before.rating,
        second.before.deviation,
        second_after.rating,
        second_after.deviation
    ];
    c.execute(sql, &values).await?;
    let sql = "INSERT INTO ratings (game, at, player, rating, deviation, volatility, games) \
        VALUES ($1, $2, $3, $4, $5, $6, $7), ($1, $2, $8, $9, $10, $11, $12) \
        ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, \
        deviation = excluded.deviation, volatility = excluded.volatility, \
        games = excluded.games, at = excluded.at";
    let values = values![
        &first.variant,
        entry.at_ms,
        &first.player,
        first_after.rating,
        first_after.deviation,
        first_after.volatility,
        i64::from(first.games) + 1,
        &second.player,
        second_after.rating,
        second_after.deviation,
        second_after.volatility,
        i64::from(second.games) + 1
    ];
    c.execute(sql, &values).await?;
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

/// Row of [`SEATS`] at the event's time, so that the result does not depend on the server's clock.
fn rated(row: &impl Columns, at_ms: i64) -> Result<Rated, StoreError> {
    let (before, games) = match row.maybe_number("rated_at")? {
        Some(last) => (
            rows::strength(row)?.after(at_ms.saturating_sub(last)),
            row.count("games")?,
        ),
        None => (Strength::unknown(), 0),
    };
    Ok(Rated {
        player: row.text("player")?,
        variant: row.text("variant")?,
        before,
        games,
    })
}
