use komadai_protocol::limits::{CHALLENGE_MS, MAX_CHALLENGES};
use komadai_protocol::{
    ApiError, Challenge, ClientMessage, Entries, ErrorCode, GameKey, GamePage, List, ListKind,
    Seat, SideChoice, Topic,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Child, Person, Running, Stopwatch};
use crate::copies::{TAKEN_OVER_WITHIN, copy, shared};
use crate::lists::Page;
use crate::slots::Shares;
use crate::topics::is_written_once;

const LOBBY: Topic = Topic::List(ListKind::Lobby);

async fn challenge(maker: &mut Person, settings: Value) -> GameKey {
    let mut settings = settings;
    settings["open"] = json!(true);
    let page = maker.create(settings).await;
    assert!(page.open_until_ms.is_some());
    page.snapshot.id
}

async fn follow(person: &Person) -> Page {
    Page::follow(person, ListKind::Lobby).await
}

/// The list after the next message.
async fn lobby(page: &mut Page) -> Entries<Challenge> {
    match page.next().await {
        List::Lobby(entries) => entries,
        list => panic!("{list:?}"),
    }
}

async fn listed(page: &mut Page) -> Vec<GameKey> {
    let challenges = lobby(page).await.entries.into_iter();
    challenges.map(|challenge| challenge.id).collect()
}

/// Waits for a list, which a copy may send again when another one owns the lobby.
async fn shows(page: &mut Page, expected: &[GameKey]) {
    let mut lists = Vec::new();
    while lists.last().map(Vec::as_slice) != Some(expected) {
        lists.push(listed(page).await);
    }
    // Whatever came before is older: nothing comes back.
    assert!(lists.len() <= 3, "{lists:?}");
}

/// Ages the makers' presence by half a minute.
async fn makers_leave(server: &Running) {
    use sqlx::{ConnectOptions, Connection};
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(server.folder.path().join("komadai.db"));
    let mut connection = options.connect().await.expect("connected");
    let sql = "UPDATE challenges SET renewed_at = renewed_at - 31000";
    let done = sqlx::query(sql).execute(&mut connection).await;
    done.expect("done");
    connection.close().await.expect("closed");
}

async fn try_to_join(person: &mut Person, id: &GameKey) -> Result<GamePage, ErrorCode> {
    let path = format!("/api/games/{id}/join");
    let (status, answer): (StatusCode, Value) = person.json(Method::POST, &path, None).await;
    if status == StatusCode::OK {
        return Ok(serde_json::from_value(answer).expect("a page"));
    }
    let error: ApiError = serde_json::from_value(answer).expect("an error");
    Err(error.code)
}

#[tokio::test]
async fn a_challenge_is_seen_by_everybody_and_joined_without_an_invitation() {
    let server = Running::start().await;
    let (mut maker, mut other) = (server.somebody(), server.somebody());
    // Anonymous connections may follow the lobby.
    let mut page = follow(&other).await;
    assert!(listed(&mut page).await.is_empty());
    let settings = json!({
        "game": "shogi", "name": "Ann", "handicap": "lance", "rules": { "illegal-move": "loses" },
        "clock": { "kind": "sudden", "main_ms": 60_000 },
    });
    let id = challenge(&mut maker, settings).await;
    let list = lobby(&mut page).await;
    let [listed_one] = &list.entries[..] else {
        panic!("{list:?}");
    };
    assert_eq!((list.total, &listed_one.id), (1, &id));
    assert_eq!(listed_one.maker.name, "Ann");
    let terms = serde_json::to_value(&listed_one.terms).expect("JSON");
    let expected = json!({
        "side": "second", "handicap": "lance", "position": null,
        "rules": { "illegal-move": "loses" },
        "clock": { "kind": "sudden", "main_ms": 60_000 },
    });
    assert_eq!(terms, expected);

    let shown = other.show(&id).await;
    assert!(shown.may_join && shown.invitation.is_none());
    let until = listed_one.created_at_ms + i64::from(CHALLENGE_MS);
    assert_eq!(shown.open_until_ms, Some(until));
    let own = try_to_join(&mut maker, &id).await;
    assert_eq!(own.err(), Some(ErrorCode::OwnInvitation));
    let joined = try_to_join(&mut other, &id).await.expect("joined");
    assert_eq!((joined.seat, joined.open_until_ms), (Seat::Second, None));
    assert!(listed(&mut page).await.is_empty());
    let late = try_to_join(&mut server.somebody(), &id).await;
    assert_eq!(late.err(), Some(ErrorCode::GameFull));
    assert_eq!(maker.show(&id).await.seat, Seat::First);
}

