//! Subscriptions of connections to their player's games.

use std::collections::BTreeMap;
use std::time::Duration;

use komadai_protocol::{
    ClientMessage, ErrorCode, GameKey, GameNews, GameSummary, NewToken, OfferKind, PlayerGames,
    PlayerNews, Scope, ServerMessage, Status, Topic,
};
use komadai_rules::Side;
use reqwest::Method;
use serde_json::json;

use crate::common::{Child, Person, Running, pair};
use crate::copies::{copy, shared};
use crate::socket::Socket;
use crate::topics::is_written_once;

pub(crate) async fn id_of(person: &mut Person, game: &GameKey, side: Side) -> String {
    let players = person.show(game).await.snapshot.players;
    players.get(side).as_ref().expect("seated").id.clone()
}

async fn follow(socket: &mut Socket, player: &str, after: Option<u64>) {
    let topic = Topic::Player(player.into());
    socket
        .send(&ClientMessage::Subscribe { topic, after })
        .await;
}

/// A socket subscribed from a position, and the first list.
pub(crate) async fn following(
    person: &Person,
    player: &str,
    after: Option<u64>,
) -> (Socket, PlayerGames) {
    let mut socket = person.greet().await;
    follow(&mut socket, player, after).await;
    let games = games(&mut socket).await;
    assert_eq!(games.player, player);
    (socket, games)
}

async fn games(socket: &mut Socket) -> PlayerGames {
    socket
        .find(|message| match message {
            ServerMessage::PlayerGames(games) => Some(games),
            ServerMessage::Unsubscribed { code, .. } => panic!("{code:?}"),
            _ => None,
        })
        .await
}

async fn news(socket: &mut Socket) -> PlayerNews {
    socket
        .find(|message| match message {
            ServerMessage::PlayerNews(news) => Some(*news),
            ServerMessage::PlayerGames(games) => panic!("{games:?}"),
            _ => None,
        })
        .await
}

/// Asserts the next news. Returns the game.
async fn receives(socket: &mut Socket, what: GameNews, game: &GameKey) -> GameSummary {
    let news = news(socket).await;
    assert_eq!((news.news, &news.game.id), (what, game));
    news.game
}

#[tokio::test]
async fn a_player_receives_each_change_of_a_list() {
    let server = Running::start().await;
    let (mut first, mut second) = (server.somebody(), server.somebody());
    let one = first.create(json!({})).await.snapshot.id;
    let player = id_of(&mut first, &one, Side::First).await;
    let (mut page, answer) = following(&first, &player, None).await;
    assert!(answer.whole);
    let listed: Vec<_> = answer
        .games
        .iter()
        .map(|game| (&game.id, game.status))
        .collect();
    assert_eq!(listed, [(&one, Status::Waiting)]);

    let two = first.create(json!({})).await.snapshot.id;
    let waiting = receives(&mut page, GameNews::Waiting, &two).await;
    assert!(!waiting.your_turn && waiting.players.second.is_none());
    second.join(&two).await;
    let began = receives(&mut page, GameNews::Began, &two).await;
    assert!(began.seq > waiting.seq);
    assert_eq!((began.status, began.your_turn), (Status::Playing, true));
    assert!(began.players.second.is_some());
    let mut last = began.seq;

    let (mut a, mut b) = (first.sit(&two).await, second.sit(&two).await);
    for ply in 0..2 {
        let mover = if ply == 0 { &mut a } else { &mut b };
        mover.play(ply, ["5d5c", "1b1c"][ply as usize]).await;
        let game = receives(&mut page, GameNews::Turn, &two).await;
        assert_eq!((game.ply, game.your_turn), (ply + 1, ply == 1));
        assert!(game.seq > last);
        last = game.seq;
    }
    let offer = |id: &str| ClientMessage::Offer {
        game: two.clone(),
        id: id.into(),
        offer: OfferKind::Takeback,
    };
    a.send(&offer("mine")).await;
    a.accepted("mine").await;
    let decline = ClientMessage::Answer {
        game: two.clone(),
        id: "no".into(),
        offer: OfferKind::Takeback,
        accept: false,
    };
    b.send(&decline).await;
    b.accepted("no").await;
    b.send(&offer("theirs")).await;
    receives(&mut page, GameNews::Offer, &two).await;
    let resign = ClientMessage::Resign {
        game: two.clone(),
        id: "over".into(),
    };
    b.send(&resign).await;
    let over = receives(&mut page, GameNews::Over, &two).await;
    assert_eq!(over.outcome.and_then(|it| it.winner), Some(Side::First));
}

