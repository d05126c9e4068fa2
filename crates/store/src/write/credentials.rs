//! Rules by which sessions, codes and tokens create and end each other. `docs/security.md` draws their states.

use super::{Done, WriteError, identities};
use crate::sql::{Columns, Connection, Value, values};
use crate::{
    EndOthers, EndSession, Ending, Granted, MAX_SESSIONS, MAX_TOKENS, NewCode, NewToken, PlayerRow,
    Redeem, Redeemed, StoreError, TRUSTED_AFTER_MS,
};

/// Purpose of codes, so far the only one.
const SIGN_IN: &str = "sign-in";

struct SessionStanding {
    id: String,
    created_at_ms: i64,
    is_proved: bool,
}

impl SessionStanding {
    fn is_trusted(&self, now_ms: i64) -> bool {
        self.is_proved || is_old(self.created_at_ms, now_ms)
    }

    /// Only a trusted or older session may end another, so that a stolen code cannot take over an account.
    fn may_end(&self, other: &Self, now_ms: i64) -> bool {
        self.is_trusted(now_ms) || self.created_at_ms <= other.created_at_ms
    }
}

fn is_old(created_at_ms: i64, now_ms: i64) -> bool {
    now_ms - created_at_ms >= TRUSTED_AFTER_MS
}

/// Locks the credentials of a player until the end of the transaction. Otherwise credentials added by another server
/// meanwhile would survive [`end_others`].
async fn hold(c: &mut impl Connection, player: &str) -> Result<(), WriteError> {
    let sql = "UPDATE players SET created_at = created_at WHERE id = $1";
    c.execute(sql, &values![player]).await?;
    Ok(())
}

/// Returns the sessions of a player. Unreadable ones grant no access and are left out.
async fn standings(
    c: &mut impl Connection,
    player: &str,
    now_ms: i64,
) -> Result<Vec<SessionStanding>, WriteError> {
    let sql =
        "SELECT id, created_at, proved_at FROM sessions WHERE player = $1 AND expires_at >= $2";
    let values = values![player, now_ms];
    let found = c.fetch(sql, &values).await?;
    Ok(found.iter().filter_map(|row| standing(row).ok()).collect())
}

fn standing(row: &impl Columns) -> Result<SessionStanding, StoreError> {
    Ok(SessionStanding {
        id: row.text("id")?,
        created_at_ms: row.number("created_at")?,
        is_proved: row.maybe_number("proved_at")?.is_some(),
    })
}

async fn has_session(
    c: &mut impl Connection,
    player: &str,
    session: &str,
) -> Result<bool, WriteError> {
    let sql = "SELECT id FROM sessions WHERE player = $1 AND id = $2";
    let values = values![player, session];
    Ok(c.first(sql, &values).await?.is_some())
}

pub(super) async fn end(c: &mut impl Connection, end: &EndSession) -> Result<Done, WriteError> {
    hold(c, &end.player).await?;
    let all = standings(c, &end.player, end.now_ms).await?;
    let find = |id: &str| all.iter().find(|session| session.id == id);
    let ending = match (find(&end.by), find(&end.id)) {
        (None, _) => Ending::CallerEnded,
        (_, None) => Ending::NoSuchSession,
        (Some(by), Some(other)) if !by.may_end(other, end.now_ms) => Ending::TooNew,
        _ => {
            let sql = "DELETE FROM sessions WHERE id = $1";
            c.execute(sql, &values![&end.id]).await?;
            Ending::Ended(vec![end.id.clone()])
        }
    };
    Ok(Done::Ending(ending))
}

pub(super) async fn end_others(
    c: &mut impl Connection,
    end: &EndOthers,
) -> Result<Done, WriteError> {
    let player = Value::Text(&end.player);
    hold(c, &end.player).await?;
    let all = standings(c, &end.player, end.now_ms).await?;
    let Some(by) = all.iter().find(|session| session.id == end.by) else {
        return Ok(Done::Ending(Ending::CallerEnded));
    };
    if all.iter().any(|other| !by.may_end(other, end.now_ms)) {
        return Ok(Done::Ending(Ending::TooNew));
    }
    let sql = "DELETE FROM one_time WHERE player = $1";
    c.execute(sql, &[player]).await?;
    let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
    c.execute(sql, &[player, Value::Text(&end.by)]).await?;
    let sql = "UPDATE sessions SET id = $1, hash = $2 WHERE id = $3";
    let values = values![&end.new_id, end.new_secret.as_str(), &end.by];
    c.execute(sql, &values).await?;
    // Includes the caller's session, since its id and secret change.
    let mut ended: Vec<String> = all.into_iter().map(|session| session.id).collect();
    let tokens = "SELECT id FROM tokens WHERE player = $1";
    for row in c.fetch(tokens, &[player]).await? {
        let id = row.text("id")?;
        if !end.keep_tokens.contains(&id) {
            let sql = "DELETE FROM tokens WHERE id = $1";
            c.execute(sql, &values![&id]).await?;
            ended.push(id);
        }
    }
    Ok(Done::Ending(Ending::Ended(ended)))
}

