//! Subjects of the copies of a server on NATS.

use async_nats::Subject;

use super::wire::WIRE_VERSION;
use crate::server_id::ServerId;

/// The subjects of the servers on one database.
#[derive(Clone)]
pub(super) struct Subjects {
    prefix: String,
    /// The same for all wire versions.
    any_version: String,
}

impl Subjects {
    /// Subjects of the servers that share a word.
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

    /// Messages about a topic.
    pub(super) fn topic(&self, name: &str) -> Subject {
        format!("{}.topic.{name}", self.prefix).into()
    }

    pub(super) fn server(&self, server: ServerId) -> String {
        format!("{}.server.{server}", self.prefix)
    }

    /// Announcements that messages of a copy may be lost.
    pub(super) fn lost(&self) -> String {
        format!("{}.lost", self.prefix)
    }

    /// A subject that nobody subscribes to.
    pub(super) fn nobody(&self) -> String {
        format!("{}.nobody", self.prefix)
    }

    /// Announcements that slots have other owners.
    pub(super) fn slots(&self) -> String {
        format!("{}.slots", self.prefix)
    }
}
