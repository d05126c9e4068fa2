//! Ended games whose events are folded into one row.

use komadai_protocol::limits::MAX_NOTIFICATIONS;
use komadai_protocol::{
    ClockSettings, ClockState, EventBody, GameKey, Offer, OfferKind, PerSide, Rating, SideClock,
};
use komadai_rules::{Side, VariantId};
use komadai_store::{
    Append, Behind, NewEvent, Store, StoreError, StoredEvent, back_up, catch_up, rebuild, restore,
};

use crate::common::{a_move, joined_game};
use crate::lists::end;
use crate::ratings::{rated, stored, win};
use crate::server::{Place, on_both};

on_both!(
    a_folded_game_reads_as_before_and_goes_on,
    views_made_again_from_folded_games_are_the_same,
    only_games_that_are_over_and_read_are_folded,
    folded_games_are_backed_up_and_restored,
    a_finished_game_of_100_plies_takes_at_most_3_kb_on_disk,
    unfinished_games_without_end_do_not_hide_those_to_fold,
    folded_games_that_lists_lack_are_counted_as_unread,
);

const LATER: i64 = i64::MAX;

/// Games that are not folded, between others that are.
const STAYS: &str = "UPDATE games SET updated_at = 9223372036854775807 WHERE id LIKE 'rated-%8'";

const VIEWS: [&str; 3] = [
    "SELECT player || ' ' || game || ' ' || side || ' ' || result || ' ' || CAST(ended AS TEXT) \
     FROM player_games ORDER BY player, game",
    "SELECT player || ' ' || game || ' ' || CAST(won AS TEXT) || ' ' || CAST(lost AS TEXT) \
     FROM player_results ORDER BY player, game",
    "SELECT player || ' ' || CAST(position AS TEXT) || ' ' || kind || ' ' || game || ' ' || CAST(at AS TEXT) \
     FROM notifications ORDER BY player, position",
];

/// Folds all games that may be. Returns how many.
pub(crate) async fn fold(store: &dyn Store) -> u32 {
    let (mut folded, mut after) = (0, Some(0));
    while let Some(place) = after {
        let step = store.fold(place, LATER, 7).await.expect("folded");
        (folded, after) = (folded + step.folded, step.next);
    }
    folded
}

pub(crate) async fn whole(store: &dyn Store, key: &GameKey) -> Vec<StoredEvent> {
    store.events(key, 0).await.expect("a whole log")
}

/// Events without the ids of their commands.
pub(crate) fn without_commands(events: &[StoredEvent]) -> Vec<StoredEvent> {
    let mut events = events.to_vec();
    for event in &mut events {
        event.command = None;
        if let EventBody::Move { id, .. } = &mut event.body {
            id.clear();
        }
    }
    events
}

/// A finished game of ten moves.
async fn play(store: &dyn Store, key: &GameKey) {
    store
        .create(joined_game(key.as_str()))
        .await
        .expect("created");
    for seq in 4..14 {
        store
            .append(a_move(key, seq, 1, "5d5c"))
            .await
            .expect("stored");
    }
    store
        .append(end(key, 14, Some(Side::First)))
        .await
        .expect("stored");
}

fn offered(key: &GameKey, first_seq: u32) -> Append {
    let (offer, by) = (OfferKind::Rematch, Side::Second);
    Append {
        first_seq,
        events: vec![NewEvent {
            at_ms: 9500,
            body: EventBody::Offered {
                offer: Offer { offer, by },
            },
            author: Some("p2".into()),
            command: Some("offer".into()),
        }],
        ..end(key, first_seq, Some(Side::First))
    }
}

