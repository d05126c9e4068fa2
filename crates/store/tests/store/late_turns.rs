//! From when a turn may be charged for: nobody could know of an event before it was stored.

use crate::common::{a_move, new_game};
use crate::server::{Place, on_both};
use komadai_protocol::GameKey;
use komadai_store::{Claimed, LateTurn, LeaseTime, Store};

on_both!(
    the_next_referee_learns_when_the_running_turn_was_known,
    what_was_never_stored_begins_no_turn,
    a_late_note_takes_nothing_back,
    only_the_failure_of_its_own_referee_ends_a_charge,
    the_failure_of_a_referee_that_its_server_noted_ends_a_charge,
    a_game_that_is_made_or_taken_is_no_sign_of_life,
);

/// A moment, with leases that are over at once.
fn at(now_ms: i64) -> LeaseTime {
    LeaseTime {
        now_ms,
        lease_ms: -1,
    }
}

fn late(game: &GameKey, epoch: i64, seq: u32, from_ms: i64) -> LateTurn {
    LateTurn {
        game: game.clone(),
        epoch,
        seq,
        from_ms,
    }
}

/// Has another server take the game. Returns the epoch and from when the turn may be charged for.
async fn taken(store: &dyn Store, game: &GameKey, server: &str) -> (i64, i64) {
    let claimed = store
        .claim(game, server, at(9000), None)
        .await
        .expect("asked");
    let Claimed::Taken(claim) = claimed else {
        panic!("{claimed:?}")
    };
    (claim.epoch, claim.turn_from_ms)
}

async fn game_of_one(store: &dyn Store) -> GameKey {
    let mut new = new_game("g");
    (new.owner, new.lease_until_ms) = ("one".into(), 0);
    store.create(new).await.expect("created");
    "g".into()
}

async fn the_next_referee_learns_when_the_running_turn_was_known(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    store.renew("one", at(1000), &[]).await.expect("renewed");
    assert_eq!(taken(&*store, &key, "one").await, (2, 0), "no turn yet");
    let mut moved = a_move(&key, 2, 2, "5d5c");
    moved.turn_from_ms = Some(2100);
    store.append(moved).await.expect("stored");
    assert_eq!(taken(&*store, &key, "one").await, (3, 2100));
    // An offer does not begin another turn.
    let mut moved = a_move(&key, 3, 3, "1b1c");
    moved.turn_from_ms = Some(2200);
    store.append(moved).await.expect("stored");
    store
        .append(a_move(&key, 4, 3, "5c5b"))
        .await
        .expect("stored");
    for from_ms in [2600, 2900] {
        let turns = [late(&key, 3, 3, from_ms), late(&"no".into(), 1, 1, from_ms)];
        store.renew("one", at(3000), &turns).await.expect("renewed");
    }
    // Noted by a server that has lost the game.
    let old = [late(&key, 2, 9, 7000)];
    store.renew("other", at(3000), &old).await.expect("renewed");
    assert_eq!(taken(&*store, &key, "two").await, (4, 2900));
    // The next turn is on the time line of another server, whose clock is behind.
    let mut moved = a_move(&key, 5, 4, "5b5a");
    moved.turn_from_ms = Some(500);
    store.append(moved).await.expect("stored");
    assert_eq!(taken(&*store, &key, "three").await, (5, 500));
}

async fn what_was_never_stored_begins_no_turn(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    let mut moved = a_move(&key, 2, 1, "5d5c");
    moved.turn_from_ms = Some(2100);
    store.append(moved).await.expect("stored");
    let lost = [late(&key, 1, 2, 2600), late(&key, 1, 3, 5000)];
    store.renew("one", at(6000), &lost).await.expect("renewed");
    assert_eq!(taken(&*store, &key, "two").await, (2, 2600));
    // Another event has its number now.
    store
        .append(a_move(&key, 3, 2, "1b1c"))
        .await
        .expect("stored");
    assert_eq!(taken(&*store, &key, "three").await, (3, 2100));
}

/// A statement that had timed out was carried out after the next one.
async fn a_late_note_takes_nothing_back(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    let mut moved = a_move(&key, 2, 1, "5d5c");
    moved.turn_from_ms = Some(2100);
    store.append(moved).await.expect("stored");
    for from_ms in [2900, 2600] {
        let turns = [late(&key, 1, 2, from_ms)];
        store.renew("one", at(3000), &turns).await.expect("renewed");
    }
    assert_eq!(taken(&*store, &key, "two").await, (2, 2900));
}

/// The server that failed and the next one have different clocks: of a referee of another server it says nothing.
async fn only_the_failure_of_its_own_referee_ends_a_charge(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    store.renew("one", at(5000), &[]).await.expect("renewed");
    let seen_ms = async |server: &str, failed_ms| {
        let claimed = store.claim(&key, server, at(9000), failed_ms).await;
        match claimed.expect("asked") {
            Claimed::Taken(claim) => claim.seen_ms,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(seen_ms("two", Some(100)).await, 5000);
    store
        .append(a_move(&key, 2, 2, "5d5c"))
        .await
        .expect("stored");
    store.renew("two", at(8000), &[]).await.expect("renewed");
    assert_eq!(seen_ms("two", Some(7000)).await, 7000);
    // It failed once more before it went on with the game.
    assert_eq!(seen_ms("two", Some(7500)).await, 7000);
}

/// The server was killed before it had another referee for the game.
async fn the_failure_of_a_referee_that_its_server_noted_ends_a_charge(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    let mut moved = a_move(&key, 2, 1, "5d5c");
    moved.turn_from_ms = Some(2100);
    store.append(moved).await.expect("stored");
    // Of a referee long ago nothing follows.
    let failed = |epoch, at_ms| LateTurn::failed(key.clone(), epoch, at_ms);
    let noted = [failed(0, 500), failed(1, 4000)];
    store.renew("one", at(4500), &noted).await.expect("renewed");
    store.renew("one", at(6000), &[]).await.expect("renewed");
    store.forget_servers(at(6500)).await.expect("tidied");
    let claimed = store.claim(&key, "two", at(9000), None).await;
    let Ok(Claimed::Taken(claim)) = claimed else {
        panic!("{claimed:?}")
    };
    assert_eq!((claim.seen_ms, claim.turn_from_ms), (4000, 2100));
    // The next referee went on with the game.
    store
        .append(a_move(&key, 3, 2, "1b1c"))
        .await
        .expect("stored");
    store.renew("two", at(9200), &[]).await.expect("renewed");
    let claimed = store.claim(&key, "three", at(9500), None).await;
    assert!(matches!(claimed, Ok(Claimed::Taken(claim)) if claim.seen_ms == 9200));
}

/// On SQLite it moved the sign of life ahead of what was noted with the last one.
async fn a_game_that_is_made_or_taken_is_no_sign_of_life(place: Place) {
    let store = place.open().await;
    let key = game_of_one(&*store).await;
    store.renew("one", at(5000), &[]).await.expect("renewed");
    let mut other = new_game("other");
    (other.owner, other.lease_until_ms) = ("one".into(), 0);
    other.events[0].at_ms = 8000;
    store.create(other).await.expect("created");
    let claimed = store.claim(&"other".into(), "one", at(8500), None).await;
    assert!(matches!(claimed, Ok(Claimed::Taken(_))), "{claimed:?}");
    let claimed = store.claim(&key, "two", at(9000), None).await;
    let Ok(Claimed::Taken(claim)) = claimed else {
        panic!("{claimed:?}")
    };
    assert_eq!(claim.seen_ms, 5000);
}
