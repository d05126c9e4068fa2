use komadai_protocol::PlayerInfo;

/// Somebody who has made or joined a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The identity the cookie carries.
    pub id: String,
    /// What others see.
    pub info: PlayerInfo,
    /// When first seen, milliseconds since 1970.
    pub created_at_ms: i64,
}
