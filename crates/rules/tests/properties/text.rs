//! Text of positions and moves reads back.

use komadai_notation::{
    fairy_fen, move_text, parse_move, parse_position, position_text, uci_move, usi_move,
};
use komadai_rules::SetupRules;

use super::sample;
use crate::reference::Law;
use crate::support::bridge;

#[test]
fn positions_and_moves_read_back() {
    for law in Law::ALL {
        let variant = bridge::game(law);
        for p in sample(law, 800, 3, 7) {
            let real = bridge::position(&p);
            let text = position_text(&real);
            assert_eq!(text, p.text(), "{law:?}");
            let again = parse_position(variant, &text, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, real, "{law:?} {text}");
            let fen = fairy_fen(&real);
            let again = parse_position(variant, &fen, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again.key(), real.key(), "{law:?} {fen}");
            for mv in p.legal() {
                let raw = bridge::move_of(law, mv);
                assert_eq!(move_text(variant, raw), mv.text(&p), "{law:?} {text}");
                for spelling in [
                    move_text(variant, raw),
                    usi_move(variant, raw),
                    uci_move(variant, raw),
                ] {
                    let parsed = parse_move(variant, &spelling);
                    assert_eq!(parsed, Ok(raw), "{spelling} in {law:?} {text}");
                }
            }
        }
    }
}
