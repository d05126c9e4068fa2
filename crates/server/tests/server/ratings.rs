//! Rated games from creation to rating changes.

use komadai_protocol::{
    ApiError, ClientMessage, EndReason, ErrorCode, EventBody, GameKey, NewToken, OfferKind,
    PerSide, Rating, RatingChange, ResultList, Scope, ServerMessage, Topic,
};
use komadai_rules::{Reason, Side};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, Socket, first_moves, pair};
use crate::copies::{copy, shared};
use crate::random_game::{random_move, rules_of};

const NEW: Rating = Rating {
    rating: 1500,
    provisional: true,
};

fn rated() -> Value {
    json!({ "rated": true, "clock": { "kind": "sudden", "main_ms": 60_000 } })
}

async fn changes(socket: &mut Socket) -> PerSide<RatingChange> {
    socket
        .find(|message| match message {
            ServerMessage::Rated { changes, .. } => Some(changes),
            _ => None,
        })
        .await
}

async fn resign(socket: &mut Socket, id: &GameKey) {
    let resign = ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    };
    socket.send(&resign).await;
    socket.accepted("r").await;
}

async fn own(person: &mut Person) -> Option<Rating> {
    let (_, list): (_, ResultList) = person.json(Method::GET, "/api/results", None).await;
    list.results.first().and_then(|results| results.rating)
}

/// Asserts that the winner gained what the loser lost.
fn assert_won(changes: PerSide<RatingChange>, winner: Option<Side>) {
    for (side, change) in [(Side::First, changes.first), (Side::Second, changes.second)] {
        assert_eq!(change.before, NEW, "{changes:?}");
        let expected = match winner {
            None => 1500,
            Some(winner) if winner == side => 1662,
            Some(_) => 1338,
        };
        assert_eq!(change.after.rating, expected, "{changes:?}");
    }
}

#[tokio::test]
async fn a_rated_game_that_is_resigned_changes_what_players_and_watchers_see() {
    let server = Running::start().await;
    let (mut first, mut second, id) = pair(&server, rated()).await;
    let snapshot = second.show(&id).await.snapshot;
    assert!(snapshot.settings.rated);
    for player in [&snapshot.players.first, &snapshot.players.second] {
        assert_eq!(player.as_ref().and_then(|player| player.rating), Some(NEW));
    }
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watcher = server.somebody().sit(&id).await;
    first_moves(&mut a, &mut b).await;
    resign(&mut b, &id).await;
    for socket in [&mut a, &mut b, &mut watcher] {
        assert_won(changes(socket).await, Some(Side::First));
    }
    let mut late = server.somebody().sit(&id).await;
    assert_won(changes(&mut late).await, Some(Side::First));
    assert_eq!(own(&mut first).await.map(|it| it.rating), Some(1662));
    assert_eq!(own(&mut second).await.map(|it| it.rating), Some(1338));

    for (socket, id_of_command) in [(&mut a, "o"), (&mut b, "o")] {
        let offer = ClientMessage::Offer {
            game: id.clone(),
            id: id_of_command.into(),
            offer: OfferKind::Rematch,
        };
        socket.send(&offer).await;
        socket.accepted(id_of_command).await;
    }
    let EventBody::Rematch { next, .. } = a.event_of("rematch").await else {
        unreachable!()
    };
    let next = first.show(&next).await.snapshot;
    assert!(next.settings.rated);
    let ratings = [next.players.first, next.players.second];
    let ratings = ratings.map(|it| it.and_then(|it| it.rating).map(|it| it.rating));
    assert_eq!(ratings, [Some(1338), Some(1662)]);
}

#[tokio::test]
async fn time_and_a_draw_are_rated() {
    let server = Running::start().await;
    let mut settings = rated();
    settings["clock"]["main_ms"] = json!(300);
    let (first, second, id) = pair(&server, settings).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    for socket in [&mut a, &mut b] {
        assert_won(changes(socket).await, Some(Side::Second));
    }
    let mut settings = rated();
    settings["rules"] = json!({ "max-plies": "2" });
    let (first, second, id) = pair(&server, settings).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    for socket in [&mut a, &mut b] {
        assert_won(changes(socket).await, None);
    }
}

