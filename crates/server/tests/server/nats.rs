//! NATS servers for tests: a shared one, or one that a test stops and restarts.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;

const RUNNING: &str = "KOMADAI_TEST_NATS";

/// A shared NATS server, `None` where there is none. Its users need subjects of their own.
pub(crate) fn nats() -> Option<String> {
    static SERVER: OnceLock<Option<String>> = OnceLock::new();
    let running = || Some(running(std::env::var(RUNNING).ok()?));
    let started = || {
        let server = Nats::start()?;
        let address = server.address.clone();
        // Keeps its standard input open until this program ends, which stops it.
        std::mem::forget(server);
        Some(address)
    };
    SERVER.get_or_init(|| running().or_else(started)).clone()
}

/// A configured server must answer, otherwise tests would be skipped silently.
fn running(address: String) -> String {
    let host = address.strip_prefix("nats://").unwrap_or_default();
    let answers = std::net::TcpStream::connect(host).is_ok();
    assert!(answers, "{RUNNING} names no NATS server: {address}");
    address
}

#[test]
#[should_panic(expected = "names no NATS server")]
fn a_nats_server_that_is_named_and_not_there_fails_the_tests() {
    running("nats://127.0.0.1:1".into());
}

pub(crate) struct Nats {
    pub(crate) address: String,
    process: Child,
    input: Option<ChildStdin>,
}

impl Nats {
    /// On a free port; `None` where nats-server is not installed.
    pub(crate) fn start() -> Option<Self> {
        if !is_there() {
            // Visible even if the tests pass.
            let said = writeln!(
                std::io::stderr(),
                "    left out: the tests with NATS, because Debian's nats-server is not there"
            );
            said.expect("said");
            return None;
        }
        Some(Self::on("-1", None))
    }

    pub(crate) fn asking(configuration: &str) -> Option<Self> {
        is_there().then(|| Self::on("-1", Some(configuration)))
    }

    fn on(port: &str, configuration: Option<&str>) -> Self {
        // Removed by the script, which outlives this program.
        let folder = tempfile::tempdir().expect("a folder").keep();
        if let Some(configuration) = configuration {
            std::fs::write(folder.join("nats.conf"), configuration).expect("written");
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/nats.sh");
        let child = Command::new(script)
            .arg(&folder)
            .arg(port)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut process = child.expect("the server starts");
        let mut line = String::new();
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("ready ");
        let address = address.expect("the server says why it does not run");
        Self {
            address: address.to_owned(),
            input: process.stdin.take(),
            process,
        }
    }

    pub(crate) fn stop(mut self) -> String {
        self.input = None;
        self.process.wait().expect("it ends");
        let (_, port) = self.address.rsplit_once(':').expect("a port");
        port.to_owned()
    }

    pub(crate) fn again(port: &str) -> Self {
        Self::on(port, None)
    }
}

fn is_there() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/sbin")]);
    folders
        .into_iter()
        .any(|folder| folder.join("nats-server").exists())
}
