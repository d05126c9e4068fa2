//! Sessions, codes and tokens of a player and an intruder. `docs/security.md` draws their states.

use std::time::Duration;

use komadai_protocol::{
    ApiError, ErrorCode, Me, NewToken, Scope, SessionList, SignInCode, TokenList,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection};

use crate::common::{Person, Running};

/// A player with a session of an hour ago.
pub(crate) async fn owner(server: &Running) -> (Person, String) {
    let mut owner = server.somebody();
    owner.create(json!({})).await;
    let player = player_of(&mut owner).await.expect("signed in");
    pass(server, &player, Duration::from_secs(3600)).await;
    (owner, player)
}

/// Ages the sessions of a player.
pub(crate) async fn pass(server: &Running, player: &str, time: Duration) {
    let ms = i64::try_from(time.as_millis()).expect("it fits");
    let sql = "UPDATE sessions SET created_at = created_at - $1 WHERE player = $2";
    change(server, sql, ms, player).await;
}

async fn change(server: &Running, sql: &'static str, ms: i64, player: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(server.folder.path().join("komadai.db"))
        .busy_timeout(Duration::from_secs(10));
    let mut connection = options.connect().await.expect("connected");
    let done = sqlx::query(sql).bind(ms).bind(player);
    done.execute(&mut connection).await.expect("changed");
    connection.close().await.expect("closed");
}

pub(crate) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub(crate) async fn player_of(person: &mut Person) -> Option<String> {
    let response = person.send(person.request(Method::GET, "/api/me")).await;
    let me: Option<Me> = response.json().await.ok();
    me?.player.map(|player| player.id)
}

pub(crate) async fn code(person: &mut Person) -> Option<String> {
    let request = person.request(Method::POST, "/api/sign-in-code");
    let response = person.send(request).await;
    let made: SignInCode = response.json().await.ok()?;
    Some(made.code)
}

pub(crate) async fn enter(person: &mut Person, code: &str) -> Result<(), ErrorCode> {
    let request = person.request(Method::POST, "/api/sessions");
    let response = person.send(request.json(&json!({ "code": code }))).await;
    match response.status() {
        StatusCode::CREATED => Ok(()),
        _ => Err(response.json::<ApiError>().await.expect("an error").code),
    }
}

pub(crate) async fn end(
    person: &mut Person,
    path: &str,
    body: Option<Value>,
) -> Result<(), ErrorCode> {
    let request = person.request(Method::DELETE, path);
    let request = match &body {
        Some(body) => request.json(body),
        None => request,
    };
    let response = person.send(request).await;
    match response.status() {
        StatusCode::NO_CONTENT => Ok(()),
        _ => Err(response.json::<ApiError>().await.expect("an error").code),
    }
}

/// Gets the cookie of the session's next secret.
pub(crate) async fn take_next(person: &mut Person) -> Result<(), ErrorCode> {
    let request = person.request(Method::POST, "/api/sessions/next");
    let response = person.send(request).await;
    match response.status() {
        StatusCode::NO_CONTENT => Ok(()),
        _ => Err(response.json::<ApiError>().await.expect("an error").code),
    }
}

/// Ends all other sessions in two steps, as the page does.
pub(crate) async fn end_others(person: &mut Person, keep: &[&str]) -> Result<(), ErrorCode> {
    take_next(person).await?;
    let body = json!({ "keep_tokens": keep });
    end(person, "/api/sessions", Some(body)).await
}

/// The response of the second step is lost.
pub(crate) async fn end_others_unanswered(
    person: &mut Person,
    keep: &[&str],
) -> Result<(), ErrorCode> {
    take_next(person).await?;
    let body = json!({ "keep_tokens": keep });
    end(&mut person.clone(), "/api/sessions", Some(body)).await
}

pub(crate) async fn others(person: &mut Person) -> Vec<String> {
    let request = person.request(Method::GET, "/api/sessions");
    let response = person.send(request).await;
    let list: Option<SessionList> = response.json().await.ok();
    let sessions = list.map(|it| it.sessions).unwrap_or_default();
    let others = sessions.into_iter().filter(|session| !session.current);
    others.map(|session| session.id).collect()
}

pub(crate) async fn token(person: &mut Person) -> Option<NewToken> {
    let body = json!({ "name": "a program", "scopes": Scope::ALL });
    let request = person.request(Method::POST, "/api/tokens").json(&body);
    person.send(request).await.json().await.ok()
}

pub(crate) async fn token_works(server: &Running, secret: &str) -> bool {
    let mut program = server.somebody();
    program.token = Some(secret.to_owned());
    let response = program.send(program.request(Method::GET, "/api/me")).await;
    response.status() == StatusCode::OK
}

