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
        let game = bridge::game(law);
        for p in sample(law, 800, 3, 7) {
            let real = bridge::position(&p);
            let text = position_text(&real);
            assert_eq!(text, p.text(), "{law:?}");
            let again = parse_position(game, &text, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, real, "{law:?} {text}");
            let fen = fairy_fen(&real);
            let again = parse_position(game, &fen, SetupRules::Play)
                .unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again.key(), real.key(), "{law:?} {fen}");
            for m in p.legal() {
                let raw = bridge::mv(law, m);
                assert_eq!(move_text(game, raw), m.text(&p), "{law:?} {text}");
                for spelling in [
                    move_text(game, raw),
                    usi_move(game, raw),
                    uci_move(game, raw),
                ] {
                    let parsed = parse_move(game, &spelling);
                    assert_eq!(parsed, Ok(raw), "{spelling} in {law:?} {text}");
                }
            }
        }
    }
}
