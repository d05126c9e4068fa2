use std::collections::BTreeMap;

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameKey, PlayerInfo, SideChoice};

/// Terms of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct ChallengeTerms {
    /// Side of the player who joins; `random` if the sides were drawn.
    pub side: SideChoice,
    pub handicap: Option<String>,
    /// Start position, if it is neither the usual one nor a handicap's.
    pub position: Option<String>,
    /// Rule options that differ from the defaults.
    pub rules: BTreeMap<String, String>,
    pub clock: ClockSettings,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}

/// A game in the lobby, which anyone may join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Challenge {
    pub id: GameKey,
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    pub game: VariantId,
    pub maker: PlayerInfo,
    pub terms: ChallengeTerms,
    pub created_at_ms: i64,
}

/// All open challenges: sent on subscription to the lobby and after each change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Lobby {
    /// Newest first, at most [`MAX_LISTED_CHALLENGES`](crate::limits::MAX_LISTED_CHALLENGES).
    pub challenges: Vec<Challenge>,
    /// Number of open challenges, listed or not.
    pub total: u32,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ClientMessage, CreateGame, ServerMessage, Topic};

    #[test]
    fn lobby_messages_round_trip() {
        let lobby = Lobby {
            challenges: vec![Challenge {
                id: "x8Qm3LhTz0RkWb5v".into(),
                game: VariantId::Torishogi,
                maker: PlayerInfo::guest("x8QmTz0RkWb5"),
                terms: ChallengeTerms {
                    side: SideChoice::Second,
                    handicap: Some("falcon".into()),
                    position: None,
                    rules: [("repetition".into(), "draw-4".into())].into(),
                    clock: ClockSettings::Sudden { main_ms: 60_000 },
                    rated: false,
                },
                created_at_ms: 1_790_000_000_000,
            }],
            total: 101,
        };
        let message = ServerMessage::Lobby(lobby);
        let written = serde_json::to_value(&message).expect("JSON");
        assert_eq!(
            (&written["type"], &written["total"]),
            (&json!("lobby"), &json!(101))
        );
        let challenge = &written["challenges"][0];
        assert_eq!(challenge["terms"]["side"], json!("second"));
        let read: ServerMessage = serde_json::from_value(written).expect("read");
        assert_eq!(read, message);
        for (text, expected) in [
            (
                json!({ "type": "subscribe", "topic": "lobby" }),
                ClientMessage::Subscribe {
                    topic: Topic::Lobby,
                    after: None,
                },
            ),
            (
                json!({ "type": "unsubscribe", "topic": "lobby" }),
                ClientMessage::Unsubscribe {
                    topic: Topic::Lobby,
                },
            ),
        ] {
            let message: ClientMessage = serde_json::from_value(text).expect("read");
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn the_text_of_too_many_challenges_names_the_limit() {
        let message = crate::ErrorCode::TooManyChallenges.meaning();
        let limit = format!(" {} ", crate::limits::MAX_CHALLENGES);
        assert!(message.contains(&limit), "{message}");
    }

    #[test]
    fn games_are_casual_and_by_invitation_by_default() {
        let read = |text| serde_json::from_value::<CreateGame>(text).expect("read");
        let usual = read(json!({ "game": "shogi" }));
        assert!(!usual.open && !usual.rated);
        assert!(read(json!({ "game": "shogi", "rated": true })).rated);
        assert!(read(json!({ "game": "shogi", "open": true })).open);
    }
}