async fn a_folded_game_reads_as_before_and_goes_on(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("over");
    play(&*store, &key).await;
    store.create(joined_game("on")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    let events = whole(&*store, &key).await;
    assert_eq!(events.len(), 14);
    assert_eq!(fold(&*store).await, 1);
    let left = "SELECT game FROM events WHERE game <> 'on'";
    assert_eq!(place.texts(left).await, [""; 0]);
    assert_eq!(whole(&*store, &key).await, without_commands(&events));
    let some = store.events(&key, 9).await.expect("read");
    assert_eq!(some, without_commands(&events[9..]));
    assert_eq!(store.events(&key, 14).await.expect("read"), []);
    assert_eq!(fold(&*store).await, 0);

    // A rematch is offered later.
    store.append(offered(&key, 15)).await.expect("stored");
    let more = whole(&*store, &key).await;
    assert_eq!(more[..14], without_commands(&events));
    assert_eq!(
        (more.len(), more[14].command.as_deref()),
        (15, Some("offer"))
    );
    assert_eq!(store.events(&key, 14).await.expect("read"), more[14..]);
    store.create(joined_game("next")).await.expect("created");
    assert_eq!(fold(&*store).await, 0, "it has not been read");
    catch_up(&*store, |_| ()).await.expect("followed");
    let told = store.notifications("p1", 0).await.expect("read");
    let of_game = told.iter().filter(|it| it.game.id == key);
    assert_eq!(of_game.count(), 3, "joined, ended, rematch");
    assert_eq!(fold(&*store).await, 1);
    assert_eq!(whole(&*store, &key).await, without_commands(&more));
    let changed = store.games_changed("p1", Some(0), 9).await.expect("read");
    assert!(changed.games.iter().any(|game| game.id == key));

    place.execute("DELETE FROM folded").await;
    let missing = store.events(&key, 3).await;
    assert!(
        matches!(missing, Err(StoreError::Missing { seq: 4, .. })),
        "{missing:?}"
    );
}

async fn views_made_again_from_folded_games_are_the_same(place: Place) {
    let store = place.open().await;
    for n in 0..90 {
        let key = GameKey(format!("rated-{n}"));
        let players = [["p1", "p2"], ["p2", "p3"], ["p3", "p1"]][n % 3];
        let mut new = rated(key.as_str(), players, VariantId::ALL[n % 2]);
        if n % 5 == 0 {
            new.invitation = None;
        }
        win(&*store, new, n as i64 * 1_000_000).await;
        if n % 4 == 0 {
            store.append(offered(&key, 5)).await.expect("stored");
        }
        if n % 10 == 8 {
            place.execute(STAYS).await;
        }
        if n % 7 == 0 {
            catch_up(&*store, |_| ()).await.expect("followed");
            fold(&*store).await;
        }
    }
    store.create(joined_game("on")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    fold(&*store).await;
    let live = place.texts("SELECT DISTINCT game FROM events").await;
    assert_eq!(live.len(), 10, "{live:?}");
    let views = async || {
        let mut rows = Vec::new();
        for sql in VIEWS {
            rows.push(place.texts(sql).await);
        }
        (rows, stored(&place).await)
    };
    let followed = views().await;
    assert_eq!(followed.0[0].len(), 180);
    assert!(followed.0[2].len() > MAX_NOTIFICATIONS as usize);
    let kept = store.notifications("p1", 0).await.expect("read");
    assert_eq!(kept.len(), MAX_NOTIFICATIONS as usize, "the newest");
    store.close().await.expect("closed");
    drop(store);
    let rebuilt = rebuild(place.database(), |_| ()).await.expect("made again");
    assert!(rebuilt.reached.is_whole() && rebuilt.set_aside.is_empty());
    assert!(views().await == followed);
}

async fn only_games_that_are_over_and_read_are_folded(place: Place) {
    let store = place.open().await;
    for key in ["damaged", "on", "read"] {
        play(&*store, &key.into()).await;
    }
    place
        .execute("UPDATE games SET status = 'playing' WHERE id = 'on'")
        .await;
    place
        .execute("UPDATE events SET payload = '{' WHERE game = 'damaged' AND seq = 7")
        .await;
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(fold(&*store).await, 0, "the last event stays");
    play(&*store, &"unread".into()).await;
    store.create(joined_game("last")).await.expect("created");
    assert_eq!(
        store.fold(0, 0, 99).await.expect("asked").folded,
        0,
        "too early"
    );
    assert_eq!(fold(&*store).await, 1);
    let folded = place.texts("SELECT game FROM folded").await;
    assert_eq!(folded, ["read"]);
}

async fn folded_games_are_backed_up_and_restored(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("over");
    play(&*store, &key).await;
    store.create(joined_game("on")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(fold(&*store).await, 1);
    let events = whole(&*store, &key).await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    let contents = back_up(place.database(), &copy).await.expect("copied");
    assert_eq!((contents.games, contents.events), (2, 14 + 3));
    let targets = [Some(Place::sqlite()), Place::postgres().await];
    for target in targets.iter().flatten() {
        let restored = restore(&copy, target.database()).await;
        assert_eq!(restored.expect("restored"), contents);
        let restored = target.open().await;
        assert_eq!(whole(&*restored, &key).await, events);
        catch_up(&*restored, |_| ()).await.expect("followed");
        let page = restored.games_of("p1", None, 9).await.expect("read");
        let keys: Vec<_> = page.games.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(keys, ["on", "over"]);
        restored.close().await.expect("closed");
    }
}

/// A rated game of 100 plies, with times of people and command ids of the page.
async fn play_long(store: &dyn Store, key: &GameKey, random: &mut impl FnMut(u64) -> u64) {
    let players = [
        ["x8Qm3LhTz0Rk", "Wb5vx8Qm3LhT"],
        ["Wb5vx8Qm3LhT", "Zk3vx8Qm3Lha"],
    ];
    let players = players[random(2) as usize];
    let clock = ClockSettings::Increment {
        main_ms: 600_000,
        increment_ms: 5000,
    };
    let mut new = rated(key.as_str(), players, VariantId::Shogi);
    let mut at_ms = 1_790_000_000_000 + random(1 << 40) as i64;
    for event in &mut new.events {
        event.at_ms = at_ms;
        match &mut event.body {
            EventBody::Created { settings } => {
                settings.clock = clock;
                settings.start_limit_ms = Some(30_000);
            }
            EventBody::Joined { rating, .. } => {
                *rating = Some(Rating {
                    rating: 1300 + random(900) as i32,
                    provisional: false,
                });
            }
            _ => {}
        }
    }
    new.invitation = Some(format!("{:022}", random(u64::MAX)));
    store.create(new).await.expect("created");
    let mut left = PerSide {
        first: SideClock::default(),
        second: SideClock::default(),
    };
    (left.first.main_ms, left.second.main_ms) = (600_000, 600_000);
    let mut events = Vec::new();
    for ply in 0..100_u32 {
        let side = Side::BOTH[ply as usize % 2];
        let [spent_ms, lag_ms, server_ms] = [300 + random(9000), random(90), random(3)];
        at_ms += (spent_ms + lag_ms + server_ms) as i64;
        let [spent_ms, lag_ms, server_ms] = [spent_ms, lag_ms, server_ms].map(|ms| ms as u32);
        let main = &mut left.get_mut(side).main_ms;
        *main = *main + 5000 - spent_ms;
        let square = |n: u64| format!("{}{}", n % 9 + 1, (b'a' + (n / 9) as u8) as char);
        let id = format!("{:012}", random(1 << 39));
        events.push(NewEvent {
            at_ms: at_ms + random(9) as i64,
            body: EventBody::Move {
                ply,
                side,
                text: square(random(81)) + &square(random(81)),
                id: id.clone(),
                spent_ms,
                lag_ms,
                server_ms,
                premove: false,
                clock: Some(ClockState {
                    at_ms,
                    running: Some(!side),
                    left,
                }),
            },
            author: Some(players[side.index()].into()),
            command: Some(id),
        });
    }
    let mut append = end(key, 4, Some(Side::First));
    append.progress.players.first = Some(players[0].into());
    append.progress.players.second = Some(players[1].into());
    events.append(&mut append.events);
    append.events = events;
    store.append(append).await.expect("stored");
}

async fn bytes_on_disk(place: &Place) -> i64 {
    let is_shared = komadai_store::is_shared(place.database());
    let (vacuum, size) = match is_shared {
        // Without the catalogue, which grows by statistics of any autovacuum meanwhile.
        true => (
            "VACUUM FULL",
            "SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT) FROM pg_class \
             WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)",
        ),
        false => (
            "VACUUM",
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        ),
    };
    place.execute(vacuum).await;
    place.values::<i64>(size).await[0]
}

async fn a_finished_game_of_100_plies_takes_at_most_3_kb_on_disk(place: Place) {
    let store = place.open().await;
    let mut seed = 7_u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005);
        seed = seed.wrapping_add(1_442_695_040_888_963_407);
        (seed >> 20) % below
    };
    store.create(joined_game("on")).await.expect("created");
    let mut sizes = Vec::new();
    // The first pages of tables and indexes come with the first games.
    for games in [100, 300] {
        for _ in 0..games {
            let key = GameKey(format!("{:016}", random(1 << 44)));
            play_long(&*store, &key, &mut random).await;
        }
        let last = format!("last-{games}");
        store.create(joined_game(&last)).await.expect("created");
        catch_up(&*store, |_| ()).await.expect("followed");
        assert_eq!(fold(&*store).await, games);
        sizes.push(bytes_on_disk(&place).await);
    }
    let of_game = (sizes[1] - sizes[0]) / 300;
    let lengths: Vec<i64> = place
        .values("SELECT CAST(AVG(LENGTH(events)) AS BIGINT) FROM folded")
        .await;
    println!("{of_game} bytes a game, of which events {lengths:?}");
    assert!(
        lengths[0] <= 2500 && of_game <= 3000,
        "{of_game} {lengths:?}"
    );
}

async fn unfinished_games_without_end_do_not_hide_those_to_fold(place: Place) {
    let store = place.open().await;
    store.create(joined_game("on")).await.expect("created");
    let many = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) \
        INSERT INTO events (position, game, seq, epoch, at, kind, payload) \
        SELECT (SELECT MAX(position) FROM events) + n, 'on', 3 + n, 1, 0, 'offered', '{}' FROM numbers";
    place.execute(many).await;
    place
        .execute("UPDATE projections SET position = (SELECT MAX(position) FROM events)")
        .await;
    play(&*store, &"over".into()).await;
    store.create(joined_game("next")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    let step = store.fold(0, LATER, 7).await.expect("asked");
    assert_eq!(step.folded, 0);
    assert!(step.next.is_some(), "there are more events");
    assert_eq!(fold(&*store).await, 1);
}

async fn folded_games_that_lists_lack_are_counted_as_unread(place: Place) {
    let store = place.open().await;
    for n in 0..12 {
        play(&*store, &GameKey(format!("over-{n}"))).await;
    }
    store.create(joined_game("on")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(fold(&*store).await, 12);
    store.clear_projections().await.expect("emptied");
    let behind = store.behind().await.expect("read");
    assert!(behind.events >= 12, "{behind:?}");
    assert!(behind.since_ms.is_some());
    assert_eq!(fold(&*store).await, 0);
    let followed = store.follow_events().await.expect("followed");
    assert!(followed.has_more && followed.behind.events > 0);
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(store.behind().await.expect("read"), Behind::default());
    let page = store.games_of("p1", None, 99).await.expect("read");
    assert_eq!(page.games.len(), 13);
}
