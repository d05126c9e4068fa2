use komadai_protocol::limits::START_LIMIT_MS;
use komadai_protocol::{
    ApiError, ClientMessage, EndReason, ErrorCode, EventBody, GameList, GamePage, GameResults, Me,
    OfferKind, PROTOCOL_VERSION, PlayerKind, Reach, ResultList, Seat, ServerMessage, Status,
};
use komadai_rules::{Reason, Side, VariantId};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Person, Running, pair, until};
use crate::random_game::{random_move, rules_of};

#[tokio::test]
async fn names_are_shown_to_the_other_side_and_in_lists() {
    let server = Running::start().await;
    let (mut maker, mut friend) = (server.somebody(), server.somebody());
    let page = maker.create(json!({ "name": "  Aki Tanaka " })).await;
    let id = page.snapshot.id.clone();
    let host = page.snapshot.players.first.expect("the maker");
    assert_eq!(
        (host.name.as_str(), host.kind),
        ("Aki Tanaka", PlayerKind::Person)
    );
    let path = format!("/api/games/{id}/join");
    let mut body = Person::invitation_to(&id);
    body["name"] = json!("棋士");
    let (status, joined): (_, GamePage) = friend.json(Method::POST, &path, Some(body)).await;
    assert_eq!(status, StatusCode::OK);
    let guest = joined.snapshot.players.second.expect("the friend");
    assert_eq!(
        (guest.name.as_str(), guest.kind),
        ("棋士", PlayerKind::Person)
    );
    let (_, list): (_, GameList) = maker.json(Method::GET, "/api/games", None).await;
    let shown = list.games[0].players.clone();
    assert_eq!(
        [shown.first, shown.second].map(|player| player.expect("seated").name),
        ["Aki Tanaka", "棋士"]
    );

    let (_, guest): (_, GamePage) = {
        let body = json!({ "game": "shogi", "name": "" });
        maker.json(Method::POST, "/api/games", Some(body)).await
    };
    let seated = [guest.snapshot.players.first, guest.snapshot.players.second];
    assert!(
        seated
            .into_iter()
            .flatten()
            .all(|player| player.kind == PlayerKind::Guest)
    );
}

#[tokio::test]
async fn invalid_names_are_refused_and_take_no_seat() {
    let server = Running::start().await;
    let (mut maker, mut friend) = (server.somebody(), server.somebody());
    let id = maker.create(json!({})).await.snapshot.id;
    let path = format!("/api/games/{id}/join");
    for bad in ["A\nki", "A\u{202E}ki", &"あ".repeat(25)] {
        for (path, body) in [
            ("/api/games", json!({ "game": "shogi", "name": bad })),
            (path.as_str(), {
                let mut body = Person::invitation_to(&id);
                body["name"] = json!(bad);
                body
            }),
        ] {
            let (status, error): (_, ApiError) = friend.json(Method::POST, path, Some(body)).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {bad:?}");
            assert_eq!(error.code, ErrorCode::BadName);
            assert_eq!(error.field.as_deref(), Some("name"));
            assert_eq!(friend.cookie, None, "who is refused becomes nobody");
        }
    }
    let page = friend.invited(&id).await;
    assert!(page.may_join);
    assert_eq!(page.snapshot.players.second, None);
    assert_eq!(friend.cookie, None, "who is refused becomes nobody");
}

