//! Tactics and defences: positions with only one good move.

use komadai_engine::{AnyEngine, OutOfMemory, Score, WdlModel};
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, Square, VariantId};

use super::brute::after;
use super::image::Image;
use super::look::{Look, fresh_look};
use super::prober::Prober;
use super::puzzle::{Puzzle, PuzzleKind};
use super::rating::tactic_rating;
use super::themes::find_themes;

use crate::evaluated_engine::classical_engine;

/// Bounds of winning probabilities, in ‰.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Bounds of the best move.
    best: (u32, u32),
    /// Upper bound of the second-best move.
    second: u32,
}

impl Bounds {
    pub(crate) const fn of(kind: PuzzleKind) -> Bounds {
        match kind {
            PuzzleKind::Mate | PuzzleKind::Tactic => Bounds {
                best: (901, 1_000),
                second: 700,
            },
            PuzzleKind::Defence => Bounds {
                best: (400, 900),
                second: 200,
            },
        }
    }

    /// Widened by a margin on each side.
    pub(crate) const fn widened(self, by: u32) -> Bounds {
        Bounds {
            best: (self.best.0.saturating_sub(by), self.best.1 + by),
            second: self.second + by,
        }
    }

    pub(crate) fn hold(self, variant: VariantId, look: &Look) -> bool {
        let best = win_permille(variant, look.best.score);
        let second = look
            .second
            .map(|second| win_permille(variant, second.score));
        (self.best.0..=self.best.1).contains(&best) && second.is_some_and(|it| it < self.second)
    }
}

/// Winning probability, in ‰, of a score of the classical evaluation.
pub(crate) fn win_permille(variant: VariantId, score: Score) -> u32 {
    WdlModel::classical(variant).win_draw_loss(score)[0]
}

/// Greatest winning probability (‰) of the winning side before its opponent's last move, or by static
/// evaluation.
const MAX_WIN_BEFORE: u32 = 599;
/// Fewer legal moves offer no choice.
const MIN_MOVES: usize = 5;
/// Mates up to this length are mate puzzles.
const MATE_PLIES: u32 = 3;
const MAX_MOVES: usize = 4;

/// Nodes within which the mate solver sees mates that the first search misses.
pub(crate) const GLANCE_NODES: u64 = 300;
/// Nodes of the first search, after which most positions are dropped.
const QUICK_NODES: u64 = 3_000;
/// Margin (‰) around the bounds in the first search.
const QUICK_MARGIN: u32 = 60;
/// Nodes of the search that the verification of a file repeats.
pub(crate) const CHECK_NODES: u64 = 20_000;
const DEEP_NODES: u64 = 100_000;
pub(crate) const CHECK_MB: usize = 4;
pub(crate) const DEEP_MB: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastMove {
    pub(crate) before: AnyPosition,
    pub(crate) after: AnyPosition,
    /// Square of a captured piece.
    pub(crate) captured_on: Option<Square>,
}

/// Two engines with tables of different sizes that must agree, the second on the position's mirror image.
pub(crate) struct TacticMaker {
    checker: AnyEngine,
    deep: AnyEngine,
}

impl TacticMaker {
    /// # Errors
    /// If there is no memory for the engines.
    pub(crate) fn new(variant: VariantId) -> Result<Self, OutOfMemory> {
        Ok(TacticMaker {
            checker: classical_engine(variant, CHECK_MB)?,
            deep: classical_engine(variant, DEEP_MB)?,
        })
    }

    /// The puzzle of this kind in the position after a move, if there is one.
    pub(crate) fn make(
        &mut self,
        kind: PuzzleKind,
        last: &LastMove,
        prober: &mut Prober,
    ) -> Option<Puzzle> {
        let start = without_counters(&last.after)?;
        let variant = start.variant();
        if start.legal_moves().len() < MIN_MOVES {
            return None;
        }
        if prober.mates(&start, MATE_PLIES) != Some(false) {
            return None;
        }
        // The first search misses long mates.
        let hides_mate = kind == PuzzleKind::Tactic && prober.sees_mate(&start, GLANCE_NODES);
        if !hides_mate {
            let quick = fresh_look(&mut self.checker, &start, QUICK_NODES)?;
            if !Bounds::of(kind).widened(QUICK_MARGIN).hold(variant, &quick) {
                return None;
            }
        }
        if kind == PuzzleKind::Tactic && !self.was_undecided(last) {
            return None;
        }
        let first = self.only_move(kind, &start)?;
        if last.captured_on == Some(first.mv.to()) {
            return None;
        }
        let nodes = first.nodes;
        let moves = self.line(kind, &start, first);
        let themes = find_themes(kind, &start, &moves, prober);
        let rating = tactic_rating(moves.len().div_ceil(2), nodes, &themes);
        Some(Puzzle {
            kind,
            position: start,
            moves,
            solutions: Vec::new(),
            themes,
            rating,
        })
    }

