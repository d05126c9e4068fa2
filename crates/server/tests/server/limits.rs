//! Limits per address: connections, slowness, rates.

use std::net::SocketAddr;
use std::time::Duration;

use komadai_protocol::{
    ApiError, ClientMessage, ErrorCode, GamePage, Me, OfferKind, PROTOCOL_VERSION, ServerMessage,
};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Person, Running, Stopwatch, exchange, pair};

/// Longer than a connection may be silent.
const SILENCE: Duration = Duration::from_secs(25);

/// Sends the beginning of a request and waits until the server closes.
async fn closed_after(address: SocketAddr, beginning: &[u8]) -> bool {
    let mut stream = TcpStream::connect(address).await.expect("connected");
    stream.write_all(beginning).await.expect("sent");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(SILENCE, stream.read_to_end(&mut answer)).await;
    read.is_ok()
}

#[tokio::test]
async fn silent_unfinished_and_idle_connections_are_closed() {
    let server = Running::start().await;
    let finished = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let (silent, unfinished, idle) = tokio::join!(
        closed_after(server.address, b""),
        closed_after(server.address, b"GET / HTTP/1.1\r\nhost: loc"),
        closed_after(server.address, finished),
    );
    assert!(silent && unfinished && idle, "{silent} {unfinished} {idle}");
}

#[tokio::test]
async fn a_socket_that_says_no_hello_is_closed() {
    let server = Running::start().await;
    let (mut silent, watch) = (server.somebody().connect().await, Stopwatch::start());
    assert_eq!(silent.ended().await, ErrorCode::HelloExpected);
    let after_ms = watch.passed_ms();
    assert!((14_000..20_000).contains(&after_ms), "{after_ms} ms");
}

#[tokio::test]
async fn sockets_of_one_player_share_what_the_player_may_send() {
    let server = Running::with(|args| args.messages_per_player = 1).await;
    let (first, second, id) = pair(&server, json!({})).await;
    let mut sending = Vec::new();
    for _ in 0..8 {
        let mut socket = first.connect().await;
        sending.push(Box::pin(async move {
            let protocol = PROTOCOL_VERSION;
            socket.send(&ClientMessage::Hello { protocol }).await;
            for _ in 0..4 {
                let nonce = "invented".into();
                socket.send(&ClientMessage::Pong { nonce }).await;
            }
            socket.ended().await
        }));
    }
    let (ended, ..) = futures_util::future::select_all(sending).await;
    assert_eq!(ended, ErrorCode::TooManyMessages);
    let mut other = second.sit(&id).await;
    let resign = ClientMessage::Resign {
        game: id,
        id: "r".into(),
    };
    other.send(&resign).await;
    other.accepted("r").await;
}

#[tokio::test]
async fn half_heads_of_one_address_block_no_other_address() {
    let server = Running::with(|args| args.connections_per_address = 20).await;
    let mut open = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(server.address).await.expect("connected");
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: loc").await;
        open.push(stream);
    }
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket
        .bind(([127, 0, 0, 2], 0).into())
        .expect("another address of this machine");
    let mut other = socket.connect(server.address).await.expect("connected");
    let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    other.write_all(request).await.expect("sent");
    let mut answer = String::new();
    let read = tokio::time::timeout(Duration::from_secs(10), other.read_to_string(&mut answer));
    read.await.expect("served at once").expect("read");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_head_of_many_kilobytes_is_refused() {
    let server = Running::start().await;
    let head = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n",
        "a".repeat(60_000)
    );
    let mut stream = TcpStream::connect(server.address).await.expect("connected");
    // The server may close before it has read everything.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).await.unwrap_or(0);
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
}

