use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::support::komadai;

struct Server {
    child: Child,
    /// Host and port of the printed address.
    host: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        Self::logging(folder, "off", Stdio::inherit())
    }

    fn logging(folder: &Path, filter: &str, errors: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
            .args(["serve", "--bind", "127.0.0.1:0", "--database"])
            .arg(folder.join("games.db"))
            .env("RUST_LOG", filter)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("the program runs");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it says where it is");
        let (_, host) = line.trim_end().split_once("http://").expect("an address");
        let host = host.into();
        // Keeps the pipe open while the server still writes.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Self { child, host }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let host = &self.host;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn post(&self, path: &str, json: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let (host, length) = (&self.host, json.len());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{json}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn end(mut self, signal: &str) -> bool {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args([signal, &pid])
            .status()
            .expect("kill runs");
        sent.success() && self.child.wait().expect("it ends").success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_runs_until_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let folder = TempDir::new().expect("a folder");
        let server = Server::start(folder.path());
        assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
        assert!(server.end(signal), "{signal}");
        assert!(folder.path().join("games.db").exists());
    }
}

#[test]
fn a_database_is_copied_while_the_server_runs_and_restored_elsewhere() {
    let folder = TempDir::new().expect("a folder");
    let [games, copy, other] = ["games.db", "copy.db", "other.db"]
        .map(|name| folder.path().join(name).display().to_string());
    let server = Server::start(folder.path());
    let made = server.post("/api/games", r#"{"game":"minishogi","side":"first"}"#);
    assert!(made.starts_with("HTTP/1.1 201 "), "{made}");
    let said = "games 1 events 2 players 1\n";
    assert_eq!(komadai(&["backup", "--database", &games, &copy]).ok(), said);
    assert_eq!(
        komadai(&["restore", "--database", &other, &copy]).ok(),
        said
    );
    let over = komadai(&["restore", "--database", &games, &copy]).refused();
    assert!(over.contains("move it away first"), "{over}");
    assert!(server.end("-TERM"));
}

#[test]
fn lists_are_rebuilt_after_the_server_has_stopped() {
    let folder = TempDir::new().expect("a folder");
    let games = folder.path().join("games.db").display().to_string();
    let rebuild = ["rebuild", "--database", &games];
    let missing = komadai(&rebuild).refused();
    assert!(missing.contains("there is no database"), "{missing}");
    let server = Server::start(folder.path());
    let made = server.post("/api/games", r#"{"game":"minishogi","side":"first"}"#);
    assert!(made.starts_with("HTTP/1.1 201 "), "{made}");
    let run = komadai(&rebuild);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("in use"), "{}", run.stderr);
    assert!(server.end("-TERM"));
    assert_eq!(komadai(&rebuild).ok(), "position 2\n");
}

#[test]
fn rebuilt_lists_leave_out_an_unreadable_event() {
    let folder = TempDir::new().expect("a folder");
    let games = folder.path().join("games.db");
    let server = Server::start(folder.path());
    for _ in 0..2 {
        let made = server.post("/api/games", r#"{"game":"minishogi","side":"first"}"#);
        assert!(made.starts_with("HTTP/1.1 201 "), "{made}");
    }
    assert!(server.end("-TERM"));
    let mut bytes = std::fs::read(&games).expect("read");
    let kind = b"\"kind\":\"joined\"";
    let at = bytes.windows(kind.len()).position(|it| it == kind);
    bytes[at.expect("an event") + 8] = b'J';
    std::fs::write(&games, bytes).expect("written");
    let games = games.display().to_string();
    let run = komadai(&["rebuild", "--database", &games]);
    assert_eq!((run.status, run.stdout.as_str()), (0, "position 4\n"));
    let named = run.stderr.matches("is left out of views: ").count();
    assert_eq!(named, 1, "{}", run.stderr);
}

#[test]
fn a_port_in_use_is_reported_with_advice() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let database = folder.path().join("other.db");
    let database = database.to_str().expect("UTF-8");
    let run = komadai(&["serve", "--bind", &server.host, "--database", database]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("already in use") && run.stderr.contains("--bind"));
    assert!(!Path::new(database).exists());
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.db");
    let content = "this is no database, and long enough to look like the header of one".repeat(40);
    std::fs::write(&path, &content).expect("written");
    let run = komadai(&[
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--database",
        path.to_str().expect("UTF-8"),
    ]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("games.db"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&path).expect("still text"), content);
}

/// Regression: with the log on a full disk every task that logged ended, including the one that writes
/// the database.
#[cfg(target_os = "linux")]
#[test]
fn a_log_on_a_full_disk_does_not_stop_the_server() {
    let folder = TempDir::new().expect("a folder");
    let full = std::fs::File::options().write(true).open("/dev/full");
    let server = Server::logging(folder.path(), "info", full.expect("it opens").into());
    let made = server.post("/api/games", r#"{"game":"shogi"}"#);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.end("-TERM"));
}

#[test]
fn a_switch_in_the_environment_that_is_neither_yes_nor_no_is_refused() {
    for name in ["LAN", "CLUB", "RATE_ONE_NETWORK", "TRUST_PROXY"] {
        let name = format!("KOMADAI_{name}");
        let run = Command::new(env!("CARGO_BIN_EXE_komadai"))
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--database",
                "/dev/null/none",
            ])
            .env(&name, "perhaps")
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains("perhaps"), "{name}: {said}");
    }
}
