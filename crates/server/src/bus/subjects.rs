//! What the messages of servers stand under.

use async_nats::Subject;
use komadai_protocol::GameKey;

use super::wire::WIRE_VERSION;
use crate::server_id::ServerId;

/// Longest key in a subject, bytes.
const MAX_KEY: usize = 64;

/// The subjects of the servers on one database.
#[derive(Clone)]
pub(super) struct Subjects {
    prefix: String,
    /// The same for all versions of the messages.
    any_version: String,
}

impl Subjects {
    /// Those of the servers that share a word.
    pub(super) fn of(cluster: &str) -> Self {
        Self {
            prefix: format!("komadai.v{WIRE_VERSION}.{cluster}"),
            any_version: format!("komadai.{cluster}"),
        }
    }

    /// Where a server answers pings, whatever its version.
    pub(super) fn ping(&self, server: ServerId) -> String {
        format!("{}.ping.{server}", self.any_version)
    }

    /// Those of one game; none where the key cannot be part of a subject. Then there is no such game.
    pub(super) fn game(&self, game: &GameKey) -> Option<Subject> {
        let key = game.as_str();
        let is_word = key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_good = is_word && (1..=MAX_KEY).contains(&key.len());
        is_good.then(|| format!("{}.game.{key}", self.prefix).into())
    }

    pub(super) fn games(&self) -> String {
        format!("{}.game.*", self.prefix)
    }

    pub(super) fn server(&self, server: ServerId) -> String {
        format!("{}.server.{server}", self.prefix)
    }

    /// Where it is said that a challenge has come, gone or changed.
    pub(super) fn lobby(&self) -> Subject {
        format!("{}.lobby", self.prefix).into()
    }

    /// Where it is said which sessions and tokens were ended.
    pub(super) fn ended(&self) -> Subject {
        format!("{}.ended", self.prefix).into()
    }

    pub(super) fn left(&self) -> String {
        format!("{}.left", self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_somebody_made_up_reaches_no_other_subject() {
        let subjects = Subjects::of("c");
        let subject = subjects.game(&"x8Qm3LhTz0RkWb5v".into());
        assert_eq!(
            subject.as_deref(),
            Some(&*format!("komadai.v{WIRE_VERSION}.c.game.x8Qm3LhTz0RkWb5v"))
        );
        for key in ["", "*", ">", "a.b", "a b", "a\r\nPUB x 0\r\n", "将棋"] {
            assert_eq!(subjects.game(&key.into()), None, "{key:?}");
        }
        assert_eq!(subjects.game(&GameKey("a".repeat(65))), None);
    }
}
