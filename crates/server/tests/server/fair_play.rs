//! Fair play: limits per network, first moves in time, and games that are not rated.

use std::time::Duration;

use komadai_protocol::{
    ApiError, ClientMessage, EndReason, ErrorCode, EventBody, GameKey, GamePage, ResultList, Seat,
    Status, Unrated,
};
use komadai_rules::Reason;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, Socket, pair, until};

/// Networks of strangers, in `X-Forwarded-For`.
const HERE: &str = "203.0.113.5";
const THERE: &str = "198.51.100.7";

async fn behind_proxy(change: impl FnOnce(&mut komadai_server::ServeArgs)) -> Running {
    Running::with(|args| {
        args.trust_proxy = true;
        change(args);
    })
    .await
}

async fn ask(
    person: &mut Person,
    network: &str,
    path: &str,
    body: &Value,
) -> Result<GamePage, ApiError> {
    let request = person.request(Method::POST, path);
    let request = request.header("x-forwarded-for", network).json(body);
    let response = person.send(request).await;
    let status = response.status();
    let text = response.text().await.expect("a body");
    match status.is_success() {
        true => Ok(serde_json::from_str(&text).expect("a page")),
        false => Err(serde_json::from_str(&text).expect("an error")),
    }
}

async fn make(person: &mut Person, network: &str, more: Value) -> Result<GamePage, ApiError> {
    let mut body = json!({ "game": "minishogi", "side": "first" });
    for (key, value) in more.as_object().expect("an object") {
        body[key] = value.clone();
    }
    ask(person, network, "/api/games", &body).await
}

async fn join(person: &mut Person, network: &str, game: &GameKey) -> Result<GamePage, ApiError> {
    ask(
        person,
        network,
        &format!("/api/games/{game}/join"),
        &json!({}),
    )
    .await
}

fn open() -> Value {
    json!({ "open": true, "clock": { "kind": "sudden", "main_ms": 60_000 } })
}

pub(crate) async fn command(socket: &mut Socket, message: &str, id: &GameKey) {
    let (game, id) = (id.clone(), message.to_owned());
    let message = match message {
        "abort" => ClientMessage::Abort { game, id },
        _ => ClientMessage::Resign { game, id },
    };
    socket.send(&message).await;
}

async fn rated_games(person: &mut Person) -> usize {
    let (_, list): (_, ResultList) = person.json(Method::GET, "/api/results", None).await;
    list.results.iter().filter(|it| it.rating.is_some()).count()
}

#[tokio::test]
async fn guests_of_one_network_cannot_fill_the_lobby() {
    let server = behind_proxy(|_| {}).await;
    let (mut made, mut refused) = (0, 0);
    for _ in 0..35 {
        match make(&mut server.somebody(), HERE, open()).await {
            Ok(_) => made += 1,
            Err(error) => {
                assert_eq!(error.code, ErrorCode::TooManyOffers);
                refused += 1;
            }
        }
    }
    assert_eq!((made, refused), (5, 30));
    make(&mut server.somebody(), THERE, open())
        .await
        .expect("another network");
    // Games by invitation are not in the lobby.
    let closed = json!({ "clock": { "kind": "none" } });
    make(&mut server.somebody(), HERE, closed)
        .await
        .expect("made");

    let club = behind_proxy(|args| args.club = true).await;
    for _ in 0..35 {
        make(&mut club.somebody(), HERE, open())
            .await
            .expect("a club");
    }
}

#[tokio::test]
async fn a_guest_who_never_connects_cannot_empty_the_lobby() {
    let server = behind_proxy(|_| {}).await;
    let mut offers = Vec::new();
    for n in 0..7 {
        let mut maker = server.somebody();
        let network = format!("192.0.2.{n}");
        let page = make(&mut maker, &network, open()).await.expect("made");
        let id = page.snapshot.id;
        let socket = maker.sit(&id).await;
        offers.push((maker, socket, id));
    }
    let mut guest = server.somebody();
    let mut joined = 0;
    for (_, _, id) in &offers {
        match join(&mut guest, HERE, id).await {
            Ok(page) => {
                assert_eq!(page.seat, Seat::Second);
                joined += 1;
            }
            Err(error) => assert_eq!(error.code, ErrorCode::TooManyPending),
        }
    }
    assert_eq!(joined, 5);
    let (_, _, last) = &offers[6];
    let refused = join(&mut server.somebody(), HERE, last).await;
    assert_eq!(
        refused.err().map(|it| it.code),
        Some(ErrorCode::TooManyPending)
    );

    let (maker, socket, id) = &mut offers[0];
    let EventBody::Ended { outcome, .. } = socket.event_of("ended").await else {
        unreachable!()
    };
    assert_eq!(
        (outcome.winner, outcome.reason),
        (None, EndReason::NotBegun)
    );
    let EventBody::Rematch { next, returned_to } = socket.event_of("rematch").await else {
        unreachable!()
    };
    assert!(returned_to.is_some());
    let again = maker.show(&next).await;
    assert_eq!(
        (again.snapshot.status, again.seat),
        (Status::Waiting, Seat::First)
    );
    assert!(again.open_until_ms.is_some());
    let old = maker.show(id).await.snapshot;
    assert_eq!((old.status, old.rematch), (Status::Ended, None));
    for (_, socket, _) in &mut offers[1..5] {
        socket.event_of("ended").await;
    }
    // Five aborts in a row cause a pause. They are counted asynchronously.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (maker, ..) = &mut offers[0];
    let _socket = maker.sit(&next).await;
    let refused = join(&mut guest, THERE, &next).await;
    let Err(error) = refused else {
        panic!("it is refused");
    };
    assert_eq!(error.code, ErrorCode::TooManyAborts);
    assert!(error.retry_after_ms.is_some_and(|ms| ms > 0), "{error:?}");
    join(&mut server.somebody(), THERE, &next)
        .await
        .expect("somebody else");
}

