//! Keys and state: incremental equals recomputed, and equal keys mean equal positions.

use std::collections::HashMap;

use komadai_rules::{AnyPosition, SetupRules};

use crate::reference::{Law, RefPosition};
use crate::support::{bridge, playouts};

/// The text of a position without counters.
fn essence(p: &RefPosition) -> String {
    let mut p = p.clone();
    (p.number, p.quiet_plies) = (1, 0);
    p.text()
}

fn board_and_side(p: &RefPosition) -> String {
    let mut p = p.clone();
    p.hands = RefPosition::empty(p.law).hands;
    essence(&p)
}

#[test]
fn state_after_playing_equals_recomputed_state() {
    for law in Law::ALL {
        let mut by_key: HashMap<u64, String> = HashMap::new();
        let mut by_board_key: HashMap<u64, String> = HashMap::new();
        playouts::run(law, playouts::scaled(2_500), 4, |game| {
            let mut real = bridge::position(&game[0].position);
            for ply in game {
                let p = &ply.position;
                let setup = real.to_setup();
                let fresh = AnyPosition::from_setup(&setup, SetupRules::Play)
                    .unwrap_or_else(|error| panic!("{law:?} {}: {error}", p.text()));
                assert_eq!(fresh.key(), real.key(), "{law:?} {}", p.text());
                assert_eq!(fresh.board_key(), real.board_key(), "{law:?} {}", p.text());
                assert_eq!(fresh.checkers(), real.checkers(), "{law:?} {}", p.text());
                assert_eq!(
                    fresh.legal_moves(),
                    real.legal_moves(),
                    "{law:?} {}",
                    p.text()
                );
                assert_eq!(fresh, real, "{law:?} {}", p.text());
                assert_eq!(fresh.to_setup(), setup, "{law:?} {}", p.text());

                let text = essence(p);
                let known = by_key.entry(real.key()).or_insert_with(|| text.clone());
                assert_eq!(*known, text, "two positions, one key");
                let text = board_and_side(p);
                let known = by_board_key
                    .entry(real.board_key())
                    .or_insert_with(|| text.clone());
                assert_eq!(*known, text, "two boards, one board key");
                if let Some(mv) = ply.played {
                    real.play_unchecked(bridge::move_of(law, mv));
                }
            }
        });
        // The converse: as many keys as positions.
        let texts: std::collections::HashSet<&String> = by_key.values().collect();
        assert_eq!(texts.len(), by_key.len(), "{law:?}: one position, two keys");
        let texts: std::collections::HashSet<&String> = by_board_key.values().collect();
        assert_eq!(
            texts.len(),
            by_board_key.len(),
            "{law:?}: one board, two board keys"
        );
        assert!(
            by_key.len() > 1_000,
            "{law:?}: only {} positions",
            by_key.len()
        );
    }
}
