/// Somebody who has made or joined a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The identity the cookie carries.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// When first seen, milliseconds since 1970.
    pub created_at: i64,
}
