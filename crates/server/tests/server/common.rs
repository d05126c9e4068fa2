//! A running server and its clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use komadai_protocol::{
    ClientMessage, GameEvent, GameKey, GamePage, PROTOCOL_VERSION, Seat, ServerMessage, Snapshot,
};
use komadai_server::{ServeArgs, ServeError, Server};
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_util::task::AbortOnDropHandle;

pub(crate) use crate::socket::{Socket, first_moves};

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn args(database: PathBuf) -> ServeArgs {
    ServeArgs {
        bind: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Some(database),
        new_games_per_minute: 10_000,
        requests_per_second: 10_000,
        messages_per_player: 10_000,
        messages_per_address: 100_000,
        connections_per_address: 100_000,
        ..ServeArgs::default()
    }
}

/// A server inside the test's process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    task: tokio::task::JoinHandle<Result<(), ServeError>>,
    pub(crate) folder: tempfile::TempDir,
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut ServeArgs)) -> Self {
        Self::on(tempfile::tempdir().expect("a folder"), change).await
    }

    pub(crate) async fn on(folder: tempfile::TempDir, change: impl FnOnce(&mut ServeArgs)) -> Self {
        let mut args = args(folder.path().join("komadai.db"));
        change(&mut args);
        let server = Server::start(args).await.expect("the server starts");
        let (stop, stopped) = oneshot::channel::<()>();
        let address = server.address();
        let metrics = server.metrics_address();
        let task = tokio::spawn(server.run(async move {
            let _ = stopped.await;
        }));
        Self {
            address,
            metrics,
            stop,
            task,
            folder,
        }
    }

    pub(crate) async fn stop(self) -> tempfile::TempDir {
        self.stop.send(()).expect("it runs");
        self.task.await.expect("no panic").expect("a clean end");
        self.folder
    }

    pub(crate) async fn restart(self) -> Self {
        Self::on(self.stop().await, |_| {}).await
    }

    pub(crate) fn somebody(&self) -> Person {
        Person::new(self.address)
    }
}

/// A server in a process of its own.
pub(crate) struct Child {
    pub(crate) address: SocketAddr,
    process: tokio::process::Child,
}

pub(crate) async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connected");
    stream.write_all(bytes).await.expect("sent");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    read.expect("it closes").expect("read");
    String::from_utf8_lossy(&answer).into_owned()
}

const DATABASE: &str = "KOMADAI_TEST_DATABASE";
const BUS: &str = "KOMADAI_TEST_BUS";

/// Not a test: the process started by [`Child`].
#[tokio::test]
#[ignore = "the process other tests start"]
async fn child_server() {
    let Some(database) = std::env::var_os(DATABASE) else {
        return;
    };
    let args = ServeArgs {
        nats: std::env::var(BUS).ok(),
        ..args(database.into())
    };
    let server = Server::start(args).await.expect("the server starts");
    println!("\nADDRESS {}", server.address());
    server.run(std::future::pending()).await.expect("it runs");
}

impl Child {
    pub(crate) async fn start(database: &std::path::Path, under: &[&str]) -> Self {
        Self::beside(database, None, under).await
    }

    pub(crate) async fn copy(database: &str, nats: &str) -> Self {
        Self::beside(std::path::Path::new(database), Some(nats), &[]).await
    }

    async fn beside(database: &std::path::Path, nats: Option<&str>, under: &[&str]) -> Self {
        let this = std::env::current_exe().expect("this program");
        let this = this.to_str().expect("UTF-8");
        let words: Vec<&str> = under
            .iter()
            .copied()
            .chain([
                this,
                "--exact",
                "common::child_server",
                "--ignored",
                "--nocapture",
            ])
            .collect();
        let mut process = tokio::process::Command::new(words[0])
            .args(&words[1..])
            .env(DATABASE, database)
            .envs(nats.map(|nats| (BUS, nats)))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{} cannot be started: {error}", words[0]));
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let address = async {
            while let Some(line) = lines.next_line().await.expect("readable") {
                if let Some(address) = line.strip_prefix("ADDRESS ") {
                    return address.parse().expect("an address");
                }
            }
            panic!("the child said no address");
        };
        let address = tokio::time::timeout(PATIENCE, address)
            .await
            .expect("a start");
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { address, process }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id().expect("it runs")
    }

