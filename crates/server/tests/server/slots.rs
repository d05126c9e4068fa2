//! Which copy of the server has the slot of a game.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_store::{Slot, Store};
use serde_json::Value;

use crate::common::{Child, Person, Running};
use crate::copies::shared;

const LOOK: Duration = Duration::from_millis(50);
/// Time without a change after which all copies have their shares: longer than between two heartbeats.
const QUIET_LOOKS: u32 = 16;

pub(crate) struct Shares {
    store: Arc<dyn Store>,
    /// Owners of slots, in the order of their starts.
    copies: Vec<String>,
}

impl Shares {
    /// Two processes that have their shares, of a new database.
    pub(crate) async fn of_two_children() -> Option<(Self, Child, Child)> {
        let (database, nats) = shared()?;
        let mut shares = Self::of(&database).await;
        let one = Child::copy(&database, &nats).await;
        shares.joined().await;
        let two = Child::copy(&database, &nats).await;
        shares.joined().await;
        Some((shares, one, two))
    }

    pub(crate) async fn of(database: &str) -> Self {
        let store = komadai_store::open(database.as_ref()).await;
        Self {
            store: store.expect("opens"),
            copies: Vec::new(),
        }
    }

    async fn owners(&self) -> BTreeMap<Slot, Option<String>> {
        let rows = self.store.slots().await.expect("read").into_iter();
        rows.map(|row| (row.slot, row.owner)).collect()
    }

    /// Waits until the copy that was started last has its share. Returns its number.
    pub(crate) async fn joined(&mut self) -> usize {
        let wanted = self.copies.len() + 1;
        let least = usize::from(Slot::COUNT) / wanted * 3 / 4;
        let (mut before, mut quiet) = (BTreeMap::new(), 0);
        loop {
            let owners = self.owners().await;
            let mut shares = BTreeMap::<&String, usize>::new();
            for owner in owners.values().flatten() {
                *shares.entry(owner).or_default() += 1;
            }
            let is_fair = shares.len() == wanted && shares.values().all(|it| *it >= least);
            quiet = if is_fair && owners == before {
                quiet + 1
            } else {
                0
            };
            if quiet == QUIET_LOOKS {
                let new = shares.keys().find(|id| !self.copies.contains(id));
                self.copies.push((*new.expect("another one")).clone());
                return wanted - 1;
            }
            before = owners;
            tokio::time::sleep(LOOK).await;
        }
    }

    pub(crate) async fn is_at(&self, copy: usize, game: &GameKey) -> bool {
        let owners = self.owners().await;
        owners[&Slot::of(game.as_str())].as_ref() == Some(&self.copies[copy])
    }

    /// Creates a game whose slot the copy of that number has.
    pub(crate) async fn game_at(
        &self,
        copy: usize,
        maker: &mut Person,
        settings: Value,
    ) -> GameKey {
        loop {
            let id = maker.create(settings.clone()).await.snapshot.id;
            if self.is_at(copy, &id).await {
                return id;
            }
        }
    }

    /// Two players of a game whose slot the copy of that number has.
    pub(crate) async fn pair_at(
        &self,
        copy: usize,
        server: &Running,
        settings: Value,
    ) -> (Person, Person, GameKey) {
        let (mut first, mut second) = (server.somebody(), server.somebody());
        let id = self.game_at(copy, &mut first, settings).await;
        second.join(&id).await;
        (first, second, id)
    }
}
