//! `komadai bench --stop`: how long a board program waits for the move after `stop`.
//!
//! The engine runs as a process of its own and is spoken to through pipes, as a board program does.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use komadai_engine::bench_positions;
use komadai_lab::Stopwatch;

use crate::failure::Failure;
use crate::output;

/// Searches are stopped after so many milliseconds and a little more in each round, so that they are
/// met at different points.
const FIRST_PAUSE: u64 = 20;
const STEP: u64 = 17;

pub(super) fn run(rounds: u32, threads: u16) -> Result<(), Failure> {
    let mut engine = Engine::start()?;
    engine.say(&format!("setoption name Threads value {threads}"))?;
    let mut all = Vec::new();
    let mut of_game = Vec::new();
    let positions = bench_positions();
    for (index, (game, text)) in positions.iter().enumerate() {
        engine.say(&format!("setoption name UCI_Variant value {game}"))?;
        for round in 0..rounds {
            engine.say(&format!("position {text}"))?;
            engine.say("go infinite")?;
            engine.until("info depth")?;
            sleep(Duration::from_millis(FIRST_PAUSE + STEP * u64::from(round)));
            let waited = Stopwatch::start();
            engine.say("stop")?;
            engine.until("bestmove")?;
            of_game.push(waited.seconds() * 1000.0);
        }
        if positions
            .get(index + 1)
            .is_none_or(|(next, _)| next != game)
        {
            output::line(&format!("{game} {}", summary(&mut of_game)))?;
            all.append(&mut of_game);
        }
    }
    engine.say("quit")?;
    engine.child.wait()?;
    output::line(&format!("stop {}", summary(&mut all)))?;
    Ok(())
}

/// Median and worst of times in milliseconds.
fn summary(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let worst = times.last().copied().unwrap_or(0.0);
    format!(
        "searches {} median {median:.1} ms worst {worst:.1} ms",
        times.len()
    )
}

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> io::Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .arg("usi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("the engine has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        Ok(Engine {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")
    }

    /// Reads up to the first line that begins so.
    fn until(&mut self, begin: &str) -> io::Result<()> {
        let mut line = String::new();
        while !line.starts_with(begin) {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine ended"));
            }
        }
        Ok(())
    }
}
