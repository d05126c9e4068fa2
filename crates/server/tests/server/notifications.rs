use komadai_protocol::ServerMessage;
use komadai_protocol::{ClientMessage, GameKey, Notification, NotificationKind, NotificationList};
use komadai_rules::Side;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Child, Person, Running};
use crate::copies::{copy, shared};
use crate::player_topic::{following, id_of};
use crate::socket::Socket;

async fn notified(socket: &mut Socket, kind: NotificationKind, game: &GameKey) -> Notification {
    let notified = socket
        .find(|message| match message {
            ServerMessage::Notification(notified) => Some(notified.notification),
            _ => None,
        })
        .await;
    assert_eq!((notified.kind, &notified.game.id), (kind, game));
    notified
}

async fn list(person: &mut Person) -> NotificationList {
    let (status, list) = person.json(Method::GET, "/api/notifications", None).await;
    assert_eq!(status, StatusCode::OK);
    list
}

async fn read(person: &mut Person, up_to: u64) {
    let request = person.request(Method::POST, "/api/notifications/read");
    let body = json!({ "up_to": up_to });
    let response = person.send(request.json(&body)).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
}

async fn resigns(person: &Person, game: &GameKey) {
    let mut socket = person.sit(game).await;
    let id = "over".to_owned();
    socket
        .send(&ClientMessage::Resign {
            game: game.clone(),
            id,
        })
        .await;
    socket.accepted("over").await;
}

#[tokio::test]
async fn a_player_is_notified_of_what_happens_elsewhere_and_reads_it_once_for_all_devices() {
    use NotificationKind::{Ended, Joined};
    let server = Running::start().await;
    let (mut first, mut second) = (server.somebody(), server.somebody());
    let game = first.create(json!({})).await.snapshot.id;
    let player = id_of(&mut first, &game, Side::First).await;
    let (mut page, _) = following(&first, &player, None).await;
    assert!(list(&mut first).await.notifications.is_empty());
    second.join(&game).await;
    let joined = notified(&mut page, Joined, &game).await;
    assert!(joined.game.players.second.is_some());
    resigns(&second, &game).await;
    let ended = notified(&mut page, Ended, &game).await;
    assert_eq!(
        ended.game.outcome.and_then(|it| it.winner),
        Some(Side::First)
    );
    assert!(ended.id > joined.id);

    let all = list(&mut first).await;
    let ids: Vec<_> = all.notifications.iter().map(|it| it.id).collect();
    assert_eq!((ids, all.read_up_to), (vec![ended.id, joined.id], 0));
    // The author of an event is not notified, and the read marker is per player.
    assert!(list(&mut second).await.notifications.is_empty());
    read(&mut second, ended.id).await;
    assert_eq!(list(&mut first).await.read_up_to, 0);
    read(&mut first, joined.id).await;
    assert_eq!(list(&mut first).await.read_up_to, joined.id);
    read(&mut first, u64::MAX).await;
    assert_eq!(list(&mut first).await.read_up_to, ended.id);
    assert_eq!(list(&mut second).await.read_up_to, 0);
}

#[tokio::test]
async fn a_player_is_notified_at_each_copy() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let one = copy(&database, &nats).await;
    let child = Child::copy(&database, &nats).await;
    let (mut first, mut second) = (one.somebody(), one.somebody());
    let game = first.create(json!({})).await.snapshot.id;
    let player = id_of(&mut first, &game, Side::First).await;
    let elsewhere = first.at(child.address);
    let (mut here, _) = following(&first, &player, None).await;
    let (mut there, _) = following(&elsewhere, &player, None).await;
    second.join(&game).await;
    for page in [&mut here, &mut there] {
        notified(page, NotificationKind::Joined, &game).await;
    }
    child.kill().await;
    one.stop().await;
}
