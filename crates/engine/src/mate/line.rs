//! Mate line extracted from the table.

use komadai_rules::{Move, MoveList, Position, Variant};

use crate::mate::control::{MateControl, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::node::list_moves;
use crate::mate::search::{Search, solve_leaf};
use crate::mate::value::Plies;

impl<V: Variant> Search<V> {
    /// A mate line in at most `plies`: the attacker plays the shortest proved mate, the defender
    /// the longest. Entries lost from the table are proved again. `attacks`: the attacker moves
    /// first.
    pub(crate) fn line(
        &mut self,
        start: &Position<V>,
        mut attacks: bool,
        mut plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *start;
        while plies > 0 {
            if attacks && solve_leaf(&position).is_some_and(|value| value.pn == 0) {
                line.extend(position.mate_in_one());
                break;
            }
            let next = match self.next_of_line(&position, attacks, plies) {
                Some(next) => Some(next),
                None => {
                    let value = self.run(&position, attacks, plies, limits, control);
                    if value.pn == 0 {
                        self.next_of_line(&position, attacks, plies)
                    } else {
                        None
                    }
                }
            };
            let Some((mv, left)) = next else { break };
            position.play_unchecked(mv);
            line.push(mv);
            plies = left;
            attacks = !attacks;
        }
        line
    }

    /// Next move of the line and the plies left after it; `None` if the table holds no mate in
    /// `plies`.
    pub(crate) fn next_of_line(
        &self,
        position: &Position<V>,
        attacks: bool,
        plies: Plies,
    ) -> Option<(Move, Plies)> {
        let mut moves = MoveList::new();
        list_moves(position, attacks, &mut moves);
        let mut best: Option<(Move, Plies)> = None;
        for &mv in &moves {
            let key = Key::after(position, attacks, mv);
            let proved = self.proved_plies(position, attacks, mv, key);
            match (proved, best) {
                (None, _) if attacks => {}
                (None, _) => return None,
                (Some(proved), Some((_, known))) if attacks == (proved >= known) => {}
                (Some(proved), _) => best = Some((mv, proved)),
            }
        }
        best.filter(|&(_, left)| left < plies)
    }

    fn proved_plies(
        &self,
        position: &Position<V>,
        attacks: bool,
        mv: Move,
        key: Key,
    ) -> Option<Plies> {
        let (proved, _) = self.table.range(key);
        let mut next = *position;
        next.play_unchecked(mv);
        if attacks {
            let mated = !next.has_legal_move();
            if mated { Some(0) } else { proved }
        } else {
            proved.or_else(|| {
                solve_leaf(&next)
                    .filter(|value| value.pn == 0)
                    .map(|value| value.plies)
            })
        }
    }
}
