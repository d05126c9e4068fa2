use async_trait::async_trait;
use komadai_protocol::PlayerInfo;
use sha2::{Digest, Sha256};

use crate::StoreError;

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

/// Guest or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    pub id: String,
    pub info: PlayerInfo,
    pub created_at_ms: i64,
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
#[async_trait]
pub trait Identities: Send + Sync {
    /// Returns the players who exist, unordered.
    async fn players(&self, ids: &[&str]) -> Result<Vec<PlayerRow>, StoreError>;

    /// Stores a new player and their first session atomically.
    async fn start_session(&self, player: PlayerRow, session: NewSession)
    -> Result<(), StoreError>;

    /// Returns the session of a secret and its player, unless it expired before `now_ms`.
    async fn session(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(SessionRow, PlayerRow)>, StoreError>;

    /// Stores when a session was last seen and when it expires. Returns `false` if the session has ended.
    async fn refresh_session(
        &self,
        id: &str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> Result<bool, StoreError>;

    /// Returns the active sessions of a player, the last seen first.
    async fn sessions_of(&self, player: &str, now_ms: i64) -> Result<Vec<SessionRow>, StoreError>;

    /// Stores a code. It replaces an earlier one of the same session.
    async fn add_code(&self, code: NewCode) -> Result<Granted, StoreError>;

    async fn redeem_code(&self, redeem: Redeem) -> Result<Redeemed, StoreError>;

    /// Ends a session and its codes.
    async fn end_session(&self, end: EndSession) -> Result<Ending, StoreError>;

    /// Ends all other sessions of a player, all codes, and all tokens except those to keep. Renews the caller's
    /// session.
    async fn end_others(&self, end: EndOthers) -> Result<Ending, StoreError>;

    /// Removes sessions, codes and tokens that expired before `now_ms`. Returns the number of sessions.
    async fn forget_sessions(&self, now_ms: i64) -> Result<u64, StoreError>;

    /// Stores a token made by `session`.
    async fn add_token(&self, token: NewToken, session: &str) -> Result<Granted, StoreError>;

    /// Returns the token of a secret and its player, unless it expired before `now_ms`.
    async fn token(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(TokenRow, PlayerRow)>, StoreError>;

    /// Stores the time of a token's last use. Callers report at most one use a minute.
    async fn note_token_use(&self, id: &str, at_ms: i64) -> Result<(), StoreError>;

    /// Returns the active tokens of a player, oldest first.
    async fn tokens_of(&self, player: &str, now_ms: i64) -> Result<Vec<TokenRow>, StoreError>;

    /// Revokes a token of this player. Returns `false` if the player has no such token.
    async fn revoke_token(&self, player: &str, id: &str) -> Result<bool, StoreError>;
}