#[tokio::test]
async fn a_rematch_is_one_news() {
    let server = Running::start().await;
    let (mut first, second, id) = pair(&server, json!({})).await;
    let player = id_of(&mut first, &id, Side::First).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let game = id.clone();
    a.send(&ClientMessage::Resign {
        game,
        id: "over".into(),
    })
    .await;
    b.event_of("ended").await;
    let (mut page, answer) = following(&first, &player, None).await;
    assert!(answer.games.is_empty(), "{answer:?}");
    for socket in [&mut a, &mut b] {
        let (game, offer) = (id.clone(), OfferKind::Rematch);
        socket
            .send(&ClientMessage::Offer {
                game,
                id: "again".into(),
                offer,
            })
            .await;
        socket.accepted("again").await;
    }
    let news = news(&mut page).await;
    assert_eq!(
        (news.news, news.game.status),
        (GameNews::Began, Status::Playing)
    );
    assert_ne!(news.game.id, id);
    let seat = news.game.seat;
    assert_eq!(seat, komadai_protocol::Seat::Second);
    // No further news of the rematch.
    let mut other = second.sit(&news.game.id).await;
    other.play(0, "5d5c").await;
    receives(&mut page, GameNews::Turn, &news.game.id).await;
}

#[tokio::test]
async fn nobody_follows_the_games_of_somebody_else() {
    let server = Running::start().await;
    let (mut first, mut second, id) = pair(&server, json!({})).await;
    let player = id_of(&mut first, &id, Side::First).await;
    let other = id_of(&mut second, &id, Side::Second).await;
    let token = async |person: &mut Person, scope: Scope| {
        let body = Some(json!({ "name": scope.name(), "scopes": [scope] }));
        let (_, made): (_, NewToken) = person.json(Method::POST, "/api/tokens", body).await;
        Person {
            token: Some(made.secret),
            ..server.somebody()
        }
    };
    let (plays, reads) = (
        token(&mut first, Scope::Play).await,
        token(&mut first, Scope::Read).await,
    );
    for (who, code) in [
        (&server.somebody(), ErrorCode::NotSignedIn),
        (&second, ErrorCode::NotYourself),
        (&plays, ErrorCode::MissingScope),
    ] {
        let mut socket = who.greet().await;
        follow(&mut socket, &player, Some(0)).await;
        let topic = Topic::Player(player.clone());
        assert_eq!(socket.unsubscribed().await, (topic, Some(code)));
        // The connection stays open, without news.
        let mut mover = first.sit(&id).await;
        mover
            .find(|message| matches!(message, ServerMessage::Presence { .. }).then_some(()))
            .await;
    }
    // Both players get news of the same move, each as their own game.
    let (mut mine, _) = following(&first, &player, None).await;
    let (mut theirs, _) = following(&second, &other, None).await;
    let (mut program, _) = following(&reads, &player, None).await;
    first.sit(&id).await.play(0, "5d5c").await;
    for (socket, whose, your_turn) in [
        (&mut mine, &player, false),
        (&mut program, &player, false),
        (&mut theirs, &other, true),
    ] {
        let news = news(socket).await;
        assert_eq!((&news.player, news.game.your_turn), (whose, your_turn));
    }
}

