//! Every log line that a client can cause, caused as often as the limits allow, from one address.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use komadai_protocol::GameKey;
use komadai_server::ServeArgs;
use reqwest::Method;
use serde_json::json;
use sqlx::{ConnectOptions, Connection};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::common::{PATIENCE, Person};

/// Length of each flood. The documented bound is for 10 s.
const FLOOD: Duration = Duration::from_secs(2);
/// Bound of the log for each flood: 100 kB in 10 s.
const MAX_BYTES: u64 = 20_000;
/// Bound for games: the limits allow a minute's games at once.
const MAX_BYTES_OF_GAMES: u64 = 100_000;
const DATABASE: &str = "KOMADAI_TEST_LOGGED_DATABASE";

/// Not a test: a server with default limits that logs to standard error.
#[tokio::test]
#[ignore = "the process that the test starts"]
async fn logged_server() {
    let Some(database) = std::env::var_os(DATABASE) else {
        return;
    };
    let args = ServeArgs {
        bind: ([127, 0, 0, 1], 0).into(),
        database: Some(database.into()),
        ..ServeArgs::default()
    };
    let serving = komadai_server::serve(args, std::future::pending());
    serving.await.expect("it runs");
}

struct Logged {
    address: SocketAddr,
    database: PathBuf,
    log: PathBuf,
    _process: tokio::process::Child,
    _folder: tempfile::TempDir,
}

impl Logged {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, log) = (folder.path().join("komadai.db"), folder.path().join("log"));
        let words = [
            "--exact",
            "log_flood::logged_server",
            "--ignored",
            "--nocapture",
        ];
        let mut process = tokio::process::Command::new(std::env::current_exe().expect("this"))
            .args(words)
            .env(DATABASE, &database)
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(File::create(&log).expect("created"))
            .kill_on_drop(true)
            .spawn()
            .expect("started");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let address = async {
            while let Some(line) = lines.next_line().await.expect("readable") {
                if let Some((_, address)) = line.split_once("open http://") {
                    return address.parse().expect("an address");
                }
            }
            panic!("it says no address");
        };
        let address = tokio::time::timeout(PATIENCE, address).await;
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self {
            address: address.expect("it starts"),
            database,
            log,
            _process: process,
            _folder: folder,
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.log).expect("a log")).into_owned()
    }

    /// Runs a flood and asserts the bound. Returns the log.
    async fn flooded(&self, what: &str, max: u64, flood: impl Future<Output = ()>) -> String {
        let before = self.text().len();
        flood.await;
        let log = self.text().split_off(before);
        assert!(
            (log.len() as u64) < max,
            "{what}: {} bytes\n{:.2000}",
            log.len(),
            log
        );
        log
    }
}

/// Sends requests in turn over eight connections, reopened when closed.
async fn send_again_and_again(address: SocketAddr, requests: &[Vec<u8>]) {
    let one = |n: usize| {
        let requests = requests.to_vec();
        async move {
            let mut round = n;
            loop {
                let Ok(mut stream) = TcpStream::connect(address).await else {
                    continue;
                };
                let mut answer = [0; 4096];
                loop {
                    let request = &requests[round % requests.len()];
                    round += 1;
                    let sent = stream.write_all(request).await;
                    let read = stream.read(&mut answer).await;
                    if sent.is_err() || !matches!(read, Ok(1..)) {
                        break;
                    }
                }
            }
        }
    };
    let all = futures_util::future::join_all((0..8).map(one));
    let _ = tokio::time::timeout(FLOOD, all).await;
}

fn get(path: &str, host: &str, more: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{more}\r\n").into_bytes()
}

