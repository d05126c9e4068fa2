use komadai_engine::AnyEngine;
use komadai_rules::{AnyPosition, Move};

use super::brute::after;
use super::mate::{REDUCING_NODES, is_problem_by_force, is_problem_in_image, superfluous};
use super::prober::Prober;
use super::problem::{parts, without};
use super::puzzle::{Puzzle, PuzzleKind};
use super::set::{PuzzleSet, PuzzlesError};
use super::tactic::{CHECK_MB, DEEP_MB, OnlyMove, only_move_of_check, only_move_of_mirror};
use super::themes::find_themes;

use crate::evaluated_engine::classical_engine;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleCheck {
    /// Removes each piece of a mate to see that it is needed.
    pub pieces: bool,
    /// Solves mates up to this many plies by brute force as well, also without each of their pieces; 0:
    /// none.
    pub force_plies: u32,
    /// Searches tactics and defences with the engine.
    pub search: bool,
    /// Repeats the questions to solver and engine on the mirror image, with tables of another size.
    pub mirror: bool,
}

impl Default for PuzzleCheck {
    /// Everything; brute force up to three plies.
    fn default() -> Self {
        PuzzleCheck {
            pieces: true,
            force_plies: 3,
            search: true,
            mirror: true,
        }
    }
}

const SOLVER_MB: usize = 12;
const VERIFIER_MB: usize = 5;
const FORCE_POSITIONS: u64 = 5_000_000;

/// Verifies the puzzles of a set: mates have exactly this length, these first moves and no superfluous
/// piece; in tactics and defences each move of the solver is the only good one; themes match the line.
/// `each` is called with the index of a puzzle and the fault, if any.
///
/// # Errors
/// If there is no memory for engine or solver.
pub fn check_puzzles(
    set: &PuzzleSet,
    check: &PuzzleCheck,
    each: &mut dyn FnMut(usize, Option<String>),
) -> Result<(), PuzzlesError> {
    let mut checker = Checker {
        check: *check,
        prober: Prober::new(set.variant, SOLVER_MB, u64::MAX)?,
        verifier: Prober::new(set.variant, VERIFIER_MB, u64::MAX)?,
        engine: classical_engine(set.variant, CHECK_MB)?,
        deep: classical_engine(set.variant, DEEP_MB)?,
    };
    for (index, puzzle) in set.puzzles.iter().enumerate() {
        each(index, checker.problem_with(puzzle));
    }
    Ok(())
}

struct Checker {
    check: PuzzleCheck,
    prober: Prober,
    verifier: Prober,
    engine: AnyEngine,
    deep: AnyEngine,
}

/// [`superfluous`] by brute force; returns the fault, if any.
fn superfluous_by_force(problem: &AnyPosition, plies: u32, solutions: &[Move]) -> Option<String> {
    let parts = parts(problem).into_iter();
    let fewer = parts.filter_map(|part| without(problem, part));
    for fewer in fewer.filter(|fewer| !fewer.in_check()) {
        let verdict = match is_problem_by_force(&fewer, plies, solutions, FORCE_POSITIONS) {
            Some(false) => continue,
            Some(true) => "brute force finds a superfluous piece",
            None => "brute force does not decide whether a piece is superfluous",
        };
        let text = fewer.to_string();
        return Some(format!("{verdict}: {text}"));
    }
    None
}

impl Checker {
    fn problem_with(&mut self, puzzle: &Puzzle) -> Option<String> {
        let found = match puzzle.kind {
            PuzzleKind::Mate => self.mate(puzzle),
            PuzzleKind::Tactic | PuzzleKind::Defence => self.tactic(puzzle),
        };
        found.or_else(|| {
            let (kind, position) = (puzzle.kind, &puzzle.position);
            let themes = find_themes(kind, position, &puzzle.moves, &mut self.prober);
            let names = themes.iter().map(|theme| theme.name()).collect::<Vec<_>>();
            let names = names.join(" ");
            (themes != puzzle.themes).then(|| format!("its themes are: {names}"))
        })
    }

    fn mate(&mut self, puzzle: &Puzzle) -> Option<String> {
        let (position, plies) = (&puzzle.position, puzzle.plies());
        self.prober.clear();
        let Some(mate) = self.prober.exact(position, u64::MAX) else {
            return Some("it is no mate".into());
        };
        let length = mate.line.len();
        if length != puzzle.moves.len() {
            return Some(format!("it is mate in {length} plies, not {plies}"));
        }
        let end = puzzle
            .moves
            .iter()
            .fold(*position, |at, &mv| after(&at, mv));
        if !end.in_check() || end.has_legal_move() {
            return Some("its line does not end in mate".into());
        }
        let Some(solutions) = self.prober.solutions(position, plies) else {
            return Some("the solver does not decide on all first moves".into());
        };
        let mut listed = puzzle.first_moves().to_vec();
        listed.sort_unstable();
        if solutions != listed {
            return Some(format!(
                "its first moves are: {}",
                texts(puzzle, &solutions)
            ));
        }
        if self.check.mirror
            && is_problem_in_image(position, plies, &solutions, &mut self.verifier) != Some(true)
        {
            return Some("its image in a mirror is another mate".into());
        }
        // Half the nodes of mining, so that the solver does not by chance decide what mining left open.
        self.prober.set_nodes(REDUCING_NODES / 2);
        let fewer = (self.check.pieces)
            .then(|| superfluous(position, plies, &solutions, &mut self.prober))
            .flatten();
        self.prober.set_nodes(u64::MAX);
        if let Some(fewer) = fewer {
            let text = fewer.to_string();
            return Some(format!("a piece is superfluous: {text} does as well"));
        }
        if plies <= self.check.force_plies {
            let forced = is_problem_by_force(position, plies, &solutions, FORCE_POSITIONS);
            if forced != Some(true) {
                return Some("brute force finds another length or other first moves".into());
            }
            return superfluous_by_force(position, plies, &solutions);
        }
        None
    }

    fn tactic(&mut self, puzzle: &Puzzle) -> Option<String> {
        let mut position = puzzle.position;
        if self.prober.mates(&position, 3) != Some(false) {
            return Some("there is a mate in three plies".into());
        }
        if !self.check.search {
            return None;
        }
        for (ply, &mv) in puzzle.moves.iter().enumerate() {
            if ply % 2 == 0
                && let Some(place) = self.where_not_only(puzzle.kind, &position, mv)
            {
                let text = texts(puzzle, &[mv]);
                return Some(format!("{text} is not the only good move{place}"));
            }
            position = after(&position, mv);
        }
        None
    }

    /// The search that does not find `mv` as the only good move, as a suffix for the fault.
    fn where_not_only(
        &mut self,
        kind: PuzzleKind,
        position: &AnyPosition,
        mv: Move,
    ) -> Option<&'static str> {
        let differs = |only: Option<OnlyMove>| only.is_none_or(|only| only.mv != mv);
        if differs(only_move_of_check(&mut self.engine, kind, position)) {
            return Some("");
        }
        let in_mirror =
            self.check.mirror && differs(only_move_of_mirror(&mut self.deep, kind, position));
        in_mirror.then_some(" in a mirror")
    }
}

fn texts(puzzle: &Puzzle, moves: &[Move]) -> String {
    let variant = puzzle.position.variant();
    let texts = moves.iter().map(|&mv| mv.display(variant).to_string());
    texts.collect::<Vec<_>>().join(" ")
}
