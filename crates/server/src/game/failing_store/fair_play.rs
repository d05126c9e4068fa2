use async_trait::async_trait;
use komadai_protocol::GameKey;
use komadai_store::{Aborts, FairPlay, Offer, PendingSeat, StoreError};

use super::FailingStore;

#[async_trait]
impl FairPlay for FailingStore {
    async fn note_device(&self, player: &str, device: &str) -> Result<(), StoreError> {
        self.inner.note_device(player, device).await
    }

    async fn share_device(
        &self,
        one: &str,
        other: &str,
        device: Option<&str>,
    ) -> Result<bool, StoreError> {
        self.inner.share_device(one, other, device).await
    }

    async fn note_network(&self, seat: PendingSeat) -> Result<(), StoreError> {
        self.inner.note_network(seat).await
    }

    async fn network_of(&self, game: &GameKey, player: &str) -> Result<Option<String>, StoreError> {
        self.inner.network_of(game, player).await
    }

    async fn take_pending(&self, seat: PendingSeat, limit: u32) -> Result<bool, StoreError> {
        self.inner.take_pending(seat, limit).await
    }

    async fn give_up_pending(&self, game: &GameKey, player: &str) -> Result<(), StoreError> {
        self.inner.give_up_pending(game, player).await
    }

    async fn offer(&self, game: &GameKey) -> Result<Option<Offer>, StoreError> {
        self.inner.offer(game).await
    }

    async fn note_abort(&self, player: &str, at_ms: i64) -> Result<(), StoreError> {
        self.inner.note_abort(player, at_ms).await
    }

    async fn forget_aborts(&self, player: &str) -> Result<(), StoreError> {
        self.inner.forget_aborts(player).await
    }

    async fn aborts(&self, player: &str) -> Result<Aborts, StoreError> {
        self.inner.aborts(player).await
    }

    async fn forget_networks(&self, before_ms: i64) -> Result<(), StoreError> {
        self.inner.forget_networks(before_ms).await
    }
}
