//! One conversation with a board program.

use std::io;
use std::sync::{Arc, Mutex};

use komadai_engine::{AnyEngine, Level, Limits};
use komadai_lab::Stopwatch;
use komadai_notation::{Dialect, parse_move, parse_position};
use komadai_rules::{
    AnyGame, AnyPosition, Declaration, ImpasseCredit, MAX_PERFT_DEPTH, Move, PerftTooDeep, RuleSet,
    SetupRules,
};

use super::command::{self, Command};
use super::go::Go;
use super::options::{Changed, Options};
use super::search::{Hold, Job, Running, lock};
use super::show;
use super::wire::Wire;
use crate::bench;
use crate::position::explain;

/// What follows a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// What is looked at where the limit of a search was not understood and there is no other.
const UNCLEAR_NODES: u64 = 200_000;

pub(super) struct Session {
    dialect: Dialect,
    options: Options,
    engine: Arc<Mutex<AnyEngine>>,
    game: AnyGame,
    /// How a king could be declared in the last search, and what counted for the giver of a handicap:
    /// the hash table's scores are by these rules.
    searched_by: (Declaration, ImpasseCredit),
    running: Option<Running>,
    wire: Wire,
}

impl Session {
    pub(super) fn new(dialect: Dialect) -> io::Result<Self> {
        let options = Options::default();
        let engine = AnyEngine::try_new(options.game, options.hash)
            .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self {
            dialect,
            engine: Arc::new(Mutex::new(engine)),
            game: start_of(&options, dialect),
            searched_by: declared_by(&options.rules(dialect)),
            options,
            running: None,
            wire: Wire::default(),
        })
    }

    /// Obeys one line. Only a broken output is an error; a bad line is answered.
    pub(super) fn line(&mut self, line: &str) -> io::Result<Flow> {
        self.wire.heard(line);
        match command::parse(line, self.dialect) {
            Ok(Command::Quit) => {
                if let Some(running) = self.running.take() {
                    running.stop();
                    running.join();
                }
                return Ok(Flow::Quit);
            }
            Ok(command) => self.obey(command)?,
            Err(error) => self.wire.remark(&error)?,
        }
        Ok(Flow::Continue)
    }

    /// Nothing more will be asked: a search with an end of its own may still answer.
    pub(super) fn end_of_input(&mut self) -> io::Result<()> {
        if let Some(running) = self.running.take() {
            running.stop_if_held();
            running.join();
        }
        Ok(())
    }

    fn obey(&mut self, command: Command<'_>) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Introduce(dialect) => self.introduce(dialect),
            Command::IsReady => self.wire.say("readyok"),
            Command::NewGame => {
                if self.is_idle("usinewgame or ucinewgame")? {
                    lock(&self.engine).clear();
                }
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { position, moves } => match self.replay(position, &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(error) => self.wire.remark(&error),
            },
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.stop();
                }
                Ok(())
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.ponder_hit();
                }
                Ok(())
            }
            Command::Display => show::board(&self.game.position())
                .iter()
                .try_for_each(|line| self.wire.say(line)),
            Command::Eval => self.eval(),
            Command::Compiler => self.wire.say(&show::compiler()),
            Command::Bench(depth) => self.bench(depth),
            Command::SpeedTest(depth) => self.speed_test(depth),
        }
    }

    /// Whether no search runs; if one does, says that the command was not done. One that has been told
    /// to stop is waited for: a program need not read `bestmove` before it sends what comes next.
    fn is_idle(&mut self, command: &str) -> io::Result<bool> {
        if self.running.as_ref().is_some_and(Running::goes_on) {
            self.wire.remark(&format!(
                "a search is running: send stop, then {command} again"
            ))?;
            return Ok(false);
        }
        if let Some(done) = self.running.take() {
            done.join();
        }
        Ok(true)
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        self.wire
            .say(&format!("id name Komadai {}", env!("CARGO_PKG_VERSION")))?;
        self.wire.say("id author the Komadai project")?;
        for line in Options::default().list(dialect) {
            self.wire.say(&line)?;
        }
        self.wire.say(&format!("{}ok", dialect.name()))
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if !self.is_idle(&format!("setoption {}", command::shorten(name)))? {
            return Ok(());
        }
        let (kept, kept_threads) = (self.options.hash, self.options.threads);
        match self.options.set(self.dialect, name, value) {
            Ok(Changed::Nothing) => Ok(()),
            Ok(Changed::Remark(text)) => self.wire.remark(&text),
            Ok(Changed::DebugLog(path)) => match self.wire.log_to(&path) {
                Ok(()) => Ok(()),
                Err(error) => {
                    let path = command::shorten(&path);
                    self.wire
                        .remark(&format!("cannot write \"{path}\": {error}"))
                }
            },
            Ok(Changed::Game) => {
                self.game = start_of(&self.options, self.dialect);
                lock(&self.engine).set_game(self.options.game);
                self.wire
                    .say(&show::variant(self.dialect, &self.game.position()))
            }
            Ok(Changed::Hash) => {
                let resized = lock(&self.engine).set_hash(self.options.hash);
                match resized {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        self.options.hash = kept;
                        self.wire
                            .remark(&format!("{error}: the one of {kept} MB is kept"))
                    }
                }
            }
            Ok(Changed::Threads) => {
                let threads = lock(&self.engine).set_threads(self.options.threads);
                match threads {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        self.options.threads = kept_threads;
                        self.wire
                            .remark(&format!("{error}: it stays at {kept_threads}"))
                    }
                }
            }
            Ok(Changed::ClearHash) => {
                lock(&self.engine).clear();
                Ok(())
            }
            Err(error) => self.wire.remark(&error),
        }
    }

    /// The game that a `position` command tells.
    fn replay(&self, position: &str, moves: &[&str]) -> Result<AnyGame, String> {
        let id = self.options.game;
        let start = parse_position(id, position, SetupRules::Play)
            .map_err(|error| format!("bad position for {id}: {error}"))?;
        let mut game = AnyGame::new(start, self.options.rules(self.dialect));
        for (index, text) in moves.iter().enumerate() {
            let number = index + 1;
            let mv = parse_move(id, text).map_err(|e| format!("bad move {number}: {e}"))?;
            if game.outcome().is_some() {
                game = beyond_the_end(&game);
            }
            if let Some(refusal) = game.why_illegal(mv) {
                let text = command::shorten(text);
                let why = explain(id, &refusal);
                return Err(format!("illegal move {number} \"{text}\": {why}"));
            }
            game.play(mv)
                .map_err(|error| format!("illegal move {number}: {error}"))?;
        }
        Ok(game)
    }

    fn go(&mut self, go: &Go<'_>) -> io::Result<()> {
        if !self.is_idle("go")? {
            return Ok(());
        }
        let position = self.game.position();
        let game = match self.game.outcome() {
            Some(_) => beyond_the_end(&self.game),
            None => self.game.clone(),
        };
        let side = position.side_to_move();
        let mut limits = go.limits(side, self.options.overhead);
        self.options.stretch(&mut limits);
        limits.lines = self.options.lines;
        limits.draw_score = self.options.draw_score(side);
        let (moves, no_moves) = self.root_moves(go, &position);
        limits.root_moves = moves;
        for complaint in go.complaints.iter().chain(&no_moves) {
            self.wire.remark(complaint)?;
        }
        let unclear = !(go.complaints.is_empty() && no_moves.is_empty());
        let mate_only = self.dialect == Dialect::Usi && go.mate.is_some();
        let mut mate_within = None;
        match (self.dialect, go.mate.flatten()) {
            (Dialect::Usi, Some(time)) => {
                limits.time_ms = Limits::for_move_time(time, self.options.overhead).time_ms;
            }
            (Dialect::Uci, Some(moves)) => {
                let plies = plies_of(moves);
                mate_within = Some(plies);
                if limits.is_unlimited() && !go.infinite {
                    limits.depth = Some(deep_enough(plies));
                }
            }
            (_, None) => {}
        }
        if unclear && limits.is_unlimited() && !go.infinite {
            limits.nodes = Some(UNCLEAR_NODES);
        }
        let endless = go.infinite || (limits.is_unlimited() && go.mate.is_none());
        let hold = match (go.ponder, endless) {
            (true, _) => Hold::Ponder,
            (false, true) => Hold::UntilStop,
            (false, false) => Hold::No,
        };
        // Who asks without an end looks at the position and does not play it.
        let plays = !self.options.analyse && !mate_only && !go.infinite && go.moves.is_empty();
        let declares = plays && self.dialect == Dialect::Usi && game.declaration_wins();
        let game = if mate_only {
            without_declaration(&game)
        } else {
            game
        };
        let rule = declared_by(game.rules());
        if rule != self.searched_by {
            lock(&self.engine).clear();
            self.searched_by = rule;
        }
        let job = Job {
            dialect: self.dialect,
            declares,
            game,
            limits,
            level: if go.mate.is_some() {
                Level::FULL
            } else {
                self.options.level()
            },
            seed: self.options.seed,
            show_wdl: self.options.show_wdl,
            info_interval: self.options.info_interval,
            resigns_at: (self.options.resigns_at(self.dialect)).filter(|_| plays),
            mate_only,
            mate_within,
        };
        self.running = Some(Running::start(&self.engine, job, hold, &self.wire)?);
        Ok(())
    }

    /// The moves that `searchmoves` names, and what is wrong with its other words.
    fn root_moves(&self, go: &Go<'_>, position: &AnyPosition) -> (Vec<Move>, Vec<String>) {
        let id = position.game();
        let mut moves = Vec::new();
        let mut complaints = Vec::new();
        for text in &go.moves {
            match parse_move(id, text) {
                Ok(mv) if position.is_legal(mv) => moves.push(mv),
                Ok(_) => {
                    complaints.push(format!("\"{}\" is not legal here", command::shorten(text)))
                }
                Err(error) => complaints.push(format!("bad move: {error}")),
            }
        }
        (moves, complaints)
    }

    fn eval(&mut self) -> io::Result<()> {
        if !self.is_idle("eval")? {
            return Ok(());
        }
        let position = self.game.position();
        let score = lock(&self.engine).evaluate(&position);
        self.wire.say(&show::eval(self.dialect, &position, score))
    }

    /// Searches in this thread, with engines that nobody else uses.
    fn bench(&mut self, depth: u32) -> io::Result<()> {
        if !self.is_idle("bench")? {
            return Ok(());
        }
        let mut sum = 0;
        for line in komadai_engine::bench(depth) {
            sum += line.nodes;
            self.wire.say(&bench::line(&line))?;
        }
        self.wire.say(&format!("bench {sum}"))
    }

    /// The same searches, with the time they take.
    fn speed_test(&mut self, depth: u32) -> io::Result<()> {
        if !self.is_idle("speedtest")? {
            return Ok(());
        }
        let begun = Stopwatch::start();
        let nodes: u64 = komadai_engine::bench(depth).map(|line| line.nodes).sum();
        let time = begun.milliseconds().max(1);
        let nps = nodes.saturating_mul(1_000) / time;
        self.wire
            .say(&format!("speedtest nodes {nodes} time {time} nps {nps}"))
    }

    /// Counts in this thread: nothing that comes later can disturb it.
    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let position = self.game.position();
        let id = position.game();
        let mut sum = 0;
        if depth == 0 {
            sum = 1;
        } else if depth > MAX_PERFT_DEPTH {
            let error = PerftTooDeep { depth };
            return self.wire.say(&format!("info string {error}"));
        } else {
            for mv in position.legal_moves() {
                let mut after = position;
                after.play_unchecked(mv);
                let nodes = after.perft(depth - 1).map_err(io::Error::other)?;
                sum += nodes;
                self.wire
                    .say(&format!("{}: {nodes}", self.dialect.move_text(id, mv)))?;
            }
        }
        self.wire.say("")?;
        self.wire.say(&format!("Nodes searched: {sum}"))
    }
}

