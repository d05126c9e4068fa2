use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use komadai_protocol::GameKey;

/// Makers of challenges who wait with a socket on this copy.
#[derive(Default)]
pub(crate) struct Makers(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// Number of the maker's sockets by game.
    sockets: HashMap<GameKey, u32>,
    /// Games whose makers have come since the last [`Makers::take_new`].
    new: HashSet<GameKey>,
}

/// Presence of a game's maker, until it is dropped.
pub(crate) struct MakerThere {
    makers: Arc<Makers>,
    game: GameKey,
}

impl Drop for MakerThere {
    fn drop(&mut self) {
        let mut waiting = self.makers.lock();
        match waiting.sockets.get_mut(&self.game) {
            Some(sockets) if *sockets > 1 => *sockets -= 1,
            _ => {
                waiting.sockets.remove(&self.game);
                waiting.new.remove(&self.game);
            }
        }
    }
}

impl Makers {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(self: &Arc<Self>, game: &GameKey) -> MakerThere {
        let mut waiting = self.lock();
        let sockets = waiting.sockets.entry(game.clone()).or_default();
        *sockets += 1;
        if *sockets == 1 {
            waiting.new.insert(game.clone());
        }
        MakerThere {
            makers: self.clone(),
            game: game.clone(),
        }
    }

    /// Games whose makers have come since the last call.
    pub(super) fn take_new(&self) -> Vec<GameKey> {
        self.lock().new.drain().collect()
    }

    pub(super) fn games(&self) -> Vec<GameKey> {
        self.lock().sockets.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maker_is_there_until_the_last_socket_is_gone() {
        let makers = Arc::<Makers>::default();
        let game = GameKey::from("g");
        let one = makers.enter(&game);
        assert_eq!(makers.take_new(), std::slice::from_ref(&game));
        let two = makers.enter(&game);
        assert!(makers.take_new().is_empty(), "the maker was there");
        drop(one);
        assert_eq!(makers.games(), std::slice::from_ref(&game));
        drop(two);
        assert!(makers.games().is_empty());
        drop(makers.enter(&game));
        assert!(makers.take_new().is_empty(), "gone again");
    }
}