#[tokio::test]
async fn a_mate_is_rated() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, rated()).await;
    let settings = first.show(&id).await.snapshot.settings;
    // Finds a short random game that ends in mate.
    let game = |seed: u64| {
        let (mut rules, mut chance, mut moves) = (rules_of(&settings), seed, Vec::new());
        while rules.outcome().is_none() && moves.len() < 40 {
            let (chosen, text) = random_move(&rules, &mut chance);
            rules.play(chosen).expect("legal");
            moves.push(text);
        }
        let outcome = rules.outcome()?;
        (outcome.reason == Reason::Checkmate).then_some(moves)
    };
    let moves = (0..).find_map(game).expect("there are mates");
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    for (ply, text) in (0u32..).zip(&moves) {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        mover.play(ply, text).await;
    }
    let EventBody::Ended { outcome, .. } = a.event_of("ended").await else {
        unreachable!()
    };
    assert_eq!(outcome.reason, EndReason::Rules(Reason::Checkmate));
    for socket in [&mut a, &mut b] {
        assert_won(changes(socket).await, outcome.winner);
    }
}

#[tokio::test]
async fn a_casual_game_and_an_aborted_one_change_nothing() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    resign(&mut b, &id).await;
    a.event_of("ended").await;
    let snapshot = first.show(&id).await.snapshot;
    assert!(!snapshot.settings.rated);
    assert_eq!(snapshot.players.first.expect("seated").rating, None);
    assert_eq!(own(&mut first).await, None);

    let page = first.create(rated()).await;
    let id = page.snapshot.id;
    let mut second = second;
    second.join(&id).await;
    let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
    let abort = ClientMessage::Abort {
        game: id.clone(),
        id: "a".into(),
    };
    a.send(&abort).await;
    a.accepted("a").await;
    assert_eq!(own(&mut first).await, None);
    // No rating message follows.
    let mut late = server.somebody().sit(&id).await;
    let topic = Topic::Game(id.clone());
    late.send(&ClientMessage::Unsubscribe { topic }).await;
    let next = late
        .find(|message| match message {
            ServerMessage::Rated { .. } => Some(false),
            ServerMessage::Unsubscribed { .. } => Some(true),
            _ => None,
        })
        .await;
    assert!(next);
}

#[tokio::test]
async fn settings_that_cannot_be_rated_are_refused_with_their_field() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let clock = json!({ "kind": "sudden", "main_ms": 60_000 });
    for (field, settings) in [
        (
            "handicap",
            json!({ "game": "shogi", "handicap": "rook", "clock": clock }),
        ),
        (
            "position",
            json!({ "game": "minishogi", "position": "rbsgk/4p/5/P4/KGSB1 b - 1", "clock": clock }),
        ),
        (
            "clock",
            json!({ "game": "shogi", "clock": { "kind": "none" } }),
        ),
    ] {
        let mut body = settings;
        body["rated"] = json!(true);
        let answer = maker.json(Method::POST, "/api/games", Some(body)).await;
        let (status, error): (StatusCode, ApiError) = answer;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert_eq!(error.code, ErrorCode::RatedNotPossible, "{field}");
        assert_eq!(error.field.as_deref(), Some(field));
    }
    // The default position counts as default even if given explicitly.
    let mut settings = rated();
    settings["position"] = json!("rbsgk/4p/5/P4/KGSBR b - 1");
    maker.create(settings).await;
}

