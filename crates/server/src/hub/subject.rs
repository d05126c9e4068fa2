use std::fmt;
use std::sync::Arc;

use komadai_protocol::{GameKey, ListKind, Topic};

/// Name of a topic between the copies of the server: a kind, and an id after a dot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Subject(Arc<str>);

/// Longest id in a subject that other copies see, bytes.
const MAX_ID: usize = 64;
const PLAYER: &str = "player";

impl Subject {
    pub(crate) fn of(kind: &str, id: &str) -> Self {
        Self(format!("{kind}.{id}").into())
    }

    pub(crate) fn game(key: &GameKey) -> Self {
        Self::of("game", key.as_str())
    }

    pub(crate) fn player(id: &str) -> Self {
        Self::of(PLAYER, id)
    }

    pub(crate) fn list(kind: ListKind) -> Self {
        Self::of("list", kind.name())
    }

    /// Changes of a list's entries, for its owner.
    pub(crate) fn changes_of(kind: ListKind) -> Self {
        Self::of("changes", kind.name())
    }

    /// Players with another name, for the copies themselves.
    pub(crate) fn names() -> Self {
        Self("names".into())
    }

    /// Ended sessions and tokens, for the copies themselves.
    pub(crate) fn ended_credentials() -> Self {
        Self("ended-credentials".into())
    }

    /// The key of the stream that the subject is about.
    pub(crate) fn stream(&self) -> Option<&str> {
        let (kind, id) = self.0.split_once('.')?;
        (kind != PLAYER).then_some(id)
    }

    pub(crate) fn is_player(&self) -> bool {
        matches!(self.0.split_once('.'), Some((PLAYER, _)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` if other copies publish to it. Ids that could reach another subject name nothing that exists.
    pub(crate) fn is_carried(&self) -> bool {
        let (kind, id) = self.0.split_once('.').unwrap_or((&self.0, "x"));
        !kind.is_empty()
            && (1..=MAX_ID).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    }
}

impl From<&Topic> for Subject {
    fn from(topic: &Topic) -> Self {
        match topic {
            Topic::Game(key) => Self::game(key),
            Topic::Player(id) => Self::player(id),
            Topic::List(kind) => Self::list(*kind),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_somebody_made_up_reaches_no_other_subject() {
        let game = |key: &str| Subject::game(&GameKey::from(key));
        let good = game("x8Qm3LhTz0RkWb5v");
        assert!(good.is_carried());
        assert_eq!(good.as_str(), "game.x8Qm3LhTz0RkWb5v");
        assert_eq!(good.stream(), Some("x8Qm3LhTz0RkWb5v"));
        assert_eq!(Subject::player("a").stream(), None);
        for &kind in ListKind::ALL {
            assert!(Subject::changes_of(kind).is_carried());
            let list = Subject::list(kind);
            assert!(list.is_carried());
            assert_eq!(list.stream(), Some(kind.name()));
        }
        for key in ["", "*", ">", "a.b", "a b", "a\r\nPUB x 0\r\n", "将棋"] {
            assert!(!game(key).is_carried(), "{key:?}");
        }
        assert!(!game(&"a".repeat(65)).is_carried());
    }
}
