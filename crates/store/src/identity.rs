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

/// Most sessions of a player. A further sign-in is refused: it must end none that its maker may not end.
pub const MAX_SESSIONS: u32 = 64;

/// Age from which a session may end older ones, milliseconds (24 hours).
pub const TRUSTED_AFTER_MS: i64 = 24 * 60 * 60 * 1000;

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

/// A code to be stored, with which another device signs in.
#[derive(Clone, Debug)]
pub struct NewCode {
    /// The hash of the code.
    pub secret: SecretHash,
    /// Whose it is.
    pub player: String,
    /// The session that makes it. The code ends with it.
    pub session: String,
    /// Until when it may be redeemed, milliseconds since 1970.
    pub expires_at_ms: i64,
}

/// Use of a code.
#[derive(Clone, Debug)]
pub struct Redeem {
    /// The hash of the code.
    pub code: SecretHash,
    /// The session that begins.
    pub session: NewSession,
    /// The session of the browser that redeems it. Where it is one of the same player, it is proved and no other begins.
    pub by: Option<String>,
    /// Now, milliseconds since 1970.
    pub now_ms: i64,
}

/// Outcome of [`Identities::redeem_code`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// A session of this player has begun.
    SignedIn(PlayerRow),
    /// The redeeming session is one of the player and may end older ones now.
    Proved(PlayerRow),
    /// The redeeming session is one of the player, and the code comes from one too new to prove anything.
    NotProved,
    /// There is no such code: wrong, used, expired, or ended with its session.
    NoSuchCode,
    /// The player has [`MAX_SESSIONS`] already. The code stays.
    TooManySessions,
}

/// End of one session by another one of the same player.
#[derive(Clone, Debug)]
pub struct EndSession {
    /// Whose sessions they are.
    pub player: String,
    /// The session that asks.
    pub by: String,
    /// The session to be ended.
    pub id: String,
    /// Now, milliseconds since 1970.
    pub now_ms: i64,
}

/// End of all that acts for a player, but for the session that asks.
#[derive(Clone, Debug)]
pub struct EndOthers {
    /// Whose they are.
    pub player: String,
    /// The session that asks. It gets another id and secret, so that a copy of its cookie ends too.
    pub by: String,
    /// Its id from now on.
    pub new_id: String,
    /// The hash of its secret from now on.
    pub new_secret: SecretHash,
    /// Ids of the tokens that stay.
    pub keep_tokens: Vec<String>,
    /// Now, milliseconds since 1970.
    pub now_ms: i64,
}

/// Outcome of ending sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Ids of the sessions and tokens that hold no longer.
    Ended(Vec<String>),
    /// The session that asks is neither older than those to be ended, nor [trusted](TRUSTED_AFTER_MS), nor proved.
    TooNew,
    /// The session to be ended is none of the player.
    NoSuchSession,
    /// The session that asks has been ended itself.
    CallerEnded,
}

/// Outcome of storing a token or code for a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granted {
    /// It is stored.
    Stored,
    /// The player has [`MAX_TOKENS`] already.
    TooMany,
    /// The session that makes it has been ended.
    CallerEnded,
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
    /// When it ends, milliseconds since 1970; `None`: never.
    pub expires_at_ms: Option<i64>,
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
    /// When it ends, milliseconds since 1970; `None`: never.
    pub expires_at_ms: Option<i64>,
}

/// Who somebody is: players, the sessions of their browsers, the tokens of their programs.
pub trait Identities: Send + Sync {
    /// A player.
    fn player<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<PlayerRow>>;

    /// Stores a new player and their first session: both or neither.
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

    /// Stores a code, in the place of an earlier one of the same session.
    fn add_code(&self, code: NewCode) -> StoreFuture<'_, Granted>;

    /// Redeems a code, once.
    fn redeem_code(&self, redeem: Redeem) -> StoreFuture<'_, Redeemed>;

    /// Ends a session, and its codes.
    fn end_session(&self, end: EndSession) -> StoreFuture<'_, Ending>;

    /// Ends all other sessions of a player, all codes, and all tokens but those to be kept; renews the session that asks.
    fn end_others(&self, end: EndOthers) -> StoreFuture<'_, Ending>;

    /// Removes sessions, codes and tokens that ended before `now_ms`. Returns how many sessions.
    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64>;

    /// Stores a token that a session makes.
    fn add_token<'a>(&'a self, token: NewToken, session: &'a str) -> StoreFuture<'a, Granted>;

    /// The token of a secret and its player; `None` if there is none, or it ended before `now_ms`.
    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>>;

    /// Notes when a token was used. Not for every request: a minute is fine enough.
    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()>;

    /// The tokens of a player that have not ended, oldest first.
    fn tokens_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<TokenRow>>;

    /// Revokes a token of this player. `false`: the player has no such token.
    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool>;
}