/// Random legal games until the rules end them. Both players see every move, and the server's position is that
/// of the rules.
#[tokio::test]
async fn a_whole_game_in_each_of_the_four() {
    let server = Running::start().await;
    for (seed, game) in (1u64..).zip(VariantId::ALL) {
        let settings = json!({ "game": game, "rules": { "max-plies": "120" } });
        let (first, second, id) = pair(&server, settings).await;
        let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
        let snapshot = server.somebody().show(&id).await.snapshot;
        let mut rules = rules_of(&snapshot.settings);
        let mut chance = seed;
        let mut ply = 0;
        while rules.outcome().is_none() {
            let (chosen, text) = random_move(&rules, &mut chance);
            let (mover, other) = if ply % 2 == 0 {
                (&mut a, &mut b)
            } else {
                (&mut b, &mut a)
            };
            mover.play(ply, &text).await;
            assert_eq!(other.sees(ply).await, text);
            rules.play(chosen).expect("legal");
            ply += 1;
            if ply == 60 {
                // A socket may send 40 messages at once.
                (a, b) = (first.sit(&id).await, second.sit(&id).await);
            }
        }
        let EventBody::Ended { outcome, .. } = a.event_of("ended").await else {
            unreachable!("asked for")
        };
        let expected = rules.outcome().expect("ended");
        assert_eq!(outcome.reason.name(), expected.reason.name());
        assert_eq!(outcome.ply, ply);
        let after = server.somebody().show(&id).await.snapshot;
        assert_eq!(after.status, Status::Ended);
        assert_eq!(after.position, rules.position().to_string());
        assert_eq!(after.moves.len() as u32, ply);
    }
}

#[tokio::test]
async fn an_invitation() {
    let server = Running::start().await;
    let (mut maker, mut friend, mut third) =
        (server.somebody(), server.somebody(), server.somebody());
    let page = maker.create(json!({})).await;
    let id = page.snapshot.id.clone();
    assert_eq!(
        (page.seat, page.may_join, page.reach),
        (Seat::First, false, Reach::ThisDevice)
    );
    assert_eq!(page.snapshot.status, Status::Waiting);
    assert_eq!(page.link, format!("http://{}/g/{id}", server.address));

    let again = maker.show(&id).await;
    assert_eq!((again.seat, again.may_join), (Seat::First, false));
    let path = format!("/api/games/{id}/join");
    let (status, error): (_, komadai_protocol::ApiError) =
        maker.json(Method::POST, &path, None).await;
    assert_eq!(
        (status, error.code),
        (StatusCode::CONFLICT, ErrorCode::OwnInvitation)
    );

    assert!(!friend.show(&id).await.may_join);
    assert!(friend.invited(&id).await.may_join);
    let joined = friend.join(&id).await;
    assert_eq!(
        (joined.seat, joined.snapshot.status),
        (Seat::Second, Status::Playing)
    );
    let again = friend.join(&id).await;
    assert_eq!(
        (again.seat, again.snapshot.seq),
        (Seat::Second, joined.snapshot.seq)
    );

    let late = third.show(&id).await;
    assert_eq!((late.seat, late.may_join), (Seat::Watcher, false));
    let (status, error): (_, komadai_protocol::ApiError) =
        third.json(Method::POST, &path, None).await;
    assert_eq!(
        (status, error.code),
        (StatusCode::CONFLICT, ErrorCode::GameFull)
    );
}

#[tokio::test]
async fn a_waiting_maker_may_rename_until_a_join() {
    let server = Running::start().await;
    let (mut maker, mut friend) = (server.somebody(), server.somebody());
    let id = maker.create(json!({ "name": "Aki" })).await.snapshot.id;
    let path = format!("/api/games/{id}/name");
    let mut waiting = maker.sit(&id).await;
    let name = |page: &GamePage| {
        let player = page.snapshot.players.first.as_ref();
        player.map(|player| player.name.clone())
    };
    let body = Some(json!({ "name": " Haru " }));
    let (status, page): (_, GamePage) = maker.json(Method::POST, &path, body.clone()).await;
    assert_eq!((status, name(&page)), (StatusCode::OK, Some("Haru".into())));
    let event = waiting.event().await;
    let side = Side::First;
    assert!(matches!(event.body, EventBody::Joined { side: first, .. } if first == side));
    let shown = event.player.expect("a player");
    assert_eq!(
        (shown.name.as_str(), shown.kind),
        ("Haru", PlayerKind::Person)
    );
    let (_, again): (_, GamePage) = maker.json(Method::POST, &path, body.clone()).await;
    assert_eq!(again.snapshot.seq, page.snapshot.seq);
    let (status, error): (_, komadai_protocol::ApiError) = maker
        .json(Method::POST, &path, Some(json!({ "name": "A\u{202e}ki" })))
        .await;
    assert_eq!(error.code, ErrorCode::BadName, "{status}");
    let (_, error): (_, komadai_protocol::ApiError) =
        friend.json(Method::POST, &path, body.clone()).await;
    assert_eq!(error.code, ErrorCode::NotSignedIn);
    friend.create(json!({})).await;
    let (_, error): (_, komadai_protocol::ApiError) =
        friend.json(Method::POST, &path, body.clone()).await;
    assert_eq!(error.code, ErrorCode::NotAPlayer);
    // The name is final once the friend has joined.
    assert_eq!(name(&friend.show(&id).await), Some("Haru".into()));
    assert_eq!(name(&friend.join(&id).await), Some("Haru".into()));
    let (_, error): (_, komadai_protocol::ApiError) = maker
        .json(Method::POST, &path, Some(json!({ "name": "Nao" })))
        .await;
    assert_eq!(error.code, ErrorCode::GameFull);
}

