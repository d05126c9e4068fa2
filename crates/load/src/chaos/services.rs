//! PostgreSQL and NATS for a run with several servers, by Debian's packages.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::fail::LoadError;

const POSTGRES: &str = include_str!("../../../../scripts/postgres.sh");
const NATS: &str = include_str!("../../../../scripts/nats.sh");
/// How long a start or a stop may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that can be stopped and started again. It ends with this value.
pub(super) struct Service {
    name: &'static str,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    script: Child,
    /// What it says or will say to the last order.
    last: &'static str,
    /// Whether it has.
    is_answered: bool,
}

/// What it says when it runs, …
const READY: &str = "ready";
/// … and when it does not.
const STOPPED: &str = "stopped";

/// PostgreSQL and NATS.
pub(super) struct Services {
    pub(super) postgres: Service,
    pub(super) nats: Service,
    /// The address of the database.
    pub(super) database: PathBuf,
    /// The address of the NATS server.
    pub(super) bus: String,
}

impl Services {
    pub(super) async fn start() -> Result<Self, LoadError> {
        let (folder, postgres, _) = Service::launch("PostgreSQL", POSTGRES).await?;
        let (_, nats, bus) = Service::launch("nats-server", NATS).await?;
        // The database that every new cluster has.
        let database = format!(
            "postgres:///postgres?host={}&user=komadai",
            folder.display()
        );
        Ok(Self {
            postgres,
            nats,
            database: database.into(),
            bus,
        })
    }
}

impl Service {
    /// Runs a script that runs the server in a folder of its own. Returns what the server is reached by.
    async fn launch(
        name: &'static str,
        script: &str,
    ) -> Result<(PathBuf, Self, String), LoadError> {
        let own = tempfile::Builder::new().prefix("komadai-load-").tempdir()?;
        let path = own.path().join("script");
        std::fs::write(&path, script)?;
        // Removed by the script, which outlives this program.
        let folder = tempfile::Builder::new().prefix("komadai-load-").tempdir()?;
        let folder = folder.keep();
        let mut process = Command::new("bash")
            .arg(&path)
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let failed = || {
            LoadError::Server(format!(
                "{name} does not run: install Debian's packages postgresql and nats-server"
            ))
        };
        let input = process.stdin.take().ok_or_else(failed)?;
        let output = process.stdout.take().ok_or_else(failed)?;
        let mut service = Self {
            name,
            input,
            output: BufReader::new(output).lines(),
            script: process,
            last: READY,
            is_answered: true,
        };
        let said = service.said(READY).await.map_err(|_| failed())?;
        Ok((folder, service, said))
    }

    /// The process that the script runs.
    pub(super) fn pid(&self) -> Option<u32> {
        let script = self.script.id()?;
        let children = format!("/proc/{script}/task/{script}/children");
        let children = std::fs::read_to_string(children).ok()?;
        children.split_whitespace().next()?.parse().ok()
    }

    /// Waits until it says that. Returns what follows.
    async fn said(&mut self, word: &str) -> Result<String, LoadError> {
        let line = tokio::time::timeout(PATIENCE, self.output.next_line()).await;
        let line = line.ok().and_then(Result::ok).flatten().unwrap_or_default();
        let rest = line.strip_prefix(word).map(|rest| rest.trim().to_owned());
        rest.ok_or_else(|| LoadError::Server(format!("{} is not {word}: {line:?}", self.name)))
    }

    async fn order(&mut self, order: &str, answer: &'static str) -> Result<(), LoadError> {
        self.last = answer;
        self.is_answered = false;
        self.input.write_all(order.as_bytes()).await?;
        self.said(answer).await?;
        self.is_answered = true;
        Ok(())
    }

    /// Stops it as a fault would.
    pub(super) async fn stop(&mut self) -> Result<(), LoadError> {
        self.order("stop\n", STOPPED).await
    }

    /// Starts it again.
    pub(super) async fn start(&mut self) -> Result<(), LoadError> {
        self.order("start\n", READY).await
    }

    /// Has it run, also if a stop or a start was given up in the middle.
    pub(super) async fn recover(&mut self) -> Result<(), LoadError> {
        if !self.is_answered {
            self.said(self.last).await?;
            self.is_answered = true;
        }
        match self.last {
            STOPPED => self.start().await,
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes the last order instead of carrying it out.
    const SCRIPT: &str = r#"
        cd "$1"
        echo ready
        while read -r order; do
            echo "$order" >order
            case "$order" in
                stop) echo stopped ;;
                start) echo ready ;;
            esac
        done
        cd /
        rm -r "$1"
    "#;

    /// The games of an interrupted run went on without database or bus.
    #[tokio::test]
    async fn what_was_being_stopped_or_started_runs_again() {
        let (folder, mut service, _) = Service::launch("a script", SCRIPT).await.expect("runs");
        let order = || std::fs::read_to_string(folder.join("order")).expect("noted");
        for is_stopped in [false, true] {
            for starts in [false, true] {
                if is_stopped {
                    service.stop().await.expect("stopped");
                }
                let interrupted = async {
                    match starts {
                        true => service.start().await,
                        false => service.stop().await,
                    }
                };
                // Given up as soon as it waits.
                let _ = tokio::time::timeout(Duration::ZERO, interrupted).await;
                service.recover().await.expect("it runs");
                assert_eq!(order(), "start\n", "{is_stopped} {starts}");
                service.recover().await.expect("it runs still");
            }
        }
        service.stop().await.expect("stopped");
        service.recover().await.expect("it runs");
        assert_eq!(order(), "start\n");
    }
}
