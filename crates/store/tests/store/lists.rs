//! Lists of games, projections of the events.

use std::sync::Arc;

use komadai_protocol::{EndReason, EventBody, GameKey, GameOutcome, GameResults, Status};
use komadai_rules::{Reason, Side, VariantId};
use komadai_store::{Append, Behind, NewEvent, OpenError, RebuildError, Store, catch_up, rebuild};

use crate::common::{a_move, joined_game, new_game, progress};
use crate::server::{Place, on_both};

on_both!(
    lists_that_were_made_again_are_those_that_followed,
    unfinished_games_are_never_behind_and_ended_ones_follow,
    a_player_sees_unfinished_games_first_and_no_game_of_others,
    many_events_are_followed_in_steps,
    changed_games_are_those_after_a_position,
    results_count_what_was_won_lost_and_drawn_of_each_game,
);

/// Stored rows of the projection.
const ROWS: &str = "SELECT player || ' ' || game || ' ' || side || ' ' || COALESCE(result, '-') \
    FROM player_games ORDER BY player, game";

/// Expected rows by the table of games, if each seat was taken by one event.
const EXPECTED: &str = "SELECT p.id || ' ' || g.id || ' ' || \
    CASE WHEN g.first_player = p.id THEN 'first' ELSE 'second' END || ' ' || \
    CASE WHEN g.outcome LIKE '%\"winner\":null%' THEN 'drawn' \
    WHEN (g.outcome LIKE '%\"winner\":\"first\"%') = (g.first_player = p.id) THEN 'won' ELSE 'lost' END \
    FROM players p JOIN games g ON p.id IN (g.first_player, g.second_player) \
    WHERE g.outcome IS NOT NULL ORDER BY p.id, g.id";

/// Event that ends a game whose last event is `first_seq - 1`.
pub(crate) fn end(key: &GameKey, first_seq: u32, winner: Option<Side>) -> Append {
    let outcome = GameOutcome {
        winner,
        reason: match winner {
            Some(_) => EndReason::Rules(Reason::Resignation),
            None => EndReason::Rules(Reason::Agreement),
        },
        ply: 0,
    };
    let mut progress = progress(0);
    progress.status = Status::Ended;
    progress.outcome = Some(outcome);
    Append {
        game: key.clone(),
        first_seq,
        epoch: 1,
        events: vec![NewEvent {
            at_ms: 9000,
            body: EventBody::Ended {
                outcome,
                clock: None,
            },
            author: None,
            command: None,
        }],
        progress,
        players: Vec::new(),
    }
}

pub(crate) async fn play(store: &Arc<dyn Store>, games: u32) {
    for n in 0..games {
        let key = GameKey(format!("game-{n}"));
        store
            .create(joined_game(key.as_str()))
            .await
            .expect("created");
        if n % 7 == 0 {
            catch_up(&**store, |_| ()).await.expect("followed");
        }
        let moved = store.append(a_move(&key, 4, 1, "5d5c")).await;
        moved.expect("stored");
        let winner = match n % 4 {
            0 => Some(Side::First),
            1 => Some(Side::Second),
            2 => None,
            _ => continue,
        };
        store.append(end(&key, 5, winner)).await.expect("stored");
    }
}

async fn lists_that_were_made_again_are_those_that_followed(place: Place) {
    let store = place.open().await;
    play(&store, 40).await;
    catch_up(&*store, |_| ()).await.expect("followed");
    let followed = place.texts(ROWS).await;
    assert_eq!(followed.len(), 60);
    assert_eq!(followed, place.texts(EXPECTED).await);
    store.close().await.expect("closed");
    drop(store);

    for sql in [
        "DELETE FROM player_games WHERE game = 'game-1'",
        "UPDATE player_games SET result = 'won' WHERE game = 'game-2'",
        "INSERT INTO player_games (player, game, side) VALUES ('p3', 'game-3', 'first')",
    ] {
        place.execute(sql).await;
    }
    let mut steps = Vec::new();
    let reached = rebuild(place.database(), |reached| steps.push(reached)).await;
    let reached = reached.expect("made again");
    assert!(reached.set_aside.is_empty());
    let reached = reached.reached;
    assert!(reached.is_whole() && steps.last() == Some(&reached));
    assert_eq!(place.texts(ROWS).await, followed);
}

