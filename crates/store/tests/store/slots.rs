//! Slots and the copies that hold them.

use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_store::{AppendError, Pulse, Slot, SlotRow, Store};

use crate::common::{a_move, new_game};
use crate::postgres::two_servers;
use crate::server::{Place, on_both};

on_both!(
    every_change_of_the_owner_raises_the_epoch,
    live_games_are_found_by_their_slots,
    a_new_game_belongs_to_the_owner_of_its_slot,
);

fn all() -> Vec<Slot> {
    Slot::all().collect()
}

/// Owner and epoch of the first three slots.
async fn first_three(store: &dyn Store) -> [(Option<String>, i64); 3] {
    let rows = store.slots().await.expect("read");
    assert_eq!(rows.len(), usize::from(Slot::COUNT));
    let mut rows = rows
        .into_iter()
        .map(|SlotRow { owner, epoch, .. }| (owner, epoch));
    [(); 3].map(|()| rows.next().expect("1,024 of them"))
}

async fn every_change_of_the_owner_raises_the_epoch(place: Place) {
    let store = place.open().await;
    let by = |owner: &str, epoch| (Some(owner.to_owned()), epoch);
    assert_eq!(first_three(&*store).await, [(); 3].map(|()| (None, 1)));
    let slots = all();
    store.take_slots("one", &slots[..2]).await.expect("taken");
    let expected = [by("one", 2), by("one", 2), (None, 1)];
    assert_eq!(first_three(&*store).await, expected);
    // The third slot is not its own.
    store.heartbeat("two", 60_000).await.expect("alive");
    let heirs: Vec<_> = slots[1..3]
        .iter()
        .map(|&slot| (slot, "two".into()))
        .collect();
    store.hand_over("one", &heirs).await.expect("given");
    let expected = [by("one", 2), by("two", 3), (None, 1)];
    assert_eq!(first_three(&*store).await, expected);
    store.leave("two").await.expect("left");
    store.close().await.expect("closed");
    drop(store);
    // The row of each copy ends with its process, the slots stay.
    let store = place.open().await;
    assert_eq!(first_three(&*store).await, expected);
    assert_eq!(store.copies().await.expect("read"), [""; 0]);
}

async fn live_games_are_found_by_their_slots(place: Place) {
    let store = place.open().await;
    let mut keys: Vec<GameKey> = (0..60).map(|n| GameKey(format!("game{n}"))).collect();
    keys.sort();
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    let mut quiet = new_game("quiet");
    quiet.progress.clock_runs = false;
    store.create(quiet).await.expect("created");
    let live = async |slots: &[Slot]| {
        let mut live = store.live_games(slots).await.expect("read");
        live.sort();
        live
    };
    assert_eq!(live(&all()).await, keys);
    assert_eq!(live(&[]).await, []);
    if komadai_store::is_shared(place.database()) {
        // The database computes the same slots.
        for half in all().chunks(usize::from(Slot::COUNT) / 2) {
            let is_in = |key: &&GameKey| half.contains(&Slot::of(key.as_str()));
            let expected: Vec<_> = keys.iter().filter(is_in).cloned().collect();
            assert!((10..=50).contains(&expected.len()), "{expected:?}");
            assert_eq!(live(half).await, expected);
        }
    }
    store.settle(&keys[0]).await.expect("certain");
}

/// Creating one takes nothing and needs no slot.
async fn a_new_game_belongs_to_the_owner_of_its_slot(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("g");
    store
        .take_slots("one", &[Slot::of("g")])
        .await
        .expect("taken");
    let before = store.slots().await.expect("read");
    store.create(new_game("g")).await.expect("created");
    assert_eq!(store.slots().await.expect("read"), before);
    let early = store.append(a_move(&key, 2, 1, "5d5c")).await;
    assert!(
        matches!(early, Err(AppendError::Fenced { epoch: 2 })),
        "{early:?}"
    );
    let moved = store.append(a_move(&key, 2, 2, "5d5c")).await;
    moved.expect("stored");
}

/// Waits until a statement waits for a lock.
async fn until_waiting(place: &Place, count: usize) {
    let sql = "SELECT CAST(pid AS TEXT) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while place.texts(sql).await.len() < count {}
}

async fn lock(place: &Place, sql: &'static str) -> sqlx::PgConnection {
    let url = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut lock = sqlx::ConnectOptions::connect(&options).await.expect("open");
    let held = sqlx::raw_sql(sql).execute(&mut lock).await;
    held.expect("locked");
    lock
}