#[tokio::test]
async fn a_code_of_an_intruder_ends_when_the_owner_ends_all_others() {
    let server = Running::start().await;
    let (mut owner, _) = owner(&server).await;
    let stolen = code(&mut owner).await.expect("made");
    let mut intruder = server.somebody();
    enter(&mut intruder, &stolen).await.expect("signed in");
    let made_before = code(&mut intruder).await.expect("made");
    end_others(&mut owner, &[]).await.expect("ended");
    let mut back = server.somebody();
    let entered = enter(&mut back, &made_before).await;
    assert_eq!(entered, Err(ErrorCode::BadCode));
    assert_eq!(player_of(&mut intruder).await, None);
    assert!(player_of(&mut owner).await.is_some());
}

#[tokio::test]
async fn ending_all_others_ends_a_copied_cookie_and_its_sockets() {
    let server = Running::start().await;
    let (mut owner, _) = owner(&server).await;
    let mut copied = owner.clone();
    let (mut socket, page) = (copied.greet().await, owner.greet().await);
    let made_with_it = code(&mut copied).await.expect("made");
    end_others(&mut owner, &[]).await.expect("ended");
    assert_ne!(owner.cookie, copied.cookie);
    assert_eq!(socket.ended().await, ErrorCode::SessionEnded);
    assert_eq!(player_of(&mut copied).await, None);
    let entered = enter(&mut server.somebody(), &made_with_it).await;
    assert_eq!(entered, Err(ErrorCode::BadCode));
    drop(page);
    owner.greet().await;
    assert!(player_of(&mut owner).await.is_some());
}

#[tokio::test]
async fn an_owner_who_lost_the_answer_of_a_renewal_is_still_the_player() {
    let server = Running::start().await;
    let (mut owner, player) = owner(&server).await;
    let mut copied = owner.clone();
    // The first response is lost: nothing has changed.
    take_next(&mut owner.clone()).await.expect("given");
    assert_eq!(player_of(&mut owner).await.as_ref(), Some(&player));
    assert_eq!(player_of(&mut copied).await.as_ref(), Some(&player));
    // The second response is lost.
    let old = owner.cookie.clone();
    end_others_unanswered(&mut owner, &[]).await.expect("ended");
    assert_eq!(owner.cookie, old);
    assert_eq!(player_of(&mut copied).await, None);
    assert_eq!(player_of(&mut owner).await.as_ref(), Some(&player));
    owner.greet().await;
    assert_eq!(owner.cookie, old, "looking changes no cookie");
    // A request that changes something updates the cookie.
    code(&mut owner).await.expect("made");
    assert_ne!(owner.cookie, old);
    let alone = owner.next.take();
    assert_eq!(player_of(&mut owner).await.as_ref(), Some(&player));
    owner.next = alone;
    end_others(&mut owner, &[]).await.expect("ended again");
    assert_eq!(player_of(&mut owner).await.as_ref(), Some(&player));
}

/// Copied cookies may include a next secret handed out earlier.
#[tokio::test]
async fn a_next_secret_is_of_one_session_and_one_minute() {
    let server = Running::start().await;
    let (mut owner, player) = owner(&server).await;
    let without = end(&mut owner, "/api/sessions", None).await;
    assert_eq!(without, Err(ErrorCode::BadRequest));
    // Next secrets of another player and of an earlier session.
    let mut intruder = server.somebody();
    intruder.create(json!({})).await;
    take_next(&mut intruder).await.expect("given");
    let mut fooled = owner.clone();
    fooled.next = intruder.next.clone();
    let planted = end(&mut fooled, "/api/sessions", None).await;
    assert_eq!(planted, Err(ErrorCode::BadRequest));
    take_next(&mut owner).await.expect("given");
    let mut copied = owner.clone();
    end_others(&mut owner, &[]).await.expect("ended");
    assert_eq!(player_of(&mut copied).await, None);
    let mut stale = owner.clone();
    stale.next = copied.next;
    let again = end(&mut stale, "/api/sessions", None).await;
    assert_eq!(again, Err(ErrorCode::BadRequest));
    assert_eq!(player_of(&mut owner).await, Some(player));
}

#[tokio::test]
async fn another_session_takes_the_next_secret_from_the_browser() {
    let server = Running::start().await;
    let (mut owner, _) = owner(&server).await;
    end_others(&mut owner, &[]).await.expect("ended");
    assert_ne!(owner.next.as_deref(), Some("komadai-next="));
    let (mut other, _) = self::owner(&server).await;
    let made = code(&mut other).await.expect("made");
    enter(&mut owner, &made).await.expect("signed in");
    assert_eq!(owner.next.as_deref(), Some("komadai-next="));
}

#[tokio::test]
async fn tokens_end_with_the_other_sessions_unless_they_are_kept() {
    let server = Running::start().await;
    let (mut owner, _) = owner(&server).await;
    let (kept, other) = (token(&mut owner).await, token(&mut owner).await);
    let (kept, other) = (kept.expect("made"), other.expect("made"));
    let mut program = server.somebody();
    program.token = Some(other.secret.clone());
    let mut socket = program.greet().await;
    end_others(&mut owner, &[&kept.token.id])
        .await
        .expect("ended");
    assert_eq!(socket.ended().await, ErrorCode::SessionEnded);
    assert!(token_works(&server, &kept.secret).await);
    assert!(!token_works(&server, &other.secret).await);
    // Without a body no token is kept.
    take_next(&mut owner).await.expect("given");
    end(&mut owner, "/api/sessions", None).await.expect("ended");
    assert!(!token_works(&server, &kept.secret).await);
}

