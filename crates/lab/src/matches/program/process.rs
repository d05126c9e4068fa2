use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use komadai_uci::{EngineMessage, EngineMessageError, GuiMessage, Protocol, excerpt};
use komadai_usi::program::Stopwatch;

/// A message of the process and its time of arrival.
pub(super) struct Received {
    pub(super) message: Result<EngineMessage, EngineMessageError>,
    pub(super) at_ms: u64,
}

/// A line of the process and its time of arrival.
struct Line {
    text: String,
    at_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadError {
    Timeout,
    /// The process ended or closed its output.
    Ended,
    Cancelled,
}

/// A running process. Dropping it ends the process: by `quit`, then by a kill.
pub(super) struct EngineProcess {
    protocol: Protocol,
    process: Child,
    /// Set once the process has been waited for.
    exit_status: Option<ExitStatus>,
    /// Kills the engine if this process is killed.
    guard: Option<Child>,
    /// Lines for a writer thread, so that a process that doesn't read can't block the match.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// A line that arrived after the deadline; the next read returns it.
    late_line: Option<Line>,
    /// The last lines of standard error.
    stderr_lines: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: Option<JoinHandle<()>>,
    begun: Stopwatch,
    /// The process does not respond and is killed without `quit`.
    unresponsive: bool,
    /// The first error reported while waiting for a message.
    pub(super) error: Option<String>,
}

/// Greatest length of a line in bytes; longer ones are split.
const MAX_LINE: u64 = 1 << 16;
/// Lines that wait to be read; a process that writes more blocks.
const MAX_WAITING_LINES: usize = 1 << 12;
/// Interval at which a read polls for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Lines of standard error kept for the message after a crash.
const MAX_STDERR_LINES: usize = 3;
/// Milliseconds that a process may take to end after `quit`.
const QUIT_MS: u64 = 500;

impl EngineProcess {
    pub(super) fn start(path: &Path, args: &[String], protocol: Protocol) -> io::Result<Self> {
        let mut command = Command::new(path);
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // In a process group of its own, so that its child processes can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let begun = Stopwatch::start();
        let guard = guard(&process);

        let (input, to_write) = channel::<String>();
        if let Some(mut stdin) = process.stdin.take() {
            thread::spawn(move || {
                for line in to_write {
                    if stdin.write_all(line.as_bytes()).is_err() || stdin.flush().is_err() {
                        break;
                    }
                }
            });
        }
        let (sender, lines) = sync_channel(MAX_WAITING_LINES);
        if let Some(stdout) = process.stdout.take() {
            thread::spawn(move || {
                each_line(stdout, |text| {
                    let at_ms = begun.milliseconds();
                    sender.send(Line { text, at_ms }).is_ok()
                });
            });
        }
        let stderr_lines = Arc::new(Mutex::new(VecDeque::new()));
        let stderr_reader = process.stderr.take().map(|stderr| {
            let lines = Arc::clone(&stderr_lines);
            thread::spawn(move || keep_last_lines(stderr, &lines))
        });
        Ok(EngineProcess {
            protocol,
            process,
            exit_status: None,
            guard,
            input: Some(input),
            lines,
            late_line: None,
            stderr_lines,
            stderr_reader,
            begun,
            unresponsive: false,
            error: None,
        })
    }

    /// Milliseconds since the start, on the clock that stamps the lines.
    pub(super) fn now_ms(&self) -> u64 {
        self.begun.milliseconds()
    }

    /// Sends a message. A broken pipe shows as a missing answer.
    pub(super) fn send(&self, message: &GuiMessage) {
        if let Some(input) = &self.input {
            let _ = input.send(message.to_text(self.protocol) + "\n");
        }
    }

    pub(super) fn discard_lines(&mut self) {
        self.late_line = None;
        while self.lines.try_recv().is_ok() {}
    }

    /// The next message that arrived before `until_ms`. A later one is kept for the next read.
    pub(super) fn next_message(
        &mut self,
        until_ms: u64,
        cancel: &AtomicBool,
    ) -> Result<Received, ReadError> {
        let Line { text, at_ms } = self.next_line(until_ms, cancel)?;
        let message = EngineMessage::parse(&text, self.protocol);
        Ok(Received { message, at_ms })
    }

