//! Backups of a PostgreSQL database, restored to files and other databases.

use std::path::Path;

use komadai_protocol::GameKey;
use komadai_store::{
    BackupError, Granted, NewSession, NewToken, OpenError, SecretHash, Store, back_up, catch_up,
    restore,
};

use crate::common::{a_move, joined_game};
use crate::server::Place;

const DUMPS: [&str; 6] = [
    "SELECT id || ' ' || name || ' ' || kind || ' ' || CAST(created_at AS TEXT) \
     FROM players ORDER BY id",
    "SELECT id || ' ' || hash || ' ' || player || ' ' || label || ' ' || CAST(created_at AS TEXT) || ' ' \
     || CAST(seen_at AS TEXT) || ' ' || CAST(expires_at AS TEXT) FROM sessions ORDER BY id",
    "SELECT id || ' ' || hash || ' ' || player || ' ' || name || ' ' || scopes || ' ' \
     || CAST(created_at AS TEXT) || ' ' || COALESCE(CAST(used_at AS TEXT), '-') FROM tokens ORDER BY id",
    "SELECT id || ' ' || game || ' ' || status || ' ' || COALESCE(first_player, '-') || ' ' \
     || COALESCE(second_player, '-') || ' ' || side || ' ' || CAST(ply AS TEXT) || ' ' \
     || COALESCE(outcome, '-') || ' ' || CAST(live AS TEXT) || ' ' || CAST(seq AS TEXT) || ' ' \
     || CAST(created_at AS TEXT) || ' ' || CAST(updated_at AS TEXT) || ' ' || COALESCE(invitation, '-') \
     FROM games ORDER BY id",
    "SELECT CAST(position AS TEXT) || ' ' || game || ' ' || CAST(seq AS TEXT) || ' ' \
     || CAST(epoch AS TEXT) || ' ' || CAST(at AS TEXT) || ' ' || kind || ' ' || payload || ' ' \
     || COALESCE(author, '-') || ' ' || COALESCE(command, '-') FROM events ORDER BY position",
    "SELECT name || ' ' || value FROM settings ORDER BY name",
];
const EVENTS: usize = 4;

async fn dump(place: &Place) -> Vec<Vec<String>> {
    let mut dumps = Vec::new();
    for sql in DUMPS {
        dumps.push(place.texts(sql).await);
    }
    dumps
}

fn key(n: u32) -> GameKey {
    GameKey(format!("game-{n}"))
}

async fn fill(store: &dyn Store) {
    for n in 0..8 {
        let created = store.create(joined_game(key(n).as_str())).await;
        created.expect("created");
        let moved = store.append(a_move(&key(n), 4, 1, "5d5c")).await;
        moved.expect("stored");
    }
    let player = joined_game("none").players.remove(0);
    let session = NewSession {
        id: "session".into(),
        secret: SecretHash::of("a secret"),
        label: "Firefox".into(),
        created_at_ms: 1,
        expires_at_ms: 9,
    };
    let token = NewToken {
        id: "token".into(),
        secret: SecretHash::of("another"),
        player: player.id.clone(),
        name: "bot".into(),
        scopes: vec!["play".into()],
        created_at_ms: 2,
        expires_at_ms: Some(9),
    };
    store.start_session(player, session).await.expect("begun");
    let made = store.add_token(token, "session").await;
    assert_eq!(made.expect("asked"), Granted::Stored);
    store.setting("cookie-key", "0f").await.expect("set");
}

#[tokio::test]
async fn a_copy_of_postgresql_made_while_moves_are_written_is_restored_into_both() {
    let (Some(place), Some(other)) = tokio::join!(Place::postgres(), Place::postgres()) else {
        return;
    };
    let file = Place::sqlite();
    let copy = file.database().with_file_name("copy.db");
    let store = place.open().await;
    fill(&*store).await;
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 5..60 {
                for n in 0..8 {
                    let moved = store.append(a_move(&key(n), seq, 1, "5d5c")).await;
                    moved.expect("stored");
                }
            }
        })
    };
    let contents = back_up(place.database(), &copy).await.expect("copied");
    writing.await.expect("no panic");
    assert_eq!((contents.games, contents.players), (8, 2));
    assert!(contents.events >= 8 * 4, "{contents:?}");

    for target in [&file, &other] {
        let restored = restore(&copy, target.database()).await;
        assert_eq!(restored.expect("restored"), contents);
    }
    let (in_file, in_other) = (dump(&file).await, dump(&other).await);
    assert_eq!(in_file, in_other);
    assert_eq!(in_file[EVENTS].len() as u64, contents.events);
    let mut original = dump(&place).await;
    original[EVENTS].truncate(in_file[EVENTS].len());
    for n in [0, 1, 2, EVENTS, 5] {
        assert_eq!(in_file[n], original[n]);
    }

    for target in [&file, &other] {
        let restored = target.open().await;
        for n in 0..8 {
            let events = restored.events(&key(n), 0).await.expect("a whole log");
            let all = store.events(&key(n), 0).await.expect("a whole log");
            assert_eq!(events, all[..events.len()]);
        }
        assert_eq!(
            restored
                .games_of("p1", None, 99)
                .await
                .expect("read")
                .games
                .len(),
            8
        );
        restored.create(joined_game("next")).await.expect("created");
        let sql = "SELECT game FROM events ORDER BY position DESC LIMIT 3";
        assert_eq!(target.texts(sql).await, ["next"; 3]);
        restored.close().await.expect("closed");
    }
}

#[tokio::test]
async fn a_file_of_an_earlier_format_is_restored_into_postgresql_once() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/format-3.db");
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    std::fs::copy(&fixture, &copy).expect("copied");
    let contents = restore(&copy, place.database()).await.expect("restored");
    assert_eq!((contents.games, contents.events), (3, 15));
    let store = place.open().await;
    let cookie = SecretHash::of("05CBBPz5BtViWlBXlGDU0a");
    let session = store.session(&cookie, 1_795_531_300_000).await;
    let (_, ann) = session.expect("read").expect("the cookie goes on working");
    catch_up(&*store, |_| ()).await.expect("followed");
    assert_eq!(
        store
            .games_of(&ann.id, None, 9)
            .await
            .expect("read")
            .games
            .len(),
        3
    );
    store.close().await.expect("closed");

    let again = restore(&copy, place.database()).await;
    assert!(
        matches!(again, Err(BackupError::NotEmpty { .. })),
        "{again:?}"
    );
    let text = folder.path().join("text");
    std::fs::write(&text, "a shopping list, not a database, but a long one").expect("written");
    let foreign = restore(&text, place.database()).await;
    let expected = matches!(foreign, Err(BackupError::NotOurs { .. }));
    assert!(expected, "{foreign:?}");
}

#[tokio::test]
async fn a_foreign_file_is_not_copied_and_leaves_no_file() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    let foreign = back_up(place.database(), &copy).await;
    let expected = matches!(foreign, Err(BackupError::Open(OpenError::Foreign { .. })));
    assert!(expected && !copy.exists(), "{foreign:?}");
    place.open().await.close().await.expect("closed");
    let empty = back_up(place.database(), &copy).await.expect("copied");
    assert_eq!(empty.games, 0);
    let again = back_up(place.database(), &copy).await;
    let expected = matches!(again, Err(BackupError::Exists { .. }));
    assert!(expected && copy.exists(), "{again:?}");
}
