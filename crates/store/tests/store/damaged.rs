//! A damaged row affects its own object only.

use std::collections::BTreeMap;

use komadai_protocol::{ChallengeTerms, ClockSettings, SideChoice, Status};
use komadai_rules::{Side, VariantId};
use komadai_store::{
    DeadLetter, EndOthers, Ending, Granted, Identities, NewChallenge, NewGame, NewSession,
    NewToken, Registry, SecretHash, SqliteStore, StoreError, catch_up, rebuild,
};

use crate::common::{joined_game, new_game};
use crate::lists::end;
use crate::ratings::{rated, win};
use crate::server::{Place, on_both};

on_both!(
    an_event_that_cannot_be_read_is_set_aside_and_the_lists_go_on,
    a_rated_end_that_cannot_be_counted_is_set_aside,
    rows_that_cannot_be_read_are_left_out_of_lists,
);

fn named(letters: &[DeadLetter]) -> Vec<String> {
    let names = letters.iter();
    names
        .map(|it| format!("{} {} {}", it.game, it.seq, it.projection))
        .collect()
}

async fn an_event_that_cannot_be_read_is_set_aside_and_the_lists_go_on(place: Place) {
    let store = place.open().await;
    for id in ["a", "b", "c"] {
        store.create(joined_game(id)).await.expect("created");
    }
    for id in ["a", "b"] {
        let ended = end(&id.into(), 4, Some(Side::First));
        store.append(ended).await.expect("stored");
    }
    place
        .execute("UPDATE events SET payload = '{\"kind\":\"en' WHERE game = 'a' AND kind = 'ended'")
        .await;
    place
        .execute("UPDATE events SET payload = '[]' WHERE game = 'c' AND author = 'p2'")
        .await;
    let reached = catch_up(&*store, |_| ()).await.expect("followed");
    assert!(reached.is_whole(), "{reached:?}");
    let expected = ["c 3 views", "a 4 views"];
    let letters = store.dead_letters(9).await.expect("read");
    assert_eq!(named(&letters), expected);
    let results = store.results_of("p1", 0).await.expect("read");
    assert_eq!((results.len(), results[0].won), (1, 1));
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 1);
    let page = store.games_of("p1", None, 9).await.expect("read");
    let keys: Vec<_> = page.games.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(keys, ["c", "b", "a"]);
    let unreadable = store.events(&"a".into(), 0).await;
    assert!(
        matches!(&unreadable, Err(StoreError::Unreadable { seq: 4, .. })),
        "{unreadable:?}"
    );
    assert_eq!(store.events(&"b".into(), 0).await.expect("read").len(), 4);
    let ended = end(&"c".into(), 4, None);
    store.append(ended).await.expect("stored");
    assert_eq!(store.unfinished_of("p1").await.expect("read"), 0);
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(store.dead_letters(9).await.expect("read").len(), 2);
    store.close().await.expect("closed");
    drop(store);

    let rebuilt = rebuild(place.database(), |_| ()).await.expect("made again");
    assert!(rebuilt.reached.is_whole());
    assert_eq!(named(&rebuilt.set_aside), expected);
    let store = place.open().await;
    let results = store.results_of("p1", 0).await.expect("read");
    assert_eq!((results[0].won, results[0].drawn), (1, 1));
}

async fn a_rated_end_that_cannot_be_counted_is_set_aside(place: Place) {
    let store = place.open().await;
    let play = async |id, at_ms| {
        let new = rated(id, ["p1", "p2"], VariantId::Shogi);
        win(&*store, new, at_ms).await;
        let reached = catch_up(&*store, |_| ()).await.expect("followed");
        assert!(reached.is_whole(), "{reached:?}");
    };
    play("one", 1000).await;
    place
        .execute("UPDATE ratings SET games = -7 WHERE player = 'p1'")
        .await;
    play("two", 2000).await;
    let letters = store.dead_letters(9).await.expect("read");
    assert_eq!(named(&letters), ["two 4 ratings"]);
    place
        .execute("UPDATE ratings SET games = 1 WHERE player = 'p1'")
        .await;
    play("three", 3000).await;
    let changes = store.rating_changes(&"three".into()).await;
    assert!(changes.expect("read").is_some(), "it goes on");
}

fn challenge(id: &str) -> NewGame {
    let mut game = new_game(id);
    game.progress.status = Status::Waiting;
    game.challenge = Some(NewChallenge {
        maker: "p1".into(),
        terms: ChallengeTerms {
            side: SideChoice::Random,
            handicap: None,
            position: None,
            rules: BTreeMap::new(),
            clock: ClockSettings::None,
            rated: false,
        },
        at_ms: 1000,
        network: None,
    });
    game
}