#[tokio::test]
async fn a_page_that_was_away_gets_what_changed() {
    let server = Running::start().await;
    let (mut first, second, one) = pair(&server, json!({})).await;
    let two = first.create(json!({})).await.snapshot.id;
    let three = first.create(json!({})).await.snapshot.id;
    second.clone().join(&two).await;
    let player = id_of(&mut first, &one, Side::First).await;
    let (page, answer) = following(&first, &player, None).await;
    assert_eq!(answer.games.len(), 3);
    drop(page);
    let (mut a, mut b) = (first.sit(&one).await, second.sit(&one).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    let mut c = second.sit(&two).await;
    let game = two.clone();
    c.send(&ClientMessage::Resign {
        game,
        id: "over".into(),
    })
    .await;
    c.event_of("ended").await;

    let (mut page, missed) = following(&first, &player, Some(answer.position)).await;
    assert!(!missed.whole && missed.position > answer.position);
    let changed: Vec<_> = missed
        .games
        .iter()
        .map(|game| (&game.id, game.status, game.ply))
        .collect();
    assert_eq!(
        changed,
        [(&two, Status::Ended, 0), (&one, Status::Playing, 2)]
    );
    a.play(2, "5c5b").await;
    receives(&mut page, GameNews::Turn, &one).await;
    follow(&mut page, &player, Some(missed.position)).await;
    let again = games(&mut page).await;
    let changed: Vec<_> = again
        .games
        .iter()
        .map(|game| (&game.id, game.ply))
        .collect();
    assert_eq!((again.whole, changed), (false, vec![(&one, 3)]));
    assert!(again.position > missed.position);
    // Resubscribing on the same connection: nothing has changed.
    follow(&mut page, &player, Some(again.position)).await;
    let same = games(&mut page).await;
    assert_eq!(
        (same.whole, same.position, same.games),
        (false, again.position, Vec::new())
    );
    // A position beyond the log is invalid.
    follow(&mut page, &player, Some(u64::MAX)).await;
    let whole = games(&mut page).await;
    assert!(whole.whole);
    let ids: Vec<_> = whole.games.iter().map(|game| &game.id).collect();
    assert_eq!(ids, [&one, &three]);
    let topic = Topic::Player(player.clone());
    page.send(&ClientMessage::Unsubscribe {
        topic: topic.clone(),
    })
    .await;
    assert_eq!(page.unsubscribed().await, (topic, None));
    b.play(3, "1a1b").await;
    follow(&mut page, &player, None).await;
    let next = page
        .find(|message| match message {
            ServerMessage::PlayerGames(games) => Some(Ok(games)),
            ServerMessage::PlayerNews(news) => Some(Err(news)),
            _ => None,
        })
        .await;
    assert_eq!(next.expect("no news in between").games[0].ply, 4);
    let position = whole.position;
    let server = server.restart().await;
    let (_, missed) = following(&first.at(server.address), &player, Some(position)).await;
    let ids: Vec<_> = missed.games.iter().map(|game| &game.id).collect();
    assert_eq!((missed.whole, ids), (false, vec![&one]));
}

#[tokio::test]
async fn news_is_written_once_for_all_pages_of_a_player() {
    const PAGES: usize = 50;
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let (mut first, second, id) = pair(&server, json!({})).await;
    let player = id_of(&mut first, &id, Side::First).await;
    let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
    let mut pages = Vec::new();
    for _ in 0..PAGES {
        pages.push(following(&first, &player, None).await.0);
    }
    is_written_once(&server, PAGES, async || {
        a.play(0, "5d5c").await;
        for page in &mut pages {
            receives(page, GameNews::Turn, &id).await;
        }
    })
    .await;
}

/// Plays games while pages come and go. The pages together see each move.
#[tokio::test]
async fn pages_that_come_and_go_during_play_miss_nothing() {
    const GAMES: usize = 6;
    let server = Running::start().await;
    let (mut first, mut second, one) = pair(&server, json!({})).await;
    let player = id_of(&mut first, &one, Side::First).await;
    let mut all = vec![one];
    for _ in 1..GAMES {
        let id = first.create(json!({})).await.snapshot.id;
        second.join(&id).await;
        all.push(id);
    }
    let playing = {
        let (first, second, all) = (first.clone(), second.clone(), all.clone());
        tokio::spawn(async move {
            let (mut a, mut b) = (first.sit(&all[0]).await, second.sit(&all[0]).await);
            for id in &all[1..] {
                a.subscribe(id, None).await;
                b.subscribe(id, None).await;
            }
            for (ply, text) in ["5d5c", "1b1c", "5e5d", "1a1b"].into_iter().enumerate() {
                for id in &all {
                    let mover = if ply % 2 == 0 { &mut a } else { &mut b };
                    mover.game = id.clone();
                    mover.play(ply as u32, text).await;
                }
                // A socket may send ten messages a second.
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        })
    };
    let mut known = BTreeMap::new();
    let mut position = None;
    while known.values().any(|&ply| ply < 4) || known.len() < GAMES {
        let (mut socket, answer) = following(&first, &player, position).await;
        assert!(position <= Some(answer.position));
        position = Some(answer.position);
        for game in answer.games {
            known.insert(game.id, game.ply);
        }
        for _ in 0..3 {
            if known.values().all(|&ply| ply == 4) {
                break;
            }
            let game = news(&mut socket).await.game;
            // The answer may have overtaken it.
            let ply = known.entry(game.id.clone()).or_insert(game.ply);
            *ply = game.ply.max(*ply);
        }
    }
    playing.await.expect("played");
}

#[tokio::test]
async fn a_player_receives_news_of_games_whose_referee_is_on_another_copy() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let one = copy(&database, &nats).await;
    let child = Child::copy(&database, &nats).await;
    let (mut first, second, id) = pair(&one, json!({})).await;
    let player = id_of(&mut first, &id, Side::First).await;
    let elsewhere = first.at(child.address);
    let (mut page, answer) = following(&elsewhere, &player, None).await;
    assert_eq!(answer.games.len(), 1);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    receives(&mut page, GameNews::Turn, &id).await;
    let made = first.create(json!({})).await.snapshot.id;
    receives(&mut page, GameNews::Waiting, &made).await;
    b.play(1, "1b1c").await;
    let game = receives(&mut page, GameNews::Turn, &id).await;
    assert!(game.your_turn);
    // Positions are global, so the page resumes on another copy.
    child.kill().await;
    a.play(2, "5c5b").await;
    let (mut page, missed) = following(&first, &player, Some(answer.position)).await;
    let changed: Vec<_> = missed
        .games
        .iter()
        .map(|game| (&game.id, game.ply))
        .collect();
    assert_eq!((missed.whole, changed), (false, vec![(&id, 3), (&made, 0)]));
    b.play(3, "1a1b").await;
    receives(&mut page, GameNews::Turn, &id).await;
    one.stop().await;
}
