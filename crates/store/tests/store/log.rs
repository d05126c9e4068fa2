//! Event log and leases on real files.

use crate::common::{a_move, joined_game, new_game};
use crate::server::{Place, on_both};
use komadai_protocol::{EventBody, GameKey, Status};
use komadai_store::{
    AppendError, Claim, Claimed, EventLog, Head, LeaseTime, Leases, Registry, SqliteStore,
};

fn at(now_ms: i64) -> LeaseTime {
    LeaseTime {
        now_ms,
        lease_ms: 1000,
    }
}

fn taken(epoch: i64, seq: u32, now_ms: i64, seen_ms: i64) -> Claimed {
    Claimed::Taken(Claim {
        epoch,
        seq,
        now_ms,
        seen_ms,
        turn_from_ms: 0,
    })
}

on_both!(
    stale_repeated_and_fenced_events_are_refused,
    a_refused_event_leaves_its_batch_alone,
    lists_and_settings,
    what_was_appended_is_read_again_after_opening,
    a_game_and_the_event_of_the_one_before_it_are_stored_together_or_not_at_all,
    a_log_with_a_missing_event_is_never_taken_for_the_whole,
    games_that_nobody_joined_expire,
);

async fn open(folder: &tempfile::TempDir) -> SqliteStore {
    SqliteStore::open(&folder.path().join("komadai.db"))
        .await
        .expect("a new database opens")
}

#[tokio::test]
async fn the_writer_uses_wal_with_full_sync() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let info = store.writer_info();
    assert_eq!(info.journal_mode, "wal");
    assert_eq!(info.synchronous, 2, "2 is FULL");
}

async fn what_was_appended_is_read_again_after_opening(place: Place) {
    let key = GameKey::from("g");
    {
        let store = place.open().await;
        store.create(new_game("g")).await.expect("created");
        store
            .append(a_move(&key, 2, 1, "5d5c"))
            .await
            .expect("appended");
        store
            .append(a_move(&key, 3, 1, "1b1c"))
            .await
            .expect("appended");
        store.close().await.expect("closed");
    }
    let store = place.open().await;
    let events = store.events(&key, 1).await.expect("read");
    assert_eq!(
        events.iter().map(|event| event.seq).collect::<Vec<_>>(),
        [2, 3]
    );
    assert!(matches!(&events[1].body, EventBody::Move { text, .. } if text == "1b1c"));
    assert_eq!(events[1].command.as_deref(), Some("id-3"));
    let row = store.game(&key).await.expect("read").expect("there");
    assert_eq!((row.seq, row.progress.ply, row.epoch), (3, 2, 1));
    let players = store.players(&["p2", "nobody"]).await.expect("read");
    let names: Vec<_> = players.iter().map(|row| row.info.name.as_str()).collect();
    assert_eq!(names, ["Name of p2"]);
}

async fn stale_repeated_and_fenced_events_are_refused(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("g");
    store.create(new_game("g")).await.expect("created");
    store
        .append(a_move(&key, 2, 1, "5d5c"))
        .await
        .expect("appended");
    let again = store.append(a_move(&key, 2, 1, "5d5c")).await;
    assert!(
        matches!(again, Err(AppendError::Stale { seq: 2 })),
        "{again:?}"
    );
    let ahead = store.append(a_move(&key, 4, 1, "5d5c")).await;
    assert!(
        matches!(ahead, Err(AppendError::Stale { seq: 2 })),
        "{ahead:?}"
    );
    let claim = store
        .claim(&key, "server", at(4500), None)
        .await
        .expect("asked");
    let Claimed::Taken(claim) = claim else {
        panic!("{claim:?}")
    };
    assert_eq!((claim.epoch, claim.seq), (2, 2));
    let fenced = store.append(a_move(&key, 3, 1, "1b1c")).await;
    assert!(
        matches!(fenced, Err(AppendError::Fenced { epoch: 2 })),
        "{fenced:?}"
    );
    let unknown = store.append(a_move(&"no".into(), 2, 1, "5d5c")).await;
    assert!(
        matches!(unknown, Err(AppendError::NoSuchGame)),
        "{unknown:?}"
    );
    assert_eq!(store.events(&key, 0).await.expect("read").len(), 2);
    assert!(
        store.create(new_game("g")).await.is_err(),
        "a key is used once"
    );
}

