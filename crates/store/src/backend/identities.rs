use super::Backend;
use crate::write::{IdentityWrite, Write};
use crate::{
    Identities, NewSession, NewToken, PlayerRow, SecretHash, SessionRow, StoreFuture, TokenRow,
    read,
};

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

    fn end_session<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool> {
        let write = IdentityWrite::EndSession {
            player: player.into(),
            id: id.into(),
        };
        Box::pin(async move { Ok(self.change(Write::Identity(write)).await? > 0) })
    }

    fn end_sessions<'a>(&'a self, player: &'a str, keep: Option<&'a str>) -> StoreFuture<'a, u64> {
        let write = IdentityWrite::EndSessions {
            player: player.into(),
            keep: keep.map(str::to_owned),
        };
        Box::pin(self.change(Write::Identity(write)))
    }

    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64> {
        let write = IdentityWrite::ForgetSessions { now_ms };
        Box::pin(self.change(Write::Identity(write)))
    }

    fn add_token(&self, token: NewToken) -> StoreFuture<'_, bool> {
        let write = IdentityWrite::Token(token);
        Box::pin(async move { Ok(self.change(Write::Identity(write)).await? > 0) })
    }

    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>> {
        Box::pin(async move { read::token(&mut self.reader("token").await?, secret).await })
    }

    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()> {
        let write = IdentityWrite::TokenUse {
            id: id.into(),
            at_ms,
        };
        Box::pin(async move { self.change(Write::Identity(write)).await.map(drop) })
    }

    fn tokens_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Vec<TokenRow>> {
        Box::pin(async move { read::tokens_of(&mut self.reader("tokens_of").await?, player).await })
    }

    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool> {
        let write = IdentityWrite::RevokeToken {
            player: player.into(),
            id: id.into(),
        };
        Box::pin(async move { Ok(self.change(Write::Identity(write)).await? > 0) })
    }
}
