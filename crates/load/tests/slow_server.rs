//! Runs against a slow or forgetful server, which the report must show.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use komadai_load::{ClockChoice, LoadPlan, Report};
use komadai_protocol::{
    ClientMessage, ClockSettings, EventBody, GameEvent, GameKey, GamePage, GameSettings, PerSide,
    Reach, Seat, ServerMessage, Snapshot, Status, Topic,
};
use komadai_rules::{AnyPosition, Side, VariantId};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Message;

/// Server with a single game, in which the first cookie plays first.
struct Fake {
    snapshot: Mutex<Snapshot>,
    events: broadcast::Sender<GameEvent>,
    /// Processing time per move, one at a time.
    slowness: Duration,
    /// Changes the moves shown at the end.
    show: fn(&mut Vec<String>),
    busy: tokio::sync::Mutex<()>,
}

impl Fake {
    fn page(&self) -> GamePage {
        let mut snapshot = self.snapshot.lock().expect("no panic").clone();
        (self.show)(&mut snapshot.moves);
        GamePage {
            seat: Seat::Watcher,
            may_join: false,
            link: "x".into(),
            open_until_ms: None,
            invitation: None,
            unrated: None,
            reach: Reach::ThisDevice,
            snapshot,
        }
    }

    async fn serve(self: Arc<Self>, mut stream: TcpStream) {
        loop {
            // Peek at the request line; a WebSocket handshake reads it again.
            let mut head = [0; 2048];
            let read = stream.peek(&mut head).await.unwrap_or(0);
            let text = String::from_utf8_lossy(&head[..read]).into_owned();
            if text.starts_with("GET /ws") {
                return self.socket(stream, text.contains("who=second")).await;
            }
            let Ok(1..) = stream.read(&mut head).await else {
                return;
            };
            let (who, body) = match text.split(' ').nth(1) {
                Some("/healthz") => ("", r#"{"ok":true,"version":"0"}"#.into()),
                Some("/api/games") => ("first", json(&self.page())),
                Some(join) if join.ends_with("/join") => ("second", json(&self.page())),
                _ => ("", json(&self.page())),
            };
            let answer = format!(
                "HTTP/1.1 200 OK\r\nset-cookie: who={who}; HttpOnly\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            if stream.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }

    async fn socket(self: Arc<Self>, stream: TcpStream, second: bool) {
        let mut events = self.events.subscribe();
        let mut socket = tokio_tungstenite::accept_async(stream)
            .await
            .expect("a WebSocket");
        loop {
            let answer = tokio::select! {
                event = events.recv() => ServerMessage::Event(event.expect("not that many")),
                message = socket.next() => {
                    let Some(Ok(Message::Text(text))) = message else { return };
                    match serde_json::from_str(&text).expect("a message") {
                        ClientMessage::Hello { protocol } => ServerMessage::Welcome {
                            protocol,
                            server_time_ms: 0,
                            player: None,
                        },
                        ClientMessage::Subscribe { topic: Topic::Game(game), .. } => {
                            self.whole(game, second)
                        }
                        ClientMessage::Move { game, id, ply, text } => {
                            let seq = self.play(&game, &id, ply, &text).await;
                            ServerMessage::Accepted { game, id, seq }
                        }
                        _ => continue,
                    }
                }
            };
            if socket.send(Message::text(json(&answer))).await.is_err() {
                return;
            }
        }
    }

    fn whole(&self, game: GameKey, second: bool) -> ServerMessage {
        ServerMessage::Game {
            game,
            seat: if second { Seat::Second } else { Seat::First },
            snapshot: Box::new(self.snapshot.lock().expect("no panic").clone()),
            events: Vec::new(),
            premove: None,
        }
    }

    async fn play(&self, game: &GameKey, id: &str, ply: u32, text: &str) -> u32 {
        let _turn = self.busy.lock().await;
        tokio::time::sleep(self.slowness).await;
        let seq = {
            let mut snapshot = self.snapshot.lock().expect("no panic");
            snapshot.moves.push(text.into());
            snapshot.seq += 1;
            snapshot.seq
        };
        let event = GameEvent {
            game: game.clone(),
            seq,
            at_ms: 0,
            player: None,
            body: EventBody::Move {
                ply,
                side: Side::BOTH[(ply % 2) as usize],
                text: text.into(),
                id: id.into(),
                spent_ms: 0,
                lag_ms: 0,
                server_ms: 0,
                premove: false,
                clock: None,
            },
        };
        let _ = self.events.send(event);
        seq
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}

async fn run(slowness_ms: u64, show: fn(&mut Vec<String>)) -> Report {
    let start = AnyPosition::start(VariantId::Shogi).to_string();
    let fake = Arc::new(Fake {
        snapshot: Mutex::new(Snapshot {
            id: "fakefakefakefake".into(),
            seq: 3,
            settings: GameSettings {
                clock: ClockSettings::None,
                ..GameSettings::of(VariantId::Shogi, start.clone())
            },
            status: Status::Playing,
            players: PerSide::default(),
            furigoma: None,
            position: start,
            moves: Vec::new(),
            side: Side::First,
            clock: None,
            offers: Vec::new(),
            outcome: None,
            rematch: None,
            first_move_by_ms: None,
            unrated: None,
            created_at_ms: 0,
        }),
        events: broadcast::channel(64).0,
        slowness: Duration::from_millis(slowness_ms),
        show,
        busy: tokio::sync::Mutex::default(),
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(fake.clone().serve(stream));
        }
    });
    let plan = LoadPlan {
        games: 1,
        seconds: 4,
        every_ms: 250,
        ramp_up_s: 0,
        sources: 1,
        clock: ClockChoice::One(ClockSettings::None),
        url: Some(format!("http://{address}")),
        ..LoadPlan::default()
    };
    let program = std::path::Path::new("not-started");
    let never = std::future::pending();
    komadai_load::run(plan, program, &mut |_| (), never)
        .await
        .expect("a run")
}

#[tokio::test]
async fn moves_that_waited_for_a_slow_server_are_counted_from_their_intended_time() {
    // A move takes twice the interval between moves: after four seconds two are waiting.
    let report = run(500, |_| ()).await;
    let accepted = &report.latency.accepted;
    assert!(accepted.count >= 4, "{report}");
    // A closed loop would measure 500 ms each time.
    assert!(accepted.max_ms > 1_200.0, "{report}");
    assert!(report.latency.send_delay.max_ms > 700.0, "{report}");
    assert!(
        report.errors.is_empty() && report.nothing_lost(),
        "{report}"
    );
}

#[tokio::test]
async fn a_quick_server_is_quick() {
    let report = run(0, |_| ()).await;
    assert!(report.latency.accepted.count >= 8, "{report}");
    assert!(report.latency.accepted.p50_ms < 100.0, "{report}");
    assert!(
        report.errors.is_empty() && report.nothing_lost(),
        "{report}"
    );
}

#[tokio::test]
async fn a_forgetful_server_is_found_out() {
    let forgets = run(0, |moves| drop(moves.pop())).await;
    assert_eq!(forgets.check.faults["move-missing"], 1, "{forgets}");
    assert!(!forgets.nothing_lost());
    let doubles = run(0, |moves| moves.extend(moves.last().cloned())).await;
    assert_eq!(doubles.check.faults["move-doubled"], 1, "{doubles}");
}
