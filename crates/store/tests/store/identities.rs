//! Players, sessions and tokens.

use komadai_protocol::{PlayerInfo, PlayerKind};
use komadai_store::{
    Identities, MAX_SESSIONS, MAX_TOKENS, NewSession, NewToken, PlayerRow, Registry, SecretHash,
    SqliteStore,
};

use crate::server::{Place, on_both};

fn player(id: &str) -> PlayerRow {
    PlayerRow {
        id: id.into(),
        info: PlayerInfo {
            id: id.into(),
            name: format!("Name of {id}"),
            kind: PlayerKind::Guest,
            rating: None,
        },
        created_at_ms: 5,
    }
}

/// A session from moment `n` to 1000.
fn session(n: u32) -> NewSession {
    NewSession {
        id: format!("session-{n}"),
        secret: SecretHash::of(&format!("secret-{n}")),
        label: format!("browser {n}"),
        created_at_ms: i64::from(n),
        expires_at_ms: 1000,
    }
}

fn token(n: u32, player: &str) -> NewToken {
    NewToken {
        id: format!("token-{n}"),
        secret: SecretHash::of(&format!("token-secret-{n}")),
        player: player.into(),
        name: format!("program {n}"),
        scopes: vec!["play".into(), "watch".into()],
        created_at_ms: i64::from(n),
    }
}

on_both!(
    a_player_has_several_sessions_and_each_can_be_ended,
    a_session_ends_unless_it_is_refreshed,
    sessions_and_tokens_of_a_player_are_bounded,
    a_token_lets_a_program_in_until_it_is_revoked,
);

async fn a_player_has_several_sessions_and_each_can_be_ended(place: Place) {
    let store = place.open().await;
    for n in 1..=3 {
        let started = store.start_session(player("p"), session(n)).await;
        started.expect("stored");
    }
    store
        .start_session(player("q"), session(4))
        .await
        .expect("stored");
    let found = store.session(&SecretHash::of("secret-2"), 1000).await;
    let (row, who) = found.expect("read").expect("there");
    assert_eq!(
        (row.id.as_str(), row.label.as_str()),
        ("session-2", "browser 2")
    );
    assert_eq!(
        (row.created_at_ms, row.seen_at_ms, row.expires_at_ms),
        (2, 2, 1000)
    );
    assert_eq!(who, player("p"));
    assert_eq!(store.player("p").await.expect("read"), Some(player("p")));
    assert_eq!(store.player("nobody").await.expect("read"), None);

    let ids = async |now| -> Vec<String> {
        let rows = store.sessions_of("p", now).await.expect("read");
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(0).await, ["session-3", "session-2", "session-1"]);
    let other = store.end_session("q", "session-1").await.expect("asked");
    assert!(!other, "nobody ends another's session");
    assert!(store.end_session("p", "session-1").await.expect("asked"));
    assert!(!store.end_session("p", "session-1").await.expect("asked"));
    assert_eq!(
        store
            .session(&SecretHash::of("secret-1"), 0)
            .await
            .expect("read"),
        None
    );
    let ended = store.end_sessions("p", Some("session-2")).await;
    assert_eq!(ended.expect("asked"), 1);
    assert_eq!(ids(0).await, ["session-2"]);
    assert_eq!(store.end_sessions("p", None).await.expect("asked"), 1);
    assert_eq!(ids(0).await, [] as [&str; 0]);
    assert!(store.player("p").await.expect("read").is_some());
    let rest = store.session(&SecretHash::of("secret-4"), 0).await;
    assert!(
        rest.expect("read").is_some(),
        "another player's session stays"
    );
}

async fn a_session_ends_unless_it_is_refreshed(place: Place) {
    let store = place.open().await;
    for n in 1..=2 {
        let started = store.start_session(player("p"), session(n)).await;
        started.expect("stored");
    }
    let secret = SecretHash::of("secret-1");
    assert!(store.session(&secret, 1001).await.expect("read").is_none());
    let refreshed = store.refresh_session("session-1", 900, 2000).await;
    assert!(refreshed.expect("asked"));
    let (row, _) = store
        .session(&secret, 1001)
        .await
        .expect("read")
        .expect("there");
    assert_eq!((row.seen_at_ms, row.expires_at_ms), (900, 2000));
    assert_eq!(store.sessions_of("p", 1001).await.expect("read").len(), 1);
    assert_eq!(store.forget_sessions(1001).await.expect("asked"), 1);
    let gone = store.refresh_session("session-2", 900, 2000).await;
    assert!(!gone.expect("asked"));
}

async fn sessions_and_tokens_of_a_player_are_bounded(place: Place) {
    let store = place.open().await;
    // The clock of the server may be set back: the newest session stays even so.
    for n in (1..=MAX_SESSIONS + 2).rev() {
        let started = store.start_session(player("p"), session(n)).await;
        started.expect("stored");
        let rest = store.session(&session(n).secret, 0).await.expect("read");
        assert!(rest.is_some(), "{n}");
    }
    let rows = store.sessions_of("p", 0).await.expect("read");
    assert_eq!(rows.len(), MAX_SESSIONS as usize);
    for n in 0..MAX_TOKENS {
        assert!(store.add_token(token(n, "p")).await.expect("asked"));
    }
    let further = store.add_token(token(MAX_TOKENS, "p")).await;
    assert!(!further.expect("asked"));
    assert_eq!(
        store.tokens_of("p").await.expect("read").len(),
        MAX_TOKENS as usize
    );
}

async fn a_token_lets_a_program_in_until_it_is_revoked(place: Place) {
    let store = place.open().await;
    store.add_player(player("p")).await.expect("stored");
    assert!(store.add_token(token(1, "p")).await.expect("asked"));
    assert!(store.add_token(token(2, "p")).await.expect("asked"));
    let nobody = store.add_token(token(3, "nobody")).await;
    assert!(nobody.is_err(), "{nobody:?}");
    let secret = SecretHash::of("token-secret-1");
    let (row, who) = store.token(&secret).await.expect("read").expect("there");
    assert_eq!(row.scopes, ["play", "watch"]);
    assert_eq!((row.name.as_str(), row.used_at_ms), ("program 1", None));
    assert_eq!(who, player("p"));
    store.note_token_use("token-1", 77).await.expect("noted");
    let rows = store.tokens_of("p").await.expect("read");
    let seen: Vec<_> = rows
        .iter()
        .map(|row| (row.id.as_str(), row.used_at_ms))
        .collect();
    assert_eq!(seen, [("token-1", Some(77)), ("token-2", None)]);
    assert!(!store.revoke_token("q", "token-1").await.expect("asked"));
    assert!(store.revoke_token("p", "token-1").await.expect("asked"));
    assert_eq!(store.token(&secret).await.expect("read"), None);
}

/// Whoever reads the file can act as nobody.
#[tokio::test]
async fn secrets_are_not_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    store
        .start_session(player("p"), session(1))
        .await
        .expect("stored");
    store.add_token(token(1, "p")).await.expect("stored");
    store.close().await.expect("closed");
    let bytes = std::fs::read(&path).expect("read");
    let has = |text: &str| bytes.windows(text.len()).any(|it| it == text.as_bytes());
    assert!(has("session-1") && has("program 1"));
    assert!(!has("secret-1"));
}
