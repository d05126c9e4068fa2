use super::Backend;
use crate::write::{Done, IdentityWrite, Write};
use crate::{
    EndOthers, EndSession, Ending, Granted, Identities, NewCode, NewSession, NewToken, PlayerRow,
    Redeem, Redeemed, SecretHash, SessionRow, StoreError, StoreFuture, TokenRow, read,
};

async fn outcome<B: Backend, T>(
    backend: &B,
    write: IdentityWrite,
    found: impl Fn(Done) -> Option<T>,
) -> Result<T, StoreError> {
    let done = backend
        .write_unconditionally(Write::Identity(write))
        .await?;
    found(done).ok_or_else(|| StoreError::Database("another outcome than asked for".into()))
}

async fn granted<B: Backend>(backend: &B, write: IdentityWrite) -> Result<Granted, StoreError> {
    let found = |done| match done {
        Done::Granted(granted) => Some(granted),
        _ => None,
    };
    outcome(backend, write, found).await
}

async fn ending<B: Backend>(backend: &B, write: IdentityWrite) -> Result<Ending, StoreError> {
    let found = |done| match done {
        Done::Ending(ending) => Some(ending),
        _ => None,
    };
    outcome(backend, write, found).await
}

impl<B: Backend> Identities for B {
    fn player<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<PlayerRow>> {
        Box::pin(async move { read::player(&mut self.reader("player").await?, id).await })
    }

    fn start_session(&self, player: PlayerRow, session: NewSession) -> StoreFuture<'_, ()> {
        let write = IdentityWrite::Session { player, session };
        Box::pin(async move { self.change(Write::Identity(write)).await.map(drop) })
    }

    fn session<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(SessionRow, PlayerRow)>> {
        Box::pin(
            async move { read::session(&mut self.reader("session").await?, secret, now_ms).await },
        )
    }

    fn refresh_session<'a>(
        &'a self,
        id: &'a str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> StoreFuture<'a, bool> {
        let write = IdentityWrite::RefreshSession {
            id: id.into(),
            seen_at_ms,
            expires_at_ms,
        };
        Box::pin(async move { Ok(self.change(Write::Identity(write)).await? > 0) })
    }

    fn sessions_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<SessionRow>> {
        Box::pin(async move {
            read::sessions_of(&mut self.reader("sessions_of").await?, player, now_ms).await
        })
    }

    fn add_code(&self, code: NewCode) -> StoreFuture<'_, Granted> {
        Box::pin(granted(self, IdentityWrite::Code(code)))
    }

    fn redeem_code(&self, redeem: Redeem) -> StoreFuture<'_, Redeemed> {
        let found = |done| match done {
            Done::Redeemed(redeemed) => Some(redeemed),
            _ => None,
        };
        Box::pin(outcome(self, IdentityWrite::Redeem(redeem), found))
    }

    fn end_session(&self, end: EndSession) -> StoreFuture<'_, Ending> {
        Box::pin(ending(self, IdentityWrite::EndSession(end)))
    }

    fn end_others(&self, end: EndOthers) -> StoreFuture<'_, Ending> {
        Box::pin(ending(self, IdentityWrite::EndOthers(end)))
    }

    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64> {
        let write = IdentityWrite::ForgetSessions { now_ms };
        Box::pin(self.change(Write::Identity(write)))
    }

    fn add_token<'a>(&'a self, token: NewToken, session: &'a str) -> StoreFuture<'a, Granted> {
        let session = session.to_owned();
        Box::pin(granted(self, IdentityWrite::Token { token, session }))
    }

    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>> {
        Box::pin(async move { read::token(&mut self.reader("token").await?, secret, now_ms).await })
    }

    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()> {
        let write = IdentityWrite::TokenUse {
            id: id.into(),
            at_ms,
        };
        Box::pin(async move { self.change(Write::Identity(write)).await.map(drop) })
    }

    fn tokens_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<TokenRow>> {
        Box::pin(async move {
            read::tokens_of(&mut self.reader("tokens_of").await?, player, now_ms).await
        })
    }

    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool> {
        let write = IdentityWrite::RevokeToken {
            player: player.into(),
            id: id.into(),
        };
        Box::pin(async move { Ok(self.change(Write::Identity(write)).await? > 0) })
    }
}
