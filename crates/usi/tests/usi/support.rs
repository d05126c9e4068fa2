//! Runs the program in tests.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Upper bound of a run on a busy machine; a longer one hangs.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_komadai-engine");

pub(crate) const MATE_IN_ONE: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

pub(crate) fn komadai_engine(input: impl AsRef<[u8]>, args: &[&str]) -> Run {
    let output = assert_cmd::Command::new(PROGRAM)
        .args(args)
        .write_stdin(input.as_ref())
        .timeout(PATIENCE)
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }
}

#[track_caller]
pub(crate) fn talk(protocol: &str, lines: &[&str]) -> Vec<String> {
    let output = komadai_engine(lines.join("\n"), &[protocol]).ok();
    output.lines().map(String::from).collect()
}

pub(crate) fn has(lines: &[String], wanted: &str) -> bool {
    lines.iter().any(|line| line == wanted)
}

#[track_caller]
pub(crate) fn best(lines: &[String]) -> &str {
    let line = lines.iter().find_map(|line| line.strip_prefix("bestmove "));
    let line = line.unwrap_or_else(|| panic!("no best move in {lines:?}"));
    line.split(' ').next().expect("a move")
}

pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(protocol: &str) -> Self {
        let mut child = Command::new(PROGRAM)
            .arg(protocol)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            input,
            lines,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// Waits for a line with this prefix, skipping others, and returns it.
    #[track_caller]
    pub(crate) fn expect(&self, beginning: &str) -> String {
        loop {
            let line = self
                .lines
                .recv_timeout(Duration::from_secs(60))
                .unwrap_or_else(|_| panic!("no line that begins with {beginning:?}"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    pub(crate) fn listen(&self, time: Duration) -> Vec<String> {
        std::thread::sleep(time);
        self.lines.try_iter().collect()
    }

    #[track_caller]
    pub(crate) fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
