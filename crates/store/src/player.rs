use komadai_protocol::PlayerInfo;

/// Guest or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    pub id: String,
    pub info: PlayerInfo,
    pub created_at_ms: i64,
}
