use std::cmp::{Ordering, Reverse};

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameKey, ListEntry, PerSide, PlayerInfo};

/// A game being played, which anyone may watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct LiveGame {
    pub id: GameKey,
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    pub game: VariantId,
    /// In a rated game each with the rating at its start.
    pub players: PerSide<PlayerInfo>,
    pub clock: ClockSettings,
    pub watchers: u32,
    pub created_at_ms: i64,
}

impl LiveGame {
    /// Sum of both ratings; 0 in a game that is not rated.
    fn rating(&self) -> i32 {
        let players = [&self.players.first, &self.players.second];
        let ratings = players.iter().filter_map(|player| player.rating);
        ratings.map(|rating| rating.rating).sum()
    }
}

impl ListEntry for LiveGame {
    fn id(&self) -> &GameKey {
        &self.id
    }

    /// Highest rated first, then newest.
    fn order(&self, other: &Self) -> Ordering {
        let key = |it: &Self| Reverse((it.rating(), it.created_at_ms));
        key(self)
            .cmp(&key(other))
            .then_with(|| self.id.cmp(&other.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rating;

    #[test]
    fn strong_players_come_first_then_new_games() {
        let game = |id: &str, rating: Option<i32>, created_at_ms| {
            let player = PlayerInfo {
                rating: rating.map(|rating| Rating {
                    rating,
                    provisional: false,
                }),
                ..PlayerInfo::guest("x8QmTz0RkWb5")
            };
            LiveGame {
                id: id.into(),
                game: VariantId::Shogi,
                players: PerSide {
                    first: player.clone(),
                    second: player,
                },
                clock: ClockSettings::None,
                watchers: 0,
                created_at_ms,
            }
        };
        let mut games = [
            game("old", None, 1),
            game("new", None, 2),
            game("also-new", None, 2),
            game("weak", Some(900), 1),
            game("strong", Some(2100), 1),
        ];
        games.sort_by(LiveGame::order);
        let ids = games.each_ref().map(|game| game.id.as_str());
        assert_eq!(ids, ["strong", "weak", "also-new", "new", "old"]);
    }
}
