use std::cmp::Ordering;
use std::collections::BTreeMap;

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameKey, ListEntry, PlayerInfo, SideChoice};

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

impl ListEntry for Challenge {
    fn id(&self) -> &GameKey {
        &self.id
    }

    /// Newest first.
    fn order(&self, other: &Self) -> Ordering {
        let newest = other.created_at_ms.cmp(&self.created_at_ms);
        newest.then_with(|| self.id.cmp(&other.id))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        Changes, ClientMessage, CreateGame, Entries, List, ListChange, ListKind, ServerMessage,
        Topic,
    };

    fn challenge(id: &str, created_at_ms: i64) -> Challenge {
        Challenge {
            id: id.into(),
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
            created_at_ms,
        }
    }

    fn list(version: u64, entries: Vec<Challenge>) -> List {
        let total = u32::try_from(entries.len()).expect("few");
        List::Lobby(Entries::new(version, entries, total))
    }

    #[test]
    fn lobby_messages_round_trip() {
        let one = challenge("x8Qm3LhTz0RkWb5v", 1_790_000_000_000);
        let whole = ServerMessage::List(list(7 << 32, vec![one.clone()]));
        let written = serde_json::to_value(&whole).expect("JSON");
        let expected = json!({
            "type": "list", "topic": "lobby", "version": 7_u64 << 32, "total": 1,
            "entries": [serde_json::to_value(&one).expect("JSON")],
        });
        assert_eq!(written, expected);
        assert_eq!(written["entries"][0]["terms"]["side"], json!("second"));
        let change = ServerMessage::ListChange(ListChange::Lobby(Changes {
            version: (7 << 32) + 1,
            changed: vec![one],
            gone: vec!["gone".into()],
            total: 101,
        }));
        for message in [whole, change] {
            let written = serde_json::to_value(&message).expect("JSON");
            let read: ServerMessage = serde_json::from_value(written).expect("read");
            assert_eq!(read, message);
        }
        for (text, expected) in [
            (
                json!({ "type": "subscribe", "topic": "lobby" }),
                ClientMessage::Subscribe {
                    topic: Topic::List(ListKind::Lobby),
                    after: None,
                },
            ),
            (
                json!({ "type": "unsubscribe", "topic": "lobby" }),
                ClientMessage::Unsubscribe {
                    topic: Topic::List(ListKind::Lobby),
                },
            ),
        ] {
            let message: ClientMessage = serde_json::from_value(text).expect("read");
            assert_eq!(message, expected);
        }
        for unknown in [json!("attic"), json!({ "lobby": "x" }), json!(["lobby"])] {
            serde_json::from_value::<Topic>(unknown).expect_err("no topic");
        }
    }

    #[test]
    fn a_difference_leads_from_one_version_to_the_next_alone() {
        let mut renamed = challenge("b", 2);
        renamed.maker.name = "Bea".into();
        let [a, b, c] = [("a", 1), ("b", 2), ("c", 3)].map(|(id, at)| challenge(id, at));
        let mut owned = list(5, vec![a.clone(), b.clone()]);
        let mut followed = owned.clone();
        let change = owned.replace(list(0, vec![renamed.clone(), c.clone()]));
        let change = change.expect("it has changed");
        let expected = ListChange::Lobby(Changes {
            version: 6,
            changed: vec![c.clone(), renamed.clone()],
            gone: vec!["a".into()],
            total: 2,
        });
        assert_eq!(change, expected);
        assert!(followed.apply(change.clone()));
        assert_eq!(followed, owned);
        assert_eq!(followed, list(6, vec![c.clone(), renamed.clone()]));
        assert!(!followed.apply(change), "twice");
        assert_eq!(owned.replace(list(0, vec![renamed, c])), None);
        assert!(owned.replace(list(0, vec![a.clone()])).is_some());
        let next = owned.replace(list(0, vec![b])).expect("it has changed");
        assert!(!followed.apply(next), "one is missing");
        assert_eq!(followed.version(), 6);
        // More challenges than are listed.
        let more = List::Lobby(Entries::new(0, vec![a.clone()], 2));
        let mut few = list(1, vec![a]);
        assert!(few.replace(more).is_some());
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
