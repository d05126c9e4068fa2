//! Static exchange: what is left of a move when both sides take on its square for all it's worth.

use komadai_rules::{Bits, Game, Move, Position, Side, Square};

use crate::eval::Evaluator;

impl<G: Game> Evaluator<G> {
    /// What the move itself wins: the man taken, as it counts on the board and in hand, and what a
    /// promotion adds.
    pub(crate) fn gain(&self, position: &Position<G>, mv: Move) -> i32 {
        if mv.is_drop() {
            return 0;
        }
        let taken = match position.piece_at(mv.to()) {
            Some(man) => self.swing[man.kind.index()],
            None if super::is_en_passant(position, mv) => self.swing[0],
            None => 0,
        };
        let promoted = if mv.is_promotion() {
            moving_kind(position, mv).map_or(0, |kind| self.promotion[kind])
        } else {
            0
        };
        taken + promoted
    }

    /// Whether the exchanges begun by `mv` win at least `threshold` centipawns. Drops inside the
    /// exchange and pins are left out.
    pub(crate) fn wins_at_least(&self, position: &Position<G>, mv: Move, threshold: i32) -> bool {
        let mut swap = self.gain(position, mv) - threshold;
        if swap < 0 {
            return false;
        }
        swap = self.at_stake(position, mv) - swap;
        if swap <= 0 {
            return true;
        }
        let to = mv.to();
        let mut occupied = position.occupied() | G::Bits::of(to);
        if let Some(from) = mv.from() {
            occupied &= !G::Bits::of(from);
        }
        let mut side = position.side_to_move();
        let mut won = true;
        loop {
            side = !side;
            let Some((from, kind)) = self.cheapest_attacker(position, to, side, occupied) else {
                return won;
            };
            won = !won;
            occupied &= !G::Bits::of(from);
            if kind == G::SPEC.king.index() {
                // A king may not take what is guarded.
                let guarded = !(position.attackers_to(to, !side, occupied) & occupied).is_empty();
                return won != guarded;
            }
            swap = self.swing[kind] - swap;
            if swap < i32::from(won) {
                return won;
            }
        }
    }

    /// What is lost if the moved man is taken where it arrives.
    fn at_stake(&self, position: &Position<G>, mv: Move) -> i32 {
        if let Some(kind) = mv.dropped() {
            return 2 * self.hand[kind.index()];
        }
        let Some(kind) = moving_kind(position, mv) else {
            return 0;
        };
        if kind == G::SPEC.king.index() {
            return 0;
        }
        let promoted = if mv.is_promotion() {
            self.promotion[kind]
        } else {
            0
        };
        self.swing[kind] + promoted
    }

    fn cheapest_attacker(
        &self,
        position: &Position<G>,
        to: Square,
        side: Side,
        occupied: G::Bits,
    ) -> Option<(Square, usize)> {
        let attackers = position.attackers_to(to, side, occupied) & occupied;
        let mut cheapest: Option<(Square, usize)> = None;
        for square in attackers.squares() {
            let Some(man) = position.piece_at(square) else {
                continue;
            };
            let kind = man.kind.index();
            let cost = |k: usize| {
                if k == G::SPEC.king.index() {
                    i32::MAX
                } else {
                    self.swing[k]
                }
            };
            if cheapest.is_none_or(|(_, best)| cost(kind) < cost(best)) {
                cheapest = Some((square, kind));
            }
        }
        cheapest
    }
}

fn moving_kind<G: Game>(position: &Position<G>, mv: Move) -> Option<usize> {
    let man = position.piece_at(mv.from()?)?;
    Some(man.kind.index())
}
