use serde::{Deserialize, Serialize};

use crate::{GameKey, ListKind};

/// Subject of a subscription; a connection may have several.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Its events are numbered from 1.
    Game(GameKey),
    /// Games of a player, by id; only for that player. `after` of its subscription is the position of an earlier answer.
    Player(String),
    #[serde(untagged)]
    List(ListKind),
}
