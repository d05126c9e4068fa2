use komadai_rules::{AnyPosition, Move};

use super::brute::{BruteForce, after, checks};
use super::image::Image;
use super::prober::{ExactMate, Prober};
use super::problem::{is_tsume, parts, without};
use super::puzzle::{Puzzle, PuzzleKind};
use super::rating::mate_rating;
use super::set::MAX_SOLUTIONS;
use super::themes::find_themes;

/// Longest mates that are also verified by brute force.
pub(crate) const BRUTE_FORCE_PLIES: u32 = 5;
/// Brute-force budget in positions; a mate in five beyond it is not verified so.
pub(crate) const BRUTE_FORCE_POSITIONS: u64 = 200_000;
/// Least nodes of the test for a superfluous piece; an undecided piece is kept.
pub(crate) const REDUCING_NODES: u64 = 2_000;
/// Nodes of that test as a multiple of those of the mate itself.
const REDUCING_FACTOR: u64 = 8;
/// A puzzle offers a choice of checks.
const MIN_CHECKS: usize = 2;

/// Makes mate puzzles with two solvers: `prober` finds a mate, `verifier` with tables of another size
/// confirms it.
pub(crate) struct MateMaker<'a> {
    pub(crate) prober: &'a mut Prober,
    pub(crate) verifier: &'a mut Prober,
    /// Nodes of the exact mate.
    pub(crate) nodes: u64,
}

impl MateMaker<'_> {
    /// The puzzle of a problem with this exact mate; `None` if it is unsuitable.
    pub(crate) fn make(&mut self, problem: &AnyPosition, mate: &ExactMate) -> Option<Puzzle> {
        let plies = mate.line.len() as u32;
        let solutions = self.prober.solutions(problem, plies)?;
        if solutions.len() > MAX_SOLUTIONS || !are_interchangeable(&solutions) {
            return None;
        }
        self.prober
            .set_nodes(REDUCING_NODES + REDUCING_FACTOR * mate.nodes);
        let problem = self.reduce(problem, plies, &solutions);
        self.prober.set_nodes(self.nodes);
        if checks(&problem).len() < MIN_CHECKS {
            return None;
        }
        self.prober.clear();
        let mate = self.prober.exact(&problem, self.nodes)?;
        if has_useless_interposition(&problem, &mate.line) || leaves_pieces(&problem, &mate.line) {
            return None;
        }
        self.verify(&problem, plies, &solutions)?;
        let themes = find_themes(PuzzleKind::Mate, &problem, &mate.line, self.prober);
        let rating = mate_rating(&problem, &mate, &themes);
        Some(Puzzle {
            kind: PuzzleKind::Mate,
            position: problem,
            moves: mate.line,
            solutions: if solutions.len() > 1 {
                solutions
            } else {
                Vec::new()
            },
            themes,
            rating,
        })
    }

    /// Removes every piece without which the mate keeps its length and first moves.
    fn reduce(&mut self, problem: &AnyPosition, plies: u32, solutions: &[Move]) -> AnyPosition {
        let mut problem = *problem;
        loop {
            let before = problem;
            for part in parts(&problem) {
                // A hand may have several pieces of a kind.
                while let Some(fewer) = without(&problem, part)
                    && is_fit(&fewer, plies, solutions, self.prober)
                {
                    problem = fewer;
                }
            }
            if problem == before {
                return problem;
            }
        }
    }

    /// Verifies the image with the other solver, and short mates by brute force; `None` if a verification
    /// fails.
    fn verify(&mut self, problem: &AnyPosition, plies: u32, solutions: &[Move]) -> Option<()> {
        if !is_problem_in_image(problem, plies, solutions, self.verifier)? {
            return None;
        }
        if plies > BRUTE_FORCE_PLIES {
            return Some(());
        }
        match is_problem_by_force(problem, plies, solutions, BRUTE_FORCE_POSITIONS) {
            Some(true) => Some(()),
            None if plies == BRUTE_FORCE_PLIES => Some(()),
            Some(false) | None => None,
        }
    }
}

/// `true` if the position's image is a mate of exactly this length with the images of these first moves;
/// `None` if undecided.
pub(crate) fn is_problem_in_image(
    problem: &AnyPosition,
    plies: u32,
    solutions: &[Move],
    verifier: &mut Prober,
) -> Option<bool> {
    let image = Image::of(problem)?;
    let solutions = image.moves(solutions);
    verifier.clear();
    let again = verifier.exact(&image.position(), u64::MAX)?;
    if again.plies() != plies {
        return Some(false);
    }
    verifier.is_problem(&image.position(), plies, &solutions)
}

/// The problem without a superfluous piece, if the solver finds one.
pub(crate) fn superfluous(
    problem: &AnyPosition,
    plies: u32,
    solutions: &[Move],
    prober: &mut Prober,
) -> Option<AnyPosition> {
    let fewer = parts(problem)
        .into_iter()
        .filter_map(|part| without(problem, part));
    fewer
        .into_iter()
        .find(|fewer| is_fit(fewer, plies, solutions, prober))
}

fn is_fit(problem: &AnyPosition, plies: u32, solutions: &[Move], prober: &mut Prober) -> bool {
    !problem.in_check() && prober.is_problem(problem, plies, solutions) == Some(true)
}

/// [`Prober::is_problem`] by brute force. For variants without tsume, whose problems have both kings, a
/// mate in three must also have no quiet first move.
pub(crate) fn is_problem_by_force(
    problem: &AnyPosition,
    plies: u32,
    solutions: &[Move],
    positions: u64,
) -> Option<bool> {
    let mut force = BruteForce::new(positions);
    if plies > 1 && force.mates(problem, plies - 2)? {
        return Some(false);
    }
    if force.mating_moves(problem, plies)? != solutions {
        return Some(false);
    }
    if !is_tsume(problem.variant()) && plies == 3 {
        return Some(!force.quiet_move_mates_in_three(problem)?);
    }
    Some(true)
}

/// `true` for moves that differ only in promotion, or in the distance of a drop of the same piece.
fn are_interchangeable(moves: &[Move]) -> bool {
    let Some(first) = moves.first() else {
        return false;
    };
    let is_like = |mv: &Move| match first.dropped() {
        Some(kind) => mv.dropped() == Some(kind),
        None => (mv.from(), mv.to()) == (first.from(), first.to()),
    };
    moves.iter().all(is_like)
}

/// `true` if the line has a useless interposition, a drop into a check that is captured at once: such
/// moves do not count in a tsume, so the length would be disputed.
fn has_useless_interposition(problem: &AnyPosition, line: &[Move]) -> bool {
    let mut position = *problem;
    let mut dropped_at = None;
    for (ply, &mv) in line.iter().enumerate() {
        if ply % 2 == 0 && dropped_at == Some(mv.to()) {
            return true;
        }
        dropped_at = (ply % 2 == 1 && mv.is_drop()).then(|| mv.to());
        position = after(&position, mv);
    }
    false
}

/// `true` if the attacker has pieces left in hand at the end.
fn leaves_pieces(problem: &AnyPosition, line: &[Move]) -> bool {
    let attacker = problem.side_to_move();
    let end = line
        .iter()
        .fold(*problem, |position, &mv| after(&position, mv));
    is_tsume(problem.variant()) && !end.hand(attacker).is_empty()
}
