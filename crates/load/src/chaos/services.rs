//! PostgreSQL and NATS of a run with several servers, from Debian's packages.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::fail::LoadError;

const POSTGRES: &str = include_str!("../../../../scripts/postgres.sh");
const NATS: &str = include_str!("../../../../scripts/nats.sh");
const PATIENCE: Duration = Duration::from_secs(30);

/// Service that can be stopped and restarted. It ends when dropped.
pub(super) struct Service {
    name: &'static str,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    script: Child,
    /// Expected answer to the last order.
    last: &'static str,
    /// `true` once that answer has come.
    is_answered: bool,
}

/// Line printed by the script when the service runs.
const READY: &str = "ready";
/// Line printed by the script when the service has stopped.
const STOPPED: &str = "stopped";

pub(super) struct Services {
    pub(super) postgres: Service,
    pub(super) nats: Service,
    pub(super) database: PathBuf,
    pub(super) bus: String,
}

impl Services {
    pub(super) async fn start() -> Result<Self, LoadError> {
        let (folder, postgres, _) = Service::launch("PostgreSQL", POSTGRES).await?;
        let (_, nats, bus) = Service::launch("nats-server", NATS).await?;
        // Default database of a new cluster.
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
    /// Runs a script that runs the service in a temporary folder. Returns folder, service and address.
    async fn launch(
        name: &'static str,
        script: &str,
    ) -> Result<(PathBuf, Self, String), LoadError> {
        let own = tempfile::Builder::new().prefix("komadai-load-").tempdir()?;
        let path = own.path().join("script");
        std::fs::write(&path, script)?;
        // The script removes it after this program has ended.
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

    pub(super) fn pid(&self) -> Option<u32> {
        let script = self.script.id()?;
        let children = format!("/proc/{script}/task/{script}/children");
        let children = std::fs::read_to_string(children).ok()?;
        children.split_whitespace().next()?.parse().ok()
    }

    /// Waits for a line that begins with `word`. Returns the rest of the line.
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

    pub(super) async fn stop(&mut self) -> Result<(), LoadError> {
        self.order("stop\n", STOPPED).await
    }

    pub(super) async fn start(&mut self) -> Result<(), LoadError> {
        self.order("start\n", READY).await
    }

    /// Ensures that the service runs, even after an interrupted stop or start.
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

    /// Games of an interrupted run need database and bus.
    #[tokio::test]
    async fn an_interrupted_stop_or_start_ends_with_a_running_service() {
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