/// Creates, joins and resigns games until the limits stop it.
async fn play(address: SocketAddr) -> Option<(Person, GameKey)> {
    let (mut first, mut second) = (Person::new(address), Person::new(address));
    let mut last = None;
    let playing = async {
        loop {
            let body = json!({ "game": "minishogi", "side": "first", "clock": { "kind": "none" } });
            let request = first.request(Method::POST, "/api/games").json(&body);
            let response = first.send(request).await;
            let Ok(page) = response.json::<komadai_protocol::GamePage>().await else {
                if last.is_some() {
                    return;
                }
                // Earlier floods have used up the rate.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let id = page.snapshot.id;
            let invitation = page.invitation.expect("for the maker");
            let secret = invitation.split_once('#').expect("a secret").1;
            let join = second.request(Method::POST, &format!("/api/games/{id}/join"));
            second
                .send(join.json(&json!({ "invitation": secret })))
                .await;
            let mut socket = first.sit(&id).await;
            let resign = json!({ "type": "resign", "game": id, "id": "r" });
            socket.send_text(&resign.to_string()).await;
            socket.event_of("ended").await;
            last = Some(id);
        }
    };
    let _ = tokio::time::timeout(FLOOD * 3, playing).await;
    last.map(|id| (first, id))
}

async fn change(database: &Path, sql: &'static str, game: Option<&GameKey>) {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(database)
        .busy_timeout(PATIENCE);
    let mut connection = options.connect().await.expect("connected");
    let query = sqlx::query(sql);
    let query = match game {
        Some(game) => query.bind(game.as_str()),
        None => query,
    };
    query.execute(&mut connection).await.expect("changed");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn no_stranger_fills_the_log() {
    let server = Logged::start().await;
    let address = server.address;
    let ours = address.to_string();
    let flood = async |what: &str, requests: Vec<Vec<u8>>| {
        let flood = send_again_and_again(address, &requests);
        server.flooded(what, MAX_BYTES, flood).await
    };

    let long = "a".repeat(28_000);
    let hosts = (0..50).map(|n| get("/", &format!("{n}.{long}.example"), ""));
    let log = flood("long hosts", hosts.collect()).await;
    assert_eq!(log.matches("http.foreign-host").count(), 1, "{log}");
    let paths = ["/", "/api/me", "/ws", "/pictures/shogi.png", "/g/x"];
    let hosts = paths.iter().map(|path| get(path, "rebound.example", ""));
    let log = flood("short hosts", hosts.collect()).await;
    assert_eq!(log, "", "it is the same fault");

    let invalid = [
        get(&format!("/{long}"), &ours, ""),
        get("/api/%00%ff", &ours, "cookie: komadai=a\x7f\r\n"),
        get(
            "/api/me",
            &ours,
            &format!("authorization: Bearer {long}\r\n"),
        ),
        get(
            "/ws",
            &ours,
            "upgrade: websocket\r\nconnection: upgrade\r\n",
        ),
        get(
            "/",
            &ours,
            &format!("accept-language: {long}\r\nuser-agent: {long}\r\n"),
        ),
        get("/api/me", &ours, &format!("x: {long}{long}{long}\r\n")),
        b"POST /api/games HTTP/1.1\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc".to_vec(),
        b"NONSENSE \xff\r\n\r\n".to_vec(),
    ];
    flood("invalid requests", invalid.to_vec()).await;

    // game.created, game.joined and game.ended.
    let mut played = None;
    tokio::time::sleep(FLOOD).await;
    let playing = async { played = play(address).await };
    let log = server.flooded("games", MAX_BYTES_OF_GAMES, playing).await;
    assert!(log.contains("game.ended"), "{log}");
    let (person, game) = played.expect("a game");

    // game.read, game.load and game.replay failed.
    let damage = "UPDATE events SET payload = '{}' WHERE game = $1 AND seq = 1";
    change(&server.database, damage, Some(&game)).await;
    let cookie = format!("cookie: {}\r\n", person.cookie.expect("signed in"));
    let paths = [format!("/api/games/{game}"), format!("/g/{game}")];
    let damaged = paths.iter().map(|path| get(path, &ours, &cookie)).collect();
    flood("a damaged game", damaged).await;

    // Logged as `http.store failed`.
    let gone = "ALTER TABLE player_games RENAME TO gone";
    change(&server.database, gone, None).await;
    let log = flood("a failing store", vec![get("/api/games", &ours, &cookie)]).await;
    assert!(log.contains("failed"), "{log}");
}
