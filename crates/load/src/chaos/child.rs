//! Server under test: start, stop, kill, pause, full disk.

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

/// Shell command that ignores SIGXFSZ and runs the program, so that a write beyond the limit fails as on a full disk.
const IGNORE_FULL: &str = "trap '' XFSZ; exec \"$@\"";
/// File size limit of a full disk, in bytes: no file can grow.
const FULL: u64 = 1;

pub(super) struct Child {
    program: PathBuf,
    database: PathBuf,
    /// Address of NATS, if there are several servers.
    bus: Option<String>,
    log: PathBuf,
    number: usize,
    /// Debian's libfaketime, if installed.
    faketime: Option<PathBuf>,
    /// Offset of the host's clock into the past, seconds.
    pub(super) back_s: u64,
    /// Listening address; port 0 before the first start.
    bind: String,
    process: Option<ServerProcess>,
    starved: Arc<Starved>,
}

impl Child {
    pub(super) fn alone(program: &Path, database: &Path, starved: Arc<Starved>) -> Self {
        let log = database.with_extension("log");
        Self::new(program, database, log, starved)
    }

    /// One of several servers, with its log beside `place`.
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

    pub(super) fn can_set_clock(&self) -> bool {
        self.faketime.is_some()
    }

    /// Starts the server, always at the same address, and returns the URL.
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

    pub(super) async fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.stop().await;
        }
    }

    pub(super) fn pause(&self, paused: bool) {
        if let Some(process) = &self.process {
            let what = if paused { Signal::STOP } else { Signal::CONT };
            signal(process.pid, what);
        }
    }

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