async fn a_refused_event_leaves_its_batch_alone(place: Place) {
    let store = place.open().await;
    let keys: Vec<GameKey> = (0..50).map(|n| GameKey(format!("g{n}"))).collect();
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    // Every third append is stale.
    let tasks: Vec<_> = keys
        .iter()
        .enumerate()
        .map(|(n, key)| {
            let append = a_move(key, if n % 3 == 0 { 7 } else { 2 }, 1, "5d5c");
            let store = store.clone();
            tokio::spawn(async move { store.append(append).await })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        let result = task.await.expect("no panic");
        assert_eq!(result.is_err(), n % 3 == 0, "{n}: {result:?}");
        let events = store.events(&keys[n], 0).await.expect("read");
        assert_eq!(events.len(), if n % 3 == 0 { 1 } else { 2 });
        let row = store.game(&keys[n]).await.expect("read").expect("there");
        assert_eq!(row.seq as usize, events.len(), "row and log agree");
    }
}

#[tokio::test]
async fn a_lease_is_taken_only_when_free_or_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let key = GameKey::from("g");
    store.create(new_game("g")).await.expect("created");
    assert_eq!(store.orphans(at(4999)).await.expect("asked"), []);
    let held = Claimed::HeldBy("server".into());
    let refused = store.claim(&key, "other", at(4999), None).await;
    assert_eq!(refused.expect("asked"), held);
    assert_eq!(
        store.renew("server", at(5000), &[]).await.expect("renewed"),
        5000
    );
    assert_eq!(store.servers(at(6000)).await.expect("asked"), ["server"]);
    assert_eq!(store.orphans(at(6000)).await.expect("asked"), []);
    let orphans = store.orphans(at(6001)).await.expect("asked");
    assert_eq!(orphans, std::slice::from_ref(&key));
    assert_eq!(store.servers(at(6001)).await.expect("asked"), [""; 0]);
    let claim = store
        .claim(&key, "other", at(6001), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(2, 1, 6001, 5000));
    let old_epoch = store.release(&key, 1, at(6100)).await;
    old_epoch.expect("gives nothing back");
    let refused = store.claim(&key, "third", at(6100), None).await;
    assert_eq!(refused.expect("asked"), Claimed::HeldBy("other".into()));
    store.release(&key, 2, at(6100)).await.expect("given back");
    let claim = store
        .claim(&key, "third", at(6300), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(3, 1, 6300, 5000), "the other refereed nothing");
    let moved = store.append(a_move(&key, 2, 3, "5d5c")).await;
    moved.expect("stored");
    store.release(&key, 3, at(6400)).await.expect("given back");
    let claim = store
        .claim(&key, "third", at(6500), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(4, 2, 6500, 6400));
    let unknown = store.claim(&"no".into(), "third", at(6300), None).await;
    assert_eq!(unknown.expect("asked"), Claimed::NoSuchGame);
}

/// Server 1 fails. Server 2 takes its games and fails before it continues them. Players must not be charged for that
/// time.
#[tokio::test]
async fn a_server_that_dies_between_taking_a_game_and_going_on_charges_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = GameKey::from("g");
    let store = open(&folder).await;
    store.create(new_game("g")).await.expect("created");
    store.renew("server", at(5000), &[]).await.expect("renewed");
    for (n, name) in ["second", "third", "fourth"].into_iter().enumerate() {
        let time = at(20_000 + 10_000 * n as i64);
        let claim = store.claim(&key, name, time, None).await.expect("asked");
        assert_eq!(claim, taken(2 + n as i64, 1, time.now_ms, 5000));
        store
            .renew(name, at(time.now_ms + 2000), &[])
            .await
            .expect("renewed");
    }
    store.leave("fourth", at(43_000)).await.expect("left");
    let claim = store
        .claim(&key, "fifth", at(44_000), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(5, 1, 44_000, 5000));
    store.close().await.expect("closed");
    drop(store);
    // The host's clock was set back: the time of the log counts.
    let store = open(&folder).await;
    let claim = store
        .claim(&key, "sixth", at(2000), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(6, 1, 2000, 5000));
    let moved = store.append(a_move(&key, 2, 6, "5d5c")).await;
    moved.expect("stored");
    store.renew("sixth", at(3000), &[]).await.expect("renewed");
    store.close().await.expect("closed");
    drop(store);
    let store = open(&folder).await;
    let claim = store
        .claim(&key, "seventh", at(9000), None)
        .await
        .expect("asked");
    assert_eq!(claim, taken(7, 2, 9000, 3000));
}

