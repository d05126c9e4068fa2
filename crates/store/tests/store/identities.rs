//! Players, sessions, codes and tokens.

use komadai_protocol::{PlayerInfo, PlayerKind};
use komadai_store::{
    EndOthers, EndSession, Ending, Granted, Identities, MAX_SESSIONS, MAX_TOKENS, NewCode,
    NewSession, NewToken, PlayerRow, Redeem, Redeemed, Registry, SecretHash, SqliteStore, Store,
    TRUSTED_AFTER_MS,
};

use crate::server::{Place, on_both};

const END: i64 = 10 * TRUSTED_AFTER_MS;

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

fn session(n: u32) -> NewSession {
    NewSession {
        id: format!("session-{n}"),
        secret: SecretHash::of(&format!("secret-{n}")),
        label: format!("browser {n}"),
        created_at_ms: i64::from(n),
        expires_at_ms: END,
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
        expires_at_ms: None,
    }
}

async fn with_sessions(place: &Place, moments: &[u32]) -> std::sync::Arc<dyn Store> {
    let store = place.open().await;
    for &n in moments {
        let started = store.start_session(player("p"), session(n)).await;
        started.expect("stored");
    }
    store
}

async fn code(store: &dyn Store, text: &str, session: u32) -> Granted {
    let new = NewCode {
        secret: SecretHash::of(text),
        player: "p".into(),
        session: format!("session-{session}"),
        expires_at_ms: END,
    };
    store.add_code(new).await.expect("asked")
}

/// Redeems a code: session `n` begins, or session `by` is proved.
async fn redeem(store: &dyn Store, text: &str, n: u32, by: Option<u32>, now_ms: i64) -> Redeemed {
    let it = Redeem {
        code: SecretHash::of(text),
        session: session(n),
        by: by.map(|n| format!("session-{n}")),
        now_ms,
    };
    store.redeem_code(it).await.expect("asked")
}

async fn end(store: &dyn Store, by: u32, id: u32, now_ms: i64) -> Ending {
    let end = EndSession {
        player: "p".into(),
        by: format!("session-{by}"),
        id: format!("session-{id}"),
        now_ms,
    };
    store.end_session(end).await.expect("asked")
}

/// Ends all other sessions. The caller's session becomes `session-renewed`.
async fn end_others(store: &dyn Store, by: u32, keep: &[&str], now_ms: i64) -> Ending {
    let end = EndOthers {
        player: "p".into(),
        by: format!("session-{by}"),
        new_id: "session-renewed".into(),
        new_secret: SecretHash::of("renewed"),
        keep_tokens: keep.iter().map(|&id| id.to_owned()).collect(),
        now_ms,
    };
    store.end_others(end).await.expect("asked")
}

async fn is_session(store: &dyn Store, secret: &str) -> bool {
    let found = store.session(&SecretHash::of(secret), 0).await;
    found.expect("read").is_some()
}

async fn is_token(store: &dyn Store, n: u32) -> bool {
    let secret = SecretHash::of(&format!("token-secret-{n}"));
    store.token(&secret, 0).await.expect("read").is_some()
}

on_both!(
    a_player_has_several_sessions_and_each_can_be_ended,
    a_session_ends_unless_it_is_refreshed,
    sessions_and_tokens_of_a_player_are_bounded,
    a_token_lets_a_program_in_until_it_is_revoked,
    a_token_ends_when_it_expires,
    a_code_is_redeemed_once_and_in_time,
    a_code_ends_with_the_session_that_made_it,
    ending_all_others_leaves_the_caller_a_new_secret_and_the_tokens_it_keeps,
    a_new_session_ends_older_ones_only_with_a_code_of_an_old_one_or_after_a_day,
    a_session_that_has_ended_makes_and_ends_nothing,
);

