//! A process that is talked to in lines.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::clock::Stopwatch;

/// A line the process wrote, and when it arrived.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at_ms: u64,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// Nothing came in time.
    Late,
    /// The process closed its output.
    Ended,
    /// The match is to end.
    Halted,
}

/// A running process. It is ended when this is dropped: asked to first, killed if it does not.
pub(super) struct Conversation {
    process: Child,
    /// How it ended, once it has been waited for.
    ended: Option<ExitStatus>,
    /// Ends the process if we can't any more.
    guard: Option<Child>,
    /// Lines to write. A thread writes them, so that a process that doesn't read can't hold us up.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// A line that arrived after somebody's time was over; it is for who asks next.
    held: Option<Line>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads them.
    complaining: Option<JoinHandle<()>>,
    begun: Stopwatch,
    hopeless: bool,
}

/// More than any line of an engine; what is longer is cut into lines.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be read; a process that writes more has to wait too.
const WAITING_LINES: usize = 1 << 12;
/// How often somebody who waits looks whether the match is to end.
const GLANCE: Duration = Duration::from_millis(50);
/// Lines of standard error that are kept for the message after a crash.
const COMPLAINTS: usize = 3;
/// How long a process may take to end once it has been told to.
const FAREWELL_MS: u64 = 500;

impl Conversation {
    pub(super) fn start(path: &Path, args: &[String]) -> io::Result<Self> {
        let mut command = Command::new(path);
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it.
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
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = process.stdout.take() {
            thread::spawn(move || {
                each_line(stdout, |text| {
                    let at_ms = begun.milliseconds();
                    sender.send(Line { text, at_ms }).is_ok()
                });
            });
        }
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let complaining = process.stderr.take().map(|stderr| {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || {
                each_line(stderr, |text| {
                    let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push_back(text);
                    if kept.len() > COMPLAINTS {
                        kept.pop_front();
                    }
                    true
                });
            })
        });
        Ok(Conversation {
            process,
            ended: None,
            guard,
            input: Some(input),
            lines,
            held: None,
            complaints,
            complaining,
            begun,
            hopeless: false,
        })
    }

    /// Milliseconds since the start, on the clock that stamps the lines.
    pub(super) fn now_ms(&self) -> u64 {
        self.begun.milliseconds()
    }

    /// Writes a line. That nobody reads it any more is noticed when no answer comes.
    pub(super) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Passes over what was written until now.
    pub(super) fn forget_lines(&mut self) {
        self.held = None;
        while self.lines.try_recv().is_ok() {}
    }

    /// The next line that arrived before `until_ms`. One that arrived later is kept.
    pub(super) fn next_line(&mut self, until_ms: u64, halt: &AtomicBool) -> Result<Line, Silence> {
        let mut was_ended = false;
        loop {
            if halt.load(Ordering::Relaxed) {
                return Err(Silence::Halted);
            }
            let left = until_ms.saturating_sub(self.now_ms());
            let wait = GLANCE.min(Duration::from_millis(left));
            let received = match self.held.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(wait),
            };
            match received {
                Ok(line) if line.at_ms > until_ms => {
                    self.held = Some(line);
                    return Err(Silence::Late);
                }
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left == 0 => return Err(Silence::Late),
                // What it started may hold its output open. Its own last lines may still be on
                // their way, so it is given one more glance.
                Err(RecvTimeoutError::Timeout) if was_ended => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => was_ended = self.has_ended(),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }

    /// How a process that closed its output ended, and what it complained of.
    pub(super) fn last_words(&mut self) -> String {
        let mut words = match self.wait(FAREWELL_MS) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".into(),
        };
        // What it complained of last may still be on its way.
        for _ in 0..100 {
            if self
                .complaining
                .as_ref()
                .is_none_or(JoinHandle::is_finished)
            {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let complaints = self.complaints.lock();
        for line in complaints.unwrap_or_else(PoisonError::into_inner).iter() {
            words.push_str("; ");
            words.push_str(&printable(line));
        }
        words
    }

    /// It does not react: no farewell.
    pub(super) fn give_up(&mut self) {
        self.hopeless = true;
    }

    /// Waits for the end of the process, and ends what it leaves behind.
    fn wait(&mut self, most_ms: u64) -> Option<ExitStatus> {
        let from = self.now_ms();
        loop {
            if self.ended.is_some() {
                return self.ended;
            }
            if self.has_ended() {
                self.kill();
            }
            if self.now_ms() - from >= most_ms {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether the process itself has ended. It is not waited for yet: its number, which is that of
    /// its group too, stays its own until then.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let found = waitid(WaitId::Pid(Pid::from_child(&self.process)), look);
        self.ended.is_some() || matches!(found, Ok(Some(_)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(Some(_)))
    }

    /// Ends the process, unless it has ended, and all that it started.
    fn kill(&mut self) {
        // Once the leader has been waited for, the group's number may be another's.
        if self.ended.is_some() {
            return;
        }
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.process),
            rustix::process::Signal::KILL,
        );
        let _ = self.process.kill();
        self.ended = self.process.wait().ok();
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.say("quit");
        // Whatever it reads ends here.
        self.input = None;
        if self.hopeless || self.wait(FAREWELL_MS).is_none() {
            self.kill();
        }
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }
}

/// Who is killed drops nothing. This shell's input then ends, and it kills the process and all that
/// it started. Without a shell there is no such guard: a process still sees its own input end.
#[cfg(unix)]
fn guard(process: &Child) -> Option<Child> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", "read -r _; kill -s KILL -- -$0"])
        .arg(process.id().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C in a terminal is not for it.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn().ok()
}

#[cfg(not(unix))]
fn guard(_: &Child) -> Option<Child> {
    None
}

/// What a program wrote, fit for a message: not too long, and nothing that a terminal obeys.
pub(super) fn printable(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(200) {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Hands on line after line, until there are no more or nobody wants them.
fn each_line(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut bytes);
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
    use super::*;

    /// It was thrown away, and whoever answered a moment too late was held for one that stalled.
    #[test]
    fn a_line_that_comes_too_late_is_there_for_who_asks_next() {
        let script = "sleep 0.3; echo late; echo later; read -r _";
        let args = ["-c".into(), script.into()];
        let mut talk = Conversation::start(Path::new("/bin/sh"), &args).unwrap();
        let halt = AtomicBool::new(false);
        while talk.now_ms() < 1_000 {
            assert_eq!(talk.next_line(1, &halt).err(), Some(Silence::Late));
            thread::sleep(Duration::from_millis(5));
        }
        let until = talk.now_ms() + 20_000;
        for text in ["late", "later"] {
            let line = talk.next_line(until, &halt).ok().unwrap();
            assert_eq!(line.text, text);
            assert!((2..until).contains(&line.at_ms), "{}", line.at_ms);
        }
    }
}
