//! Connections subscribed to many games.

use komadai_protocol::limits::MAX_TOPICS;
use komadai_protocol::{
    ClientMessage, ErrorCode, EventBody, GameKey, ListKind, ServerMessage, Topic,
};
use serde_json::json;

use crate::common::{Person, Running, Socket, pair};

async fn subscribe(socket: &mut Socket, game: &GameKey, after: Option<u32>) -> Vec<u32> {
    socket.subscribe(game, after).await;
    socket
        .find(|message| match message {
            ServerMessage::Game {
                game: of, events, ..
            } if of == *game => Some(events.iter().map(|event| event.seq).collect()),
            _ => None,
        })
        .await
}

async fn moved(socket: &mut Socket) -> (GameKey, u32) {
    loop {
        let event = socket.event().await;
        if let EventBody::Move { .. } = event.body {
            return (event.game, event.seq);
        }
    }
}

#[tokio::test]
async fn one_connection_plays_and_watches_many_games() {
    let server = Running::start().await;
    let (first, second, one) = pair(&server, json!({})).await;
    let (third, _, other) = pair(&server, json!({})).await;
    let (mut a, mut c) = (first.greet().await, third.sit(&other).await);
    subscribe(&mut a, &one, None).await;
    subscribe(&mut a, &other, None).await;
    a.game = one.clone();
    a.play(0, "5d5c").await;
    let seq = c.play(0, "5d5c").await;
    let mut received = [moved(&mut a).await, moved(&mut a).await];
    received.sort();
    let mut expected = [(one.clone(), received[0].1), (other.clone(), seq)];
    expected.sort();
    assert_eq!(
        received.map(|(game, _)| game),
        expected.map(|(game, _)| game)
    );
    a.game = other.clone();
    a.move_with("x", 1, "1b1c").await;
    assert_eq!(a.refused("x").await.code, ErrorCode::NotAPlayer);
    drop(second);
}

#[tokio::test]
async fn each_topic_is_resumed_from_its_own_event() {
    let server = Running::start().await;
    let (first, second, one) = pair(&server, json!({})).await;
    let (_, _, other) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&one).await, second.sit(&one).await);
    let seq = a.play(0, "5d5c").await;
    let last = b.play(1, "1b1c").await;
    let mut again = first.greet().await;
    assert_eq!(subscribe(&mut again, &one, Some(seq)).await, [last]);
    assert_eq!(subscribe(&mut again, &other, Some(1)).await, [2, 3]);
    // Resubscribing sends the snapshot again, and every later event once.
    assert!(subscribe(&mut again, &one, Some(last)).await.is_empty());
    a.play(2, "5c5b").await;
    let next = again.event().await;
    assert_eq!((next.game, next.seq), (one, last + 1));
}

#[tokio::test]
async fn unsubscribing_ends_messages_and_presence() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let topic = Topic::Game(id.clone());
    let message = ClientMessage::Unsubscribe {
        topic: topic.clone(),
    };
    b.send(&message).await;
    assert_eq!(b.unsubscribed().await, (topic.clone(), None));
    a.find(|message| match message {
        ServerMessage::Presence { players, .. } => (!players.second).then_some(()),
        _ => None,
    })
    .await;
    let seq = a.play(0, "5d5c").await;
    // Commands need a subscription; the connection stays open.
    b.move_with("x", 1, "1b1c").await;
    let refused = (topic, Some(ErrorCode::NotSubscribed));
    assert_eq!(b.unsubscribed().await, refused);
    assert_eq!(subscribe(&mut b, &id, Some(seq - 1)).await, [seq]);
    b.play(1, "1b1c").await;
}

#[tokio::test]
async fn a_refused_topic_leaves_the_others() {
    let server = Running::start().await;
    let (first, _, id) = pair(&server, json!({})).await;
    let mut a = first.sit(&id).await;
    let nothing = GameKey::from("nothing");
    a.subscribe(&nothing, None).await;
    let refused = (Topic::Game(nothing), Some(ErrorCode::NoSuchGame));
    assert_eq!(a.unsubscribed().await, refused);
    a.play(0, "5d5c").await;
}

#[tokio::test]
async fn topics_of_a_connection_are_limited() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let mut games = Vec::new();
    for _ in 0..=MAX_TOPICS {
        games.push(maker.create(json!({})).await.snapshot.id);
    }
    let mut socket = server.somebody().greet().await;
    let (last, most) = games.split_last().expect("many");
    for game in most {
        subscribe(&mut socket, game, None).await;
    }
    socket.subscribe(last, None).await;
    let refused = (Topic::Game(last.clone()), Some(ErrorCode::TooManyTopics));
    assert_eq!(socket.unsubscribed().await, refused);
    let topic = Topic::List(ListKind::Lobby);
    let lobby = ClientMessage::Subscribe {
        topic: topic.clone(),
        after: None,
    };
    socket.send(&lobby).await;
    let refused = (topic, Some(ErrorCode::TooManyTopics));
    assert_eq!(socket.unsubscribed().await, refused);
    subscribe(&mut socket, &most[0], None).await;
}

/// Numbers of messages written and sent.
async fn messages(server: &Running) -> [u64; 2] {
    let address = server.metrics.expect("a monitor");
    let url = format!("http://{address}/metrics");
    let text = reqwest::get(url).await.expect("an answer");
    let text = text.text().await.expect("text");
    ["written", "sent"].map(|what| {
        let name = format!("komadai_messages_{what}_total ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        let count = line.and_then(|count| count.trim().parse().ok());
        count.unwrap_or_else(|| panic!("{name} in {text}"))
    })
}

/// Asserts that `happens` sends every socket a message that is serialised once.
pub(crate) async fn is_written_once(server: &Running, sockets: usize, happens: impl AsyncFnOnce()) {
    let [written_before, sent_before] = messages(server).await;
    happens().await;
    let [written, sent] = messages(server).await;
    let (written, sent) = (written - written_before, sent - sent_before);
    assert!(sent >= sockets as u64, "{sent}");
    // Plus acknowledgements, and pings, which differ per connection.
    let others = sent - sockets as u64;
    assert!(written <= others + 5, "{written} texts for {sent} messages");
}

#[tokio::test]
async fn a_move_is_written_once_for_200_watchers() {
    const WATCHERS: usize = 200;
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        watchers.push(Person::new(server.address).sit(&id).await);
    }
    while !matches!(a.next().await, ServerMessage::Presence { watchers, .. } if watchers == WATCHERS as u32)
    {
    }
    is_written_once(&server, WATCHERS, async || {
        a.play(0, "5d5c").await;
        for watcher in &mut watchers {
            watcher.sees(0).await;
        }
    })
    .await;
}
