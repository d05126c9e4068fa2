//! The list of games being played.

use komadai_protocol::{
    ClientMessage, ClockSettings, Entries, GameKey, GamePage, List, ListKind, LiveGame,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Person, Running, pair};
use crate::lists::{Page, ids};
use crate::slots::Shares;
use crate::socket::Socket;

async fn follow(person: &Person) -> Page {
    Page::follow(person, ListKind::LiveGames).await
}

/// Waits until the list is as wanted.
async fn until(page: &mut Page, is_it: impl Fn(&Entries<LiveGame>) -> bool) -> Entries<LiveGame> {
    loop {
        let list = match page.list.take() {
            Some(list) => list,
            None => page.next().await,
        };
        page.list = Some(list.clone());
        let List::LiveGames(list) = list else {
            panic!("{list:?}")
        };
        if is_it(&list) {
            return list;
        }
        page.next().await;
    }
}

async fn shows(page: &mut Page, games: &[&GameKey]) {
    let mut wanted: Vec<_> = games.iter().map(|game| (*game).clone()).collect();
    wanted.sort();
    until(page, |list| {
        let mut listed = ids(&List::LiveGames(list.clone()));
        listed.sort();
        listed == wanted && list.total as usize == wanted.len()
    })
    .await;
}

fn settings(more: Value) -> Value {
    let mut settings = json!({ "clock": { "kind": "sudden", "main_ms": 600_000 } });
    let more = more.as_object().expect("fields").clone();
    settings.as_object_mut().expect("fields").extend(more);
    settings
}

/// A game joined from the lobby.
async fn open_game(maker: &mut Person, joiner: &mut Person, more: Value) -> GameKey {
    let mut settings = settings(more);
    settings["open"] = json!(true);
    let id = maker.create(settings).await.snapshot.id;
    join(joiner, &id).await;
    id
}

async fn join(person: &mut Person, id: &GameKey) {
    let path = format!("/api/games/{id}/join");
    let body = Some(json!({ "name": "Bob" }));
    let (status, _): (_, GamePage) = person.json(Method::POST, &path, body).await;
    assert_eq!(status, StatusCode::OK);
}

async fn resign(socket: &mut Socket, id: &GameKey) {
    let (game, id) = (id.clone(), "resign".to_owned());
    socket.send(&ClientMessage::Resign { game, id }).await;
    socket.accepted("resign").await;
}

#[tokio::test]
async fn a_game_from_the_lobby_is_listed_while_it_is_played() {
    let server = Running::start().await;
    let mut page = follow(&server.somebody()).await;
    shows(&mut page, &[]).await;
    let (mut maker, mut joiner) = (server.somebody(), server.somebody());
    let rated = json!({ "rated": true, "name": "Ann", "side": "second" });
    let id = open_game(&mut maker, &mut joiner, rated).await;
    let list = until(&mut page, |list| list.total == 1).await;
    let game = &list.entries[0];
    assert_eq!(game.id, id);
    let names = [&game.players.first, &game.players.second].map(|player| player.name.as_str());
    assert_eq!(names, ["Bob", "Ann"]);
    let rating = game.players.first.rating.map(|rating| rating.rating);
    assert_eq!(rating, Some(1500));
    assert_eq!(game.clock, ClockSettings::Sudden { main_ms: 600_000 });
    assert_eq!(game.watchers, 0);

    let (_second, mut first) = (maker.sit(&id).await, joiner.sit(&id).await);
    let watcher = server.somebody().sit(&id).await;
    until(&mut page, |list| list.entries[0].watchers == 1).await;
    drop(watcher);
    until(&mut page, |list| list.entries[0].watchers == 0).await;
    resign(&mut first, &id).await;
    shows(&mut page, &[]).await;
}

#[tokio::test]
async fn makers_decide_whether_their_game_is_listed() {
    let server = Running::start().await;
    let (mut maker, mut joiner) = (server.somebody(), server.somebody());
    let open = open_game(&mut maker, &mut joiner, json!({})).await;
    open_game(&mut maker, &mut joiner, json!({ "listed": false })).await;
    pair(&server, settings(json!({}))).await;
    let (_, _, invited) = pair(&server, settings(json!({ "listed": true }))).await;
    let waiting = settings(json!({ "listed": true }));
    maker.create(waiting).await;
    assert!(joiner.show(&invited).await.snapshot.settings.listed);
    let mut page = follow(&server.somebody()).await;
    shows(&mut page, &[&open, &invited]).await;
}

#[tokio::test]
async fn games_of_all_copies_are_listed_also_after_one_died() {
    let Some((shares, one, two)) = Shares::of_two_children().await else {
        return;
    };
    let (mut maker, mut joiner) = (Person::new(two.address), Person::new(two.address));
    let mut pages = [
        follow(&Person::new(one.address)).await,
        follow(&maker).await,
    ];
    let wanted = || settings(json!({ "listed": true }));
    let first = shares.game_at(0, &mut maker, wanted()).await;
    let second = shares.game_at(1, &mut maker, wanted()).await;
    joiner.join(&first).await;
    joiner.join(&second).await;
    let mut at_second = joiner.sit(&second).await;
    for page in &mut pages {
        shows(page, &[&first, &second]).await;
    }
    let [_, mut page] = pages;
    one.kill().await;
    resign(&mut at_second, &second).await;
    shows(&mut page, &[&first]).await;
    let mut late = follow(&maker).await;
    shows(&mut late, &[&first]).await;
    two.kill().await;
}