#[tokio::test]
async fn a_stolen_code_ends_no_device_that_was_there_before() {
    let server = Running::start().await;
    let (mut owner, player) = owner(&server).await;
    let mut intruder = server.somebody();
    let stolen = code(&mut owner).await.expect("made");
    enter(&mut intruder, &stolen).await.expect("signed in");
    let own = others(&mut intruder).await;
    let path = format!("/api/sessions/{}", own[0]);
    let too_new = Err(ErrorCode::SessionTooNew);
    assert_eq!(end(&mut intruder, &path, None).await, too_new);
    assert_eq!(end_others(&mut intruder, &[]).await, too_new);
    // The intruder's own code proves nothing.
    let helper = code(&mut intruder).await.expect("made");
    assert_eq!(enter(&mut intruder, &helper).await, too_new);
    assert!(player_of(&mut owner).await.is_some());

    // A new device may, once proved by a code of a session that is a day old.
    pass(&server, &player, DAY).await;
    let mut phone = server.somebody();
    let first = code(&mut owner).await.expect("made");
    enter(&mut phone, &first).await.expect("signed in");
    assert_eq!(end_others(&mut phone, &[]).await, too_new);
    let cookie = phone.cookie.clone();
    let proof = code(&mut owner).await.expect("made");
    enter(&mut phone, &proof).await.expect("proved");
    assert_eq!(phone.cookie, cookie, "the session goes on");
    end_others(&mut phone, &[]).await.expect("ended");
    assert_eq!(player_of(&mut owner).await, None);
    assert_eq!(player_of(&mut intruder).await, None);
}

#[tokio::test]
async fn a_code_used_by_many_at_once_signs_one_in() {
    let server = Running::start().await;
    let (mut owner, _) = owner(&server).await;
    let made = code(&mut owner).await.expect("made");
    let entering = (0..8).map(|_| {
        let (mut person, made) = (server.somebody(), made.clone());
        tokio::spawn(async move { enter(&mut person, &made).await })
    });
    let entering: Vec<_> = entering.collect();
    let mut signed_in = 0;
    for entered in entering {
        match entered.await.expect("no panic") {
            Ok(()) => signed_in += 1,
            Err(code) => assert_eq!(code, ErrorCode::BadCode),
        }
    }
    assert_eq!(signed_in, 1);
    let code = code(&mut owner).await.expect("made");
    assert!(!token_works(&server, &code).await);
    assert!(!token_works(&server, &code.replace('-', "")).await);
}

#[tokio::test]
async fn codes_that_are_tried_out_are_refused_with_a_time() {
    let server = Running::with(|args| args.new_games_per_minute = 3).await;
    let mut person = server.somebody();
    let mut codes = Vec::new();
    for n in 0..8 {
        let guess = format!("AAAA-AAAA-AAA{n}");
        codes.push(enter(&mut person, &guess).await.expect_err("a guess"));
    }
    let tried = codes.iter().filter(|&&code| code == ErrorCode::BadCode);
    assert_eq!(tried.count(), 6);
    assert_eq!(codes.last(), Some(&ErrorCode::TooManyRequests));
}

#[tokio::test]
async fn a_token_expires_when_its_maker_chose() {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    let server = Running::start().await;
    let (mut owner, player) = owner(&server).await;
    for (life, days) in [
        (json!("30-days"), Some(30)),
        (json!("365-days"), Some(365)),
        (json!("unlimited"), None),
        (Value::Null, Some(90)),
    ] {
        let mut body = json!({ "name": "a program", "scopes": ["read"] });
        if !life.is_null() {
            body["life"] = life;
        }
        let made = owner
            .json::<NewToken>(Method::POST, "/api/tokens", Some(body))
            .await;
        let made = made.1.token;
        let lives = made.expires_at_ms.map(|at| at - made.created_at_ms);
        assert_eq!(lives, days.map(|days| days * DAY_MS));
    }
    let made = token(&mut owner).await.expect("made");
    let mut program = server.somebody();
    program.token = Some(made.secret.clone());
    assert!(token_works(&server, &made.secret).await);
    let sql = "UPDATE tokens SET expires_at = expires_at - $1 WHERE player = $2";
    change(&server, sql, 91 * DAY_MS, &player).await;
    assert!(!token_works(&server, &made.secret).await);
    let (_, list): (_, TokenList) = owner.json(Method::GET, "/api/tokens", None).await;
    let left: Vec<_> = list.tokens.iter().map(|it| it.expires_at_ms).collect();
    assert!(left.len() == 2 && left.contains(&None), "{left:?}");
}