#[tokio::test]
async fn a_rated_challenge_says_so_and_how_well_its_maker_plays() {
    let server = Running::start().await;
    let mut page = follow(&server.somebody()).await;
    listed(&mut page).await;
    let settings = json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } });
    challenge(&mut server.somebody(), settings).await;
    let list = lobby(&mut page).await;
    let rating = list.entries[0].maker.rating.expect("rated");
    assert!(list.entries[0].terms.rated && rating.provisional);
    assert_eq!(rating.rating, 1500);
}

#[tokio::test]
async fn a_game_that_is_no_challenge_is_in_no_list_and_needs_its_invitation() {
    let server = Running::start().await;
    let (mut maker, mut other) = (server.somebody(), server.somebody());
    let page = maker.create(json!({})).await;
    assert_eq!(page.open_until_ms, None);
    let id = page.snapshot.id;
    let mut list = follow(&other).await;
    assert!(listed(&mut list).await.is_empty());
    let refused = try_to_join(&mut other, &id).await;
    assert_eq!(refused.err(), Some(ErrorCode::NotInvited));
    assert!(!other.show(&id).await.may_join);
}

#[tokio::test]
async fn the_list_shows_settings_other_than_the_default() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut page = follow(&maker).await;
    assert!(listed(&mut page).await.is_empty());
    let position = "rbsgk/4p/5/P4/KGSB1 b - 1";
    let settings = json!({ "side": "random", "position": position });
    challenge(&mut maker, settings).await;
    let list = lobby(&mut page).await;
    let terms = &list.entries[0].terms;
    assert_eq!(terms.position.as_deref(), Some(position));
    assert_eq!((terms.side, terms.rules.len()), (SideChoice::Random, 0));
}

#[tokio::test]
async fn one_of_many_concurrent_joins_gets_the_seat() {
    const PEOPLE: usize = 8;
    const GAMES: usize = 12;
    // All players are of one network.
    let server = Running::with(|args| args.offers_per_network = 100).await;
    // Repeated, because a race gave `NotInvited` instead of `GameFull` in one of many games.
    for _ in 0..GAMES {
        let mut maker = server.somebody();
        let id = challenge(&mut maker, json!({})).await;
        let joining = (0..PEOPLE).map(|_| {
            let (mut person, id) = (server.somebody(), id.clone());
            tokio::spawn(async move { try_to_join(&mut person, &id).await })
        });
        let mut seated = 0;
        for joined in joining.collect::<Vec<_>>() {
            match joined.await.expect("no panic") {
                Ok(page) => {
                    assert_eq!(page.seat, Seat::Second);
                    seated += 1;
                }
                Err(code) => assert_eq!(code, ErrorCode::GameFull),
            }
        }
        assert_eq!(seated, 1);
    }
}

#[tokio::test]
async fn a_player_with_as_many_challenges_as_possible_takes_one_back_first() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut page = follow(&maker).await;
    assert!(listed(&mut page).await.is_empty());
    let mut last = challenge(&mut maker, json!({})).await;
    for _ in 1..MAX_CHALLENGES {
        last = challenge(&mut maker, json!({})).await;
    }
    let body = json!({ "game": "shogi", "open": true });
    let (status, error): (_, ApiError) = maker.json(Method::POST, "/api/games", Some(body)).await;
    assert_eq!(
        (status, error.code),
        (StatusCode::CONFLICT, ErrorCode::TooManyChallenges)
    );
    // Games by invitation do not count.
    maker.create(json!({})).await;
    let mut socket = maker.sit(&last).await;
    let (game, id) = (last.clone(), "back".to_owned());
    socket.send(&ClientMessage::Resign { game, id }).await;
    socket.accepted("back").await;
    while listed(&mut page).await.len() != MAX_CHALLENGES as usize - 1 {}
    let refused = try_to_join(&mut server.somebody(), &last).await;
    assert_eq!(refused.err(), Some(ErrorCode::GameOver));
    challenge(&mut maker, json!({})).await;
}

#[tokio::test]
async fn a_challenge_whose_maker_is_away_is_not_open_until_they_are_back() {
    let server = Running::start().await;
    let (mut maker, mut other) = (server.somebody(), server.somebody());
    let id = challenge(&mut maker, json!({})).await;
    let mut page = follow(&other).await;
    assert_eq!(listed(&mut page).await, std::slice::from_ref(&id));
    makers_leave(&server).await;
    assert!(listed(&mut page).await.is_empty());
    assert!(!other.show(&id).await.may_join);
    let refused = try_to_join(&mut other, &id).await;
    assert_eq!(refused.err(), Some(ErrorCode::NotInvited));
    let _watcher = other.sit(&id).await;
    let socket = maker.sit(&id).await;
    assert_eq!(listed(&mut page).await, std::slice::from_ref(&id));
    // Same after a restart, without a cached list.
    drop(socket);
    let server = server.restart().await;
    makers_leave(&server).await;
    let (maker, mut other) = (maker.at(server.address), other.at(server.address));
    let mut page = follow(&other).await;
    assert!(listed(&mut page).await.is_empty());
    let _socket = maker.sit(&id).await;
    assert_eq!(listed(&mut page).await, std::slice::from_ref(&id));
    try_to_join(&mut other, &id).await.expect("joined");
}

