use std::sync::Arc;

use komadai_protocol::limits::MAX_NOTIFICATIONS;
use komadai_protocol::{
    EndReason, EventBody, GameOutcome, NotificationKind, Offer, OfferKind, Status,
};
use komadai_rules::{Reason, Side};
use komadai_store::{
    Append, NewEvent, NewGame, NotificationRow, Store, back_up, catch_up, rebuild,
};

use crate::common::{joined_game, progress};
use crate::server::{Place, on_both};

on_both!(
    players_are_notified_of_who_joined_and_of_ends_but_not_of_what_they_did,
    notifications_made_again_are_the_same_and_what_was_read_stays_read,
    the_newest_notifications_are_kept_and_old_ones_are_forgotten,
);

fn waiting(id: &str) -> NewGame {
    let mut new = joined_game(id);
    new.events.pop();
    new.progress.status = Status::Waiting;
    new.progress.players.second = None;
    new
}

fn rematch(id: &str) -> NewGame {
    NewGame {
        invitation: None,
        ..joined_game(id)
    }
}

async fn happens(store: &dyn Store, game: &str, seq: u32, author: Option<&str>, body: EventBody) {
    let append = Append {
        game: game.into(),
        first_seq: seq,
        epoch: 1,
        events: vec![NewEvent {
            at_ms: 5000 + i64::from(seq),
            body,
            author: author.map(str::to_owned),
            command: None,
        }],
        progress: progress(0),
        players: Vec::new(),
    };
    store.append(append).await.expect("stored");
}

fn ended(reason: EndReason) -> EventBody {
    EventBody::Ended {
        outcome: GameOutcome {
            winner: Some(Side::First),
            reason,
            ply: 0,
        },
        clock: None,
    }
}

fn offered(offer: OfferKind) -> EventBody {
    EventBody::Offered {
        offer: Offer {
            offer,
            by: Side::Second,
        },
    }
}

async fn notified(store: &dyn Store, player: &str) -> Vec<(NotificationKind, String)> {
    catch_up(store, |_| ()).await.expect("followed");
    let rows = store.notifications(player, 0).await.expect("read");
    let notified = rows.into_iter().map(|row| {
        assert_eq!(row.player, player);
        (row.kind, row.game.id.0)
    });
    notified.collect()
}

/// `p2` joins, offers a draw, loses on time and offers a rematch.
async fn play(store: &dyn Store, id: &str) {
    store.create(waiting(id)).await.expect("created");
    happens(
        store,
        id,
        3,
        Some("p2"),
        EventBody::joined(Side::Second, None),
    )
    .await;
    // A change of name is no new opponent.
    happens(
        store,
        id,
        4,
        Some("p2"),
        EventBody::joined(Side::Second, None),
    )
    .await;
    happens(store, id, 5, Some("p2"), offered(OfferKind::Draw)).await;
    happens(store, id, 6, None, ended(EndReason::Rules(Reason::Time))).await;
    happens(store, id, 7, Some("p2"), offered(OfferKind::Rematch)).await;
}

async fn players_are_notified_of_who_joined_and_of_ends_but_not_of_what_they_did(place: Place) {
    use NotificationKind::{Ended, Joined, Rematch};
    let store = place.open().await;
    play(&*store, "a").await;
    let game = || "a".to_owned();
    let expected = [(Rematch, game()), (Ended, game()), (Joined, game())];
    assert_eq!(notified(&*store, "p1").await, expected);
    assert_eq!(notified(&*store, "p2").await, [(Ended, game())]);
    assert!(notified(&*store, "p3").await.is_empty());
    // In a rematch both seats are taken from the start.
    store.create(rematch("b")).await.expect("created");
    happens(
        &*store,
        "b",
        4,
        Some("p1"),
        ended(EndReason::Rules(Reason::Resignation)),
    )
    .await;
    assert_eq!(notified(&*store, "p1").await, expected);
    assert_eq!(notified(&*store, "p2").await[0], (Ended, "b".to_owned()));
    let reached = store.follow_events().await.expect("followed");
    let reached = reached.reached.position;
    let all = store
        .notifications_between(0, reached, 9)
        .await
        .expect("read")
        .rows;
    let players: Vec<_> = all.iter().map(|row| row.player.as_str()).collect();
    assert_eq!(players, ["p1", "p1", "p2", "p1", "p2"]);
    let (first, last) = (all[0].position, all[4].position);
    let later = store.notifications_between(first, last - 1, 9).await;
    assert_eq!(later.expect("read").rows.len(), 3);
}

async fn notifications_made_again_are_the_same_and_what_was_read_stays_read(place: Place) {
    let store = place.open().await;
    play(&*store, "a").await;
    catch_up(&*store, |_| ()).await.expect("followed");
    let before = store.notifications("p1", 0).await.expect("read");
    let read = async |store: &Arc<dyn Store>| store.notifications_read("p1").await.expect("read");
    assert_eq!(read(&store).await, 0);
    store.read_notifications("p3", 99).await.expect("nothing");
    for (up_to, expected) in [
        (before[1].position, before[1].position),
        (before[2].position, before[1].position),
        (i64::MAX, before[0].position),
    ] {
        store.read_notifications("p1", up_to).await.expect("marked");
        assert_eq!(read(&store).await, expected);
    }
    assert_eq!(store.notifications_read("p2").await.expect("read"), 0);
    store.close().await.expect("closed");
    drop(store);
    rebuild(place.database(), |_| ()).await.expect("made again");
    let store = place.open().await;
    let after = store.notifications("p1", 0).await.expect("read");
    let facts = |rows: &[NotificationRow]| -> Vec<_> {
        let facts =
            |row: &NotificationRow| (row.position, row.kind, row.at_ms, row.game.id.clone());
        rows.iter().map(facts).collect()
    };
    assert_eq!(facts(&after), facts(&before));
    assert_eq!(read(&store).await, before[0].position);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy.db");
    back_up(place.database(), &path).await.expect("copied");
    let copy = komadai_store::open(&path).await.expect("opens");
    assert_eq!(read(&copy).await, before[0].position);
    assert_eq!(notified(&*copy, "p1").await, notified(&*store, "p1").await);
    copy.close().await.expect("closed");
}

async fn the_newest_notifications_are_kept_and_old_ones_are_forgotten(place: Place) {
    let store = place.open().await;
    let games = MAX_NOTIFICATIONS + 5;
    for n in 0..games {
        let id = format!("g{n}");
        store.create(rematch(&id)).await.expect("created");
        happens(
            &*store,
            &id,
            4,
            Some("p2"),
            ended(EndReason::Rules(Reason::Resignation)),
        )
        .await;
    }
    let all = notified(&*store, "p1").await;
    assert_eq!(all.len(), MAX_NOTIFICATIONS as usize);
    assert_eq!(all[0].1, format!("g{}", games - 1));
    let old = store.notifications("p1", 5005).await.expect("read");
    assert!(old.is_empty());
    assert_eq!(store.forget_notifications(5004).await.expect("asked"), 0);
    let forgotten = store.forget_notifications(5005).await.expect("done");
    assert_eq!(forgotten, u64::from(MAX_NOTIFICATIONS));
    assert!(notified(&*store, "p1").await.is_empty());
}