async fn a_player_has_several_sessions_and_each_can_be_ended(place: Place) {
    let store = with_sessions(&place, &[1, 2, 3]).await;
    store
        .start_session(player("q"), session(4))
        .await
        .expect("stored");
    let found = store.session(&SecretHash::of("secret-2"), END).await;
    let (row, who) = found.expect("read").expect("there");
    assert_eq!(
        (row.id.as_str(), row.label.as_str()),
        ("session-2", "browser 2")
    );
    assert_eq!(
        (row.created_at_ms, row.seen_at_ms, row.expires_at_ms),
        (2, 2, END)
    );
    assert_eq!(who, player("p"));
    let players = store.players(&["p", "nobody"]).await;
    assert_eq!(players.expect("read"), [player("p")]);

    let ids = async |now| -> Vec<String> {
        let rows = store.sessions_of("p", now).await.expect("read");
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(0).await, ["session-3", "session-2", "session-1"]);
    let other = end(&*store, 1, 4, 5).await;
    assert_eq!(
        other,
        Ending::NoSuchSession,
        "nobody ends another's session"
    );
    let ended = Ending::Ended(vec!["session-3".into()]);
    assert_eq!(end(&*store, 1, 3, 5).await, ended);
    assert_eq!(end(&*store, 1, 3, 5).await, Ending::NoSuchSession);
    assert!(!is_session(&*store, "secret-3").await);
    assert_eq!(ids(0).await, ["session-2", "session-1"]);
    let ended = Ending::Ended(vec!["session-2".into()]);
    assert_eq!(end(&*store, 2, 2, 5).await, ended);
    assert_eq!(ids(0).await, ["session-1"]);
    assert!(
        is_session(&*store, "secret-4").await,
        "another player's session stays"
    );
}

async fn a_code_is_redeemed_once_and_in_time(place: Place) {
    let store = with_sessions(&place, &[1]).await;
    assert_eq!(code(&*store, "first", 1).await, Granted::Stored);
    assert_eq!(code(&*store, "second", 1).await, Granted::Stored);
    let replaced = redeem(&*store, "first", 2, None, 5).await;
    assert_eq!(replaced, Redeemed::NoSuchCode);
    let redeemed = redeem(&*store, "second", 2, None, 5).await;
    assert_eq!(redeemed, Redeemed::SignedIn(player("p")));
    assert!(is_session(&*store, "secret-2").await);
    let again = redeem(&*store, "second", 3, None, 5).await;
    assert_eq!(again, Redeemed::NoSuchCode);
    code(&*store, "third", 1).await;
    let late = redeem(&*store, "third", 3, None, END + 1).await;
    assert_eq!(late, Redeemed::NoSuchCode);
    assert!(!is_session(&*store, "secret-3").await);
}

/// An intruder must not return with a code made before being signed out.
async fn a_code_ends_with_the_session_that_made_it(place: Place) {
    let store = with_sessions(&place, &[1, 2]).await;
    code(&*store, "of the owner", 1).await;
    code(&*store, "of the intruder", 2).await;
    end(&*store, 1, 2, 5).await;
    let redeemed = redeem(&*store, "of the intruder", 3, None, 5).await;
    assert_eq!(redeemed, Redeemed::NoSuchCode);
    let redeemed = redeem(&*store, "of the owner", 3, None, 5).await;
    assert_eq!(redeemed, Redeemed::SignedIn(player("p")));
    // All codes end, even those of the remaining session, since its cookie may have been copied.
    for (text, session) in [("one", 1), ("two", 3)] {
        code(&*store, text, session).await;
    }
    end_others(&*store, 1, &[], 5).await;
    for text in ["one", "two"] {
        let redeemed = redeem(&*store, text, 4, None, 5).await;
        assert_eq!(redeemed, Redeemed::NoSuchCode, "{text}");
    }
}

async fn ending_all_others_leaves_the_caller_a_new_secret_and_the_tokens_it_keeps(place: Place) {
    let store = with_sessions(&place, &[1, 2]).await;
    for n in [1, 2] {
        let made = store.add_token(token(n, "p"), "session-1").await;
        assert_eq!(made.expect("asked"), Granted::Stored);
    }
    let Ending::Ended(mut ids) = end_others(&*store, 1, &["token-2", "token-9"], 5).await else {
        panic!("refused")
    };
    ids.sort();
    assert_eq!(ids, ["session-1", "session-2", "token-1"]);
    assert!(!is_session(&*store, "secret-1").await, "a copied cookie");
    assert!(!is_session(&*store, "secret-2").await);
    let renewed = store.session(&SecretHash::of("renewed"), 0).await;
    let (row, _) = renewed.expect("read").expect("there");
    assert_eq!((row.id.as_str(), row.created_at_ms), ("session-renewed", 1));
    assert!(!is_token(&*store, 1).await && is_token(&*store, 2).await);
}

