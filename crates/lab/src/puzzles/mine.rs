//! Mining of puzzles from self-play games.

use komadai_engine::{AnyEngine, OutOfMemory};
use komadai_rules::{AnyPosition, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::look::Look;
use super::mate::MateMaker;
use super::play::{Moment, play};
use super::prober::{ExactMate, Prober};
use super::problem::as_problem;
use super::puzzle::{Puzzle, PuzzleKind};
use super::set::{PuzzleSet, PuzzlesError};
use super::symmetry::symmetric_key;
use super::tactic::{Bounds, GLANCE_NODES, TacticMaker, win_permille};
use super::wanted::WantedPuzzles;
use crate::evaluated_engine::classical_engine;
use crate::games::derive_seed;
use crate::pool::{Delivery, Pool};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiningPlan {
    pub variant: VariantId,
    pub seed: u64,
    pub wanted: WantedPuzzles,
    /// Games played at the same time.
    pub threads: usize,
    /// Greatest number of games.
    pub max_games: Option<u64>,
}

/// Games per batch; `wanted` is updated after each. Fixed, so that the puzzles do not depend on the
/// number of threads.
const BATCH: u64 = 8;
/// Megabytes of the players' hash table: their searches are small.
const PLAYERS_MB: usize = 1;
/// Megabytes of the solver that finds mates, and of the verifier.
const SOLVER_MB: [usize; 2] = [8, 3];
/// Nodes of each probe of these solvers.
const SOLVER_NODES: u64 = 60_000;
/// Nodes of the probe for a mate at each position of a game.
const MATE_NODES: u64 = 2_000;
/// Consecutive positions without a mate after which earlier ones are skipped.
const MOVES_IN_VAIN: u32 = 14;
/// Mates tried per game.
const MATES_TRIED: usize = 8;
/// Greatest number of mates per game.
const MATES_PER_GAME: usize = 2;
/// Least difference in plies between mates of a game.
const PLIES_APART: u32 = 4;
/// Greatest number of tactics and defences per game, since those of a game are alike.
const TACTICS_PER_GAME: usize = 2;
/// Least winning chances (‰) of the other side before its last move, for a candidate tactic.
const MIN_WIN_BEFORE: u32 = 300;
/// Margin (‰) around a kind's bounds for a search during the game.
const MOMENT_MARGIN: u32 = 120;

/// Plays games and adds their puzzles to the set until it has all that `plan.wanted` asks for. A set
/// begun before continues with its next game and ends as if made in one run. `keep` is called with the
/// set after every batch; `stop` ends it early.
///
/// # Errors
/// If the set is of another variant or seed, if `keep` fails, without memory, and on `stop`; the set then
/// has the state last kept.
pub fn mine_puzzles(
    plan: &MiningPlan,
    set: &mut PuzzleSet,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&PuzzleSet) -> io::Result<()>,
) -> Result<(), PuzzlesError> {
    if (set.variant, set.seed) != (plan.variant, plan.seed) {
        let made = format!("game {} and seed {}", set.variant, set.seed);
        return Err(PuzzlesError::OtherSettings(made));
    }
    let keys = set
        .puzzles
        .iter()
        .map(|puzzle| symmetric_key(&puzzle.position));
    let mut seen: HashSet<u64> = keys.collect();
    let mut ids: HashSet<String> = set.puzzles.iter().map(Puzzle::id).collect();
    loop {
        let mut missing = plan.wanted.missing(&set.puzzles);
        let left = plan
            .max_games
            .map_or(BATCH, |max| max.saturating_sub(set.games));
        if missing.total() == 0 || left == 0 {
            return Ok(());
        }
        let games = left.min(BATCH);
        let found = play_batch(plan, set.games, games, &missing, stop)?;
        let new = |puzzle: &Puzzle| {
            missing.of(puzzle.kind, puzzle.plies()) > 0
                && seen.insert(symmetric_key(&puzzle.position))
                && ids.insert(puzzle.id())
                && missing.take(puzzle.kind, puzzle.plies())
        };
        set.add(found.into_iter().filter(new).collect());
        set.games += games;
        keep(set)?;
    }
}

/// Puzzles of a batch, in the order of the games.
fn play_batch(
    plan: &MiningPlan,
    first: u64,
    games: u64,
    wanted: &WantedPuzzles,
    stop: &AtomicBool,
) -> Result<Vec<Puzzle>, PuzzlesError> {
    let pool = Pool {
        name: "mine",
        workers: plan.threads,
        jobs: games as usize,
        delivery: Delivery::InOrder,
        stop,
    };
    let mut found = Vec::new();
    let start = || {
        let mut miner = Miner::new(plan.variant)?;
        Ok(move |job: usize, cancel: &AtomicBool| {
            let seed = derive_seed(plan.seed, first + job as u64);
            Ok::<_, PuzzlesError>(miner.mine(seed, wanted, cancel))
        })
    };
    pool.run(start, &mut |_, puzzles: Vec<Puzzle>| {
        found.extend(puzzles);
        Ok(ControlFlow::Continue(()))
    })?;
    match stop.load(Ordering::Relaxed) {
        true => Err(PuzzlesError::Interrupted { games: first }),
        false => Ok(found),
    }
}