#[tokio::test]
async fn every_waiting_game_of_the_maker_shows_the_new_name() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let id = maker.create(json!({ "name": "Aki" })).await.snapshot.id;
        waiting.push((maker.sit(&id).await, id));
    }
    // The first request stores the name for all of them.
    for (socket, id) in &mut waiting {
        let path = format!("/api/games/{id}/name");
        let body = Some(json!({ "name": "Haru" }));
        let (status, _): (_, GamePage) = maker.json(Method::POST, &path, body).await;
        assert_eq!(status, StatusCode::OK);
        let shown = socket.event().await.player.expect("a player");
        assert_eq!(shown.name, "Haru");
    }
}

#[tokio::test]
async fn the_maker_sees_who_joins_and_a_clock_starts_when_both_have_moved() {
    let server = Running::start().await;
    let (mut maker, mut friend) = (server.somebody(), server.somebody());
    let id = maker
        .create(json!({ "clock": { "kind": "sudden", "main_ms": 60000 } }))
        .await
        .snapshot
        .id;
    let mut waiting = maker.sit(&id).await;
    let page = friend.join(&id).await;
    assert_eq!(
        page.snapshot.clock.expect("a clock").running,
        None,
        "the friend's page opens yet"
    );
    assert!(matches!(
        waiting.event_of("joined").await,
        EventBody::Joined {
            side: Side::Second,
            ..
        }
    ));
    assert_eq!(page.snapshot.first_move_by_ms, None);
    let (mut socket, _, snapshot, _) = friend.sit_after(&id, None).await;
    assert_eq!(snapshot.clock.expect("a clock").running, None);
    let EventBody::Started { clock } = waiting.event_of("started").await else {
        unreachable!()
    };
    let clock = clock.expect("a clock");
    assert_eq!((clock.running, clock.left.first.main_ms), (None, 60_000));
    let limit_ms = i64::from(START_LIMIT_MS);
    assert_eq!(snapshot.first_move_by_ms, Some(clock.at_ms + limit_ms));
    waiting.play(0, "5d5c").await;
    socket.play(1, "1b1c").await;
    let snapshot = maker.show(&id).await.snapshot;
    let clock = snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::First));
    assert_eq!(clock.left.second.main_ms, 60_000);
    assert_eq!(snapshot.first_move_by_ms, None);
}

#[tokio::test]
async fn two_tabs_of_one_player_and_a_watcher_see_the_same() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let mut tab = first.sit(&id).await;
    let (mut other_tab, seat, ..) = first.sit_after(&id, None).await;
    assert_eq!(seat, Seat::First);
    let mut opponent = second.sit(&id).await;
    let (mut watcher, seat, ..) = server.somebody().sit_after(&id, None).await;
    assert_eq!(seat, Seat::Watcher);
    tab.play(0, "5d5c").await;
    for socket in [&mut tab, &mut other_tab, &mut opponent, &mut watcher] {
        assert_eq!(socket.sees(0).await, "5d5c");
    }
    opponent.play(1, "1b1c").await;
    other_tab.play(2, "5c5b").await;
    assert_eq!(tab.sees(1).await, "1b1c");
    assert_eq!(tab.sees(2).await, "5c5b");
}