#[tokio::test]
async fn the_slots_of_a_living_copy_are_not_taken() {
    let Some((_place, one, other)) = two_servers().await else {
        return;
    };
    let alone = one.heartbeat("one", 60_000).await.expect("alive");
    assert_eq!(alone.others, []);
    one.take_slots("one", &all()).await.expect("taken");
    let pulse = other.heartbeat("other", 60_000).await.expect("alive");
    assert_eq!(pulse.changes - alone.changes, i64::from(Slot::COUNT));
    let [alive] = &pulse.others[..] else {
        panic!("{pulse:?}")
    };
    assert_eq!(alive.id, "one");
    assert!((50_000..=60_000).contains(&alive.left_ms), "{pulse:?}");
    assert_eq!(other.copies().await.expect("read"), ["one", "other"]);
    let dead = [(Slot::of("g"), "dead".to_owned())];
    one.hand_over("one", &dead).await.expect("asked");
    let before = one.slots().await.expect("read");
    other.take_slots("other", &all()).await.expect("asked");
    assert_eq!(one.slots().await.expect("read"), before);
    assert_eq!(other.forget_copies().await.expect("asked"), 0);

    // The heartbeats stop.
    one.heartbeat("one", 1).await.expect("alive");
    tokio::time::sleep(Duration::from_millis(20)).await;
    let pulse = other.heartbeat("other", 60_000).await.expect("alive");
    assert_eq!(pulse.others, []);
    other.take_slots("other", &all()).await.expect("taken");
    let after = other.slots().await.expect("read");
    let is_taken = |row: &SlotRow| (row.owner.as_deref(), row.epoch) == (Some("other"), 3);
    assert!(after.iter().all(is_taken));
    assert_eq!(other.forget_copies().await.expect("asked"), 1);
    other.leave("other").await.expect("left");
    assert_eq!(one.copies().await.expect("read"), [""; 0]);
}

/// The clock of the database was set back after the last heartbeat of a copy.
#[tokio::test]
async fn a_lease_from_before_the_clock_was_set_back_ends_in_time() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    one.heartbeat("dead", 60_000).await.expect("alive");
    let hour = "UPDATE servers SET lease_until = lease_until + 3600000";
    lock(&place, hour).await;
    let ids = |pulse: Pulse| -> Vec<String> { pulse.others.into_iter().map(|it| it.id).collect() };
    let pulse = one.heartbeat("one", 50).await.expect("alive");
    assert_eq!(ids(pulse), ["dead"], "it may be about to send the next");
    tokio::time::sleep(Duration::from_millis(100)).await;
    let pulse = one.heartbeat("one", 50).await.expect("alive");
    assert_eq!(ids(pulse), [""; 0]);
}

/// A take waits for appends in flight, and another copy may have the slot afterwards.
#[tokio::test]
async fn the_owner_of_a_slot_is_judged_after_the_wait_for_appends() {
    let Some((place, one, other)) = two_servers().await else {
        return;
    };
    one.take_slots("one", &all()).await.expect("taken");
    let before = one.slots().await.expect("read");
    let mut held = lock(
        &place,
        "BEGIN; SELECT 1 FROM slots WHERE slot = 7 FOR SHARE",
    )
    .await;
    let taken = {
        let other = other.clone();
        tokio::spawn(async move { other.take_slots("other", &all()).await })
    };
    until_waiting(&place, 1).await;
    one.heartbeat("one", 60_000).await.expect("alive");
    let free = sqlx::raw_sql("ROLLBACK").execute(&mut held).await;
    free.expect("free");
    taken.await.expect("no panic").expect("asked");
    assert_eq!(one.slots().await.expect("read"), before);
}

/// A heartbeat and a move do not wait for it.
#[tokio::test]
async fn a_take_that_waits_for_an_append_delays_no_other_game() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    one.create(new_game("g")).await.expect("created");
    let first = all()[0];
    assert_ne!(Slot::of("g"), first);
    let mut held = lock(
        &place,
        "BEGIN; SELECT 1 FROM slots WHERE slot = 0 FOR SHARE",
    )
    .await;
    let taken = {
        let one = one.clone();
        tokio::spawn(async move { one.take_slots("one", &[first]).await })
    };
    until_waiting(&place, 1).await;
    let moved = tokio::time::timeout(Duration::from_secs(3), async {
        one.heartbeat("one", 60_000).await.expect("alive");
        one.append(a_move(&"g".into(), 2, 1, "5d5c")).await
    });
    moved.await.expect("at once").expect("stored");
    assert!(!taken.is_finished());
    let free = sqlx::raw_sql("ROLLBACK").execute(&mut held).await;
    free.expect("free");
    taken.await.expect("no panic").expect("taken");
}