async fn rows_that_cannot_be_read_are_left_out_of_lists(place: Place) {
    let store = place.open().await;
    for id in ["a", "b"] {
        store.create(joined_game(id)).await.expect("created");
        let ended = end(&id.into(), 4, Some(Side::First));
        store.append(ended).await.expect("stored");
        store
            .create(challenge(&format!("{id}-open")))
            .await
            .expect("created");
    }
    let reached = catch_up(&*store, |_| ()).await.expect("followed").position;
    for sql in [
        "UPDATE games SET status = 'unknown' WHERE id = 'a'",
        "UPDATE games SET outcome = '{' WHERE id = 'b-open'",
        "UPDATE players SET kind = 'unknown' WHERE id = 'p2'",
        "UPDATE challenges SET terms = '{' WHERE game = 'a-open'",
        "INSERT INTO player_results (player, game, won, lost, drawn) VALUES ('p1', 'go', 0, 0, 1)",
        "INSERT INTO notifications (player, position, kind, game, at) VALUES ('p1', 99999, 'unknown', 'b', 1)",
    ] {
        place.execute(sql).await;
    }
    let page = store.games_of("p1", None, 9).await.expect("read");
    let keys: Vec<_> = page.games.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(keys, ["a-open", "b"]);
    assert_eq!(page.games[1].progress.players.second.as_deref(), Some("p2"));
    let players = store.players(&["p1", "p2"]).await.expect("read");
    let ids: Vec<_> = players.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["p1"]);
    let changed = store.games_changed("p1", Some(0), 9).await.expect("read");
    assert_eq!(changed.games.len(), 2);
    let results = store.results_of("p1", 0).await.expect("read");
    assert_eq!(results.len(), 1);
    let listing = store.lobby(1000, 9).await.expect("read");
    assert_eq!((listing.challenges.len(), listing.unreadable.len()), (1, 1));
    let notified = store.notifications("p1", 0).await.expect("read");
    assert_eq!(notified.len(), 2, "those of game b");
    let page = store
        .notifications_between(0, reached, 1)
        .await
        .expect("read");
    assert_eq!((page.rows.len(), page.is_last), (0, false));
    let rest = page.until.expect("a row");
    let rest = store
        .notifications_between(rest - 1, reached, 9)
        .await
        .expect("read");
    assert_eq!(rest.rows.len(), 3);
    let own = store.game(&"a".into()).await;
    assert!(matches!(own, Err(ref it) if it.is_of_one_row()), "{own:?}");
}

/// Only SQLite stores text in a column of numbers.
#[tokio::test]
async fn a_session_or_token_that_cannot_be_read_is_left_out_of_lists() {
    let place = Place::sqlite();
    let store = SqliteStore::open(place.database()).await.expect("opens");
    let player = new_game("x").players.remove(0);
    for id in ["a", "b"] {
        let session = NewSession {
            id: id.into(),
            secret: SecretHash::of(id),
            label: String::new(),
            created_at_ms: 1,
            expires_at_ms: 9000,
        };
        store
            .start_session(player.clone(), session)
            .await
            .expect("begun");
        let token = NewToken {
            id: id.into(),
            secret: SecretHash::of(id),
            player: "p1".into(),
            name: String::new(),
            scopes: vec!["read".into()],
            created_at_ms: 1,
            expires_at_ms: None,
        };
        let made = store.add_token(token, id).await;
        assert_eq!(made.expect("asked"), Granted::Stored);
    }
    for sql in [
        "UPDATE sessions SET created_at = 'never' WHERE id = 'a'",
        "UPDATE tokens SET created_at = 'never' WHERE id = 'a'",
    ] {
        place.execute(sql).await;
    }
    let sessions = store.sessions_of("p1", 2).await.expect("read");
    assert_eq!((sessions.len(), sessions[0].id.as_str()), (1, "b"));
    let tokens = store.tokens_of("p1", 2).await.expect("read");
    assert_eq!((tokens.len(), tokens[0].id.as_str()), (1, "b"));
    let own = store.session(&SecretHash::of("a"), 2).await;
    assert!(matches!(own, Err(ref it) if it.is_of_one_row()), "{own:?}");
    let other = store.session(&SecretHash::of("b"), 2).await;
    assert!(other.expect("read").is_some());
    // It does not prevent ending sessions either.
    let end = EndOthers {
        player: "p1".into(),
        by: "b".into(),
        new_id: "c".into(),
        new_secret: SecretHash::of("c"),
        keep_tokens: Vec::new(),
        now_ms: 2,
    };
    let ended = store.end_others(end).await.expect("asked");
    assert!(matches!(ended, Ending::Ended(_)), "{ended:?}");
    let own = store.session(&SecretHash::of("a"), 2).await;
    assert_eq!(own.expect("read"), None);
    store.close().await.expect("closed");
}
