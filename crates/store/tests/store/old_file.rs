//! A file that a program of format 3 wrote is migrated without loss.

use std::path::{Path, PathBuf};

use komadai_protocol::{EventBody, GameKey, Status};
use komadai_store::{
    Challenges, EventLog, Identities, Ratings, Registry, SecretHash, SqliteStore, catch_up,
};
use sqlx::{ConnectOptions, Connection, Row};

/// Games in `tests/fixtures/format-3.db`, written by a program of that format. Ann and Bo play the first, Bo has
/// resigned the second, and the third has no opponent yet.
const PLAYED: &str = "mb3Hjn00ztqVJXu3";
const RESIGNED: &str = "2YNuaYkBPmne07GF";
const WAITING: &str = "k9ne6e0qr2mIDtbg";
/// Secrets in the cookies of the players.
const ANN: &str = "05CBBPz5BtViWlBXlGDU0a";
const BO: &str = "jRLvCWspAyWMItJ4Che2NO";
const SOON: i64 = 1_795_531_300_000;

fn fixture(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("komadai.db");
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/format-3.db");
    std::fs::copy(original, &path).expect("copied");
    path
}

/// A cookie of format 3 or earlier carries the player's former id as its secret.
async fn cookies_lead_to_their_seats(store: &SqliteStore) {
    let mut ids = Vec::new();
    for (cookie, name) in [(ANN, "Ann"), (BO, "Bo")] {
        let secret = SecretHash::of(cookie);
        let session = store.session(&secret, SOON).await.expect("read");
        let (session, player) = session.expect("the cookie goes on working");
        assert_eq!(session.player, player.id);
        assert_ne!(player.id, cookie, "what is public is no secret");
        assert_eq!(
            player.info.name, name,
            "as the log said, where they were guests at last"
        );
        ids.push(player.id);
    }
    let [ann, bo] = &ids[..] else { panic!("two") };
    catch_up(store, |_| ()).await.expect("followed");
    for (key, status, seats, log) in [
        (PLAYED, Status::Playing, [Some(ann), Some(bo)], 7),
        (RESIGNED, Status::Ended, [Some(ann), Some(bo)], 6),
        (WAITING, Status::Waiting, [Some(ann), None], 2),
    ] {
        let key = GameKey::from(key);
        let row = store.game(&key).await.expect("read").expect("there");
        assert_eq!(row.progress.status, status);
        let players = &row.progress.players;
        assert_eq!([players.first.as_ref(), players.second.as_ref()], seats);
        let invitation = (status == Status::Waiting).then(|| key.0.clone());
        assert_eq!(row.invitation, invitation, "old invitations go on working");
        let events = store.events(&key, 0).await.expect("a whole log");
        assert_eq!(events.len(), log);
        for event in events {
            if let EventBody::Joined { side, .. } = event.body {
                assert_eq!(event.author, *players.get(side));
            }
        }
    }
    assert_eq!(
        store
            .games_of(ann, None, 9)
            .await
            .expect("read")
            .games
            .len(),
        3
    );
    assert_eq!(
        store.games_of(bo, None, 9).await.expect("read").games.len(),
        2
    );
    let authors = store.events(&PLAYED.into(), 4).await.expect("read");
    let authors: Vec<_> = authors.iter().map(|event| event.author.as_ref()).collect();
    assert_eq!(authors, [Some(ann), Some(bo), Some(ann)]);
}

#[tokio::test]
async fn a_file_of_format_3_keeps_players_seats_and_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fixture(&folder);
    let store = SqliteStore::open(&path).await.expect("opens");
    cookies_lead_to_their_seats(&store).await;
    let log = games_in_order(&path).await;
    assert_eq!(log[..8], [[PLAYED; 7].as_slice(), &[RESIGNED]].concat());
    assert_eq!(log.len(), 15);
    // A game without opponent becomes an invitation, not a challenge.
    let waiting = store.challenge(&WAITING.into(), SOON).await;
    assert_eq!(waiting.expect("read"), None);
    assert_eq!(store.lobby(SOON, 9).await.expect("read").total, 0);
    // Games from before ratings are not rated.
    let changes = store.rating_changes(&RESIGNED.into()).await;
    assert_eq!(changes.expect("read"), None);
    let row = store.game(&RESIGNED.into()).await.expect("read");
    let game = row.expect("there").game;
    let bo = store
        .session(&SecretHash::of(BO), SOON)
        .await
        .expect("read");
    let (_, bo) = bo.expect("signed in");
    let rating = store.rating_of(&bo.id, game, SOON).await.expect("read");
    assert!(rating.rating == 1500 && rating.provisional, "{rating:?}");
    store.close().await.expect("closed");
    drop(store);

    let store = SqliteStore::open(&path).await.expect("opens again");
    cookies_lead_to_their_seats(&store).await;
    assert_eq!(games_in_order(&path).await, log);
}

/// The game of each event, in the order of the log.
async fn games_in_order(path: &Path) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.expect("connected");
    let games = sqlx::query_scalar("SELECT game FROM events ORDER BY position");
    let games = games.fetch_all(&mut connection).await.expect("read");
    connection.close().await.expect("closed");
    games
}

/// Former ids were secrets, so they must not remain in names or events.
#[tokio::test]
async fn no_secret_of_format_3_is_left_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fixture(&folder);
    let store = SqliteStore::open(&path).await.expect("opens");
    store.close().await.expect("closed");
    drop(store);
    let bytes = std::fs::read(&path).expect("read");
    for secret in [ANN, BO] {
        let found = bytes
            .windows(secret.len())
            .any(|it| it == secret.as_bytes());
        assert!(!found, "{secret}");
    }
}

/// A crash between the migration and the hashing of secrets.
#[tokio::test]
async fn secrets_that_a_crash_left_unhashed_are_hashed_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fixture(&folder);
    let store = SqliteStore::open(&path).await.expect("opens");
    store.close().await.expect("closed");
    drop(store);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut connection = options.connect().await.expect("connected");
    let sql = "UPDATE sessions SET hash = 'unhashed:as-before' WHERE player = \
        (SELECT first_player FROM games LIMIT 1) RETURNING id";
    let row = sqlx::query(sql).fetch_one(&mut connection).await;
    let id: String = row.expect("changed").get(0);
    connection.close().await.expect("closed");
    let store = SqliteStore::open(&path).await.expect("opens");
    let secret = SecretHash::of("as-before");
    let session = store.session(&secret, SOON).await.expect("read");
    assert_eq!(session.map(|(session, _)| session.id), Some(id));
}
