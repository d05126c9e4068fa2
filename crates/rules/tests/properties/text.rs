//! Text of positions and moves reads back.

use komadai_rules::{AnyPosition, Move, SetupRules};

use super::sample;
use crate::reference::Law;
use crate::support::bridge;

#[test]
fn positions_and_moves_read_back() {
    for law in Law::ALL {
        let variant = bridge::game(law);
        for p in sample(law, 800, 3, 7) {
            let real = bridge::position(&p);
            let text = real.to_string();
            assert_eq!(text, p.text(), "{law:?}");
            let again = AnyPosition::parse(variant, &text, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, real, "{law:?} {text}");
            let fen = real.fairy_fen();
            let again = AnyPosition::parse(variant, &fen, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again.key(), real.key(), "{law:?} {fen}");
            for mv in p.legal() {
                let raw = bridge::move_of(law, mv);
                assert_eq!(
                    raw.display(variant).to_string(),
                    mv.text(&p),
                    "{law:?} {text}"
                );
                for spelling in [
                    raw.display(variant).to_string(),
                    raw.usi(variant).to_string(),
                    raw.uci(variant).to_string(),
                ] {
                    let parsed = Move::parse(variant, &spelling);
                    assert_eq!(parsed, Ok(raw), "{spelling} in {law:?} {text}");
                }
            }
        }
    }
}
