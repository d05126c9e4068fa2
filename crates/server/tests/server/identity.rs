//! Sessions of browsers, tokens of programs, invitations.

use axum_extra::extract::cookie::{Cookie, Key, SignedCookieJar};
use komadai_protocol::{
    ApiError, ClientMessage, ErrorCode, GameList, GamePage, List, ListChange, Me, NewToken,
    PlayerKind, Seat, ServerMessage, SessionList, SignInCode, Status, TokenList,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, pair, until};
use crate::credentials::end_others;

async fn get<T: serde::de::DeserializeOwned>(person: &mut Person, path: &str) -> T {
    let (status, answer) = person.json(Method::GET, path, None).await;
    assert_eq!(status, StatusCode::OK, "{path}");
    answer
}

async fn refused(
    person: &mut Person,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> ErrorCode {
    let (status, error): (_, ApiError) = person.json(method, path, body).await;
    assert!(status.is_client_error(), "{path}: {status}");
    error.code
}

async fn second_device(server: &Running, person: &mut Person) -> Person {
    let (status, code): (_, SignInCode) =
        person.json(Method::POST, "/api/sign-in-code", None).await;
    assert_eq!(status, StatusCode::CREATED);
    assert!(code.link.contains("/link#"), "{}", code.link);
    let mut device = server.somebody();
    let typed = json!({ "code": code.code.to_lowercase() });
    let (status, me): (_, Me) = device
        .json(Method::POST, "/api/sessions", Some(typed.clone()))
        .await;
    assert_eq!(status, StatusCode::CREATED);
    let same: Me = get(person, "/api/me").await;
    assert_eq!(me.player, same.player);
    let mut third = server.somebody();
    let again = refused(&mut third, Method::POST, "/api/sessions", Some(typed)).await;
    assert_eq!((again, third.cookie), (ErrorCode::BadCode, None));
    device
}

#[tokio::test]
async fn another_device_plays_the_same_seat() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, json!({})).await;
    let mut device = second_device(&server, &mut first).await;
    let list: GameList = get(&mut device, "/api/games").await;
    assert_eq!((list.games.len(), list.games[0].seat), (1, Seat::First));
    let (mut a, mut b) = (device.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    assert_eq!(b.sees(0).await, "5d5c");
    let sessions: SessionList = get(&mut first, "/api/sessions").await;
    let current: Vec<bool> = sessions.sessions.iter().map(|it| it.current).collect();
    assert_eq!(current.iter().filter(|&&current| current).count(), 1);
    assert_eq!(current.len(), 2);
}

#[tokio::test]
async fn a_revoked_session_ends_its_socket_and_is_nobody() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, json!({})).await;
    let mut device = second_device(&server, &mut first).await;
    let (mut lost, mut kept) = (device.sit(&id).await, first.sit(&id).await);
    let mut other = second.sit(&id).await;
    let sessions: SessionList = get(&mut first, "/api/sessions").await;
    let theirs = sessions.sessions.iter().find(|session| !session.current);
    let path = format!("/api/sessions/{}", theirs.expect("the other one").id);
    let mut stranger = server.somebody();
    stranger.create(json!({})).await;
    let code = refused(&mut stranger, Method::DELETE, &path, None).await;
    assert_eq!(code, ErrorCode::NotFound);

    let response = first.send(first.request(Method::DELETE, &path)).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    let (game, id_of_it) = (id.clone(), "late".to_owned());
    let resign = ClientMessage::Resign { game, id: id_of_it };
    lost.send(&resign).await;
    assert_eq!(lost.ended().await, ErrorCode::SessionEnded);
    assert_eq!(first.show(&id).await.snapshot.outcome, None);
    let me: Me = get(&mut device, "/api/me").await;
    assert_eq!(me.player, None);
    assert_eq!(device.show(&id).await.seat, Seat::Watcher);
    kept.play(0, "5d5c").await;
    assert_eq!(other.sees(0).await, "5d5c");
}