#[tokio::test]
async fn a_pending_seat_counts_until_both_have_moved() {
    let server = behind_proxy(|args| args.offers_per_network = 1).await;
    let (mut maker, mut guest) = (server.somebody(), server.somebody());
    let one = make(&mut maker, THERE, open())
        .await
        .expect("made")
        .snapshot
        .id;
    let mut a = maker.sit(&one).await;
    join(&mut guest, HERE, &one).await.expect("joined");
    let mut b = guest.sit(&one).await;
    let mut other = server.somebody();
    let two = make(&mut other, "192.0.2.9", open())
        .await
        .expect("made")
        .snapshot
        .id;
    let _at_two = other.sit(&two).await;
    let refused = join(&mut guest, HERE, &two).await;
    assert_eq!(
        refused.err().map(|it| it.code),
        Some(ErrorCode::TooManyPending)
    );
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    join(&mut guest, HERE, &two).await.expect("joined");
}

#[tokio::test]
async fn a_player_who_aborts_several_games_in_a_row_pauses() {
    let server = Running::with(|args| args.offers_per_network = 100).await;
    let mut guest = server.somebody();
    let mut refused = None;
    for n in 0..4 {
        let mut maker = server.somebody();
        let id = make(&mut maker, HERE, open())
            .await
            .expect("made")
            .snapshot
            .id;
        let mut a = maker.sit(&id).await;
        match join(&mut guest, HERE, &id).await {
            Ok(_) => {
                let mut b = guest.sit(&id).await;
                command(&mut b, "abort", &id).await;
                b.accepted("abort").await;
                a.event_of("ended").await;
                // Counted asynchronously.
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Err(error) => refused = Some((n, error)),
        }
    }
    let (after, error) = refused.expect("refused");
    assert_eq!((after, error.code), (3, ErrorCode::TooManyAborts));
    let wait_ms = error.retry_after_ms.expect("a pause");
    assert!((20_000..=30_000).contains(&wait_ms), "{wait_ms}");
    let refused = make(&mut guest, HERE, open()).await;
    assert_eq!(
        refused.err().map(|it| it.code),
        Some(ErrorCode::TooManyAborts)
    );
    // Games by invitation remain possible.
    make(&mut guest, HERE, json!({})).await.expect("made");
}

#[tokio::test]
async fn resigning_before_the_first_moves_changes_no_rating() {
    let server = Running::start().await;
    let rated = json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } });
    for moves in [0, 1, 2] {
        let (mut first, mut second, id) = pair(&server, rated.clone()).await;
        let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
        if moves > 0 {
            a.play(0, "5d5c").await;
        }
        if moves > 1 {
            b.play(1, "1b1c").await;
        }
        command(&mut b, "resign", &id).await;
        b.accepted("resign").await;
        let outcome = first.when_over(&id).await.outcome.expect("over");
        let expected = match moves {
            2 => EndReason::Rules(Reason::Resignation),
            _ => EndReason::Aborted,
        };
        assert_eq!(outcome.reason, expected);
        let count = usize::from(moves == 2);
        for person in [&mut first, &mut second] {
            until(async || rated_games(person).await, |&rated| rated == count).await;
        }
    }
}

#[tokio::test]
async fn two_players_of_one_browser_are_not_rated() {
    let server = Running::start().await;
    let rated = json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } });
    let mut maker = server.somebody();
    let id = maker.create(rated).await.snapshot.id;
    assert!(maker.device.is_some());
    let mut other = server.somebody();
    other.device = maker.device.clone();
    let shown = other.invited(&id).await;
    assert!(shown.may_join && shown.snapshot.settings.rated);
    assert_eq!(shown.unrated, Some(Unrated::SameDevice));
    assert_eq!(server.somebody().invited(&id).await.unrated, None);
    let page = other.join(&id).await;
    assert_ne!(other.cookie, maker.cookie);
    let snapshot = page.snapshot;
    assert_eq!(
        (snapshot.settings.rated, snapshot.unrated),
        (false, Some(Unrated::SameDevice))
    );
    // Both see the reason before the game begins, and after a restart.
    assert_eq!(
        maker.show(&id).await.snapshot.unrated,
        Some(Unrated::SameDevice)
    );
    let server = server.restart().await;
    let (mut maker, other) = (maker.at(server.address), other.at(server.address));
    let (mut a, mut b) = (maker.sit(&id).await, other.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    command(&mut b, "resign", &id).await;
    b.accepted("resign").await;
    let over = maker.when_over(&id).await;
    assert_eq!(
        over.outcome.map(|it| it.reason),
        Some(EndReason::Rules(Reason::Resignation))
    );
    assert_eq!(rated_games(&mut maker).await, 0);
}

