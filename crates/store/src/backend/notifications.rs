use super::Backend;
use crate::projections::advance_projections;
use crate::write::{NotificationWrite, Write};
use crate::{NotificationRow, Notifications, Page, StoreFuture, read};

impl<B: Backend> Notifications for B {
    fn notifications<'a>(
        &'a self,
        player: &'a str,
        since_ms: i64,
    ) -> StoreFuture<'a, Vec<NotificationRow>> {
        Box::pin(async move {
            advance_projections(self).await;
            read::notifications(&mut self.reader("notifications").await?, player, since_ms).await
        })
    }

    fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> StoreFuture<'_, Page<NotificationRow>> {
        Box::pin(async move {
            read::notifications_between(
                &mut self.reader("notifications_between").await?,
                after,
                until,
                limit,
            )
            .await
        })
    }

    fn notifications_read<'a>(&'a self, player: &'a str) -> StoreFuture<'a, i64> {
        Box::pin(async move {
            read::notifications_read(&mut self.reader("notifications_read").await?, player).await
        })
    }

    fn read_notifications<'a>(&'a self, player: &'a str, up_to: i64) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let player = player.to_owned();
            let read = NotificationWrite::Read { player, up_to };
            self.change(Write::Notification(read)).await.map(drop)
        })
    }

    fn forget_notifications(&self, before_ms: i64) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let forget = NotificationWrite::Forget { before_ms };
            self.change(Write::Notification(forget)).await
        })
    }
}
