use super::{Done, WriteError, credentials, rows};
use crate::sql::{Connection, Value};
use crate::{EndOthers, EndSession, NewCode, NewSession, NewToken, PlayerRow, Redeem};

pub(crate) enum IdentityWrite {
    Session {
        player: PlayerRow,
        session: NewSession,
    },
    RefreshSession {
        id: String,
        seen_at_ms: i64,
        expires_at_ms: i64,
    },
    EndSession(EndSession),
    EndOthers(EndOthers),
    ForgetSessions {
        now_ms: i64,
    },
    Code(NewCode),
    Redeem(Redeem),
    Token {
        token: NewToken,
        session: String,
    },
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
            Self::Session {
                player,
                session: new,
            } => session(c, player, new).await,
            Self::RefreshSession {
                id,
                seen_at_ms,
                expires_at_ms,
            } => refresh(c, id, *seen_at_ms, *expires_at_ms).await,
            Self::EndSession(end) => credentials::end(c, end).await,
            Self::EndOthers(end) => credentials::end_others(c, end).await,
            Self::ForgetSessions { now_ms } => forget(c, *now_ms).await,
            Self::Code(new) => credentials::code(c, new).await,
            Self::Redeem(redeem) => credentials::redeem(c, redeem).await,
            Self::Token { token, session } => credentials::token(c, token, session).await,
            Self::TokenUse { id, at_ms } => token_use(c, id, *at_ms).await,
            Self::RevokeToken { player, id } => revoke(c, player, id).await,
        }
    }
}

/// Stores a player, or updates name and kind of an existing one.
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
    player_if_new(c, player).await?;
    add_session(c, &player.id, new).await
}

pub(super) async fn player_if_new(
    c: &mut impl Connection,
    row: &PlayerRow,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO NOTHING";
    rows(c.execute(sql, &player_values(row)).await)
}

pub(super) async fn add_session(
    c: &mut impl Connection,
    player: &str,
    new: &NewSession,
) -> Result<Done, WriteError> {
    let sql = "INSERT INTO sessions (id, hash, player, label, created_at, seen_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $5, $6)";
    let values = [
        Value::Text(&new.id),
        Value::Text(new.secret.as_str()),
        Value::Text(player),
        Value::Text(&new.label),
        Value::Number(new.created_at_ms),
        Value::Number(new.expires_at_ms),
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

async fn forget(c: &mut impl Connection, now_ms: i64) -> Result<Done, WriteError> {
    let now = [Value::Number(now_ms)];
    for sql in [
        "DELETE FROM one_time WHERE expires_at < $1",
        "DELETE FROM tokens WHERE expires_at < $1",
    ] {
        c.execute(sql, &now).await?;
    }
    rows(
        c.execute("DELETE FROM sessions WHERE expires_at < $1", &now)
            .await,
    )
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