#[tokio::test]
async fn programs_play_no_rated_games() {
    let server = Running::start().await;
    let mut owner = server.somebody();
    owner.create(json!({})).await;
    let body = Some(json!({ "name": "bot", "scopes": [Scope::Play, Scope::Read] }));
    let (_, made): (_, NewToken) = owner.json(Method::POST, "/api/tokens", body).await;
    let mut program = server.somebody();
    program.token = Some(made.secret);
    let mut body = rated();
    body["game"] = json!("minishogi");
    let (status, error): (StatusCode, ApiError) =
        program.json(Method::POST, "/api/games", Some(body)).await;
    assert_eq!(
        (status, error.code, error.field.as_deref()),
        (
            StatusCode::FORBIDDEN,
            ErrorCode::RatedNotPossible,
            Some("rated")
        )
    );
    let mut maker = server.somebody();
    let id = maker.create(rated()).await.snapshot.id;
    let path = format!("/api/games/{id}/join");
    let body = Some(Person::invitation_to(&id));
    let (status, error): (StatusCode, ApiError) = program.json(Method::POST, &path, body).await;
    assert_eq!(
        (status, error.code),
        (StatusCode::FORBIDDEN, ErrorCode::RatedNotPossible)
    );
    // Renaming by token would mark the waiting player as a program.
    let id = owner.create(rated()).await.snapshot.id;
    let path = format!("/api/games/{id}/name");
    let body = Some(json!({ "name": "Bot" }));
    let (status, error): (StatusCode, ApiError) = program.json(Method::POST, &path, body).await;
    assert_eq!(
        (status, error.code),
        (StatusCode::FORBIDDEN, ErrorCode::RatedNotPossible)
    );
}

#[tokio::test]
async fn a_token_makes_no_moves_in_a_rated_game_of_its_player() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, rated()).await;
    let body = Some(json!({ "name": "bot", "scopes": [Scope::Play, Scope::Read] }));
    let (_, made): (_, NewToken) = first.json(Method::POST, "/api/tokens", body).await;
    let mut program = server.somebody();
    program.token = Some(made.secret);
    let (mut bot, _b) = (program.sit(&id).await, second.sit(&id).await);
    bot.move_with("m", 0, "5d5c").await;
    assert_eq!(bot.refused("m").await.code, ErrorCode::RatedNotPossible);
    first.sit(&id).await.play(0, "5d5c").await;
}

#[tokio::test]
async fn moves_of_a_rated_game_are_not_taken_back() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, rated()).await;
    let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    let offer = ClientMessage::Offer {
        game: id.clone(),
        id: "o".into(),
        offer: OfferKind::Takeback,
    };
    a.send(&offer).await;
    let refused = a.refused("o").await;
    assert_eq!(refused.code, ErrorCode::OfferNotPossible);
    assert!(refused.message.contains("rated"), "{}", refused.message);
    let snapshot = server.somebody().show(&id).await.snapshot;
    assert_eq!((snapshot.moves.len(), snapshot.seq), (1, refused.seq));
}

#[tokio::test]
async fn a_name_given_while_waiting_leaves_the_rating() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let id = maker.create(rated()).await.snapshot.id;
    let path = format!("/api/games/{id}/name");
    let body = Some(json!({ "name": "Ann" }));
    let (status, _): (StatusCode, Value) = maker.json(Method::POST, &path, body).await;
    assert_eq!(status, StatusCode::OK);
    let player = maker.show(&id).await.snapshot.players.first;
    let player = player.expect("seated");
    assert_eq!((&*player.name, player.rating), ("Ann", Some(NEW)));
}

/// Any copy may run the projection.
#[tokio::test]
async fn players_on_two_copies_see_the_change() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let one = copy(&database, &nats).await;
    let two = copy(&database, &nats).await;
    let (mut first, second, id) = pair(&one, rated()).await;
    let mut second = second.at(two.address);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watcher = two.somebody().sit(&id).await;
    first_moves(&mut a, &mut b).await;
    resign(&mut b, &id).await;
    for socket in [&mut a, &mut b, &mut watcher] {
        assert_won(changes(socket).await, Some(Side::First));
    }
    assert_eq!(own(&mut first).await.map(|it| it.rating), Some(1662));
    assert_eq!(own(&mut second).await.map(|it| it.rating), Some(1338));
}
