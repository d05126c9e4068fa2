use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameKey, GameName, PlayerInfo, SideChoice};

/// What somebody accepts with a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct ChallengeTerms {
    /// The side of the player who joins; `random` where the sides were drawn.
    pub side: SideChoice,
    /// The handicap, if it is one.
    pub handicap: Option<String>,
    /// The start position, if it is neither the usual one nor that of a handicap.
    pub position: Option<String>,
    /// The rule options that differ from the defaults.
    pub rules: BTreeMap<String, String>,
    /// The clock.
    pub clock: ClockSettings,
    /// Whether the end changes the ratings of the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}

/// A game that anyone may join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Challenge {
    /// The game, to be joined by this key.
    pub id: GameKey,
    /// What is played.
    pub game: GameName,
    /// Who waits for an opponent.
    pub maker: PlayerInfo,
    /// What one accepts.
    pub terms: ChallengeTerms,
    /// When it was made, milliseconds since 1970.
    pub created_at_ms: i64,
}

/// All challenges that are open: the answer to subscribing to the lobby, and again whenever one comes or goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Lobby {
    /// The newest of them, newest first, at most [`MAX_LISTED_CHALLENGES`](crate::limits::MAX_LISTED_CHALLENGES).
    pub challenges: Vec<Challenge>,
    /// How many there are.
    pub total: u32,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ClientMessage, CreateGame, ServerMessage, Topic};

    #[test]
    fn messages_about_the_lobby_are_read_as_they_were_written() {
        let lobby = Lobby {
            challenges: vec![Challenge {
                id: "x8Qm3LhTz0RkWb5v".into(),
                game: GameName::Torishogi,
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
    fn who_has_too_many_challenges_reads_how_many_there_may_be() {
        let message = crate::ErrorCode::TooManyChallenges.meaning();
        let limit = format!(" {} ", crate::limits::MAX_CHALLENGES);
        assert!(message.contains(&limit), "{message}");
    }

    #[test]
    fn a_game_is_casual_and_for_who_was_invited_unless_its_maker_says_otherwise() {
        let read = |text| serde_json::from_value::<CreateGame>(text).expect("read");
        let usual = read(json!({ "game": "shogi" }));
        assert!(!usual.open && !usual.rated);
        assert!(read(json!({ "game": "shogi", "rated": true })).rated);
        assert!(read(json!({ "game": "shogi", "open": true })).open);
    }
}
