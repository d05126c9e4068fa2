//! All values of 16 bits: a move is legal exactly when it is listed.

use std::collections::HashSet;

use komadai_rules::{AnyGame, Move, RuleSet};

use super::sample;
use crate::reference::Law;
use crate::support::bridge;

fn sweep(law: Law, positions: usize) {
    for p in sample(law, positions, 20, 3) {
        let real = bridge::position(&p);
        let listed: HashSet<u16> = real.legal_moves().iter().map(|mv| mv.raw()).collect();
        assert_eq!(
            listed.len(),
            real.legal_moves().len(),
            "no move twice in {}",
            p.text()
        );
        let game = AnyGame::new(real, RuleSet::default_for(bridge::game(law)));
        for raw in 0..=u16::MAX {
            let mv = Move::from_raw(raw);
            let legal = listed.contains(&raw);
            assert_eq!(
                real.is_legal(mv),
                legal,
                "{mv:?} ({raw:#06x}) in {law:?} {}",
                p.text()
            );
            let refusal = real.why_illegal(mv);
            assert_eq!(
                refusal.is_none(),
                legal,
                "{mv:?} ({raw:#06x}) in {law:?} {}",
                p.text()
            );
            // After the end every move is refused as `game-over`; this game goes on.
            if game.outcome().is_none() && raw % 7 == 0 {
                assert_eq!(
                    game.why_illegal(mv),
                    refusal,
                    "{mv:?} in {law:?} {}",
                    p.text()
                );
            }
        }
        assert!(!real.is_legal(Move::NONE));
    }
}

#[test]
fn shogi_accepts_exactly_the_listed_moves() {
    sweep(Law::Shogi, 60);
}

#[test]
fn minishogi_accepts_exactly_the_listed_moves() {
    sweep(Law::Minishogi, 60);
}

#[test]
fn torishogi_accepts_exactly_the_listed_moves() {
    sweep(Law::Tori, 60);
}

#[test]
fn shogun_accepts_exactly_the_listed_moves() {
    sweep(Law::Shogun, 60);
}
