use async_trait::async_trait;

use super::Backend;
use crate::rows::{player, readable};
use crate::sql::{Columns, Connection, json, values};
use crate::write::{Done, Write};
use crate::{
    EndOthers, EndSession, Ending, Granted, Identities, NewCode, NewSession, NewToken, PlayerRow,
    Redeem, Redeemed, SecretHash, SessionRow, StoreError, TokenRow,
};

async fn outcome<B: Backend, T>(
    backend: &B,
    write: Write,
    found: impl Fn(Done) -> Option<T>,
) -> Result<T, StoreError> {
    let done = backend.write_unconditionally(write).await?;
    found(done).ok_or_else(|| StoreError::Database("another outcome than asked for".into()))
}

async fn granted<B: Backend>(backend: &B, write: Write) -> Result<Granted, StoreError> {
    let found = |done| match done {
        Done::Granted(granted) => Some(granted),
        _ => None,
    };
    outcome(backend, write, found).await
}

async fn ending<B: Backend>(backend: &B, write: Write) -> Result<Ending, StoreError> {
    let found = |done| match done {
        Done::Ending(ending) => Some(ending),
        _ => None,
    };
    outcome(backend, write, found).await
}

#[async_trait]
impl<B: Backend> Identities for B {
    async fn players(&self, ids: &[&str]) -> Result<Vec<PlayerRow>, StoreError> {
        let mut c = self.reader("players").await?;
        let found = c.fetch(B::PLAYERS, &values![&json(ids)?]).await?;
        Ok(readable(&mut c, "player", &found, player))
    }

    async fn start_session(
        &self,
        player: PlayerRow,
        session: NewSession,
    ) -> Result<(), StoreError> {
        let write = Write::StartSession { player, session };
        self.change(write).await.map(drop)
    }

    async fn session(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(SessionRow, PlayerRow)>, StoreError> {
        let sql = "SELECT s.id, s.player, s.label, s.created_at, s.seen_at, s.expires_at, \
            p.name AS player_name, p.kind AS player_kind, p.created_at AS player_created_at \
            FROM sessions s JOIN players p ON p.id = s.player WHERE s.hash = $1 AND s.expires_at >= $2";
        let mut c = self.reader("session").await?;
        let row = c.first(sql, &values![secret, now_ms]).await?;
        row.map(|row| Ok((session(&row)?, player(&row)?)))
            .transpose()
    }

    async fn refresh_session(
        &self,
        id: &str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE id = $1";
        let values = values![id, seen_at_ms, expires_at_ms];
        Ok(self.run(sql, &values).await? > 0)
    }

    async fn sessions_of(&self, player: &str, now_ms: i64) -> Result<Vec<SessionRow>, StoreError> {
        let sql = "SELECT id, player, label, created_at, seen_at, expires_at FROM sessions \
            WHERE player = $1 AND expires_at >= $2 ORDER BY seen_at DESC, id";
        let mut c = self.reader("sessions_of").await?;
        let found = c.fetch(sql, &values![player, now_ms]).await?;
        Ok(readable(&mut c, "session", &found, session))
    }

    async fn add_code(&self, code: NewCode) -> Result<Granted, StoreError> {
        granted(self, Write::AddCode(code)).await
    }

    async fn redeem_code(&self, redeem: Redeem) -> Result<Redeemed, StoreError> {
        let found = |done| match done {
            Done::Redeemed(redeemed) => Some(redeemed),
            _ => None,
        };
        outcome(self, Write::Redeem(redeem), found).await
    }

    async fn end_session(&self, end: EndSession) -> Result<Ending, StoreError> {
        ending(self, Write::EndSession(end)).await
    }

    async fn end_others(&self, end: EndOthers) -> Result<Ending, StoreError> {
        ending(self, Write::EndOthers(end)).await
    }

    async fn forget_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        let now = values![now_ms];
        for sql in [
            "DELETE FROM one_time WHERE expires_at < $1",
            "DELETE FROM tokens WHERE expires_at < $1",
        ] {
            self.run(sql, &now).await?;
        }
        let sql = "DELETE FROM sessions WHERE expires_at < $1";
        self.run(sql, &now).await
    }

    async fn add_token(&self, token: NewToken, session: &str) -> Result<Granted, StoreError> {
        let session = session.to_owned();
        granted(self, Write::AddToken { token, session }).await
    }

    async fn token(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(TokenRow, PlayerRow)>, StoreError> {
        let sql = "SELECT t.id, t.player, t.name, t.scopes, t.created_at, t.used_at, t.expires_at, \
            p.name AS player_name, p.kind AS player_kind, p.created_at AS player_created_at \
            FROM tokens t JOIN players p ON p.id = t.player \
            WHERE t.hash = $1 AND COALESCE(t.expires_at, $2) >= $2";
        let mut c = self.reader("token").await?;
        let row = c.first(sql, &values![secret, now_ms]).await?;
        row.map(|row| Ok((token(&row)?, player(&row)?))).transpose()
    }

    async fn note_token_use(&self, id: &str, at_ms: i64) -> Result<(), StoreError> {
        let sql = "UPDATE tokens SET used_at = $2 WHERE id = $1";
        self.run(sql, &values![id, at_ms]).await.map(drop)
    }

    async fn tokens_of(&self, player: &str, now_ms: i64) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, player, name, scopes, created_at, used_at, expires_at FROM tokens \
            WHERE player = $1 AND COALESCE(expires_at, $2) >= $2 ORDER BY created_at, id";
        let mut c = self.reader("tokens_of").await?;
        let found = c.fetch(sql, &values![player, now_ms]).await?;
        Ok(readable(&mut c, "token", &found, token))
    }

    async fn revoke_token(&self, player: &str, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE player = $1 AND id = $2";
        Ok(self.run(sql, &values![player, id]).await? > 0)
    }
}

fn session(row: &impl Columns) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        id: row.text("id")?,
        player: row.text("player")?,
        label: row.text("label")?,
        created_at_ms: row.number("created_at")?,
        seen_at_ms: row.number("seen_at")?,
        expires_at_ms: row.number("expires_at")?,
    })
}

fn token(row: &impl Columns) -> Result<TokenRow, StoreError> {
    let scopes = row.text("scopes")?;
    Ok(TokenRow {
        id: row.text("id")?,
        player: row.text("player")?,
        name: row.text("name")?,
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created_at_ms: row.number("created_at")?,
        used_at_ms: row.maybe_number("used_at")?,
        expires_at_ms: row.maybe_number("expires_at")?,
    })
}