#[tokio::test]
async fn signing_out_takes_the_cookie_and_leaves_the_other_devices() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let mut device = second_device(&server, &mut first).await;
    let sessions: SessionList = get(&mut device, "/api/sessions").await;
    let own = sessions.sessions.iter().find(|session| session.current);
    let path = format!("/api/sessions/{}", own.expect("this one").id);
    let response = device.send(device.request(Method::DELETE, &path)).await;
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    assert!(cookie.contains("Max-Age=0"), "{cookie}");
    assert_eq!(first.show(&id).await.seat, Seat::First);

    let mut third = second_device(&server, &mut first).await;
    end_others(&mut first, &[]).await.expect("ended");
    assert_eq!(third.show(&id).await.seat, Seat::Watcher);
    assert_eq!(first.show(&id).await.seat, Seat::First);
}

#[tokio::test]
async fn a_new_code_replaces_the_one_before() {
    let server = Running::start().await;
    let (mut first, ..) = pair(&server, json!({})).await;
    let (_, old): (_, SignInCode) = first.json(Method::POST, "/api/sign-in-code", None).await;
    let (_, new): (_, SignInCode) = first.json(Method::POST, "/api/sign-in-code", None).await;
    let mut device = server.somebody();
    for (code, expected) in [
        (old.code, StatusCode::FORBIDDEN),
        (new.code, StatusCode::CREATED),
    ] {
        let body = json!({ "code": code });
        let (status, _): (_, Value) = device.json(Method::POST, "/api/sessions", Some(body)).await;
        assert_eq!(status, expected);
    }
    let tokens: TokenList = get(&mut first, "/api/tokens").await;
    assert!(tokens.tokens.is_empty(), "a code is no token");
}

#[tokio::test]
async fn another_name_is_the_same_everywhere() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let earlier = maker.create(json!({ "name": "Alice" })).await.snapshot.id;
    let id = maker
        .create(json!({ "name": "Alice", "open": true }))
        .await
        .snapshot
        .id;
    let _at_the_board = maker.sit(&id).await;
    for (body, name) in [
        (json!({ "name": "Bob the Great" }), Some("Bob the Great")),
        (json!({}), None),
    ] {
        let path = format!("/api/games/{id}/name");
        let (_, page): (_, GamePage) = maker.json(Method::POST, &path, Some(body)).await;
        let said = page.snapshot.players.first.expect("seated");
        if let Some(name) = name {
            assert_eq!(said.name, name);
        }
        let before = maker.show(&earlier).await.snapshot.players.first;
        let before = before.expect("seated");
        assert_eq!((&before.name, before.kind), (&said.name, said.kind));
        let list: GameList = get(&mut maker, "/api/games").await;
        let listed = list.games[0].players.first.clone().expect("seated");
        assert_eq!((&listed.name, listed.kind), (&said.name, said.kind));
        let me: Me = get(&mut maker, "/api/me").await;
        let me = me.player.expect("signed in");
        assert_eq!((&me.name, me.kind), (&said.name, said.kind));
        let mut lobby = server.somebody().greet().await;
        let subscribe = json!({ "type": "subscribe", "topic": "lobby" });
        lobby.send_text(&subscribe.to_string()).await;
        // The list is read once a second.
        let shows = |message| {
            let entries = match message {
                ServerMessage::List(List::Lobby(whole)) => whole.entries,
                ServerMessage::ListChange(ListChange::Lobby(change)) => change.changed,
                _ => return None,
            };
            let maker = entries.into_iter().next()?.maker;
            (maker.name == said.name && maker.kind == said.kind).then_some(())
        };
        lobby.find(shows).await;
    }
}

async fn token(person: &mut Person, scopes: &[&str]) -> NewToken {
    let body = json!({ "name": "My program", "scopes": scopes });
    let (status, token) = person.json(Method::POST, "/api/tokens", Some(body)).await;
    assert_eq!(status, StatusCode::CREATED);
    token
}

