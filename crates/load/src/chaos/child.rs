//! The server under test: the program itself, started, stopped, killed and kept from writing.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use tokio::process::Command;

use super::services::Services;
use super::starved::Starved;
use crate::fail::LoadError;
use crate::server_process::{ServerProcess, Signal, signal};

/// Ignores the signal that comes with a write beyond the limit, then runs the program: the write fails instead, as on
/// a full disk.
const IGNORE_FULL: &str = "trap '' XFSZ; exec \"$@\"";
/// Bytes that a file may have on a full disk: none grows.
const FULL: u64 = 1;

/// The server, running or not.
pub(super) struct Child {
    program: PathBuf,
    database: PathBuf,
    /// The address of NATS, for one of several servers.
    bus: Option<String>,
    /// Where it writes what it has to say.
    log: PathBuf,
    /// Which of the servers it is.
    number: usize,
    /// Debian's libfaketime, where it is installed.
    faketime: Option<PathBuf>,
    /// How far the clock of the host is set back, seconds.
    pub(super) back_s: u64,
    /// Where it listens, once it has.
    bind: String,
    process: Option<ServerProcess>,
    starved: Arc<Starved>,
}

impl Child {
    /// A server alone, on a file.
    pub(super) fn alone(program: &Path, database: &Path, starved: Arc<Starved>) -> Self {
        let log = database.with_extension("log");
        Self::new(program, database, log, starved)
    }

    /// One of several servers; logs are beside `place`.
    pub(super) fn copy(
        program: &Path,
        services: &Services,
        place: &Path,
        number: usize,
        starved: Arc<Starved>,
    ) -> Self {
        let log = place.with_extension(format!("{number}.log"));
        Self {
            bus: Some(services.bus.clone()),
            number,
            ..Self::new(program, &services.database, log, starved)
        }
    }

    fn new(program: &Path, database: &Path, log: PathBuf, starved: Arc<Starved>) -> Self {
        Self {
            program: program.to_owned(),
            database: database.to_owned(),
            bus: None,
            log,
            number: 0,
            faketime: faketime(),
            back_s: 0,
            bind: "127.0.0.1:0".into(),
            process: None,
            starved,
        }
    }

    /// Whether the clock of its host can be set.
    pub(super) fn can_set_clock(&self) -> bool {
        self.faketime.is_some()
    }

    /// Starts it, always at the same address. Returns the address.
    pub(super) async fn start(&mut self) -> Result<String, LoadError> {
        let mut command = Command::new("sh");
        command.args(["-c", IGNORE_FULL, "sh"]).arg(&self.program);
        if let (Some(library), 1..) = (&self.faketime, self.back_s) {
            command
                .env("LD_PRELOAD", library)
                .env("FAKETIME", format!("-{}s", self.back_s))
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(&self.log)?;
        command.stderr(Stdio::from(log));
        let bus = self.bus.as_deref();
        let process = ServerProcess::launch(command, &self.database, &self.bind, bus).await?;
        let url = process.url.clone();
        self.bind = url.trim_start_matches("http://").to_owned();
        if let Some(watched) = self.starved.servers.get(self.number) {
            watched.store(process.pid, Ordering::Relaxed);
        }
        self.process = Some(process);
        Ok(url)
    }

    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    pub(super) async fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill().await;
        }
    }

    /// Asks it to end, and waits.
    pub(super) async fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.stop().await;
        }
    }

    /// Stops the process in its tracks, or lets it go on.
    pub(super) fn pause(&self, paused: bool) {
        if let Some(process) = &self.process {
            let what = if paused { Signal::STOP } else { Signal::CONT };
            signal(process.pid, what);
        }
    }

    /// Fills its disk, or makes room again.
    pub(super) fn fill_disk(&self, full: bool) -> Result<(), LoadError> {
        let Some(process) = &self.process else {
            return Ok(());
        };
        let pid = i32::try_from(process.pid).ok().and_then(Pid::from_raw);
        let limit = Rlimit {
            current: full.then_some(FULL),
            maximum: getrlimit(Resource::Fsize).maximum,
        };
        prlimit(pid, Resource::Fsize, limit).map_err(std::io::Error::from)?;
        Ok(())
    }

    /// The last lines of what it logged.
    pub(super) fn log_tail(&self) -> String {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let from = log.len().saturating_sub(2000);
        String::from_utf8_lossy(&log[from..]).into_owned()
    }
}

fn faketime() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?;
    let library = |folder: std::fs::DirEntry| folder.path().join("faketime/libfaketimeMT.so.1");
    folders.flatten().map(library).find(|path| path.exists())
}
