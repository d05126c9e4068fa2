use std::sync::Arc;

use komadai_protocol::{ErrorCode, ListKind};

use super::{Action, Cause, Open, Reading};
use crate::game::{GameRegistry, Replica};
use crate::hub::Message;
use crate::identity::Caller;
use crate::ws::client::Client;

pub(super) fn may_open(client: &Client) -> Result<(), ErrorCode> {
    match client.caller.as_ref().is_none_or(Caller::may_read) {
        true => Ok(()),
        false => Err(ErrorCode::MissingScope),
    }
}

/// A list at one socket: whole at first and after lost messages, then its changes.
pub(super) struct ListTopic {
    games: Arc<GameRegistry>,
    replica: Arc<Replica>,
    /// Version that the client has; 0 before the first.
    version: u64,
}

impl ListTopic {
    pub(super) async fn new(games: Arc<GameRegistry>, kind: ListKind) -> Self {
        Self {
            replica: games.follow_list(kind).await,
            games,
            version: 0,
        }
    }
}

impl Open for ListTopic {
    fn read(&mut self, _: Cause) -> Reading<'_> {
        Box::pin(async {
            let (version, text) = self.replica.read(&self.games).await?;
            // Lower after a failover of the database, whose epochs may go back.
            if version == self.version {
                return Ok(Vec::new());
            }
            self.version = version;
            Ok(vec![text])
        })
    }

    fn receive(&mut self, message: &Message) -> Action {
        let action = action(self.version, message.version);
        if action == Action::Send {
            self.version += 1;
        }
        action
    }
}

/// Action on a change to the version `next`, at a client that has `known`.
fn action(known: u64, next: Option<u64>) -> Action {
    match next {
        Some(next) if next <= known => Action::Skip,
        Some(next) if next == known + 1 => Action::Send,
        _ => Action::Read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_or_another_owner_makes_a_socket_read_the_list() {
        let owner = |epoch: u64| epoch << 32;
        for (known, next, expected) in [
            (owner(3) + 7, owner(3) + 8, Action::Send),
            (owner(3) + 7, owner(3) + 7, Action::Skip),
            (owner(3) + 7, owner(3) + 9, Action::Read),
            (owner(3) + 7, owner(4) + 2, Action::Read),
            (owner(4) + 1, owner(3) + 8, Action::Skip),
        ] {
            assert_eq!(action(known, Some(next)), expected, "{known} {next}");
        }
        assert_eq!(action(owner(3), None), Action::Read);
    }
}