#[tokio::test]
async fn players_of_one_public_network_are_rated_only_where_the_host_says_so() {
    let rated = json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } });
    let verdict = async |server: &Running, one: &str, other: &str| {
        let (mut maker, mut joiner) = (server.somebody(), server.somebody());
        let mut body = rated.clone();
        body["open"] = json!(true);
        let id = make(&mut maker, one, body).await.expect("made").snapshot.id;
        let page = join(&mut joiner, other, &id).await.expect("joined");
        // Frees the pending seat.
        let mut socket = maker.sit(&id).await;
        command(&mut socket, "abort", &id).await;
        socket.accepted("abort").await;
        (page.snapshot.settings.rated, page.snapshot.unrated)
    };
    let unrated = (false, Some(Unrated::SameNetwork));
    let server = behind_proxy(|_| {}).await;
    assert_eq!(verdict(&server, HERE, HERE).await, unrated);
    assert_eq!(verdict(&server, HERE, THERE).await, (true, None));
    for private in ["127.0.0.1", "192.168.1.7", "fd00::1"] {
        assert_eq!(
            verdict(&server, private, private).await,
            (true, None),
            "{private}"
        );
    }
    assert_eq!(
        verdict(&server, "2001:db8::1", "2001:db8::2").await,
        unrated
    );
    let server = behind_proxy(|args| args.rate_one_network = true).await;
    assert_eq!(verdict(&server, HERE, HERE).await, (true, None));
    // The same holds by invitation.
    let server = behind_proxy(|_| {}).await;
    let (mut maker, mut joiner) = (server.somebody(), server.somebody());
    let page = make(&mut maker, HERE, rated.clone()).await.expect("made");
    let (_, secret) = page
        .invitation
        .as_ref()
        .and_then(|it| it.split_once('#'))
        .expect("a secret");
    let path = format!("/api/games/{}/join", page.snapshot.id);
    let joined = ask(&mut joiner, HERE, &path, &json!({ "invitation": secret })).await;
    assert_eq!(
        joined.expect("joined").snapshot.unrated,
        Some(Unrated::SameNetwork)
    );
}

#[tokio::test]
async fn a_missing_first_move_aborts_the_game() {
    let server = Running::with(|args| args.start_limit = 1).await;
    let rated = json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } });
    let (mut first, mut second, id) = pair(&server, rated).await;
    let (mut a, b) = (first.sit(&id).await, second.sit(&id).await);
    let snapshot = first.show(&id).await.snapshot;
    assert_eq!(snapshot.clock.expect("a clock").running, None);
    let begun_ms = snapshot.first_move_by_ms.expect("a limit") - 1_000;
    a.play(0, "5d5c").await;
    // The second player has the full limit.
    let again = first.show(&id).await.snapshot;
    assert!(again.first_move_by_ms.expect("a limit") > begun_ms + 1_000);
    let over = first.when_over(&id).await;
    let outcome = over.outcome.expect("over");
    assert_eq!(
        (outcome.winner, outcome.reason, outcome.ply),
        (None, EndReason::NotBegun, 1)
    );
    assert_eq!(
        (
            rated_games(&mut first).await,
            rated_games(&mut second).await
        ),
        (0, 0)
    );
    drop(b);
}

#[tokio::test]
async fn a_first_move_is_awaited_across_a_restart() {
    let server = Running::with(|args| args.start_limit = 2).await;
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 60_000 } });
    let (mut first, second, id) = pair(&server, clock).await;
    let sockets = (first.sit(&id).await, second.sit(&id).await);
    assert!(first.show(&id).await.snapshot.first_move_by_ms.is_some());
    drop(sockets);
    let server = server.restart().await;
    let mut first = first.at(server.address);
    let outcome = first.when_over(&id).await.outcome.expect("over");
    assert_eq!(outcome.reason, EndReason::NotBegun);
}

#[tokio::test]
async fn the_cookie_of_a_browser_is_no_identity() {
    let server = Running::start().await;
    let mut person = server.somebody();
    person.create(json!({})).await;
    let mut thief = server.somebody();
    thief.device = person.device.clone();
    let (status, me): (StatusCode, Value) = thief.json(Method::GET, "/api/me", None).await;
    assert_eq!((status, &me["player"]), (StatusCode::OK, &Value::Null));
    let mut forger = server.somebody();
    forger.device = Some("komadai-device=abc".into());
    forger.create(json!({})).await;
    assert_ne!(forger.device.as_deref(), Some("komadai-device=abc"));
}
