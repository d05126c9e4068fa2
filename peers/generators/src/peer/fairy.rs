//! Fairy-Stockfish, a separate program driven over UCI. Its `go perft` writes lists at every node
//! (and tests every move for legality), uses no hash and one thread.
//!
//! It lists mating drops of pawns and swallows, which our rules forbid: these leaves are counted by
//! [`super::komadai::divide`] and must be the whole difference.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};

use super::{Peer, Run, Sample, Tally};
use crate::case::{Case, Convention};
use crate::{checksum, clock};

pub struct Fairy {
    name: String,
    games: Vec<VariantId>,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Name that the program sends with `id name`.
    pub identity: String,
}

/// Definition of Komadai's Shogun Chess, which Fairy-Stockfish does not have.
const SHOGUN: &str = "komadaishogun";

fn variant(variant: VariantId) -> &'static str {
    match variant {
        VariantId::Shogi => "shogi",
        VariantId::Minishogi => "minishogi",
        VariantId::Torishogi => "torishogi",
        VariantId::Shogun => SHOGUN,
    }
}

impl Fairy {
    /// Starts the program; `variants` is a file with a definition of Shogun Chess.
    pub fn start(program: &Path, variants: &Path) -> Result<Fairy, String> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        let mut fairy = Fairy {
            name: "fairy-stockfish".to_owned(),
            games: Vec::new(),
            process,
            input,
            output,
            identity: String::new(),
        };
        fairy.say("uci")?;
        fairy.until("uciok", |_| ())?;
        fairy.say(&format!(
            "setoption name VariantPath value {}",
            variants.display()
        ))?;
        // The answer to `uci` has its name and its variants, including those of the file.
        fairy.say("uci")?;
        let (mut identity, mut known) = (String::new(), Vec::new());
        fairy.until("uciok", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                identity = name.to_owned();
            }
            if line.starts_with("option name UCI_Variant ") {
                known = line.split_whitespace().map(str::to_owned).collect();
            }
        })?;
        fairy.identity = identity;
        fairy.games = VariantId::ALL
            .into_iter()
            .filter(|&game| known.iter().any(|word| word == variant(game)))
            .collect();
        fairy.say("setoption name Threads value 1")?;
        Ok(fairy)
    }

    pub fn only(mut self, keep: impl Fn(VariantId) -> bool) -> Fairy {
        self.games.retain(|&game| keep(game));
        self
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("{}: {error}", self.name))
    }

    /// Reads lines up to one that begins with `end`; returns that line.
    fn until(&mut self, end: &str, mut see: impl FnMut(&str)) -> Result<String, String> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("{} ended before \"{end}\"", self.name)),
                Err(error) => return Err(format!("{}: {error}", self.name)),
                Ok(_) => {}
            }
            let text = line.trim_end();
            if text.starts_with(end) {
                return Ok(text.to_owned());
            }
            see(text);
        }
    }

    fn choose(&mut self, game: VariantId) -> Result<(), String> {
        self.say(&format!(
            "setoption name UCI_Variant value {}",
            variant(game)
        ))?;
        self.say("isready")?;
        self.until("readyok", |_| ()).map(drop)
    }

    fn set_up(&mut self, fen: &str) -> Result<(), String> {
        self.say(&format!("position fen {fen}"))?;
        self.say("isready")?;
        self.until("readyok", |_| ()).map(drop)
    }

    fn perft(&mut self, depth: u32) -> Result<(Vec<(String, u64)>, u64), String> {
        let mut moves = Vec::new();
        self.say(&format!("go perft {depth}"))?;
        let last = self.until("Nodes searched: ", |line| {
            if let Some((mv, nodes)) = line.split_once(": ")
                && let Ok(nodes) = nodes.parse()
            {
                moves.push((mv.to_owned(), nodes));
            }
        })?;
        let nodes = last["Nodes searched: ".len()..]
            .parse()
            .map_err(|_| format!("{}: no count in \"{last}\"", self.name))?;
        Ok((moves, nodes))
    }

    fn seconds(&self) -> Result<f64, String> {
        clock::process_seconds(self.process.id())
            .ok_or_else(|| "no processor time of another process on this system".to_owned())
    }

    fn fens(case: &Case) -> Result<Vec<String>, String> {
        let read = |text: &String| {
            AnyPosition::parse(case.variant(), text, SetupRules::Play)
                .map(|position| position.fairy_fen())
                .map_err(|error| error.to_string())
        };
        case.positions.iter().map(read).collect()
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

impl Peer for Fairy {
    fn name(&self) -> &str {
        &self.name
    }

    fn plays(&self, variant: VariantId) -> bool {
        self.games.contains(&variant)
    }

    fn knows(&self, convention: Convention) -> bool {
        convention == Convention::Lists
    }

    fn knows_trees(&self) -> bool {
        false
    }

    fn prepare(&mut self, case: &Case, _: Convention) -> Result<Box<dyn Run + '_>, String> {
        Ok(Box::new(FairyRun {
            fens: Fairy::fens(case)?,
            game: case.variant(),
            depth: case.depth,
            fairy: self,
        }))
    }

    /// Nodes, and a checksum of the root moves with their counts: it shows one level only.
    fn tally(&mut self, case: &Case) -> Result<Tally, String> {
        let game = case.variant();
        self.choose(game)?;
        let mut all = Tally {
            nodes: 0,
            checksum: 0,
        };
        for (index, fen) in Fairy::fens(case)?.iter().enumerate() {
            self.set_up(fen)?;
            let (moves, nodes) = self.perft(case.depth)?;
            let mut sum = 0;
            for (text, nodes) in moves {
                let mv = Move::parse(game, &text).map_err(|error| error.to_string())?;
                sum = checksum::add(sum, mv, nodes);
            }
            all.nodes += nodes;
            all.checksum = all.checksum.wrapping_add(sum.rotate_left(index as u32));
        }
        Ok(all)
    }
}

struct FairyRun<'a> {
    fairy: &'a mut Fairy,
    game: VariantId,
    fens: Vec<String>,
    depth: u32,
}

impl Run for FairyRun<'_> {
    fn run(&mut self, times: u32) -> Result<Sample, String> {
        self.fairy.choose(self.game)?;
        let (mut nodes, mut seconds) = (0, 0.0);
        for _ in 0..times {
            for fen in &self.fens {
                self.fairy.set_up(fen)?;
                let start = self.fairy.seconds()?;
                nodes += self.fairy.perft(self.depth)?.1;
                // After `readyok` all its threads wait, and their processor time is final.
                self.fairy.say("isready")?;
                self.fairy.until("readyok", |_| ())?;
                seconds += self.fairy.seconds()? - start;
            }
        }
        Ok(Sample {
            nodes: nodes / u64::from(times),
            seconds: seconds / f64::from(times),
        })
    }
}
