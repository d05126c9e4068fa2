//! `komadai bench --stop`: latency of the move after `stop`.
//!
//! The engine runs as a separate process, connected by pipes as with a GUI.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use komadai_engine::bench_positions;
use komadai_notation::Dialect;
use komadai_rules::{AnyPosition, SetupRules, VariantId};
use komadai_uci::{EngineMessage, Go, GuiMessage, Protocol, SetOption, SetPosition};
use komadai_usi::program::Stopwatch;

use crate::failure::Failure;
use crate::output;

/// Searches are stopped after this time and a little more in each round, at different points of the
/// search.
const FIRST_PAUSE_MS: u64 = 20;
const PAUSE_STEP_MS: u64 = 17;

pub(super) fn run(rounds: u32, threads: u16) -> Result<(), Failure> {
    let mut engine = Engine::start()?;
    engine.set_option("Threads", &threads.to_string())?;
    let mut all = Vec::new();
    let mut of_game = Vec::new();
    let positions = bench_positions();
    for (index, &(game, text)) in positions.iter().enumerate() {
        let start = AnyPosition::parse(game, text, SetupRules::Play)
            .map_err(|error| Failure::Input(error.to_string()))?;
        engine.choose_game(game)?;
        for round in 0..rounds {
            let position = SetPosition {
                start,
                moves: Vec::new(),
                bad_move: None,
            };
            engine.send(&GuiMessage::Position(Box::new(position)))?;
            engine.send(&GuiMessage::Go(Go {
                infinite: true,
                ..Go::default()
            }))?;
            engine.wait_for(
                |message| matches!(message, EngineMessage::Info(info) if info.depth.is_some()),
            )?;
            let pause = FIRST_PAUSE_MS + PAUSE_STEP_MS * u64::from(round);
            sleep(Duration::from_millis(pause));
            let waited = Stopwatch::start();
            engine.send(&GuiMessage::Stop)?;
            engine.wait_for(|message| matches!(message, EngineMessage::BestMove(_)))?;
            of_game.push(waited.seconds() * 1_000.0);
        }
        let next = positions.get(index + 1);
        if next.is_none_or(|&(next, _)| next != game) {
            output::line(&format!("{game} {}", summary(&mut of_game)))?;
            all.append(&mut of_game);
        }
    }
    engine.send(&GuiMessage::Quit)?;
    engine.child.wait()?;
    output::line(&format!("stop {}", summary(&mut all)))?;
    Ok(())
}

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
    protocol: Protocol,
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
            protocol: Protocol::new(Dialect::Usi, VariantId::Shogi),
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, message: &GuiMessage) -> io::Result<()> {
        writeln!(self.input, "{}", message.to_text(self.protocol))
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.send(&GuiMessage::SetOption(SetOption {
            name: name.into(),
            value: Some(value.into()),
        }))
    }

    fn choose_game(&mut self, variant: VariantId) -> io::Result<()> {
        self.protocol.variant = variant;
        self.set_option("UCI_Variant", variant.name())
    }

    fn wait_for(&mut self, is_wanted: impl Fn(&EngineMessage) -> bool) -> io::Result<()> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine ended"));
            }
            if EngineMessage::parse(&line, self.protocol).is_ok_and(|message| is_wanted(&message)) {
                return Ok(());
            }
        }
    }
}
