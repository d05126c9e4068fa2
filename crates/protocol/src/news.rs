use serde::{Deserialize, Serialize};

use crate::GameSummary;

/// Change of a game in a player's list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum GameNews {
    /// The player waits for an opponent, or was renamed while waiting.
    Waiting,
    Began,
    /// A move was made or taken back.
    Turn,
    Offer,
    Over,
}

/// Change of a game, for the topic of a player. May overtake the answer to the subscription: see
/// [`GameSummary::seq`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PlayerNews {
    pub player: String,
    pub news: GameNews,
    /// Current state of the game, which may contain later events.
    pub game: GameSummary,
}

/// Answer to the subscription of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PlayerGames {
    pub player: String,
    /// Position of the last event contained.
    pub position: u64,
    /// `games` are all games that are not over. Otherwise they are those with events after the position of the
    /// subscription.
    pub whole: bool,
    /// Latest event first.
    pub games: Vec<GameSummary>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ClientMessage, PerSide, PlayerInfo, Seat, ServerMessage, Status, Topic};
    use komadai_rules::VariantId;

    fn game() -> GameSummary {
        GameSummary {
            id: "x8Qm3LhTz0RkWb5v".into(),
            game: VariantId::Shogi,
            status: Status::Playing,
            seat: Seat::First,
            players: PerSide {
                first: Some(PlayerInfo::guest("x8QmTz0RkWb5")),
                second: None,
            },
            seq: 7,
            ply: 3,
            your_turn: true,
            outcome: None,
            updated_at_ms: 1_790_000_000_000,
        }
    }

    #[test]
    fn player_messages_round_trip() {
        let player = String::from("x8QmTz0RkWb5");
        let news = PlayerNews {
            player: player.clone(),
            news: GameNews::Turn,
            game: game(),
        };
        let games = PlayerGames {
            player: player.clone(),
            position: 7,
            whole: true,
            games: vec![game()],
        };
        for (message, kind) in [
            (ServerMessage::PlayerNews(Box::new(news)), "player-news"),
            (ServerMessage::PlayerGames(games), "player-games"),
        ] {
            let written = serde_json::to_value(&message).expect("JSON");
            assert_eq!(
                (&written["type"], &written["player"]),
                (&json!(kind), &json!(player))
            );
            assert_eq!(
                serde_json::from_value::<ServerMessage>(written).expect("read"),
                message
            );
        }
        let subscribe = json!({
            "type": "subscribe", "topic": { "player": player }, "after": 9_000_000_000_u64,
        });
        let message: ClientMessage = serde_json::from_value(subscribe).expect("read");
        let topic = Topic::Player(player);
        assert_eq!(
            message,
            ClientMessage::Subscribe {
                topic,
                after: Some(9_000_000_000)
            }
        );
    }
}