/// Mating with the n-th move takes 2n − 1 plies.
fn plies_of(moves: u64) -> u32 {
    let plies = moves.saturating_mul(2).saturating_sub(1);
    u32::try_from(plies).unwrap_or(u32::MAX).max(1)
}

/// At which depth a mate in so many plies that has not been found is given up: reductions hide one from
/// searches that are just deep enough.
fn deep_enough(plies: u32) -> u32 {
    plies.saturating_mul(2).saturating_add(8)
}

fn start_of(options: &Options, dialect: Dialect) -> AnyGame {
    AnyGame::new(AnyPosition::start(options.game), options.rules(dialect))
}

/// The rules by which a king is declared.
fn declared_by(rules: &RuleSet) -> (Declaration, ImpasseCredit) {
    (rules.declaration, rules.impasse_credit)
}

/// The same game where no entered king wins: who asks for a mate wants no other end.
fn without_declaration(game: &AnyGame) -> AnyGame {
    let mut rules = *game.rules();
    rules.declaration = Declaration::Off;
    let mut again = AnyGame::new(game.start(), rules);
    for &mv in game.moves() {
        // They were legal before, and only declarations are not any more.
        let _ = again.play(mv);
    }
    again
}

/// The same position without what led to it. The board program may play by other rules of
/// repetition or without a limit of moves, and then the game goes on where ours has ended.
fn beyond_the_end(game: &AnyGame) -> AnyGame {
    let mut rules = *game.rules();
    rules.n_move_rule = None;
    rules.max_plies = None;
    AnyGame::new(game.position(), rules)
}