#[tokio::test]
async fn a_server_that_leaves_releases_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let keys = ["a", "b"].map(GameKey::from);
    for key in &keys {
        store.create(new_game(key.as_str())).await.expect("created");
    }
    let head = |key: &GameKey, holder: Option<&str>| Head {
        game: key.clone(),
        seq: 1,
        epoch: 1,
        holder: holder.map(str::to_owned),
        is_over: false,
    };
    let asked = [keys[0].clone(), keys[1].clone(), "no".into()];
    let heads = store.heads(&asked, at(4500)).await.expect("asked");
    assert_eq!(heads, keys.each_ref().map(|key| head(key, Some("server"))));
    store.renew("server", at(4500), &[]).await.expect("renewed");
    store.leave("server", at(4550)).await.expect("left");
    let heads = store.heads(&asked, at(4500)).await.expect("asked");
    assert_eq!(heads, keys.each_ref().map(|key| head(key, None)));
    let mut orphans = store.orphans(at(4500)).await.expect("asked");
    orphans.sort();
    assert_eq!(orphans, keys);
    assert_eq!(store.servers(at(4500)).await.expect("asked"), [""; 0]);
    let claim = store.claim(&keys[0], "other", at(4600), None).await;
    assert_eq!(claim.expect("asked"), taken(2, 1, 4600, 4500));
}

/// Rows of killed servers are removed in the end.
#[tokio::test]
async fn servers_that_are_gone_are_forgotten_unless_a_clock_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(&folder).await;
    let mut untimed = new_game("untimed");
    (untimed.owner, untimed.progress.clock_runs) = ("old".into(), false);
    store.create(untimed).await.expect("created");
    store.create(new_game("timed")).await.expect("created");
    store.renew("young", at(8000), &[]).await.expect("renewed");
    let forget = async |now_ms| store.forget_servers(at(now_ms)).await.expect("asked");
    assert_eq!(forget(5000).await, 0, "all live");
    assert_eq!(forget(8000).await, 1, "the clock of one server runs");
    let claim = store.claim(&"timed".into(), "young", at(8000), None).await;
    assert_eq!(claim.expect("asked"), taken(2, 1, 8000, 1000));
    let claim = store
        .claim(&"untimed".into(), "young", at(8000), None)
        .await;
    assert!(matches!(claim, Ok(Claimed::Taken(_))), "{claim:?}");
    assert_eq!(forget(8000).await, 1);
    assert_eq!(forget(9000).await, 0);
    assert_eq!(forget(9001).await, 0, "it has a game whose clock runs");
}

async fn lists_and_settings(place: Place) {
    let store = place.open().await;
    store.create(joined_game("a")).await.expect("created");
    store.create(joined_game("b")).await.expect("created");
    store
        .append(a_move(&"a".into(), 4, 1, "5d5c"))
        .await
        .expect("appended");
    let page = store.games_of("p2", None, 10).await.expect("read");
    let games = page.games.iter();
    assert_eq!(
        games.map(|row| row.id.as_str()).collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 2);
    assert_eq!(store.unfinished_of("p3").await.expect("read"), 0);
    assert_eq!(store.setting("key", "one").await.expect("set"), "one");
    assert_eq!(store.setting("key", "two").await.expect("kept"), "one");
    store.is_alive().await.expect("alive");
    store.close().await.expect("closed");
    assert!(store.is_alive().await.is_err());
}