#[tokio::test]
async fn of_several_copies_one_takes_a_slot() {
    let Some((_place, one, other)) = two_servers().await else {
        return;
    };
    for copy in ["one", "other"] {
        one.heartbeat(copy, 60_000).await.expect("alive");
    }
    let slots = all();
    let (a, b) = tokio::join!(
        one.take_slots("one", &slots),
        other.take_slots("other", &slots)
    );
    a.expect("asked");
    b.expect("asked");
    let rows = one.slots().await.expect("read");
    assert!(rows.iter().all(|row| row.owner.is_some() && row.epoch == 2));
}

/// A server that had stood still appended to a game after another one had read its log.
#[tokio::test]
async fn what_is_stored_under_an_epoch_is_there_before_the_next_owner_reads() {
    let Some((place, one, other)) = two_servers().await else {
        return;
    };
    let key = GameKey::from("g");
    one.create(new_game("g")).await.expect("created");
    let mut held = lock(&place, "BEGIN; SELECT 1 FROM games FOR UPDATE").await;
    let append = {
        let (one, append) = (one.clone(), a_move(&key, 2, 1, "5d5c"));
        tokio::spawn(async move { one.append(append).await })
    };
    until_waiting(&place, 1).await;
    let taken = {
        let other = other.clone();
        tokio::spawn(async move { other.take_slots("other", &[Slot::of("g")]).await })
    };
    until_waiting(&place, 2).await;
    assert!(!append.is_finished() && !taken.is_finished());
    let free = sqlx::raw_sql("ROLLBACK").execute(&mut held).await;
    free.expect("free");
    taken.await.expect("no panic").expect("taken");
    assert_eq!(other.events(&key, 0).await.expect("read").len(), 2);
    append.await.expect("no panic").expect("stored");
    let fenced = one.append(a_move(&key, 3, 1, "1b1c")).await;
    assert!(
        matches!(fenced, Err(AppendError::Fenced { epoch: 2 })),
        "{fenced:?}"
    );
}

/// Moves behind a blocked write are stored in one statement.
#[tokio::test]
async fn of_moves_that_are_stored_together_those_of_an_earlier_epoch_are_refused() {
    let Some((place, one, other)) = two_servers().await else {
        return;
    };
    for id in ["blocked", "fenced", "good", "fine"] {
        one.create(new_game(id)).await.expect("created");
    }
    let slots = [Slot::of("fenced")];
    other.take_slots("other", &slots).await.expect("taken");
    let held = "BEGIN; SELECT 1 FROM games WHERE id = 'blocked' FOR UPDATE";
    let mut held = lock(&place, held).await;
    let append = |id: &str| {
        let (one, append) = (one.clone(), a_move(&id.into(), 2, 1, "5d5c"));
        tokio::spawn(async move { one.append(append).await })
    };
    let blocked = append("blocked");
    until_waiting(&place, 1).await;
    let together = ["fenced", "good", "fine"].map(append);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let free = sqlx::raw_sql("ROLLBACK").execute(&mut held).await;
    free.expect("free");
    blocked.await.expect("no panic").expect("stored");
    for (append, is_stored) in together.into_iter().zip([false, true, true]) {
        let stored = append.await.expect("no panic");
        assert_eq!(stored.is_ok(), is_stored, "{stored:?}");
    }
}

#[tokio::test]
async fn settling_a_game_waits_for_the_transaction_of_a_broken_connection() {
    let Some((place, one, _other)) = two_servers().await else {
        return;
    };
    one.create(new_game("g")).await.expect("created");
    let broken = "BEGIN; UPDATE games SET seq = 2, updated_at = 2002";
    let mut broken = lock(&place, broken).await;
    let settled = {
        let one = one.clone();
        tokio::spawn(async move { one.settle(&"g".into()).await })
    };
    until_waiting(&place, 1).await;
    assert!(!settled.is_finished());
    let done = sqlx::raw_sql("COMMIT").execute(&mut broken).await;
    done.expect("stored");
    settled.await.expect("no panic").expect("certain");
    let row = one.game(&"g".into()).await.expect("read").expect("there");
    assert_eq!(row.seq, 2);
}