pub(super) async fn code(c: &mut impl Connection, new: &NewCode) -> Result<Done, WriteError> {
    hold(c, &new.player).await?;
    if !has_session(c, &new.player, &new.session).await? {
        return Ok(Done::Granted(Granted::CallerEnded));
    }
    let earlier = "DELETE FROM one_time WHERE session = $1 AND purpose = $2";
    let values = values![&new.session, SIGN_IN];
    c.execute(earlier, &values).await?;
    let sql = "INSERT INTO one_time (hash, player, session, purpose, expires_at) \
        VALUES ($1, $2, $3, $4, $5)";
    let values = values![
        new.secret.as_str(),
        &new.player,
        &new.session,
        SIGN_IN,
        new.expires_at_ms
    ];
    c.execute(sql, &values).await?;
    Ok(Done::Granted(Granted::Stored))
}

pub(super) async fn redeem(c: &mut impl Connection, it: &Redeem) -> Result<Done, WriteError> {
    let code = Value::Text(it.code.as_str());
    let sql = "SELECT c.expires_at, s.created_at AS maker_created_at, p.id AS player, \
        p.name AS player_name, p.kind AS player_kind, p.created_at AS player_created_at \
        FROM one_time c JOIN sessions s ON s.id = c.session JOIN players p ON p.id = c.player \
        WHERE c.hash = $1 AND c.purpose = $2";
    let Some(row) = c.first(sql, &[code, Value::Text(SIGN_IN)]).await? else {
        return Ok(Done::Redeemed(Redeemed::NoSuchCode));
    };
    let player = crate::rows::player(&row)?;
    let is_over = row.number("expires_at")? < it.now_ms;
    let is_makers_old = is_old(row.number("maker_created_at")?, it.now_ms);
    hold(c, &player.id).await?;
    let all = standings(c, &player.id, it.now_ms).await?;
    let by = all
        .iter()
        .find(|session| Some(&session.id) == it.by.as_ref());
    if by.is_none() && !is_over && all.len() >= MAX_SESSIONS as usize {
        return Ok(Done::Redeemed(Redeemed::TooManySessions));
    }
    let sql = "DELETE FROM one_time WHERE hash = $1";
    let is_taken = c.execute(sql, &[code]).await? == 1;
    if is_over || !is_taken {
        return Ok(Done::Redeemed(Redeemed::NoSuchCode));
    }
    let redeemed = match by {
        None => {
            identities::add_session(c, &player.id, &it.session).await?;
            Redeemed::SignedIn(player)
        }
        Some(by) => prove(c, by, player, is_makers_old, it.now_ms).await?,
    };
    Ok(Done::Redeemed(redeemed))
}

/// Proves a session with a code of the same player: the holder of an older device agrees.
async fn prove(
    c: &mut impl Connection,
    by: &SessionStanding,
    player: PlayerRow,
    is_makers_old: bool,
    now_ms: i64,
) -> Result<Redeemed, WriteError> {
    if by.is_trusted(now_ms) {
        return Ok(Redeemed::Proved(player));
    }
    if !is_makers_old {
        return Ok(Redeemed::NotProved);
    }
    let sql = "UPDATE sessions SET proved_at = $2 WHERE id = $1";
    let values = values![&by.id, now_ms];
    c.execute(sql, &values).await?;
    Ok(Redeemed::Proved(player))
}

pub(super) async fn token(
    c: &mut impl Connection,
    new: &NewToken,
    session: &str,
) -> Result<Done, WriteError> {
    hold(c, &new.player).await?;
    if !has_session(c, &new.player, session).await? {
        return Ok(Done::Granted(Granted::CallerEnded));
    }
    let sql = "SELECT COUNT(*) AS tokens FROM tokens \
        WHERE player = $1 AND COALESCE(expires_at, $2) >= $2";
    let values = values![&new.player, new.created_at_ms];
    let row = c.first(sql, &values).await?;
    let row = row.ok_or_else(|| StoreError::Database("no count of tokens".into()))?;
    if row.count("tokens")? >= MAX_TOKENS {
        return Ok(Done::Granted(Granted::TooMany));
    }
    let scopes = new.scopes.join(" ");
    let sql = "INSERT INTO tokens (id, hash, player, name, scopes, created_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let values = values![
        &new.id,
        new.secret.as_str(),
        &new.player,
        &new.name,
        &scopes,
        new.created_at_ms,
        new.expires_at_ms
    ];
    c.execute(sql, &values).await?;
    Ok(Done::Granted(Granted::Stored))
}
