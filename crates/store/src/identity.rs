use sha2::{Digest, Sha256};

use crate::{PlayerRow, StoreFuture};

/// SHA-256 of a secret in hexadecimal. Only hashes are stored, so a leaked database grants no access.
///
/// Secrets are random words of at least 128 bits and need neither salt nor a slow hash. Never use this for passwords.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SecretHash(String);

impl SecretHash {
    pub fn of(secret: &str) -> Self {
        let digest = Sha256::digest(secret.as_bytes());
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Session limit of a player. A further sign-in is refused rather than ending an older session.
pub const MAX_SESSIONS: u32 = 64;

/// Session age from which it may end older sessions, in milliseconds (24 hours).
pub const TRUSTED_AFTER_MS: i64 = 24 * 60 * 60 * 1000;

pub const MAX_TOKENS: u32 = 64;

#[derive(Clone, Debug)]
pub struct NewSession {
    /// Random, public id: names the session in lists and when it is ended.
    pub id: String,
    pub secret: SecretHash,
    /// Description for the player, such as browser and system.
    pub label: String,
    pub created_at_ms: i64,
    pub expires_at_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    pub id: String,
    pub player: String,
    /// Description for the player; empty if unknown.
    pub label: String,
    pub created_at_ms: i64,
    /// Time of the last refresh.
    pub seen_at_ms: i64,
    pub expires_at_ms: i64,
}

/// One-time code that signs in another device.
#[derive(Clone, Debug)]
pub struct NewCode {
    pub secret: SecretHash,
    pub player: String,
    /// Session that makes the code. The code ends with it.
    pub session: String,
    pub expires_at_ms: i64,
}

#[derive(Clone, Debug)]
pub struct Redeem {
    pub code: SecretHash,
    pub session: NewSession,
    /// Current session of the redeeming browser. If it belongs to the same player, it is proved and no session is
    /// started.
    pub by: Option<String>,
    pub now_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeemed {
    SignedIn(PlayerRow),
    /// The redeeming session belongs to the player and may end older sessions now.
    Proved(PlayerRow),
    /// The redeeming session belongs to the player, but the session that made the code is too new to prove it.
    NotProved,
    /// The code is wrong, used or expired, or ended with its session.
    NoSuchCode,
    /// The player has [`MAX_SESSIONS`] already. The code remains valid.
    TooManySessions,
}

/// End of one session by another session of the same player.
#[derive(Clone, Debug)]
pub struct EndSession {
    pub player: String,
    pub by: String,
    pub id: String,
    pub now_ms: i64,
}

/// End of all sessions and tokens of a player except the caller's session.
#[derive(Clone, Debug)]
pub struct EndOthers {
    pub player: String,
    /// The session `by` gets a new id and secret, so that a stolen copy of its cookie ends too.
    pub by: String,
    pub new_id: String,
    pub new_secret: SecretHash,
    pub keep_tokens: Vec<String>,
    pub now_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Ended(Vec<String>),
    /// The caller's session is neither older than the sessions to end, nor [trusted](TRUSTED_AFTER_MS), nor proved.
    TooNew,
    NoSuchSession,
    CallerEnded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granted {
    Stored,
    TooMany,
    CallerEnded,
}

#[derive(Clone, Debug)]
pub struct NewToken {
    /// Random, public id.
    pub id: String,
    pub secret: SecretHash,
    pub player: String,
    pub name: String,
    /// Permissions: words without spaces.
    pub scopes: Vec<String>,
    pub created_at_ms: i64,
    pub expires_at_ms: Option<i64>,
}

/// Access token of a player's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    pub id: String,
    pub player: String,
    pub name: String,
    pub scopes: Vec<String>,
    pub created_at_ms: i64,
    pub used_at_ms: Option<i64>,
    pub expires_at_ms: Option<i64>,
}

/// Players, the sessions of their browsers, and the tokens of their programs.
pub trait Identities: Send + Sync {
    fn player<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<PlayerRow>>;

    /// Stores a new player and their first session atomically.
    fn start_session(&self, player: PlayerRow, session: NewSession) -> StoreFuture<'_, ()>;

    /// Returns the session of a secret and its player, unless it expired before `now_ms`.
    fn session<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(SessionRow, PlayerRow)>>;

    /// Stores when a session was last seen and when it expires. Returns `false` if the session has ended.
    fn refresh_session<'a>(
        &'a self,
        id: &'a str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> StoreFuture<'a, bool>;

    /// Returns the active sessions of a player, the last seen first.
    fn sessions_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<SessionRow>>;

    /// Stores a code. It replaces an earlier one of the same session.
    fn add_code(&self, code: NewCode) -> StoreFuture<'_, Granted>;

    fn redeem_code(&self, redeem: Redeem) -> StoreFuture<'_, Redeemed>;

    /// Ends a session and its codes.
    fn end_session(&self, end: EndSession) -> StoreFuture<'_, Ending>;

    /// Ends all other sessions of a player, all codes, and all tokens except those to keep. Renews the caller's
    /// session.
    fn end_others(&self, end: EndOthers) -> StoreFuture<'_, Ending>;

    /// Removes sessions, codes and tokens that expired before `now_ms`. Returns the number of sessions.
    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64>;

    /// Stores a token made by `session`.
    fn add_token<'a>(&'a self, token: NewToken, session: &'a str) -> StoreFuture<'a, Granted>;

    /// Returns the token of a secret and its player, unless it expired before `now_ms`.
    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>>;

    /// Stores the time of a token's last use. Callers report at most one use a minute.
    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()>;

    /// Returns the active tokens of a player, oldest first.
    fn tokens_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<TokenRow>>;

    /// Revokes a token of this player. Returns `false` if the player has no such token.
    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool>;
}