async fn a_new_session_ends_older_ones_only_with_a_code_of_an_old_one_or_after_a_day(place: Place) {
    const DAY: i64 = TRUSTED_AFTER_MS;
    let store = with_sessions(&place, &[1]).await;
    code(&*store, "stolen", 1).await;
    // Session 2 is too new, even with a code of the first session.
    redeem(&*store, "stolen", 2, None, DAY).await;
    assert_eq!(end(&*store, 2, 1, DAY).await, Ending::TooNew);
    assert_eq!(end_others(&*store, 2, &[], DAY).await, Ending::TooNew);
    // Neither its own code nor one of a session that it let in proves it.
    code(&*store, "own", 2).await;
    assert_eq!(
        redeem(&*store, "own", 9, Some(2), DAY).await,
        Redeemed::NotProved
    );
    code(&*store, "own", 2).await;
    redeem(&*store, "own", 3, None, DAY).await;
    code(&*store, "helper's", 3).await;
    assert_eq!(
        redeem(&*store, "helper's", 9, Some(2), DAY).await,
        Redeemed::NotProved
    );
    assert_eq!(end(&*store, 2, 1, DAY).await, Ending::TooNew);
    assert_eq!(
        end(&*store, 2, 3, DAY).await,
        Ending::Ended(vec!["session-3".into()])
    );
    // A code of a day-old session proves it and starts no session.
    code(&*store, "proof", 1).await;
    assert_eq!(
        redeem(&*store, "proof", 9, Some(2), DAY + 1).await,
        Redeemed::Proved(player("p"))
    );
    assert!(!is_session(&*store, "secret-9").await);
    assert_eq!(
        end(&*store, 2, 1, DAY + 1).await,
        Ending::Ended(vec!["session-1".into()])
    );

    store
        .start_session(player("p"), session(5))
        .await
        .expect("stored");
    assert_eq!(end(&*store, 5, 2, DAY + 4).await, Ending::TooNew);
    let Ending::Ended(_) = end_others(&*store, 5, &[], DAY + 5).await else {
        panic!("refused")
    };
}

/// A request admitted just before its session ended.
async fn a_session_that_has_ended_makes_and_ends_nothing(place: Place) {
    let store = with_sessions(&place, &[1, 2]).await;
    end(&*store, 1, 2, 5).await;
    assert_eq!(code(&*store, "code", 2).await, Granted::CallerEnded);
    let made = store.add_token(token(1, "p"), "session-2").await;
    assert_eq!(made.expect("asked"), Granted::CallerEnded);
    assert_eq!(end(&*store, 2, 1, 5).await, Ending::CallerEnded);
    assert_eq!(end_others(&*store, 2, &[], 5).await, Ending::CallerEnded);
    assert!(is_session(&*store, "secret-1").await && !is_token(&*store, 1).await);
}

async fn a_session_ends_unless_it_is_refreshed(place: Place) {
    let store = with_sessions(&place, &[1, 2]).await;
    let secret = SecretHash::of("secret-1");
    let later = END + 1;
    assert!(store.session(&secret, later).await.expect("read").is_none());
    let refreshed = store.refresh_session("session-1", 900, later).await;
    assert!(refreshed.expect("asked"));
    let (row, _) = store
        .session(&secret, later)
        .await
        .expect("read")
        .expect("there");
    assert_eq!((row.seen_at_ms, row.expires_at_ms), (900, later));
    assert_eq!(store.sessions_of("p", later).await.expect("read").len(), 1);
    assert_eq!(store.forget_sessions(later).await.expect("asked"), 1);
    let gone = store.refresh_session("session-2", 900, later).await;
    assert!(!gone.expect("asked"));
}

