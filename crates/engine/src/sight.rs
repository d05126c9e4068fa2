//! Human-like oversights of a level: captures, above all over a distance and away from the last
//! move, and drops.

use komadai_rules::{Bitboard as _, Game, Move, Position, Square, Variant, VariantId};

use crate::engine::Engine;
use crate::skill_rng::SkillRng;

/// Minimum distance of a long-range capture.
const AFAR: u8 = 3;
/// Squares up to this distance from the opponent's last move get more attention.
const NEARBY: u8 = 2;

/// Oversights of a level, drawn anew for each of its moves.
pub(crate) struct Sight {
    /// Per mille; captures on squares of lower attention are overlooked.
    oversight: u16,
    /// `[square]`, per mille.
    attention: Vec<u16>,
    overlooks_drops: bool,
    /// Destination of the opponent's last move.
    last: Option<Square>,
}

/// Threats of the opponent after a move, in centipawns of material.
pub(crate) struct Threats {
    /// Most valuable piece whose loss is seen.
    pub(crate) seen: i32,
    /// Most valuable piece whose loss is overlooked.
    unseen: i32,
}

impl Threats {
    /// Correction of a full search's score for a player who overlooks the threat. Part of the
    /// value, since the capture may be avenged.
    pub(crate) fn overlooked(&self) -> i32 {
        (self.unseen - self.seen).max(0) * 3 / 4
    }
}

impl Sight {
    pub(crate) fn new<V: Variant>(oversight: u16, game: &Game<V>, rng: &mut SkillRng) -> Sight {
        if oversight == 0 {
            return Sight {
                oversight,
                attention: Vec::new(),
                overlooks_drops: false,
                last: None,
            };
        }
        let spec = V::ID.spec();
        let squares = usize::from(spec.files) * usize::from(spec.ranks);
        Sight {
            oversight,
            overlooks_drops: rng.happens(oversight / 2),
            attention: (0..squares).map(|_| rng.below(1_000) as u16).collect(),
            last: game.moves().last().map(|mv| mv.to()),
        }
    }

    /// Moves that the level sees; all moves in check or if none would be left.
    pub(crate) fn seen_moves<V: Variant>(
        &self,
        position: &Position<V>,
        moves: Vec<Move>,
    ) -> Vec<Move> {
        if self.oversight == 0 || position.in_check() {
            return moves;
        }
        let comes_to_mind = |mv: &Move| match mv.from() {
            None => !self.overlooks_drops,
            Some(from) => {
                let to = mv.to();
                let takes = position.piece_at(to).is_some();
                !(takes && self.overlooks(V::ID, to, from.distance(to, V::ID)))
            }
        };
        let seen: Vec<Move> = moves.iter().copied().filter(comes_to_mind).collect();
        if seen.is_empty() { moves } else { seen }
    }

    pub(crate) fn threats<V: Variant>(
        &self,
        engine: &Engine<V>,
        position: &Position<V>,
        mv: Move,
    ) -> Threats {
        let mut after = *position;
        after.play_unchecked(mv);
        let us = position.side_to_move();
        let mut threats = Threats { seen: 0, unseen: 0 };
        for at in engine.hanging(&after, us) {
            let attackers = after.attackers_to(at, !us, after.occupied());
            let nearest = attackers
                .squares()
                .map(|from| from.distance(at, V::ID))
                .min();
            let value = engine.value_taken(&after, at);
            if self.overlooks(V::ID, at, nearest.unwrap_or(AFAR)) {
                threats.unseen = threats.unseen.max(value);
            } else {
                threats.seen = threats.seen.max(value);
            }
        }
        threats
    }

    /// `true` if a capture on `at` from that distance is overlooked.
    fn overlooks(&self, variant: VariantId, at: Square, from_distance: u8) -> bool {
        let Some(&attention) = self.attention.get(at.index()) else {
            return false;
        };
        let mut oversight = self.oversight;
        if from_distance >= AFAR {
            oversight = oversight.saturating_mul(2);
        }
        match self.last.map(|last| last.distance(at, variant)) {
            Some(0) => oversight /= 4,
            Some(near) if near <= NEARBY => oversight /= 2,
            _ => {}
        }
        attention < oversight
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Move, RuleSet, Setup, SetupRules, Shogi};

    use super::*;

    /// Number of times in 1,000 that the first player, moving its king after `last`, overlooks an
    /// attacked piece.
    fn overlooked(text: &str, last: &str) -> usize {
        let engine = Engine::<Shogi>::new(1).expect("memory");
        let setup = Setup::parse(VariantId::Shogi, text).expect("a position");
        let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).expect("legal");
        let mut game = Game::new(position, RuleSet::default_for(VariantId::Shogi));
        let [last, king] =
            [last, "1i1h"].map(|text| Move::parse(VariantId::Shogi, text).expect("a move"));
        game.play(last).expect("a legal move");
        let is_overlooked = |&seed: &u64| {
            let sight = Sight::new(300, &game, &mut SkillRng::new(seed, 1));
            let threats = sight.threats(&engine, game.position(), king);
            assert_eq!((threats.seen > 0) as u8 + (threats.unseen > 0) as u8, 1);
            threats.overlooked() > 0
        };
        (0..1_000).filter(is_overlooked).count()
    }

    #[test]
    fn a_long_range_or_an_opened_line_is_overlooked_more_often_than_a_threat_just_made() {
        // The gold on 5f is attacked by a rook on 5a or 5e, or by one that moves to 5d.
        let afar = overlooked("k3r4/9/9/9/9/4G4/9/9/8K w - 1", "9a9b");
        let close = overlooked("k8/9/9/9/4r4/4G4/9/9/8K w - 1", "9a9b");
        let just_made = overlooked("k8/4r4/9/9/9/4G4/9/9/8K w - 1", "5b5d");
        let opened = overlooked("k3r4/4s4/9/9/9/4G4/9/9/8K w - 1", "5b6c");
        assert!((550..650).contains(&afar), "{afar}");
        assert!((550..650).contains(&opened), "{opened}");
        assert!((250..350).contains(&close), "{close}");
        assert!((100..200).contains(&just_made), "{just_made}");
    }
}
