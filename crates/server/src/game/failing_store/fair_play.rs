use komadai_protocol::GameKey;
use komadai_store::{Aborts, FairPlay, Offer, PendingSeat, StoreFuture};

use super::FailingStore;

impl FairPlay for FailingStore {
    fn note_device<'a>(&'a self, player: &'a str, device: &'a str) -> StoreFuture<'a, ()> {
        self.inner.note_device(player, device)
    }

    fn share_device<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
        device: Option<&'a str>,
    ) -> StoreFuture<'a, bool> {
        self.inner.share_device(one, other, device)
    }

    fn note_network(&self, seat: PendingSeat) -> StoreFuture<'_, ()> {
        self.inner.note_network(seat)
    }

    fn network_of<'a>(
        &'a self,
        game: &'a GameKey,
        player: &'a str,
    ) -> StoreFuture<'a, Option<String>> {
        self.inner.network_of(game, player)
    }

    fn take_pending(&self, seat: PendingSeat, limit: u32) -> StoreFuture<'_, bool> {
        self.inner.take_pending(seat, limit)
    }

    fn give_up_pending<'a>(&'a self, game: &'a GameKey, player: &'a str) -> StoreFuture<'a, ()> {
        self.inner.give_up_pending(game, player)
    }

    fn offer<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<Offer>> {
        self.inner.offer(game)
    }

    fn note_abort<'a>(&'a self, player: &'a str, at_ms: i64) -> StoreFuture<'a, ()> {
        self.inner.note_abort(player, at_ms)
    }

    fn forget_aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, ()> {
        self.inner.forget_aborts(player)
    }

    fn aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Aborts> {
        self.inner.aborts(player)
    }

    fn forget_networks(&self, before_ms: i64) -> StoreFuture<'_, ()> {
        self.inner.forget_networks(before_ms)
    }
}