/// A further sign-in is refused: ending the oldest session instead would let an intruder sign out the owner.
async fn sessions_and_tokens_of_a_player_are_bounded(place: Place) {
    let store = with_sessions(&place, &[1]).await;
    for n in 2..=MAX_SESSIONS {
        code(&*store, "code", 1).await;
        let redeemed = redeem(&*store, "code", n, None, 5).await;
        assert_eq!(redeemed, Redeemed::SignedIn(player("p")), "{n}");
    }
    code(&*store, "code", 1).await;
    for _ in 0..2 {
        let further = redeem(&*store, "code", 99, None, 5).await;
        assert_eq!(further, Redeemed::TooManySessions);
    }
    assert!(is_session(&*store, "secret-1").await);
    end(&*store, 1, 2, 5).await;
    let redeemed = redeem(&*store, "code", 99, None, 5).await;
    assert_eq!(redeemed, Redeemed::SignedIn(player("p")));

    for n in 0..MAX_TOKENS {
        let made = store.add_token(token(n, "p"), "session-1").await;
        assert_eq!(made.expect("asked"), Granted::Stored);
    }
    let further = store.add_token(token(MAX_TOKENS, "p"), "session-1").await;
    assert_eq!(further.expect("asked"), Granted::TooMany);
    let rows = store.tokens_of("p", 0).await.expect("read");
    assert_eq!(rows.len(), MAX_TOKENS as usize);
    assert_eq!(code(&*store, "code", 1).await, Granted::Stored);
}

async fn a_token_lets_a_program_in_until_it_is_revoked(place: Place) {
    let store = with_sessions(&place, &[1]).await;
    for n in [1, 2] {
        let made = store.add_token(token(n, "p"), "session-1").await;
        assert_eq!(made.expect("asked"), Granted::Stored);
    }
    let secret = SecretHash::of("token-secret-1");
    let (row, who) = store.token(&secret, 0).await.expect("read").expect("there");
    assert_eq!(row.scopes, ["play", "watch"]);
    assert_eq!((row.name.as_str(), row.used_at_ms), ("program 1", None));
    assert_eq!(who, player("p"));
    store.note_token_use("token-1", 77).await.expect("noted");
    let rows = store.tokens_of("p", 0).await.expect("read");
    let seen: Vec<_> = rows
        .iter()
        .map(|row| (row.id.as_str(), row.used_at_ms))
        .collect();
    assert_eq!(seen, [("token-1", Some(77)), ("token-2", None)]);
    assert!(!store.revoke_token("q", "token-1").await.expect("asked"));
    assert!(store.revoke_token("p", "token-1").await.expect("asked"));
    assert_eq!(store.token(&secret, 0).await.expect("read"), None);
}

async fn a_token_ends_when_it_expires(place: Place) {
    let store = with_sessions(&place, &[1]).await;
    let short = NewToken {
        expires_at_ms: Some(50),
        ..token(1, "p")
    };
    for token in [short, token(2, "p")] {
        store.add_token(token, "session-1").await.expect("stored");
    }
    let secret = SecretHash::of("token-secret-1");
    let found = store.token(&secret, 50).await.expect("read");
    assert_eq!(found.expect("there").0.expires_at_ms, Some(50));
    assert_eq!(store.token(&secret, 51).await.expect("read"), None);
    assert_eq!(store.tokens_of("p", 51).await.expect("read").len(), 1);
    store.forget_sessions(51).await.expect("done");
    assert!(!is_token(&*store, 1).await && is_token(&*store, 2).await);
}

/// A leaked file grants no access.
#[tokio::test]
async fn secrets_are_not_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    store
        .start_session(player("p"), session(1))
        .await
        .expect("stored");
    let made = store.add_token(token(1, "p"), "session-1").await;
    made.expect("stored");
    code(&store, "code-to-sign-in", 1).await;
    store.close().await.expect("closed");
    let bytes = std::fs::read(&path).expect("read");
    let has = |text: &str| bytes.windows(text.len()).any(|it| it == text.as_bytes());
    assert!(has("session-1") && has("program 1"));
    assert!(!has("secret-1") && !has("code-to-sign-in"));
}
