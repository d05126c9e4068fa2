use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::fail::LoadError;

const PATIENCE: Duration = Duration::from_secs(30);
const NATS: &str = "KOMADAI_NATS";
/// Settings of the user's own server, removed from the environment.
const FOREIGN: [&str; 6] = [
    NATS,
    "KOMADAI_METRICS",
    "KOMADAI_LAN",
    "KOMADAI_PUBLIC_URL",
    "KOMADAI_TRUST_PROXY",
    "KOMADAI_LOG_FORMAT",
];

/// `komadai serve` as a child process, with relaxed limits.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) url: String,
    pub(crate) pid: u32,
}

impl ServerProcess {
    /// Starts `program` on a free loopback port.
    pub(crate) async fn start(program: &Path, database: &Path) -> Result<Self, LoadError> {
        Self::launch(Command::new(program), database, "127.0.0.1:0", None).await
    }

    /// Starts a server at `bind`, connected to others over `bus`. `command` must run the program with the arguments
    /// appended to it.
    pub(crate) async fn launch(
        mut command: Command,
        database: &Path,
        bind: &str,
        bus: Option<&str>,
    ) -> Result<Self, LoadError> {
        let failed = |why: String| LoadError::Server(why);
        prepare(&mut command, database, bind, bus);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let output = child.stdout.take();
        let output = output.ok_or_else(|| failed("it has no output".into()))?;
        let mut lines = BufReader::new(output).lines();
        let url = async {
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some(at) = line.find("http://") {
                    let url = line[at..].split_whitespace().next().unwrap_or_default();
                    return Some(url.trim_end_matches('/').to_owned());
                }
            }
            None
        };
        let url = tokio::time::timeout(PATIENCE, url).await.ok().flatten();
        let url = url.ok_or_else(|| failed("it does not say where it listens".into()))?;
        let pid = child.id();
        let pid = pid.ok_or_else(|| failed("it ended at once".into()))?;
        // The pipe must stay open as long as the server writes.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { child, url, pid })
    }

    pub(crate) async fn kill(mut self) {
        // An error means that it has ended.
        let _ = self.child.kill().await;
    }

    /// Sends SIGTERM and waits for the end.
    pub(crate) async fn stop(mut self) {
        signal(self.pid, Signal::TERM);
        if tokio::time::timeout(PATIENCE, self.child.wait())
            .await
            .is_err()
        {
            self.kill().await;
        }
    }
}

fn prepare(command: &mut Command, database: &Path, bind: &str, bus: Option<&str>) {
    command
        .args(["serve", "--bind", bind])
        .args(["--connections-per-address", "1000000"])
        .args(["--requests-per-second", "1000000"])
        .args(["--messages-per-player", "1000000"])
        .args(["--messages-per-address", "1000000"])
        .args(["--new-games-per-minute", "1000000"])
        .arg("--database")
        .arg(database)
        .env("RUST_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    for name in FOREIGN {
        command.env_remove(name);
    }
    if let Some(bus) = bus {
        command.env(NATS, bus);
    }
    // A process group of its own: Ctrl-C in a terminal must not reach the server, whose logs are still needed.
    #[cfg(unix)]
    command.process_group(0);
}

#[cfg(unix)]
pub(crate) use rustix::process::Signal;

#[cfg(not(unix))]
#[expect(clippy::upper_case_acronyms, reason = "the names that signals have")]
pub(crate) enum Signal {
    TERM,
}

#[cfg(unix)]
pub(crate) fn signal(pid: u32, signal: Signal) {
    use rustix::process::{Pid, kill_process};
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // Fails harmlessly if the process has ended.
        let _ = kill_process(pid, signal);
    }
}

#[cfg(not(unix))]
pub(crate) fn signal(_: u32, _: Signal) {}

pub(crate) struct Place {
    _folder: Option<tempfile::TempDir>,
    pub(crate) database: PathBuf,
}

impl Place {
    pub(crate) fn new(database: Option<&Path>) -> Result<Self, LoadError> {
        if let Some(database) = database {
            return Ok(Self {
                _folder: None,
                database: database.to_owned(),
            });
        }
        let folder = tempfile::Builder::new().prefix("komadai-load-").tempdir()?;
        Ok(Self {
            database: folder.path().join("load.db"),
            _folder: Some(folder),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server of a run must not join the user's own bus.
    #[test]
    fn a_server_of_a_run_has_the_bus_of_the_run_or_none() {
        for bus in [None, Some("nats://127.0.0.1:4333")] {
            let mut command = Command::new("komadai");
            prepare(&mut command, Path::new("load.db"), "127.0.0.1:0", bus);
            let mut settings = command.as_std().get_envs();
            let found = settings.find(|(name, _)| *name == NATS);
            let (_, value) = found.expect("set, or taken away");
            assert_eq!(value.and_then(|value| value.to_str()), bus);
        }
    }
}
