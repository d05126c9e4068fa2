use komadai_protocol::GameKey;

use super::Backend;
use crate::write::{FairPlayWrite, Write};
use crate::{Aborts, FairPlay, Offer, PendingSeat, StoreFuture, read};

impl<B: Backend> FairPlay for B {
    fn note_device<'a>(&'a self, player: &'a str, device: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            // Read first: most devices are known already and need no write.
            if read::has_device(&mut self.reader("has_device").await?, player, device).await? {
                return Ok(());
            }
            let write = FairPlayWrite::Device {
                player: player.into(),
                device: device.into(),
            };
            self.change(Write::FairPlay(write)).await.map(drop)
        })
    }

    fn share_device<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
        device: Option<&'a str>,
    ) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            read::share_device(&mut self.reader("share_device").await?, one, other, device).await
        })
    }

    fn note_network(&self, seat: PendingSeat) -> StoreFuture<'_, ()> {
        let write = Write::FairPlay(FairPlayWrite::Network(seat));
        Box::pin(async move { self.change(write).await.map(drop) })
    }

    fn network_of<'a>(
        &'a self,
        game: &'a GameKey,
        player: &'a str,
    ) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move {
            read::network_of(&mut self.reader("network_of").await?, game, player).await
        })
    }

    fn take_pending(&self, seat: PendingSeat, limit: u32) -> StoreFuture<'_, bool> {
        let write = Write::FairPlay(FairPlayWrite::Pending { seat, limit });
        Box::pin(async move { Ok(self.change(write).await? > 0) })
    }

    fn give_up_pending<'a>(&'a self, game: &'a GameKey, player: &'a str) -> StoreFuture<'a, ()> {
        let write = FairPlayWrite::GiveUp {
            game: game.clone(),
            player: player.into(),
        };
        Box::pin(async move { self.change(Write::FairPlay(write)).await.map(drop) })
    }

    fn offer<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<Offer>> {
        Box::pin(async move { read::offer(&mut self.reader("offer").await?, game).await })
    }

    fn note_abort<'a>(&'a self, player: &'a str, at_ms: i64) -> StoreFuture<'a, ()> {
        let write = FairPlayWrite::Abort {
            player: player.into(),
            at_ms,
        };
        Box::pin(async move { self.change(Write::FairPlay(write)).await.map(drop) })
    }

    fn forget_aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            // Read first: few games end with aborts to forget.
            let aborts = read::aborts(&mut self.reader("aborts").await?, player).await?;
            if aborts.in_a_row == 0 {
                return Ok(());
            }
            let player = player.into();
            let write = FairPlayWrite::ForgetAborts { player };
            self.change(Write::FairPlay(write)).await.map(drop)
        })
    }

    fn aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Aborts> {
        Box::pin(async move { read::aborts(&mut self.reader("aborts").await?, player).await })
    }

    fn forget_networks(&self, before_ms: i64) -> StoreFuture<'_, ()> {
        let write = Write::FairPlay(FairPlayWrite::Forget { before_ms });
        Box::pin(async move { self.change(write).await.map(drop) })
    }
}
