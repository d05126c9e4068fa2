use sha2::{Digest, Sha256};

use crate::{PlayerRow, StoreFuture};

/// The SHA-256 of a secret, in hexadecimal: what is stored of it. Whoever reads the database can act as nobody.
///
/// A secret is a random word of at least 128 bits, so it needs no salt and no slow hash. Never of a password.
///
/// ```
/// use komadai_store::SecretHash;
/// assert_eq!(SecretHash::of("a"), SecretHash::of("a"));
/// assert_ne!(SecretHash::of("a"), SecretHash::of("b"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SecretHash(String);

impl SecretHash {
    /// The hash of a secret.
    pub fn of(secret: &str) -> Self {
        let digest = Sha256::digest(secret.as_bytes());
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// As it is stored: 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Most sessions of a player: a further one ends the one that was not seen for the longest time.
pub const MAX_SESSIONS: u32 = 64;

/// Most tokens of a player.
pub const MAX_TOKENS: u32 = 64;

/// A session to be stored.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Its id, random, no secret: names it in lists and when it is ended.
    pub id: String,
    /// The hash of its secret.
    pub secret: SecretHash,
    /// What the player recognises it by, such as browser and system.
    pub label: String,
    /// When it begins, milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it ends unless refreshed, milliseconds since 1970.
    pub expires_at_ms: i64,
}

/// A browser that acts for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id, no secret.
    pub id: String,
    /// Whose it is.
    pub player: String,
    /// What the player recognises it by; empty where that is unknown.
    pub label: String,
    /// When it began, milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was refreshed last, milliseconds since 1970.
    pub seen_at_ms: i64,
    /// When it ends unless refreshed, milliseconds since 1970.
    pub expires_at_ms: i64,
}

/// A token to be stored.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its id, random, no secret.
    pub id: String,
    /// The hash of its secret.
    pub secret: SecretHash,
    /// Whose it is.
    pub player: String,
    /// What the player calls it.
    pub name: String,
    /// What it may be used for: words without spaces.
    pub scopes: Vec<String>,
    /// When it was made, milliseconds since 1970.
    pub created_at_ms: i64,
}

/// What lets a program act for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its id, no secret.
    pub id: String,
    /// Whose it is.
    pub player: String,
    /// What the player calls it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<String>,
    /// When it was made, milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was used last, milliseconds since 1970; `None`: never.
    pub used_at_ms: Option<i64>,
}

/// Who somebody is: players, the sessions of their browsers, the tokens of their programs.
pub trait Identities: Send + Sync {
    /// A player.
    fn player<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<PlayerRow>>;

    /// Stores a session, and its player if there is none of this id yet: both or neither. Beyond
    /// [`MAX_SESSIONS`] of the player, those not seen for the longest time end.
    fn start_session(&self, player: PlayerRow, session: NewSession) -> StoreFuture<'_, ()>;

    /// The session of a secret and its player; `None` if there is none, or it ended before `now_ms`.
    fn session<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(SessionRow, PlayerRow)>>;

    /// Notes that a session was seen, and when it ends now. `false`: there is no such session any more.
    fn refresh_session<'a>(
        &'a self,
        id: &'a str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> StoreFuture<'a, bool>;

    /// The sessions of a player that have not ended, the one seen last first.
    fn sessions_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<SessionRow>>;

    /// Ends a session of this player. `false`: the player has no such session.
    fn end_session<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool>;

    /// Ends all sessions of a player but `keep`. Returns how many.
    fn end_sessions<'a>(&'a self, player: &'a str, keep: Option<&'a str>) -> StoreFuture<'a, u64>;

    /// Removes the sessions that ended before `now_ms`. Returns how many.
    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64>;

    /// Stores a token. `false`: the player has [`MAX_TOKENS`] already.
    fn add_token(&self, token: NewToken) -> StoreFuture<'_, bool>;

    /// The token of a secret and its player.
    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>>;

    /// Notes when a token was used. Not for every request: a minute is fine enough.
    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()>;

    /// The tokens of a player, oldest first.
    fn tokens_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Vec<TokenRow>>;

    /// Revokes a token of this player. `false`: the player has no such token.
    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool>;
}