#[tokio::test]
async fn a_program_plays_with_a_token_and_is_marked_as_one() {
    let server = Running::start().await;
    let (mut owner, mut friend) = (server.somebody(), server.somebody());
    owner.create(json!({ "name": "Aki" })).await;
    let made = token(&mut owner, &["play", "read"]).await;
    let mut program = server.somebody();
    program.token = Some(made.secret.clone());
    let page = program.create(json!({ "name": "Robot" })).await;
    assert_eq!(program.cookie, None, "a token needs no cookie");
    let host = page.snapshot.players.first.clone().expect("seated");
    assert_eq!(
        (host.name.as_str(), host.kind),
        ("Robot", PlayerKind::Program)
    );
    let id = page.snapshot.id;
    let joined = friend.join(&id).await;
    let shown = joined.snapshot.players;
    assert_eq!(shown.first.expect("seated").id, host.id);
    assert_ne!(shown.second.expect("seated").id, host.id);
    let (mut a, mut b) = (program.sit(&id).await, friend.sit(&id).await);
    a.play(0, "5d5c").await;
    assert_eq!(b.sees(0).await, "5d5c");

    let tokens: TokenList = get(&mut owner, "/api/tokens").await;
    assert!(tokens.tokens[0].used_at_ms.is_some());
    let path = format!("/api/tokens/{}", tokens.tokens[0].id);
    assert_eq!(
        refused(&mut friend, Method::DELETE, &path, None).await,
        ErrorCode::NotFound
    );
    let response = owner.send(owner.request(Method::DELETE, &path)).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert_eq!(a.ended().await, ErrorCode::SessionEnded);
    let code = refused(&mut program, Method::GET, "/api/me", None).await;
    assert_eq!(code, ErrorCode::BadToken);
}

#[tokio::test]
async fn a_token_does_what_its_scopes_say() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let made = token(&mut first, &["read"]).await;
    let mut reader = server.somebody();
    reader.token = Some(made.secret);
    assert_eq!(reader.show(&id).await.seat, Seat::First);
    let body = Some(json!({ "game": "shogi" }));
    let code = refused(&mut reader, Method::POST, "/api/games", body).await;
    assert_eq!(code, ErrorCode::MissingScope);
    let mut socket = reader.sit(&id).await;
    socket.move_with("m", 0, "5d5c").await;
    assert_eq!(socket.ended().await, ErrorCode::MissingScope);
    let made = token(&mut first, &["play"]).await;
    reader.token = Some(made.secret);
    let code = refused(&mut reader, Method::GET, "/api/games", None).await;
    assert_eq!(code, ErrorCode::MissingScope);
}

/// A socket without the `play` scope or on another game started the clock.
#[tokio::test]
async fn a_player_is_at_the_board_with_a_socket_that_holds_the_seat() {
    let server = Running::start().await;
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 60_000 } });
    let (mut first, second, id) = pair(&server, clock).await;
    let mut reader = server.somebody();
    reader.token = Some(token(&mut first, &["read"]).await.secret);
    let _reader = reader.sit(&id).await;
    let elsewhere = first.create(json!({})).await.snapshot.id;
    let _other_game = first.sit(&elsewhere).await;
    let mut b = second.sit(&id).await;
    let alone = |wanted: bool| {
        move |message| match message {
            ServerMessage::Presence {
                players, watchers, ..
            } => {
                assert!(watchers <= 1, "{watchers}");
                (players.second && players.first != wanted).then_some(())
            }
            _ => None,
        }
    };
    b.find(alone(true)).await;
    let _a = first.sit(&id).await;
    b.find(alone(false)).await;
}

