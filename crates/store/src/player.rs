use komadai_protocol::PlayerInfo;

/// Somebody who has played, or signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Names the player everywhere: public, no secret.
    pub id: String,
    /// What others see.
    pub info: PlayerInfo,
    /// When first seen, milliseconds since 1970.
    pub created_at_ms: i64,
}