#[tokio::test]
async fn presence() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let mut a = first.sit(&id).await;
    let b = second.sit(&id).await;
    let present = |message| match message {
        ServerMessage::Presence { players, .. } => Some(players.second),
        _ => None,
    };
    while !a.find(present).await {}
    drop(b);
    while a.find(present).await {}
}

#[tokio::test]
async fn resigning_and_withdrawing_an_invitation() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    b.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    let EventBody::Ended { outcome, .. } = a.event_of("ended").await else {
        unreachable!()
    };
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::First), EndReason::Rules(Reason::Resignation))
    );

    let mut maker = server.somebody();
    let id = maker.create(json!({})).await.snapshot.id;
    let mut socket = maker.sit(&id).await;
    socket
        .send(&ClientMessage::Resign {
            game: id.clone(),
            id: "r".into(),
        })
        .await;
    socket.accepted("r").await;
    let page = server.somebody().show(&id).await;
    assert_eq!(
        page.snapshot.outcome.expect("over").reason,
        EndReason::Cancelled
    );
    assert!(!page.may_join);
}

#[tokio::test]
async fn results_say_who_won_once_a_game_is_over() {
    let server = Running::start().await;
    let (mut first, mut second, id) = pair(&server, json!({})).await;
    let mut a = first.sit(&id).await;
    let (_, list): (_, ResultList) = first.json(Method::GET, "/api/results", None).await;
    assert!(list.results.is_empty(), "{list:?}");
    let resign = ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    };
    a.send(&resign).await;
    a.accepted("r").await;
    for (person, won) in [(&mut first, 0), (&mut second, 1)] {
        let list = async || {
            let (_, list): (_, ResultList) = person.json(Method::GET, "/api/results", None).await;
            list
        };
        let list = until(list, |list| !list.results.is_empty()).await;
        let expected = GameResults {
            game: VariantId::Minishogi,
            won,
            lost: 1 - won,
            drawn: 0,
            rating: None,
        };
        assert_eq!(list.results, [expected]);
    }
}

#[tokio::test]
async fn the_list_of_games_has_unfinished_ones_first() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(maker.create(json!({})).await.snapshot.id);
    }
    let mut socket = maker.sit(&ids[2]).await;
    socket
        .send(&ClientMessage::Resign {
            game: ids[2].clone(),
            id: "r".into(),
        })
        .await;
    socket.accepted("r").await;
    let list = async || {
        let (_, list): (_, GameList) = maker.json(Method::GET, "/api/games", None).await;
        list
    };
    let list = until(list, |list| list.games.len() == 3).await;
    let statuses: Vec<_> = list.games.iter().map(|game| game.status).collect();
    assert_eq!(statuses, [Status::Waiting, Status::Waiting, Status::Ended]);
    assert_eq!(list.games[2].id, ids[2]);
    let (_, me): (_, Me) = maker.json(Method::GET, "/api/me", None).await;
    assert_eq!((me.unfinished, me.protocol), (2, PROTOCOL_VERSION));
    let (_, list): (_, GameList) = server
        .somebody()
        .json(Method::GET, "/api/games", None)
        .await;
    assert!(list.games.is_empty());
}

#[tokio::test]
async fn every_handicap_can_be_played() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    for game in VariantId::ALL {
        let id: komadai_rules::VariantId = game.name().parse().expect("a game");
        for handicap in id.spec().handicaps {
            let page: GamePage = maker
                .create(json!({ "game": game, "handicap": handicap.id }))
                .await;
            assert_eq!(
                page.snapshot.settings.handicap.as_deref(),
                Some(handicap.id)
            );
        }
    }
}

#[tokio::test]
async fn offers_wait_in_the_snapshot() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({ "game": "shogun" })).await;
    let mut a = first.sit(&id).await;
    let offer = ClientMessage::Offer {
        game: id.clone(),
        id: "o".into(),
        offer: OfferKind::Draw,
    };
    a.send(&offer).await;
    a.accepted("o").await;
    let (_, _, snapshot, _) = second.sit_after(&id, None).await;
    assert_eq!(snapshot.offers.len(), 1);
    assert_eq!(
        (snapshot.offers[0].offer, snapshot.offers[0].by),
        (OfferKind::Draw, Side::First)
    );
}