    /// `true` if the side to move was not winning before, or is not by static evaluation.
    fn was_undecided(&mut self, last: &LastMove) -> bool {
        let variant = last.after.variant();
        let now = self.checker.evaluate(&last.after);
        if now.is_ok_and(|score| win_permille(variant, score) <= MAX_WIN_BEFORE) {
            return true;
        }
        let least = 1_000 - MAX_WIN_BEFORE;
        let had_more = |look: &Look| win_permille(variant, look.best.score) >= least;
        let quick = fresh_look(&mut self.checker, &last.before, QUICK_NODES);
        quick.is_some_and(|look| had_more(&look))
            && fresh_look(&mut self.checker, &last.before, CHECK_NODES)
                .is_some_and(|look| had_more(&look))
    }

    fn only_move(&mut self, kind: PuzzleKind, position: &AnyPosition) -> Option<OnlyMove> {
        let checked = only_move_of_check(&mut self.checker, kind, position)?;
        let deep = only_move_of_mirror(&mut self.deep, kind, position)?;
        (deep.mv == checked.mv).then_some(deep)
    }

    /// Extends the first move against the best replies while there is only one good move.
    fn line(&mut self, kind: PuzzleKind, start: &AnyPosition, first: OnlyMove) -> Vec<Move> {
        let mut moves = vec![first.mv];
        let mut position = after(start, first.mv);
        let mut reply = first.reply;
        while let Some(answer) = reply
            && moves.len() < 2 * MAX_MOVES - 1
            && position.is_legal(answer)
        {
            position = after(&position, answer);
            if !can_go_on(&position) {
                break;
            }
            let Some(next) = self.only_move(kind, &position) else {
                break;
            };
            moves.extend([answer, next.mv]);
            position = after(&position, next.mv);
            reply = next.reply;
        }
        moves
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnlyMove {
    pub(crate) mv: Move,
    reply: Option<Move>,
    /// Nodes after which the best move no longer changed.
    nodes: u64,
}

/// The only good move by the search that the verification of a file repeats.
pub(crate) fn only_move_of_check(
    engine: &mut AnyEngine,
    kind: PuzzleKind,
    position: &AnyPosition,
) -> Option<OnlyMove> {
    only_move(engine, kind, position, CHECK_NODES)
}

/// The only good move by a longer search of the mirror image. Keys and move order differ there, as with
/// another seed, so that it does not repeat an accident of the first search.
pub(crate) fn only_move_of_mirror(
    engine: &mut AnyEngine,
    kind: PuzzleKind,
    position: &AnyPosition,
) -> Option<OnlyMove> {
    let image = Image::of(position)?;
    let only = only_move(engine, kind, &image.position(), DEEP_NODES)?;
    let after = image.after(only.mv);
    Some(OnlyMove {
        mv: image.original(only.mv)?,
        reply: only.reply.and_then(|reply| after?.original(reply)),
        nodes: only.nodes,
    })
}

fn only_move(
    engine: &mut AnyEngine,
    kind: PuzzleKind,
    position: &AnyPosition,
    nodes: u64,
) -> Option<OnlyMove> {
    let look = fresh_look(engine, position, nodes)?;
    let holds = Bounds::of(kind).hold(position.variant(), &look);
    holds.then_some(OnlyMove {
        mv: look.best.mv,
        reply: look.reply,
        nodes: look.nodes,
    })
}

fn can_go_on(position: &AnyPosition) -> bool {
    let game = AnyGame::new(*position, RuleSet::default_for(position.variant()));
    game.outcome().is_none() && position.legal_moves().len() > 1
}

/// Resets the move counters, as at the start of a game.
fn without_counters(position: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = position.to_setup();
    (setup.halfmove_clock, setup.move_number) = (0, 1);
    AnyPosition::from_setup(&setup, SetupRules::Play).ok()
}