    /// SIGSTOP. Returns once all threads are stopped.
    pub(crate) async fn pause(&self) {
        self.signal("STOP");
        let threads = format!("/proc/{}/task", self.pid());
        let is_stopped = |thread: std::io::Result<std::fs::DirEntry>| {
            let state = std::fs::read_to_string(thread.expect("a thread").path().join("stat"));
            // The state follows the name, which may contain any character.
            let state = state.expect("its state");
            state
                .rsplit(") ")
                .next()
                .is_some_and(|it| it.starts_with('T'))
        };
        while !std::fs::read_dir(&threads)
            .expect("its threads")
            .all(is_stopped)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    pub(crate) fn go_on(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let sent = std::process::Command::new("kill")
            .args([&format!("-{name}"), &self.pid().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    pub(crate) async fn kill(mut self) {
        self.process.kill().await.expect("killed");
    }
}

/// A browser with one identity.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    pub(crate) http: reqwest::Client,
    pub(crate) cookie: Option<String>,
    pub(crate) device: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) token: Option<String>,
}

/// Invitations of all games created by the tests.
static INVITATIONS: Mutex<BTreeMap<GameKey, String>> = Mutex::new(BTreeMap::new());

impl Person {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            http: reqwest::Client::new(),
            cookie: None,
            device: None,
            next: None,
            token: None,
        }
    }

    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            ..self.clone()
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self
            .http
            .request(method, format!("http://{}{path}", self.address));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let cookies = [&self.cookie, &self.device, &self.next]
            .into_iter()
            .flatten();
        let cookies: Vec<_> = cookies.map(String::as_str).collect();
        match cookies.is_empty() {
            false => request.header("cookie", cookies.join("; ")),
            true => request,
        }
    }

    pub(crate) async fn send(&mut self, request: reqwest::RequestBuilder) -> reqwest::Response {
        let response = request.send().await.expect("an answer");
        for cookie in response.headers().get_all("set-cookie") {
            let cookie = cookie.to_str().expect("text");
            let pair = cookie.split(';').next().expect("a pair").to_owned();
            match pair.split_once('=').expect("a name").0 {
                "komadai-device" => self.device = Some(pair),
                "komadai-next" => self.next = Some(pair),
                _ => self.cookie = Some(pair),
            }
        }
        response
    }

    pub(crate) async fn json<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, T) {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = self.send(request).await;
        let status = response.status();
        let text = response.text().await.expect("a body");
        (
            status,
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{status} {e}: {text}")),
        )
    }

    pub(crate) async fn create(&mut self, settings: Value) -> GamePage {
        let mut body = json!({ "game": "minishogi", "side": "first", "clock": { "kind": "none" } });
        for (key, value) in settings.as_object().expect("an object") {
            body[key] = value.clone();
        }
        self.create_exactly(body).await
    }

    pub(crate) async fn create_exactly(&mut self, body: Value) -> GamePage {
        let (status, page): (_, GamePage) = self.json(Method::POST, "/api/games", Some(body)).await;
        assert_eq!(status, StatusCode::CREATED);
        if let Some((_, secret)) = page.invitation.as_ref().and_then(|it| it.split_once('#')) {
            let mut invitations = INVITATIONS.lock().expect("not poisoned");
            invitations.insert(page.snapshot.id.clone(), secret.to_owned());
        }
        page
    }

    pub(crate) fn invitation_to(game: &GameKey) -> Value {
        let invitations = INVITATIONS.lock().expect("not poisoned");
        json!({ "invitation": invitations.get(game) })
    }

    pub(crate) async fn join(&mut self, game: &GameKey) -> GamePage {
        let path = format!("/api/games/{game}/join");
        let body = Self::invitation_to(game);
        let (status, page) = self.json(Method::POST, &path, Some(body)).await;
        assert_eq!(status, StatusCode::OK);
        page
    }

    pub(crate) async fn show(&mut self, game: &GameKey) -> GamePage {
        let (status, page) = self
            .json(Method::GET, &format!("/api/games/{game}"), None)
            .await;
        assert_eq!(status, StatusCode::OK);
        page
    }

    pub(crate) async fn invited(&mut self, game: &GameKey) -> GamePage {
        let shown = Self::invitation_to(game);
        let shown = shown["invitation"].as_str().expect("a game made here");
        let request = self.request(Method::GET, &format!("/api/games/{game}"));
        let response = self.send(request.header("komadai-invitation", shown)).await;
        response.json().await.expect("a page")
    }

    /// Polls until the game is over. Views do not make a flag fall; only the referee's timer does.
    pub(crate) async fn when_over(&mut self, game: &GameKey) -> Snapshot {
        for _ in 0..200 {
            let snapshot = self.show(game).await.snapshot;
            if snapshot.outcome.is_some() {
                return snapshot;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the game goes on");
    }

    /// A socket before the hello.
    pub(crate) async fn connect(&self) -> Socket {
        let mut request = format!("ws://{}/ws", self.address)
            .into_client_request()
            .expect("an address");
        let cookies: Vec<_> = [&self.cookie, &self.next].into_iter().flatten().collect();
        for cookie in cookies {
            let cookie = cookie.parse().expect("a value");
            request.headers_mut().append("cookie", cookie);
        }
        if let Some(token) = &self.token {
            let token = format!("Bearer {token}").parse().expect("a value");
            request.headers_mut().insert("authorization", token);
        }
        let (stream, _) = tokio_tungstenite::connect_async(request)
            .await
            .expect("a socket");
        Socket::new(stream)
    }

    /// A socket subscribed to the game.
    pub(crate) async fn sit(&self, game: &GameKey) -> Socket {
        self.sit_after(game, None).await.0
    }

    pub(crate) async fn sit_after(
        &self,
        game: &GameKey,
        last_seq: Option<u32>,
    ) -> (Socket, Seat, Snapshot, Vec<GameEvent>) {
        let mut socket = self.greet().await;
        socket.game = game.clone();
        socket.subscribe(game, last_seq).await;
        match socket.next().await {
            ServerMessage::Game {
                seat,
                snapshot,
                events,
                ..
            } => (socket, seat, *snapshot, events),
            other => panic!("not let in: {other:?}"),
        }
    }

    /// A socket after the hello.
    pub(crate) async fn greet(&self) -> Socket {
        let mut socket = self.connect().await;
        let protocol = PROTOCOL_VERSION;
        socket.send(&ClientMessage::Hello { protocol }).await;
        match socket.next().await {
            ServerMessage::Welcome { .. } => socket,
            other => panic!("no welcome: {other:?}"),
        }
    }
}

pub(crate) struct Stopwatch {
    begun: Instant,
    ticks: Arc<AtomicU32>,
    _ticking: AbortOnDropHandle<()>,
}

const TICK: Duration = Duration::from_millis(20);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        let ticks = Arc::<AtomicU32>::default();
        let ticking = ticks.clone();
        let ticking = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                ticking.fetch_add(1, Ordering::Relaxed);
            }
        });
        #[expect(clippy::disallowed_methods, reason = "what is measured")]
        let begun = Instant::now();
        Self {
            begun,
            ticks,
            _ticking: AbortOnDropHandle::new(ticking),
        }
    }

    /// Time in which this process ran, without delays of a busy host.
    pub(crate) fn ran(&self) -> Duration {
        TICK * self.ticks.load(Ordering::Relaxed)
    }

    pub(crate) fn passed_ms(&self) -> i64 {
        self.begun
            .elapsed()
            .as_millis()
            .try_into()
            .expect("seconds")
    }
}

pub(crate) async fn pair(server: &Running, settings: Value) -> (Person, Person, GameKey) {
    let (mut first, mut second) = (server.somebody(), server.somebody());
    let id = first.create(settings).await.snapshot.id;
    second.join(&id).await;
    (first, second, id)
}

/// Reads until the consumer of events has come so far.
pub(crate) async fn until<T>(mut read: impl AsyncFnMut() -> T, is_it: impl Fn(&T) -> bool) -> T {
    for _ in 0..200 {
        let found = read().await;
        if is_it(&found) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("lists have not followed")
}
