use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use komadai_protocol::GameKey;
use tokio::sync::watch;

/// Carries the list of challenges to the sockets of this server that follow the lobby, and knows the makers of games who
/// wait here with a socket. Every server reads the list by itself.
#[derive(Default)]
pub(crate) struct Lobby {
    /// What subscribers have, written once for all of them; nothing while it is not kept up to date.
    list: watch::Sender<Option<Utf8Bytes>>,
    makers: Mutex<Makers>,
}

#[derive(Default)]
struct Makers {
    /// How many of their sockets are at each game.
    there: HashMap<GameKey, u32>,
    /// Those that somebody has come to since the last time.
    new: HashSet<GameKey>,
}

/// The list of challenges, from the subscription on.
pub(crate) struct LobbyListener(watch::Receiver<Option<Utf8Bytes>>);

impl LobbyListener {
    /// The list as it is when it is asked for the first time, then whenever it has changed.
    pub(crate) async fn next(&mut self) -> Utf8Bytes {
        loop {
            if self.0.changed().await.is_err() {
                // The server stops, and so does the socket.
                std::future::pending::<()>().await;
            }
            if let Some(text) = &*self.0.borrow_and_update() {
                return text.clone();
            }
        }
    }
}

/// Says as long as it lives that the maker of a game is there.
pub(crate) struct MakerThere {
    lobby: Arc<Lobby>,
    game: GameKey,
}

impl Drop for MakerThere {
    fn drop(&mut self) {
        let mut makers = self.lobby.makers();
        match makers.there.get_mut(&self.game) {
            Some(sockets) if *sockets > 1 => *sockets -= 1,
            _ => {
                makers.there.remove(&self.game);
                makers.new.remove(&self.game);
            }
        }
    }
}

impl Lobby {
    fn makers(&self) -> MutexGuard<'_, Makers> {
        self.makers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list from now on.
    pub(crate) fn subscribe(&self) -> LobbyListener {
        let mut list = self.list.subscribe();
        list.mark_changed();
        LobbyListener(list)
    }

    /// Whether the list is kept up to date, so that who has subscribed has it already.
    pub(crate) fn is_kept(&self) -> bool {
        self.list.borrow().is_some()
    }

    /// Whether somebody has subscribed. Where nobody has, the list is forgotten.
    pub(crate) fn has_subscribers(&self) -> bool {
        let mut has = true;
        // In one step: who subscribes meanwhile either counts or finds no list.
        self.list.send_if_modified(|list| {
            has = self.list.receiver_count() > 0;
            if !has {
                *list = None;
            }
            false
        });
        has
    }

    /// The list as it is now. Who has it already gets nothing.
    pub(crate) fn publish(&self, text: Utf8Bytes) {
        self.list.send_if_modified(|list| {
            let is_news = list.as_ref() != Some(&text);
            *list = Some(text);
            is_news
        });
    }

    /// The maker of a game waits here.
    pub(crate) fn maker(self: &Arc<Self>, game: &GameKey) -> MakerThere {
        let mut makers = self.makers();
        let sockets = makers.there.entry(game.clone()).or_default();
        *sockets += 1;
        if *sockets == 1 {
            makers.new.insert(game.clone());
        }
        MakerThere {
            lobby: self.clone(),
            game: game.clone(),
        }
    }

    /// The games whose makers wait here and have come since the last time.
    pub(crate) fn take_new(&self) -> Vec<GameKey> {
        self.makers().new.drain().collect()
    }

    /// The games whose makers wait here.
    pub(crate) fn games(&self) -> Vec<GameKey> {
        self.makers().there.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn who_subscribes_gets_the_list_at_once_and_then_only_what_differs() {
        let lobby = Lobby::default();
        let mut first = lobby.subscribe();
        assert_eq!(first.next().now_or_never(), None, "nobody has read it yet");
        let text = Utf8Bytes::from_static;
        lobby.publish(text("a"));
        assert_eq!(first.next().now_or_never(), Some(text("a")));
        lobby.publish(text("a"));
        assert_eq!(first.next().now_or_never(), None);
        let mut second = lobby.subscribe();
        assert_eq!(second.next().now_or_never(), Some(text("a")));
        lobby.publish(text("b"));
        lobby.publish(text("c"));
        for listener in [&mut first, &mut second] {
            assert_eq!(listener.next().now_or_never(), Some(text("c")));
        }
        drop((first, second));
        assert!(!lobby.has_subscribers());
        // What it was then may be wrong by now.
        assert_eq!(lobby.subscribe().next().now_or_never(), None);
    }

    #[test]
    fn a_maker_is_there_until_the_last_socket_is_gone() {
        let lobby = Arc::<Lobby>::default();
        let game = GameKey::from("g");
        let one = lobby.maker(&game);
        assert_eq!(lobby.take_new(), std::slice::from_ref(&game));
        let two = lobby.maker(&game);
        assert!(lobby.take_new().is_empty(), "the maker was there");
        drop(one);
        assert_eq!(lobby.games(), std::slice::from_ref(&game));
        drop(two);
        assert!(lobby.games().is_empty());
        drop(lobby.maker(&game));
        assert!(lobby.take_new().is_empty(), "gone again");
    }
}
