use std::io;
use std::sync::{Arc, Mutex};

use komadai_engine::{AnyEngine, OutOfMemory};
use komadai_notation::Dialect;
use komadai_rules::{
    AnyGame, AnyPosition, Declaration, ImpasseCredit, MAX_PERFT_DEPTH, Move, PerftTooDeep, RuleSet,
    Side,
};
use komadai_uci::{
    BestMove, EngineMessage, Go, GuiMessage, GuiMessageError, Protocol, SetOption, SetPosition,
    SetPositionError, excerpt,
};

use crate::display;
use crate::eval_file;
use crate::extension::Extension;
use crate::job::{continue_past_end, job};
use crate::mate_search::Solver;
use crate::options::{Change, Effect, Options};
use crate::output::Output;
use crate::program::bench_line;
use crate::refusal::refusal_text;
use crate::search::{Running, lock};
use crate::stopwatch::Stopwatch;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// The line must wait for the running search and be executed again after it.
    Wait,
    Quit,
}

const NEED_IDLE: [&str; 7] = [
    "go",
    "setoption",
    "usinewgame",
    "ucinewgame",
    "eval",
    "bench",
    "speedtest",
];

pub(crate) struct Session {
    dialect: Dialect,
    options: Options,
    engine: Arc<Mutex<AnyEngine>>,
    solver: Arc<Mutex<Solver>>,
    game: AnyGame,
    /// Error of the last `position`, if none of it could be read.
    unreadable: Option<SetPositionError>,
    searched: Option<(Go, AnyGame)>,
    /// Declaration rules of the last search: the scores in the hash table depend on them.
    searched_by: (Declaration, ImpasseCredit),
    running: Option<Running>,
    on_search_end: Arc<dyn Fn() + Send + Sync>,
    output: Output,
}