async fn unfinished_games_are_never_behind_and_ended_ones_follow(place: Place) {
    let store = place.open().await;
    let key = GameKey::from("g");
    store.create(joined_game("g")).await.expect("created");
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 1);
    store.append(end(&key, 4, None)).await.expect("stored");
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 0);
    let listed = async || {
        let page = store.games_of("p2", None, 9).await.expect("read");
        page.games.len()
    };
    assert_eq!(listed().await, 0, "readers do not project");
    let reached = catch_up(&*store, |_| ()).await.expect("followed");
    assert!(reached.is_whole() && reached.position > 0, "{reached:?}");
    assert_eq!(listed().await, 1);
    let idle = store.follow_events().await.expect("asked");
    assert_eq!(
        (idle.behind, idle.from),
        (Behind::default(), reached.position)
    );
}

async fn results_count_what_was_won_lost_and_drawn_of_each_game(place: Place) {
    let store = place.open().await;
    let none = store.results_of("p1", 0).await.expect("read");
    assert!(none.is_empty(), "{none:?}");
    // Ten won, ten lost, ten drawn, ten unfinished; then one of another variant and one aborted.
    play(&store, 40).await;
    let mut other = joined_game("other");
    other.game = VariantId::Shogi;
    store.create(other).await.expect("created");
    let won = end(&"other".into(), 4, Some(Side::Second));
    store.append(won).await.expect("stored");
    store.create(joined_game("aborted")).await.expect("created");
    let mut aborted = end(&"aborted".into(), 4, None);
    for event in &mut aborted.events {
        if let EventBody::Ended { outcome, .. } = &mut event.body {
            outcome.reason = EndReason::Aborted;
        }
    }
    store.append(aborted).await.expect("stored");
    catch_up(&*store, |_| ()).await.expect("followed");
    let of = |game, [won, lost, drawn]: [u32; 3]| GameResults {
        game,
        won,
        lost,
        drawn,
        rating: None,
    };
    let all = [("p1", [0, 1, 0]), ("p2", [1, 0, 0])].map(|(player, of_shogi)| {
        let mini = of(VariantId::Minishogi, [10, 10, 10]);
        (player, [mini, of(VariantId::Shogi, of_shogi)])
    });
    for (player, expected) in &all {
        let results = store.results_of(player, 0).await.expect("read");
        assert_eq!(results, expected);
    }
    store.clear_projections().await.expect("emptied");
    catch_up(&*store, |_| ()).await.expect("followed");
    for (player, expected) in &all {
        let results = store.results_of(player, 0).await.expect("read");
        assert_eq!(results, expected);
    }
}

async fn a_player_sees_unfinished_games_first_and_no_game_of_others(place: Place) {
    let store = place.open().await;
    for key in ["ended", "going-on"] {
        store.create(joined_game(key)).await.expect("created");
    }
    let mut watched = new_game("watched");
    watched.progress.players.first = None;
    watched.progress.players.second = None;
    store.create(watched).await.expect("created");
    let ended = end(&"ended".into(), 4, Some(Side::First));
    store.append(ended).await.expect("stored");
    catch_up(&*store, |_| ()).await.expect("followed");
    let page = store.games_of("p1", None, 9).await.expect("read");
    assert_eq!(page.next, None);
    let keys: Vec<_> = page.games.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(keys, ["going-on", "ended"]);
    let page = store.games_of("p3", None, 9).await.expect("read");
    assert!(page.games.is_empty(), "{page:?}");
}