#[tokio::test]
async fn an_address_holds_so_many_connections_and_no_more() {
    let server = Running::with(|args| args.connections_per_address = 3).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(TcpStream::connect(server.address).await.expect("connected"));
    }
    let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    // Refusals are sent, so clients do not hang.
    let refused = exchange_or_closed(server.address, request).await;
    assert!(!refused.starts_with("HTTP/1.1 200"), "{refused}");
    open.pop();
    let mut answer = String::new();
    for _ in 0..50 {
        answer = exchange_or_closed(server.address, request).await;
        if answer.starts_with("HTTP/1.1 200") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// The response, empty if the connection was reset.
async fn exchange_or_closed(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_flood_of_requests_is_refused_with_a_time() {
    let server = Running::with(|args| args.requests_per_second = 5).await;
    let mut person = server.somebody();
    let mut refused = None;
    for _ in 0..500 {
        let response = person.send(person.request(Method::GET, "/api/me")).await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.expect("it is refused in the end");
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .expect("text")
        .parse()
        .expect("seconds");
    assert!((1..=2).contains(&wait), "{wait}");
    // Health checks are not counted.
    let health = person.send(person.request(Method::GET, "/healthz")).await;
    assert_eq!(health.status(), StatusCode::OK);
}

#[tokio::test]
async fn games_beyond_the_limit_are_refused_with_a_time() {
    let server = Running::with(|args| args.new_games_per_minute = 2).await;
    let mut person = server.somebody();
    for _ in 0..2 {
        person.create(json!({})).await;
    }
    let request = person
        .request(Method::POST, "/api/games")
        .json(&json!({ "game": "shogi" }));
    let response = person.send(request).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = response.headers()["retry-after"]
        .to_str()
        .expect("text")
        .parse()
        .expect("seconds");
    assert!((1..=31).contains(&wait), "{wait}");
}

#[tokio::test]
async fn a_player_with_a_hundred_unfinished_games_makes_no_further_one() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let mut last = person.create(json!({})).await.snapshot.id;
    for _ in 1..100 {
        last = person.create(json!({})).await.snapshot.id;
    }
    // Waits for the projection.
    let (_, me): (_, Me) = person.json(Method::GET, "/api/me", None).await;
    assert_eq!(me.unfinished, 100);
    let body = || Some(json!({ "game": "minishogi", "side": "first" }));
    let (status, error): (_, ApiError) = person.json(Method::POST, "/api/games", body()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(error.code, ErrorCode::TooManyGames);
    let (status, _): (_, GamePage) = server
        .somebody()
        .json(Method::POST, "/api/games", body())
        .await;
    assert_eq!(status, StatusCode::CREATED, "others may");

    let mut socket = person.sit(&last).await;
    let (game, id) = (last, "r".to_owned());
    socket.send(&ClientMessage::Resign { game, id }).await;
    socket.accepted("r").await;
    let (_, me): (_, Me) = person.json(Method::GET, "/api/me", None).await;
    assert_eq!(me.unfinished, 99);
    person.create(json!({})).await;
}

#[tokio::test]
async fn a_rematch_counts_as_a_new_game() {
    let server = Running::with(|args| args.new_games_per_minute = 1).await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    b.event_of("ended").await;
    b.send(&ClientMessage::Offer {
        game: id.clone(),
        id: "o".into(),
        offer: OfferKind::Rematch,
    })
    .await;
    b.accepted("o").await;
    a.send(&ClientMessage::Answer {
        game: id,
        id: "y".into(),
        offer: OfferKind::Rematch,
        accept: true,
    })
    .await;
    let refusal = a.refused("y").await;
    assert_eq!(refusal.code, ErrorCode::TooManyRequests);
}

#[tokio::test]
async fn counts_of_watchers_are_published_at_intervals() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watchers = Vec::new();
    for _ in 0..30 {
        watchers.push(Person::new(server.address).sit(&id).await);
    }
    let mut counts = Vec::new();
    while counts.last() != Some(&30) {
        if let ServerMessage::Presence { watchers, .. } = a.next().await {
            counts.push(watchers);
        }
    }
    assert!(counts.len() < 15, "{counts:?}");
}

#[tokio::test]
async fn a_closed_exchange_says_what_was_wrong() {
    let server = Running::start().await;
    let answer = exchange(server.address, b"NONSENSE\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}