    fn next_line(&mut self, until_ms: u64, cancel: &AtomicBool) -> Result<Line, ReadError> {
        let mut had_ended = false;
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Err(ReadError::Cancelled);
            }
            let left = until_ms.saturating_sub(self.now_ms());
            let wait = POLL_INTERVAL.min(Duration::from_millis(left));
            let received = match self.late_line.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(wait),
            };
            match received {
                Ok(line) if line.at_ms > until_ms => {
                    self.late_line = Some(line);
                    return Err(ReadError::Timeout);
                }
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left == 0 => return Err(ReadError::Timeout),
                // A child process may hold the output open. The process's own last lines may still be in
                // transit, so poll once more.
                Err(RecvTimeoutError::Timeout) if had_ended => return Err(ReadError::Ended),
                Err(RecvTimeoutError::Timeout) => had_ended = self.has_ended(),
                Err(RecvTimeoutError::Disconnected) => return Err(ReadError::Ended),
            }
        }
    }

    /// Exit status of a process that closed its output, and the last lines of its standard error.
    pub(super) fn exit_diagnostics(&mut self) -> String {
        let mut text = match self.wait(QUIT_MS) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".into(),
        };
        // The last lines may still be in transit.
        for _ in 0..100 {
            let reader = self.stderr_reader.as_ref();
            if reader.is_none_or(JoinHandle::is_finished) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let lines = self.stderr_lines.lock();
        for line in lines.unwrap_or_else(PoisonError::into_inner).iter() {
            text.push_str("; ");
            text.push_str(&excerpt(line, 200));
        }
        text
    }

    pub(super) fn set_unresponsive(&mut self) {
        self.unresponsive = true;
    }

    fn wait(&mut self, max_ms: u64) -> Option<ExitStatus> {
        let from = self.now_ms();
        loop {
            if self.exit_status.is_some() {
                return self.exit_status;
            }
            if self.has_ended() {
                self.kill();
            }
            if self.now_ms() - from >= max_ms {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// `true` if the process itself has ended. Leaves it unreaped: its id, which is also that of its
    /// group, can't be reused until then.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let found = waitid(WaitId::Pid(Pid::from_child(&self.process)), look);
        self.exit_status.is_some() || matches!(found, Ok(Some(_)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(Some(_)))
    }

    /// Kills the process, unless it has ended, and its child processes.
    fn kill(&mut self) {
        // Once the leader has been reaped, the group's id may have been reused.
        if self.exit_status.is_some() {
            return;
        }
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.process),
            rustix::process::Signal::KILL,
        );
        let _ = self.process.kill();
        self.exit_status = self.process.wait().ok();
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send(&GuiMessage::Quit);
        self.input = None;
        if self.unresponsive || self.wait(QUIT_MS).is_none() {
            self.kill();
        }
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }
}

/// Kills the engine and its child processes if this process is killed without dropping anything: the
/// standard input of this shell then ends. Without a shell there is no guard; the engine still sees the
/// end of its own input.
#[cfg(unix)]
fn guard(process: &Child) -> Option<Child> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", "read -r _; kill -s KILL -- -$0"])
        .arg(process.id().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // In a process group of its own, since Ctrl-C in a terminal must not reach it.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn().ok()
}

#[cfg(not(unix))]
fn guard(_: &Child) -> Option<Child> {
    None
}

fn keep_last_lines(stderr: impl Read, lines: &Mutex<VecDeque<String>>) {
    each_line(stderr, |text| {
        let mut kept = lines.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(text);
        if kept.len() > MAX_STDERR_LINES {
            kept.pop_front();
        }
        true
    });
}

/// Passes on line after line, until there are no more or `take` returns false.
fn each_line(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = Read::take(&mut reader, MAX_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        if !take(text.trim_end_matches(['\n', '\r']).to_string()) {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use komadai_notation::Dialect;
    use komadai_rules::VariantId;

    use super::*;

    /// Regression: the line was discarded, and an engine that answered slightly too late counted as
    /// stalled.
    #[test]
    fn a_line_that_comes_too_late_is_returned_by_the_next_read() {
        let script = "sleep 0.3; echo late; echo later; read -r _";
        let args = ["-c".into(), script.into()];
        let protocol = Protocol::new(Dialect::Usi, VariantId::Shogi);
        let mut process = EngineProcess::start(Path::new("/bin/sh"), &args, protocol).unwrap();
        let cancel = AtomicBool::new(false);
        while process.now_ms() < 1_000 {
            assert_eq!(
                process.next_line(1, &cancel).err(),
                Some(ReadError::Timeout)
            );
            thread::sleep(Duration::from_millis(5));
        }
        let until = process.now_ms() + 20_000;
        for text in ["late", "later"] {
            let line = process.next_line(until, &cancel).ok().unwrap();
            assert_eq!(line.text, text);
            assert!((2..until).contains(&line.at_ms), "{}", line.at_ms);
        }
    }
}
