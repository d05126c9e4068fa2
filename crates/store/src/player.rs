use komadai_protocol::PlayerInfo;

/// Guest or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Public id.
    pub id: String,
    /// Data shown to other players.
    pub info: PlayerInfo,
    /// Time of the first visit.
    pub created_at_ms: i64,
}
