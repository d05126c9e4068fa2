//! Pages of a player's games.

use komadai_protocol::GameKey;
use komadai_rules::Side;
use komadai_store::{GamesPage, catch_up};

use crate::common::joined_game;
use crate::lists::{end, play};
use crate::server::{Place, on_both};

on_both!(
    pages_by_key_have_every_game_once_though_games_end_meanwhile,
    a_page_without_ended_games_leads_to_them,
    a_database_of_before_gets_its_ends_and_results,
);

fn keys(page: &GamesPage) -> Vec<&str> {
    page.games.iter().map(|row| row.id.as_str()).collect()
}

async fn pages_by_key_have_every_game_once_though_games_end_meanwhile(place: Place) {
    let store = place.open().await;
    play(&store, 8).await;
    catch_up(&*store, |_| ()).await.expect("followed");
    let first = store.games_of("p1", None, 4).await.expect("read");
    assert_eq!(keys(&first), ["game-3", "game-7", "game-6", "game-5"]);
    let key = GameKey::from("game-3");
    store.append(end(&key, 5, None)).await.expect("stored");
    catch_up(&*store, |_| ()).await.expect("followed");
    let second = store.games_of("p1", first.next, 2).await.expect("read");
    assert_eq!(keys(&second), ["game-4", "game-2"]);
    let third = store.games_of("p1", second.next, 2).await.expect("read");
    assert_eq!((keys(&third), third.next), (vec!["game-1", "game-0"], None));
    let ended = store.games_of("p1", Some(GamesPage::FIRST), 2).await;
    let ended = ended.expect("read");
    assert_eq!(keys(&ended), ["game-3", "game-6"]);
}

async fn a_page_without_ended_games_leads_to_them(place: Place) {
    let store = place.open().await;
    play(&store, 4).await;
    store.create(joined_game("on")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    let first = store.games_of("p2", None, 2).await.expect("read");
    assert_eq!(first.games.len(), 2);
    assert_eq!(first.next, Some(GamesPage::FIRST));
    let second = store.games_of("p2", first.next, 9).await.expect("read");
    assert_eq!(keys(&second), ["game-2", "game-1", "game-0"]);
    assert_eq!(second.next, None);
}

const LISTS: &str = "SELECT player || ' ' || game || ' ' || COALESCE(result, '-') || ' ' || \
    COALESCE(CAST(ended AS TEXT), '-') FROM player_games ORDER BY player, game";
const RESULTS: &str = "SELECT player || ' ' || game || ' ' || CAST(won AS TEXT) || ' ' || \
    CAST(lost AS TEXT) || ' ' || CAST(drawn AS TEXT) FROM player_results ORDER BY player, game";

async fn a_database_of_before_gets_its_ends_and_results(place: Place) {
    let store = place.open().await;
    play(&store, 40).await;
    let won = end(&"other".into(), 4, Some(Side::Second));
    store.create(joined_game("other")).await.expect("created");
    store.append(won).await.expect("stored");
    catch_up(&*store, |_| ()).await.expect("followed");
    store.close().await.expect("closed");
    drop(store);
    let before = [place.texts(LISTS).await, place.texts(RESULTS).await];
    assert_eq!(before.each_ref().map(Vec::len), [62, 2]);
    for sql in [
        "DROP TABLE dead_letters",
        "DROP TABLE player_results",
        "DROP INDEX player_games_ended",
        "ALTER TABLE player_games DROP COLUMN ended",
        "DROP TABLE folded",
        "DROP INDEX events_of_views",
        "DROP INDEX games_of_first",
        "DROP INDEX games_of_second",
        "DELETE FROM projections",
        "INSERT INTO projections (name, position) SELECT p, MAX(position) FROM events, \
         (SELECT 'player-games' AS p UNION SELECT 'notifications' UNION SELECT 'ratings') AS p GROUP BY p",
        "DELETE FROM _sqlx_migrations WHERE description IN ('lists_by_key', 'views')",
    ] {
        place.execute(sql).await;
    }
    if komadai_store::is_shared(place.database()) {
        for sql in [
            "ALTER TABLE log_base RENAME TO log_end",
            "ALTER TABLE log_end RENAME COLUMN base TO position",
        ] {
            place.execute(sql).await;
        }
    }
    place.open().await.close().await.expect("closed");
    let after = [place.texts(LISTS).await, place.texts(RESULTS).await];
    assert_eq!(after, before);
}