#[tokio::test]
async fn a_free_seat_is_for_who_has_the_invitation() {
    let server = Running::start().await;
    let (mut maker, mut watcher) = (server.somebody(), server.somebody());
    let page = maker.create(json!({})).await;
    let id = page.snapshot.id.clone();
    let address = page.invitation.expect("for the maker");
    let (link, secret) = address.split_once('#').expect("a secret");
    assert_eq!(link, page.link);
    assert_ne!(secret, id.as_str());

    let seen = watcher.show(&id).await;
    assert_eq!((seen.may_join, seen.invitation), (false, None));
    let path = format!("/api/games/{id}/join");
    for body in [
        None,
        Some(json!({ "invitation": "wrong" })),
        Some(json!({ "invitation": id })),
    ] {
        let code = refused(&mut watcher, Method::POST, &path, body).await;
        assert_eq!(code, ErrorCode::NotInvited);
    }
    assert_eq!(watcher.cookie, None, "who is refused becomes nobody");
    watcher.sit(&id).await;

    let request = watcher.request(Method::GET, &format!("/api/games/{id}"));
    let response = watcher
        .send(request.header("komadai-invitation", secret))
        .await;
    let invited: GamePage = response.json().await.expect("JSON");
    assert_eq!((invited.may_join, invited.invitation), (true, None));
    let body = Some(json!({ "invitation": secret }));
    let (status, joined): (_, GamePage) = watcher.json(Method::POST, &path, body.clone()).await;
    assert_eq!((status, joined.seat), (StatusCode::OK, Seat::Second));
    let third = refused(&mut server.somebody(), Method::POST, &path, body).await;
    assert_eq!(third, ErrorCode::GameFull);
}

/// Players of the database that protocol version 3 wrote.
const ANN: &str = "05CBBPz5BtViWlBXlGDU0a";
const BO: &str = "jRLvCWspAyWMItJ4Che2NO";
const COOKIE_KEY: &str = "547ef097685f047cf7a5011ff5f3d3289be239b4e057a5e558838aeb709f5e66\
                          18f5fec2f8996a6f5abe038357064ca417bd436473c02215727e4517bdf87d5d";

fn cookie_of(player: &str) -> String {
    let bytes: Vec<u8> = (0..64)
        .map(|n| u8::from_str_radix(&COOKIE_KEY[2 * n..2 * n + 2], 16).expect("digits"))
        .collect();
    let key = Key::from(&bytes);
    let jar = SignedCookieJar::new(key).add(Cookie::new("komadai", player.to_owned()));
    let response = axum::response::IntoResponse::into_response((jar, ()));
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a pair").to_owned()
}

#[tokio::test]
async fn cookies_and_games_of_the_version_before_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("komadai.db");
    let fixture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../store/tests/fixtures/format-3.db"
    );
    std::fs::copy(fixture, &database).expect("copied");
    let server = Running::with(|args| args.database = Some(database)).await;
    let [mut ann, mut bo, mut friend] = [0; 3].map(|_| server.somebody());
    ann.cookie = Some(cookie_of(ANN));
    bo.cookie = Some(cookie_of(BO));

    let list = async || get::<GameList>(&mut ann, "/api/games").await.games.len();
    until(list, |&games| games == 3).await;
    let me: Me = get(&mut ann, "/api/me").await;
    let ann_id = me.player.expect("known").id;
    assert_ne!(ann_id, ANN, "what was a secret is not shown");
    let played = "mb3Hjn00ztqVJXu3".into();
    let page = ann.show(&played).await;
    assert_eq!((page.seat, page.snapshot.moves.len()), (Seat::First, 3));
    let seated = page.snapshot.players.first.expect("seated");
    assert_eq!((seated.id, seated.name.as_str()), (ann_id, "Ann"));
    let (mut a, mut b) = (ann.sit(&played).await, bo.sit(&played).await);
    b.play(3, "1c1d").await;
    assert_eq!(a.sees(3).await, "1c1d");
    let waiting = "k9ne6e0qr2mIDtbg".into();
    let page = ann.show(&waiting).await;
    assert_eq!(page.invitation, Some(page.link));
    assert!(friend.show(&waiting).await.may_join);
    let joined = friend.join(&waiting).await;
    assert_eq!(
        (joined.seat, joined.snapshot.status),
        (Seat::Second, Status::Playing)
    );
}