impl Session {
    pub(crate) fn new(
        dialect: Dialect,
        output: Output,
        on_search_end: impl Fn() + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let options = Options::default();
        let engine = AnyEngine::new(options.game, options.hash_mb)
            .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self {
            dialect,
            engine: Arc::new(Mutex::new(engine)),
            solver: Arc::default(),
            game: start_of(&options, dialect),
            unreadable: None,
            searched: None,
            searched_by: declaration_rules(&options.rules(dialect)),
            options,
            running: None,
            on_search_end: Arc::new(on_search_end),
            output,
        })
    }

    /// Executes one line. Only a closed output is an error; a bad line is answered.
    pub(crate) fn execute_line(&mut self, line: &str) -> io::Result<Flow> {
        let command = line.split_whitespace().next().unwrap_or_default();
        let searches = self.running.as_ref().is_some_and(Running::will_end);
        if searches && NEED_IDLE.contains(&command) {
            return Ok(Flow::Wait);
        }
        self.output.log_received(line);
        match Extension::parse(line) {
            Some(Ok(extension)) => self.execute_extension(extension)?,
            Some(Err(error)) => self.info_string(&error.to_string())?,
            None => match GuiMessage::parse(line, self.protocol()) {
                Ok(message) => return self.execute(message),
                Err(GuiMessageError::Empty) => {}
                Err(error) => {
                    self.info_string(&error.to_string())?;
                    if let GuiMessageError::Position(error) = error {
                        self.unreadable = Some(error);
                    }
                }
            },
        }
        Ok(Flow::Continue)
    }

    /// Handles the end of the input: a search with an end of its own may still answer.
    pub(crate) fn end_of_input(&mut self) -> io::Result<()> {
        if let Some(running) = self.running.take() {
            running.stop_if_held();
            running.join();
        }
        Ok(())
    }

    fn protocol(&self) -> Protocol {
        Protocol::new(self.dialect, self.options.game)
    }

    fn send(&self, message: &EngineMessage) -> io::Result<()> {
        self.output.send(message, self.protocol())
    }

    fn info_string(&self, text: &str) -> io::Result<()> {
        self.output.info_string(text, self.protocol())
    }

    fn execute(&mut self, message: GuiMessage) -> io::Result<Flow> {
        match message {
            GuiMessage::Debug(_) | GuiMessage::Register => {}
            GuiMessage::Identify(dialect) => self.identify(dialect)?,
            GuiMessage::IsReady => self.send(&EngineMessage::ReadyOk)?,
            GuiMessage::NewGame => {
                if self.is_idle("usinewgame or ucinewgame")? {
                    lock(&self.engine).clear();
                    lock(&self.solver).clear();
                }
            }
            GuiMessage::SetOption(option) => self.set_option(&option)?,
            GuiMessage::Position(position) => self.set_position(&position)?,
            GuiMessage::Go(go) => self.go(go)?,
            GuiMessage::Perft(depth) => self.perft(depth)?,
            // A game can end while the engine ponders.
            GuiMessage::Stop | GuiMessage::GameOver(_) => {
                if let Some(running) = &self.running {
                    running.stop();
                }
            }
            GuiMessage::PonderHit(limits) => self.ponder_hit(*limits)?,
            GuiMessage::Quit => {
                if let Some(running) = self.running.take() {
                    running.stop();
                    running.join();
                }
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    fn execute_extension(&mut self, extension: Extension) -> io::Result<()> {
        match extension {
            Extension::Display => display::board(&self.game.position())
                .iter()
                .try_for_each(|line| self.output.line(line)),
            Extension::Eval => self.eval(),
            Extension::Compiler => self.output.line(&display::compiler()),
            Extension::Bench(depth) => self.bench(depth),
            Extension::SpeedTest(depth) => self.speed_test(depth),
        }
    }

    /// `true` if no search runs; otherwise reports that the command was not executed. Waits for a
    /// stopped search: a GUI need not read `bestmove` before its next command.
    fn is_idle(&mut self, command: &str) -> io::Result<bool> {
        if self.running.as_ref().is_some_and(Running::is_searching) {
            self.info_string(&format!(
                "a search is running: send stop, then {command} again"
            ))?;
            return Ok(false);
        }
        if let Some(done) = self.running.take() {
            done.join();
        }
        Ok(true)
    }

    fn identify(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        let name = concat!("Komadai ", env!("CARGO_PKG_VERSION"));
        self.send(&EngineMessage::IdName(name.into()))?;
        self.send(&EngineMessage::IdAuthor("the Komadai project".into()))?;
        for message in Options::declarations(dialect) {
            self.send(&message)?;
        }
        self.send(&EngineMessage::Identified(dialect))
    }

    fn set_option(&mut self, option: &SetOption) -> io::Result<()> {
        if !self.is_idle(&format!("setoption {}", excerpt(&option.name, 40)))? {
            return Ok(());
        }
        let before = self.options.clone();
        match self.options.set(self.dialect, option) {
            Ok(Change { effect, remark }) => {
                let remark = match self.apply(effect, before) {
                    Ok(applied) => applied.or(remark),
                    Err(error) => {
                        // Stockfish's prefix for errors, which `komadai-lab match` looks for.
                        self.info_string(&format!("ERROR: {error}"))?;
                        remark
                    }
                };
                match remark {
                    Some(remark) => self.info_string(&remark),
                    None if effect == Effect::Game => {
                        let start = self.game.position();
                        self.info_string(&display::variant(self.dialect, &start))
                    }
                    None => Ok(()),
                }
            }
            Err(error) => self.info_string(&error.to_string()),
        }
    }

    /// Applies a changed option and returns a remark on it; an error reverts the change.
    fn apply(&mut self, effect: Effect, before: Options) -> Result<Option<String>, String> {
        let mut engine = lock(&self.engine);
        let options = &mut self.options;
        match effect {
            Effect::None | Effect::GameRules => {}
            Effect::Game => {
                if let Err(error) = engine.set_variant(options.game) {
                    *options = before;
                    return Err(error.to_string());
                }
                self.game = start_of(options, self.dialect);
                self.unreadable = None;
            }
            Effect::ClearHash => {
                engine.clear();
                lock(&self.solver).clear();
            }
            Effect::Hash => engine.set_hash(options.hash_mb).map_err(|error| {
                *options = before;
                format!("{error}: keeping the one of {} MB", options.hash_mb)
            })?,
            Effect::Threads => engine.set_threads(options.threads).map_err(|error| {
                *options = before;
                format!("{error}: keeping {}", options.threads)
            })?,
            Effect::Evaluation => {
                let name = format!("EvalFile \"{}\"", excerpt(&options.eval_file, 200));
                let chosen = eval_file::read_evaluation(&options.eval_file)
                    .and_then(|chosen| Ok(engine.set_evaluation(&chosen).map(|()| chosen)?));
                let chosen = chosen.map_err(|error| {
                    *options = before;
                    format!(
                        "{name}: {error}: keeping \"{}\"",
                        excerpt(&options.eval_file, 200)
                    )
                })?;
                let remark = eval_file::remark(&chosen, options.game);
                return Ok(remark.map(|remark| format!("{name}: {remark}")));
            }
            Effect::DebugLog => self
                .output
                .log_to(&options.debug_log_file)
                .map_err(|error| {
                    let path = excerpt(&options.debug_log_file, 200);
                    *options = before;
                    format!("cannot write \"{path}\": {error}")
                })?,
        }
        Ok(None)
    }

    /// Plays the moves of `position` up to the first illegal or unreadable one, as Stockfish does: the
    /// GUI gets a move for the last position on which both agree.
    fn set_position(&mut self, position: &SetPosition) -> io::Result<()> {
        let mut game = AnyGame::new(position.start, self.options.rules(self.dialect));
        let illegal = self.play_moves(&mut game, &position.moves).err();
        let bad_move = position.bad_move.as_ref().map(ToString::to_string);
        self.game = game;
        self.unreadable = None;
        match illegal.or(bad_move) {
            Some(error) => self.info_string(&format!("{error}; the moves before it are played")),
            None => Ok(()),
        }
    }

    fn play_moves(&self, game: &mut AnyGame, moves: &[Move]) -> Result<(), String> {
        let id = self.options.game;
        for (index, &mv) in moves.iter().enumerate() {
            if game.outcome().is_some() {
                *game = continue_past_end(game);
            }
            let number = index + 1;
            if let Some(refusal) = game.why_illegal(mv) {
                let text = self.dialect.move_text(id, mv);
                let why = refusal_text(id, &refusal);
                return Err(format!("illegal move {number} \"{text}\": {why}"));
            }
            game.play(mv)
                .map_err(|error| format!("illegal move {number}: {error}"))?;
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if !self.is_idle("go")? {
            return Ok(());
        }
        let refusal = match &self.unreadable {
            Some(error) => Some(format!("nothing to search: {error}")),
            None if go.mate.is_none() && self.lacks_a_king() => {
                Some("a side has no king: only go mate knows such positions".into())
            }
            None => None,
        };
        if let Some(refusal) = refusal {
            self.info_string(&refusal)?;
            return self.send(&EngineMessage::BestMove(BestMove::without_legal_move(
                self.dialect,
            )));
        }
        self.start_search(go, self.game.clone())
    }

    /// The opponent made the expected move. If the limits come with `ponderhit`, a new search replaces
    /// the pondering one, whose results are in the hash table.
    fn ponder_hit(&mut self, limits: Go) -> io::Result<()> {
        let Some(running) = self.running.take_if(|running| running.is_pondering()) else {
            return Ok(());
        };
        match &self.searched {
            Some((go, game)) if limits != Go::default() => {
                let go = Go {
                    search_moves: go.search_moves.clone(),
                    mate: limits.mate.or(go.mate),
                    ..limits
                };
                let game = game.clone();
                running.discard();
                self.start_search(go, game)
            }
            _ => {
                running.ponder_hit();
                self.running = Some(running);
                Ok(())
            }
        }
    }

    fn start_search(&mut self, go: Go, game: AnyGame) -> io::Result<()> {
        let (job, remarks) = job(&go, &game, &self.options, self.protocol());
        self.searched = Some((go, game));
        for remark in &remarks {
            self.info_string(remark)?;
        }
        let rules = declaration_rules(job.game.rules());
        if rules != self.searched_by {
            lock(&self.engine).clear();
            self.searched_by = rules;
        }
        self.running = Some(Running::start(
            &self.engine,
            &self.solver,
            job,
            &self.output,
            {
                let on_search_end = Arc::clone(&self.on_search_end);
                move || on_search_end()
            },
        )?);
        Ok(())
    }

    /// `true` for the position of a mate problem, with the defender's king alone.
    fn lacks_a_king(&self) -> bool {
        let position = self.game.position();
        Side::BOTH.iter().any(|&side| position.king(side).is_none())
    }

    fn eval(&mut self) -> io::Result<()> {
        if !self.is_idle("eval")? {
            return Ok(());
        }
        if self.lacks_a_king() {
            return self.info_string("a side has no king: only go mate knows such positions");
        }
        let position = self.game.position();
        let score = lock(&self.engine).evaluate(&position);
        match score {
            Ok(score) => (self.output).line(&display::eval(self.dialect, &position, score)),
            Err(error) => self.info_string(&error.to_string()),
        }
    }

    fn bench(&mut self, depth: u32) -> io::Result<()> {
        if !self.is_idle("bench")? {
            return Ok(());
        }
        let mut sum = 0;
        for line in komadai_engine::bench(depth) {
            let line = match line {
                Ok(line) => line,
                Err(error) => return self.info_string(&error.to_string()),
            };
            sum += line.nodes;
            self.output.line(&bench_line(&line))?;
        }
        self.output.line(&format!("bench {sum}"))
    }

    fn speed_test(&mut self, depth: u32) -> io::Result<()> {
        if !self.is_idle("speedtest")? {
            return Ok(());
        }
        let begun = Stopwatch::start();
        let nodes: Result<u64, OutOfMemory> = komadai_engine::bench(depth)
            .map(|line| Ok(line?.nodes))
            .sum();
        let nodes = match nodes {
            Ok(nodes) => nodes,
            Err(error) => return self.info_string(&error.to_string()),
        };
        let time = begun.milliseconds().max(1);
        let nps = nodes.saturating_mul(1_000) / time;
        let line = format!("speedtest nodes {nodes} time {time} nps {nps}");
        self.output.line(&line)
    }

    /// Runs in this thread: no command is read meanwhile.
    fn perft(&mut self, depth: u32) -> io::Result<()> {
        if depth > MAX_PERFT_DEPTH {
            return self.info_string(&PerftTooDeep { depth }.to_string());
        }
        let position = self.game.position();
        let mut sum = 0;
        match depth.checked_sub(1) {
            None => sum = 1,
            Some(depth) => {
                for mv in position.legal_moves() {
                    let mut after = position;
                    after.play_unchecked(mv);
                    let nodes = after.perft(depth).map_err(io::Error::other)?;
                    sum += nodes;
                    let text = self.dialect.move_text(position.variant(), mv);
                    self.output.line(&format!("{text}: {nodes}"))?;
                }
            }
        }
        self.output.line("")?;
        self.output.line(&format!("Nodes searched: {sum}"))
    }
}

impl Drop for Session {
    /// Ends a search whose answer nobody can read any more.
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.discard();
        }
    }
}

fn start_of(options: &Options, dialect: Dialect) -> AnyGame {
    AnyGame::new(AnyPosition::start(options.game), options.rules(dialect))
}

fn declaration_rules(rules: &RuleSet) -> (Declaration, ImpasseCredit) {
    (rules.declaration, rules.impasse_credit)
}
