use super::{Done, WriteError, rows};
use crate::sql::{Columns, Connection, Value};
use crate::{MAX_SESSIONS, MAX_TOKENS, NewSession, NewToken, PlayerRow, StoreError};

/// Something to be written about players and how they sign in.
pub(crate) enum IdentityWrite {
    Player(PlayerRow),
    Session {
        player: PlayerRow,
        session: NewSession,
    },
    RefreshSession {
        id: String,
        seen_at_ms: i64,
        expires_at_ms: i64,
    },
    EndSession {
        player: String,
        id: String,
    },
    EndSessions {
        player: String,
        keep: Option<String>,
    },
    ForgetSessions {
        now_ms: i64,
    },
    Token(NewToken),
    TokenUse {
        id: String,
        at_ms: i64,
    },
    RevokeToken {
        player: String,
        id: String,
    },
}

impl IdentityWrite {
    pub(super) async fn apply(&self, c: &mut impl Connection) -> Result<Done, WriteError> {
        match self {
            Self::Player(row) => player(c, row).await,
            Self::Session {
                player,
                session: new,
            } => session(c, player, new).await,
            Self::RefreshSession {
                id,
                seen_at_ms,
                expires_at_ms,
            } => refresh(c, id, *seen_at_ms, *expires_at_ms).await,
            Self::EndSession { player, id } => end_session(c, player, id).await,
            Self::EndSessions { player, keep } => end_sessions(c, player, keep.as_deref()).await,
            Self::ForgetSessions { now_ms } => forget(c, *now_ms).await,
            Self::Token(new) => token(c, new).await,
            Self::TokenUse { id, at_ms } => token_use(c, id, *at_ms).await,
            Self::RevokeToken { player, id } => revoke(c, player, id).await,
        }
    }
}

/// Stores a player; one that is there gets the name and kind.
pub(super) async fn player(c: &mut impl Connection, row: &PlayerRow) -> Result<Done, WriteError> {
    let sql = "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind";
    rows(c.execute(sql, &player_values(row)).await)
}

fn player_values(row: &PlayerRow) -> [Value<'_>; 4] {
    [
        Value::Text(&row.id),
        Value::Text(&row.info.name),
        Value::Text(row.info.kind.name()),
        Value::Number(row.created_at_ms),
    ]
}

async fn session(
    c: &mut impl Connection,
    player: &PlayerRow,
    new: &NewSession,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO NOTHING";
    c.execute(sql, &player_values(player)).await?;
    let sql = "INSERT INTO sessions (id, hash, player, label, created_at, seen_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $5, $6)";
    let values = [
        Value::Text(&new.id),
        Value::Text(new.secret.as_str()),
        Value::Text(&player.id),
        Value::Text(&new.label),
        Value::Number(new.created_at_ms),
        Value::Number(new.expires_at_ms),
    ];
    c.execute(sql, &values).await?;
    let sql = "DELETE FROM sessions WHERE player = $1 AND id NOT IN (SELECT id FROM sessions \
        WHERE player = $1 ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END, seen_at DESC, id LIMIT $3)";
    let values = [
        Value::Text(&player.id),
        Value::Text(&new.id),
        Value::Number(i64::from(MAX_SESSIONS)),
    ];
    rows(c.execute(sql, &values).await)
}

async fn refresh(
    c: &mut impl Connection,
    id: &str,
    seen_at_ms: i64,
    expires_at_ms: i64,
) -> Result<Done, WriteError> {
    let sql = "UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE id = $1";
    let values = [
        Value::Text(id),
        Value::Number(seen_at_ms),
        Value::Number(expires_at_ms),
    ];
    rows(c.execute(sql, &values).await)
}

async fn end_session(c: &mut impl Connection, player: &str, id: &str) -> Result<Done, WriteError> {
    let sql = "DELETE FROM sessions WHERE player = $1 AND id = $2";
    rows(
        c.execute(sql, &[Value::Text(player), Value::Text(id)])
            .await,
    )
}

async fn end_sessions(
    c: &mut impl Connection,
    player: &str,
    keep: Option<&str>,
) -> Result<Done, WriteError> {
    // No session has an empty id.
    let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
    let values = [Value::Text(player), Value::Text(keep.unwrap_or_default())];
    rows(c.execute(sql, &values).await)
}

async fn forget(c: &mut impl Connection, now_ms: i64) -> Result<Done, WriteError> {
    let sql = "DELETE FROM sessions WHERE expires_at < $1";
    rows(c.execute(sql, &[Value::Number(now_ms)]).await)
}

async fn token(c: &mut impl Connection, new: &NewToken) -> Result<Done, WriteError> {
    let sql = "SELECT COUNT(*) AS tokens FROM tokens WHERE player = $1";
    let row = c.first(sql, &[Value::Text(&new.player)]).await?;
    let row = row.ok_or_else(|| StoreError::Database("no count of tokens".into()))?;
    if row.count("tokens")? >= MAX_TOKENS {
        return Ok(Done::Rows(0));
    }
    let scopes = new.scopes.join(" ");
    let sql = "INSERT INTO tokens (id, hash, player, name, scopes, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6)";
    let values = [
        Value::Text(&new.id),
        Value::Text(new.secret.as_str()),
        Value::Text(&new.player),
        Value::Text(&new.name),
        Value::Text(&scopes),
        Value::Number(new.created_at_ms),
    ];
    rows(c.execute(sql, &values).await)
}

async fn token_use(c: &mut impl Connection, id: &str, at_ms: i64) -> Result<Done, WriteError> {
    let sql = "UPDATE tokens SET used_at = $2 WHERE id = $1";
    rows(
        c.execute(sql, &[Value::Text(id), Value::Number(at_ms)])
            .await,
    )
}

async fn revoke(c: &mut impl Connection, player: &str, id: &str) -> Result<Done, WriteError> {
    let sql = "DELETE FROM tokens WHERE player = $1 AND id = $2";
    rows(
        c.execute(sql, &[Value::Text(player), Value::Text(id)])
            .await,
    )
}
