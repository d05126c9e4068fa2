//! Lists as their followers have them.

use std::collections::BTreeSet;

use komadai_protocol::{ClientMessage, GameKey, List, ListEntry, ListKind, ServerMessage, Topic};

use crate::common::Person;
use crate::socket::Socket;

/// A connection that follows a list.
pub(crate) struct Page {
    pub(crate) socket: Socket,
    pub(crate) list: Option<List>,
}

impl Page {
    pub(crate) async fn follow(person: &Person, kind: ListKind) -> Self {
        let mut socket = person.greet().await;
        let topic = Topic::List(kind);
        socket
            .send(&ClientMessage::Subscribe { topic, after: None })
            .await;
        Self { socket, list: None }
    }

    /// The list after the next message.
    pub(crate) async fn next(&mut self) -> List {
        let before = self.list.as_ref().map_or(0, List::version);
        let message = self.socket.find(|message| match message {
            ServerMessage::List(_) | ServerMessage::ListChange(_) => Some(message),
            ServerMessage::Unsubscribed { code, .. } => panic!("{code:?}"),
            _ => None,
        });
        match (message.await, &mut self.list) {
            (ServerMessage::List(whole), list) => *list = Some(whole),
            (ServerMessage::ListChange(change), Some(list)) => {
                assert!(list.apply(change.clone()), "a gap: {list:?} {change:?}");
            }
            (message, _) => panic!("{message:?}"),
        }
        let list = self.list.clone().expect("a list");
        assert!(list.version() > before, "{before}, then {list:?}");
        let ids = ids(&list);
        let different: BTreeSet<&GameKey> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "doubled: {list:?}");
        list
    }
}

pub(crate) fn ids(list: &List) -> Vec<GameKey> {
    fn of<E: ListEntry>(entries: &[E]) -> Vec<GameKey> {
        entries.iter().map(|entry| entry.id().clone()).collect()
    }
    match list {
        List::Lobby(list) => of(&list.entries),
        List::LiveGames(list) => of(&list.entries),
    }
}