async fn many_events_are_followed_in_steps(place: Place) {
    let store = place.open().await;
    for n in 0..300 {
        let key = format!("game-{n}");
        store.create(joined_game(&key)).await.expect("created");
    }
    let key = GameKey::from("game-0");
    let mut moves = a_move(&key, 4, 1, "5d5c");
    moves.events = vec![moves.events[0].clone(); 3000];
    store.append(moves).await.expect("stored");
    let mut steps = Vec::new();
    let reached = catch_up(&*store, |it| steps.push(it.position)).await;
    assert!(reached.expect("followed").is_whole());
    assert!(steps.len() >= 3 && steps.is_sorted(), "{steps:?}");
    let place: Vec<i64> = place.values("SELECT position FROM projections").await;
    assert_eq!(place, [*steps.last().expect("a step")], "one place for all");
}

#[tokio::test]
async fn two_servers_follow_together() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let (one, other) = tokio::join!(place.open(), place.open());
    play(&one, 200).await;
    one.clear_projections().await.expect("emptied");
    let (a, b) = tokio::join!(catch_up(&*one, |_| ()), catch_up(&*other, |_| ()));
    assert!(a.expect("followed").is_whole() && b.expect("followed").is_whole());
    assert_eq!(place.texts(ROWS).await, place.texts(EXPECTED).await);
    let rebuilt = rebuild(place.database(), |_| ()).await.expect("made again");
    assert!(rebuilt.reached.is_whole());
    assert_eq!(place.texts(ROWS).await, place.texts(EXPECTED).await);
}

#[tokio::test]
async fn the_lists_of_a_file_that_a_server_uses_are_not_made_again() {
    let place = Place::sqlite();
    let store = place.open().await;
    let refused = rebuild(place.database(), |_| ()).await;
    assert!(
        matches!(refused, Err(RebuildError::Open(OpenError::InUse { .. }))),
        "{refused:?}"
    );
    store.close().await.expect("closed");
}

/// Keys of the changed games of p1, `whole`, and the new position.
async fn changed(
    store: &Arc<dyn Store>,
    after: Option<i64>,
    limit: u32,
) -> (Vec<String>, bool, i64) {
    let changed = store.games_changed("p1", after, limit).await.expect("read");
    let games = changed.games.iter().map(|row| row.id.to_string());
    (games.collect(), changed.whole, changed.position)
}

async fn changed_games_are_those_after_a_position(place: Place) {
    let store = place.open().await;
    // On PostgreSQL transactions of other databases hold the position back: changes are told again.
    let is_exact = !komadai_store::is_shared(place.database());
    let (none, whole, _) = changed(&store, None, 9).await;
    assert_eq!((none, whole), (vec![], true));
    for id in ["a", "b", "c"] {
        store.create(joined_game(id)).await.expect("created");
    }
    let (games, whole, position) = changed(&store, None, 9).await;
    assert_eq!((games.len(), whole), (3, true));
    let (games, whole, _) = changed(&store, Some(position), 9).await;
    assert!(!whole && (games.is_empty() || !is_exact));
    let key = GameKey::from("a");
    store
        .append(a_move(&key, 4, 1, "5d5c"))
        .await
        .expect("stored");
    store
        .append(end(&"b".into(), 4, None))
        .await
        .expect("stored");
    // With the end that the consumer has not read, and after it has.
    for _ in 0..2 {
        let (games, whole, after) = changed(&store, Some(position), 9).await;
        assert!(
            !whole && games.starts_with(&["b".into(), "a".into()]),
            "{games:?}"
        );
        assert!(after >= position && (games.len() == 2 || !is_exact));
        catch_up(&*store, |_| ()).await.expect("followed");
    }
    // Too many changes, or a position of another log: all unfinished games.
    for (before, limit) in [(position, 2), (i64::MAX, 9)] {
        let (games, whole, _) = changed(&store, Some(before), limit).await;
        assert!(whole && games.iter().all(|it| it != "b"), "{games:?}");
        assert_eq!(games.len(), 2);
    }
    let others = store.games_changed("p3", Some(0), 9).await.expect("read");
    assert_eq!(others.games.len(), 0);
}
