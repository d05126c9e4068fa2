mod moves;
mod position;

use komadai_rules::{AnyPosition, Move};

use super::brute::after;
use super::prober::Prober;
use super::puzzle::PuzzleKind;
use super::theme::Theme;

pub(super) struct Played {
    pub(super) before: AnyPosition,
    pub(super) mv: Move,
    pub(super) after: AnyPosition,
    pub(super) reply: Option<Move>,
}

/// Themes of a puzzle with this line, in the order of [`Theme::ALL`]. The prober decides whether a mate
/// needs the refusal of a promotion.
pub(crate) fn find_themes(
    kind: PuzzleKind,
    start: &AnyPosition,
    line: &[Move],
    prober: &mut Prober,
) -> Vec<Theme> {
    let mut position = *start;
    let mut played = Vec::new();
    for (ply, &mv) in line.iter().enumerate() {
        let next = after(&position, mv);
        played.push(Played {
            before: position,
            mv,
            after: next,
            reply: line.get(ply + 1).copied(),
        });
        position = next;
    }
    let mut found: Vec<Theme> = Vec::new();
    for (ply, it) in played.iter().enumerate() {
        if ply % 2 == 0 {
            found.extend(moves::of_solver(it, kind, ply == 0));
            if moves::refuses_promotion(it) {
                let left = (line.len() - ply) as u32;
                let is_needed = match kind {
                    PuzzleKind::Mate => promotion_is_too_slow(it, left, prober),
                    // The line's moves are the only good ones.
                    PuzzleKind::Tactic | PuzzleKind::Defence => true,
                };
                found.extend(is_needed.then_some(Theme::PromotionRefused));
            }
            let forbidden = kind == PuzzleKind::Mate && position::pawn_drop_would_mate(&it.before);
            found.extend(forbidden.then_some(Theme::PawnDropMate));
        } else {
            found.extend(moves::of_defender(it));
        }
    }
    if kind == PuzzleKind::Mate {
        found.extend(position::place_of_king(&position));
    }
    let themes = Theme::ALL.iter().copied();
    themes.filter(|theme| found.contains(theme)).collect()
}

/// `true` if the same move with promotion does not mate within as many plies.
fn promotion_is_too_slow(it: &Played, plies: u32, prober: &mut Prober) -> bool {
    let Some(from) = it.mv.from() else {
        return false;
    };
    let promotion = Move::promotion(from, it.mv.to());
    let solutions = prober.solutions(&it.before, plies);
    solutions.is_some_and(|solutions| !solutions.contains(&promotion))
}

#[cfg(test)]
mod tests;