#[tokio::test]
async fn unsubscribing_stops_the_lobby_and_subscribing_again_sends_the_whole_list() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut page = follow(&maker).await;
    assert!(listed(&mut page).await.is_empty());
    page.socket
        .send(&ClientMessage::Unsubscribe { topic: LOBBY })
        .await;
    assert_eq!(page.socket.unsubscribed().await, (LOBBY, None));
    let mut other = follow(&maker).await;
    assert!(listed(&mut other).await.is_empty());
    let first = challenge(&mut maker, json!({})).await;
    assert_eq!(listed(&mut other).await, std::slice::from_ref(&first));
    let second = challenge(&mut maker, json!({})).await;
    let both = [second, first];
    assert_eq!(listed(&mut other).await, both);
    // Its first list is this one, not the one between.
    for _ in 0..2 {
        let (topic, after) = (LOBBY, None);
        page.list = None;
        page.socket
            .send(&ClientMessage::Subscribe { topic, after })
            .await;
        assert_eq!(listed(&mut page).await, both);
    }
}

#[tokio::test]
async fn changes_are_written_once_for_all_who_follow_the_list() {
    const PAGES: usize = 50;
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut maker = server.somebody();
    let mut pages = Vec::new();
    for _ in 0..PAGES {
        let mut page = follow(&maker).await;
        assert!(listed(&mut page).await.is_empty());
        pages.push(page);
    }
    is_written_once(&server, PAGES, async || {
        challenge(&mut maker, json!({})).await;
        for page in &mut pages {
            assert_eq!(listed(page).await.len(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_seen_and_joined_on_another_copy() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let one = copy(&database, &nats).await;
    let child = Child::copy(&database, &nats).await;
    let mut maker = one.somebody();
    let mut other = Person::new(child.address);
    let (mut here, mut there) = (follow(&maker).await, follow(&other).await);
    for page in [&mut here, &mut there] {
        assert!(listed(page).await.is_empty());
    }
    let id = challenge(&mut maker, json!({})).await;
    let mut socket = maker.sit(&id).await;
    for page in [&mut here, &mut there] {
        shows(page, std::slice::from_ref(&id)).await;
    }
    try_to_join(&mut other, &id).await.expect("joined");
    socket.event_of("joined").await;
    for page in [&mut here, &mut there] {
        shows(page, &[]).await;
    }
    // The limit per player holds across copies.
    let mut elsewhere = maker.at(child.address);
    for n in 0..MAX_CHALLENGES {
        let at = if n % 2 == 0 {
            &mut maker
        } else {
            &mut elsewhere
        };
        challenge(at, json!({})).await;
    }
    let body = json!({ "game": "shogi", "open": true });
    let (_, error): (_, ApiError) = elsewhere.json(Method::POST, "/api/games", Some(body)).await;
    assert_eq!(error.code, ErrorCode::TooManyChallenges);
    child.kill().await;
    one.stop().await;
}

#[tokio::test]
async fn the_lobby_goes_on_when_the_copy_that_owns_it_dies() {
    let Some((shares, one, two)) = Shares::of_two_children().await else {
        return;
    };
    let (owner, other) = match shares.is_at(0, &GameKey::from("lobby")).await {
        true => (one, two),
        false => (two, one),
    };
    let (mut maker, mut joiner) = (Person::new(other.address), Person::new(other.address));
    let mut page = follow(&joiner).await;
    assert!(listed(&mut page).await.is_empty());
    let first = challenge(&mut maker, json!({})).await;
    shows(&mut page, std::slice::from_ref(&first)).await;
    let _at_board = maker.sit(&first).await;

    let killed = Stopwatch::start();
    owner.kill().await;
    let second = challenge(&mut maker, json!({})).await;
    let both = [second.clone(), first.clone()];
    shows(&mut page, &both).await;
    let took = killed.ran();
    assert!(took <= TAKEN_OVER_WITHIN, "{took:?}");
    // A page that comes now has the same list.
    let mut late = follow(&joiner).await;
    assert_eq!(listed(&mut late).await, both);
    let _at_board = maker.sit(&second).await;
    try_to_join(&mut joiner, &first).await.expect("joined");
    for page in [&mut page, &mut late] {
        shows(page, std::slice::from_ref(&second)).await;
    }
    other.kill().await;
}
