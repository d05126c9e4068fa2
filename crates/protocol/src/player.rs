use serde::{Deserialize, Serialize};

/// What everybody may know of a player.
///
/// Logs of protocol version 2 and before hold an English name only; it is understood:
///
/// ```
/// use komadai_protocol::PlayerInfo;
/// let old: PlayerInfo = serde_json::from_str(r#"{"name":"Guest x8Qm"}"#)?;
/// assert_eq!(old, PlayerInfo { name: "x8Qm".into(), guest: true });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(from = "StoredPlayer")]
pub struct PlayerInfo {
    /// The name of the player; of a guest the letters that tell guests apart.
    pub name: String,
    /// The player has no name of their own: pages say "Guest" in their language beside the letters.
    pub guest: bool,
}

/// What logs hold: `guest` is missing in those of protocol version 2 and before.
#[derive(Deserialize)]
struct StoredPlayer {
    name: String,
    guest: Option<bool>,
}

/// How version 2 named guests.
const GUEST_PREFIX_V2: &str = "Guest ";

impl From<StoredPlayer> for PlayerInfo {
    fn from(stored: StoredPlayer) -> Self {
        if let Some(guest) = stored.guest {
            return Self {
                name: stored.name,
                guest,
            };
        }
        match stored.name.strip_prefix(GUEST_PREFIX_V2) {
            Some(letters) => Self {
                name: letters.to_owned(),
                guest: true,
            },
            None => Self {
                name: stored.name,
                guest: false,
            },
        }
    }
}
