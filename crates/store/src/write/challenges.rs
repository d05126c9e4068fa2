use komadai_protocol::GameKey;
use komadai_protocol::limits::MAX_CHALLENGES;

use super::{Done, WriteError, fair_play};
use crate::challenge::{made_since, seen_since};
use crate::sql::{Columns, Connection, json, values};
use crate::{AppendError, NewChallenge, PendingSeat, StoreError};

/// Makes a game a challenge. The maker's row must be locked, so that another server adds none for the same player
/// meanwhile. At the limit it replaces the maker's oldest challenge that is hidden from the lobby.
pub(super) async fn add(
    c: &mut impl Connection,
    game: &GameKey,
    new: &NewChallenge,
) -> Result<(), WriteError> {
    let sql = "SELECT COUNT(*) AS challenges FROM challenges c JOIN games g ON g.id = c.game \
        WHERE c.maker = $1 AND g.status = 'waiting' AND c.created_at >= $2";
    let values = values![&new.maker, made_since(new.at_ms)];
    let row = c.first(sql, &values).await?;
    let row = row.ok_or_else(|| StoreError::Database("no count of challenges".into()))?;
    if row.count("challenges")? >= MAX_CHALLENGES && !give_up_hidden(c, new).await? {
        return Err(AppendError::TooManyChallenges);
    }
    if let Some((network, limit)) = &new.network {
        if of_network(c, network, new.at_ms).await? >= *limit
            && !give_up_hidden_of(c, network, new.at_ms).await?
        {
            return Err(AppendError::TooManyOffers);
        }
        let seat = PendingSeat {
            game: game.clone(),
            player: new.maker.clone(),
            network: network.clone(),
            at_ms: new.at_ms,
        };
        fair_play::note(c, &seat, "maker").await?;
    }
    let terms = json(&new.terms)?;
    let sql = "INSERT INTO challenges (game, maker, terms, created_at, renewed_at) \
        VALUES ($1, $2, $3, $4, $4)";
    let values = values![game, &new.maker, &terms, new.at_ms];
    c.execute(sql, &values).await?;
    Ok(())
}

/// Removes the oldest challenge of an absent maker; its game still waits for an invited player. Returns `false` if
/// there is none.
async fn give_up_hidden(c: &mut impl Connection, new: &NewChallenge) -> Result<bool, WriteError> {
    let sql = "DELETE FROM challenges WHERE game = (SELECT c.game FROM challenges c \
        JOIN games g ON g.id = c.game WHERE c.maker = $1 AND g.status = 'waiting' \
        AND c.created_at >= $2 AND c.renewed_at < $3 ORDER BY c.created_at, c.game LIMIT 1)";
    let (made, seen) = (made_since(new.at_ms), seen_since(new.at_ms));
    let values = values![&new.maker, made, seen];
    Ok(c.execute(sql, &values).await? > 0)
}

async fn of_network(
    c: &mut impl Connection,
    network: &str,
    now_ms: i64,
) -> Result<u32, WriteError> {
    let sql = "SELECT COUNT(*) AS challenges FROM game_networks n JOIN challenges c ON c.game = n.game \
        JOIN games g ON g.id = n.game WHERE n.network = $1 AND n.role = 'maker' \
        AND g.status = 'waiting' AND c.created_at >= $2";
    let row = c.first(sql, &values![network, made_since(now_ms)]).await?;
    Ok(row.map_or(Ok(0), |row| row.count("challenges"))?)
}

/// Same as [`give_up_hidden`] for all makers of a network.
async fn give_up_hidden_of(
    c: &mut impl Connection,
    network: &str,
    now_ms: i64,
) -> Result<bool, WriteError> {
    let sql = "DELETE FROM challenges WHERE game = (SELECT c.game FROM game_networks n \
        JOIN challenges c ON c.game = n.game JOIN games g ON g.id = n.game \
        WHERE n.network = $1 AND n.role = 'maker' AND g.status = 'waiting' \
        AND c.created_at >= $2 AND c.renewed_at < $3 ORDER BY c.created_at, c.game LIMIT 1)";
    let values = values![network, made_since(now_ms), seen_since(now_ms)];
    Ok(c.execute(sql, &values).await? > 0)
}

pub(super) async fn renew(
    c: &mut impl Connection,
    games: &[GameKey],
    now_ms: i64,
) -> Result<Done, WriteError> {
    let mut renewed = 0;
    for game in games {
        let sql = "UPDATE challenges SET renewed_at = $2 WHERE game = $1";
        renewed += c.execute(sql, &values![game, now_ms]).await?;
    }
    Ok(Done::Rows(renewed))
}