async fn a_log_with_a_missing_event_is_never_taken_for_the_whole(place: Place) {
    let store = place.open().await;
    for (sql, key, missing) in [
        (
            "DELETE FROM events WHERE seq = 3 AND game = 'first-game-of-this'",
            "first-game-of-this",
            3,
        ),
        (
            "DELETE FROM events WHERE seq = 2 AND game = 'second-game-of-this'",
            "second-game-of-this",
            2,
        ),
        (
            "UPDATE games SET seq = 2 WHERE id = 'third-game-of-this'",
            "third-game-of-this",
            3,
        ),
    ] {
        let key = GameKey::from(key);
        store.create(new_game(key.as_str())).await.expect("created");
        for seq in 2..=3 {
            let append = a_move(&key, seq, 1, "5d5c");
            store.append(append).await.expect("appended");
        }
        assert_eq!(store.events(&key, 1).await.expect("whole").len(), 2);
        place.execute(sql).await;
        let error = store.events(&key, 0).await.expect_err(sql);
        assert!(
            matches!(error, komadai_store::StoreError::Missing { seq, .. } if seq == missing),
            "{error}"
        );
        assert!(!error.to_string().contains(key.as_str()), "{error}");
    }
}

async fn a_game_and_the_event_of_the_one_before_it_are_stored_together_or_not_at_all(place: Place) {
    let store = place.open().await;
    let [key, next] = ["before", "after"].map(GameKey::from);
    store.create(new_game(key.as_str())).await.expect("created");
    let stale = a_move(&key, 5, 1, "5d5c");
    let refused = store.create_following(new_game(next.as_str()), stale).await;
    assert!(
        matches!(refused, Err(AppendError::Stale { seq: 1 })),
        "{refused:?}"
    );
    assert_eq!(store.game(&next).await.expect("read"), None);
    let good = a_move(&key, 2, 1, "5d5c");
    store
        .create_following(new_game(next.as_str()), good)
        .await
        .expect("stored");
    assert!(store.game(&next).await.expect("read").is_some());
    assert_eq!(store.events(&key, 0).await.expect("read").len(), 2);
}

async fn games_that_nobody_joined_expire(place: Place) {
    let store = place.open().await;
    for (key, status, at_ms) in [
        ("waiting", Status::Waiting, 1000),
        ("playing", Status::Playing, 1000),
        ("younger", Status::Waiting, 2000),
        ("oldest", Status::Waiting, 900),
    ] {
        let mut new = joined_game(key);
        new.progress.status = status;
        new.events[0].at_ms = at_ms;
        store.create(new).await.expect("created");
    }
    assert_eq!(
        store
            .games_of("p1", None, 9)
            .await
            .expect("read")
            .games
            .len(),
        4
    );
    assert_eq!(store.expire(900, 9).await.expect("asked"), []);
    let positions = "SELECT position FROM events ORDER BY position";
    let before: Vec<i64> = place.values(positions).await;
    // The game with the last event stays, so that its position is not reused.
    let expired = store.expire(2000, 9).await.expect("asked");
    assert_eq!(expired, [GameKey::from("waiting")]);
    store.create(joined_game("next")).await.expect("created");
    let after: Vec<i64> = place.values(positions).await;
    let next = after.iter().filter(|&it| it > before.last().expect("some"));
    assert_eq!(next.count(), 3);
    let expired = store.expire(2000, 9).await.expect("asked");
    assert_eq!(expired, [GameKey::from("oldest")]);
    for key in ["waiting", "oldest"].map(GameKey::from) {
        assert_eq!(store.game(&key).await.expect("read"), None);
        assert_eq!(store.events(&key, 0).await.expect("read"), []);
        let late = store.append(a_move(&key, 2, 1, "5d5c")).await;
        assert!(matches!(late, Err(AppendError::NoSuchGame)), "{late:?}");
    }
    assert_eq!(
        store
            .games_of("p1", None, 9)
            .await
            .expect("read")
            .games
            .len(),
        3
    );
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 3);
}