/// Working set of a thread.
struct Miner {
    variant: VariantId,
    players: AnyEngine,
    prober: Prober,
    verifier: Prober,
    tactics: TacticMaker,
}

impl Miner {
    fn new(variant: VariantId) -> Result<Self, OutOfMemory> {
        Ok(Miner {
            variant,
            players: classical_engine(variant, PLAYERS_MB)?,
            prober: Prober::new(variant, SOLVER_MB[0], SOLVER_NODES)?,
            verifier: Prober::new(variant, SOLVER_MB[1], SOLVER_NODES)?,
            tactics: TacticMaker::new(variant)?,
        })
    }

    /// Puzzles of the game with this seed; `None` if it was cancelled.
    fn mine(
        &mut self,
        seed: u64,
        wanted: &WantedPuzzles,
        cancel: &AtomicBool,
    ) -> Option<Vec<Puzzle>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mates = wanted.has_mates();
        let moments = play(self.variant, &mut self.players, &mut rng, mates, cancel)?;
        let mut puzzles = Vec::new();
        self.prober.clear();
        if mates {
            puzzles.extend(self.mates(&moments, wanted, cancel));
        }
        puzzles.extend(self.tactics(&moments, wanted, cancel));
        (!cancel.load(Ordering::Relaxed)).then_some(puzzles)
    }

    /// Finds mates, the longest first, since those are rare.
    fn mates(
        &mut self,
        moments: &[Moment],
        wanted: &WantedPuzzles,
        cancel: &AtomicBool,
    ) -> Vec<Puzzle> {
        let mut mates = self.mates_near_the_end(moments);
        mates.retain(|(_, mate)| wanted.of(PuzzleKind::Mate, mate.plies()) > 0);
        mates.sort_by_key(|(_, mate)| std::cmp::Reverse(mate.plies()));
        let mut maker = MateMaker {
            prober: &mut self.prober,
            verifier: &mut self.verifier,
            nodes: SOLVER_NODES,
        };
        let mut found: Vec<Puzzle> = Vec::new();
        for (problem, mate) in mates.iter().take(MATES_TRIED) {
            if found.len() == MATES_PER_GAME || cancel.load(Ordering::Relaxed) {
                break;
            }
            // Mates of similar length from one game are nearly the same.
            let is_apart = |other: &Puzzle| other.plies() >= mate.plies() + PLIES_APART;
            if found.iter().all(is_apart) {
                found.extend(maker.make(problem, mate));
            }
        }
        found
    }

    /// Mates before the end of a game, back to the first long gap.
    fn mates_near_the_end(&mut self, moments: &[Moment]) -> Vec<(AnyPosition, ExactMate)> {
        let mut mates = Vec::new();
        let mut in_vain = 0;
        for moment in moments.iter().rev() {
            if in_vain == MOVES_IN_VAIN {
                break;
            }
            in_vain += 1;
            // If there is no mate here, there is none with all other pieces in the defender's hand, which
            // would take longer to find out.
            if !self.prober.sees_mate(&moment.last.after, MATE_NODES) {
                continue;
            }
            let problem = as_problem(&moment.last.after);
            let mate = problem.and_then(|it| Some((it, self.prober.exact(&it, MATE_NODES)?)));
            if let Some(mate) = mate {
                in_vain = 0;
                mates.push(mate);
            }
        }
        mates
    }

    /// Finds tactics and defences.
    fn tactics(
        &mut self,
        moments: &[Moment],
        wanted: &WantedPuzzles,
        cancel: &AtomicBool,
    ) -> Vec<Puzzle> {
        let mut found = Vec::new();
        for kind in [PuzzleKind::Tactic, PuzzleKind::Defence] {
            if wanted.of(kind, 1) == 0 {
                continue;
            }
            let mut before = None;
            for moment in moments {
                if found.len() == TACTICS_PER_GAME || cancel.load(Ordering::Relaxed) {
                    return found;
                }
                let win = moment
                    .look
                    .as_ref()
                    .map(|it| win_permille(self.variant, it.best.score));
                // The other side's winning chances without its last move.
                let had = std::mem::replace(&mut before, win);
                let is_candidate = moment.look.as_ref().is_some_and(|look| match kind {
                    PuzzleKind::Mate | PuzzleKind::Tactic => {
                        had.is_none_or(|had| had >= MIN_WIN_BEFORE)
                            && (self.is_near(kind, look)
                                || !moment.last.after.checking_moves().is_empty()
                                    && self.prober.sees_mate(&moment.last.after, GLANCE_NODES))
                    }
                    PuzzleKind::Defence => self.is_near(kind, look),
                });
                if is_candidate {
                    found.extend(self.tactics.make(kind, &moment.last, &mut self.prober));
                }
            }
        }
        found
    }

    /// `true` if the search of a game is near the bounds of a kind.
    fn is_near(&self, kind: PuzzleKind, look: &Look) -> bool {
        Bounds::of(kind)
            .widened(MOMENT_MARGIN)
            .hold(self.variant, look)
    }
}
