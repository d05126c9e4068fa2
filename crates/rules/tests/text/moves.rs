//! Move texts: both spellings in every variant, and refusals.

use komadai_rules::{Move, Square, TextErrorKind, VariantId};

use VariantId::{Minishogi, Shogi, Shogun, Torishogi};

#[test]
fn both_spellings_are_read_and_written() {
    for (variant, usi, fairy) in [
        (Shogi, "7g7f", "c3c4"),
        (Shogi, "8h2b+", "b2h8+"),
        (Shogi, "P*5e", "P@e5"),
        (Shogi, "4e3c", "f5g7"),
        (Minishogi, "5d5c", "a2a3"),
        (Torishogi, "3d3c", "e4e5"),
        (Torishogi, "S*3c", "S@e5"),
        (Torishogi, "1b1a+", "g6g7+"),
        (Shogun, "6d6c+", "c5c6+"),
        (Shogun, "P*2d", "P@g5"),
        (Shogun, "4h2h", "e1g1"),
        (Shogun, "4d5c+", "e5d6+"),
    ] {
        let mv = Move::parse(variant, usi).unwrap();
        assert_eq!(Move::parse(variant, fairy), Ok(mv), "{variant} {fairy}");
        assert_eq!(mv.usi(variant).to_string(), usi);
        assert_eq!(mv.uci(variant).to_string(), fairy);
        let own = if variant == Shogun { fairy } else { usi };
        assert_eq!(mv.display(variant).to_string(), own);
        assert_eq!(Move::parse(variant, &format!("  {own} ")), Ok(mv));
    }
}

#[test]
fn every_square_has_one_name_in_each_spelling() {
    for variant in VariantId::ALL {
        for index in 0..u8::try_from(variant.squares()).unwrap() {
            let square = Square::new(index);
            for name in [
                square.usi(variant).to_string(),
                square.uci(variant).to_string(),
                square.display(variant).to_string(),
            ] {
                assert_eq!(
                    Square::parse(variant, &name),
                    Ok(square),
                    "{variant} {name}"
                );
            }
        }
    }
    assert_eq!(
        Square::parse(Shogi, "a9").unwrap().usi(Shogi).to_string(),
        "9a"
    );
    assert_eq!(
        Square::parse(Torishogi, "e5")
            .unwrap()
            .usi(Torishogi)
            .to_string(),
        "3c"
    );
}

#[test]
fn every_move_round_trips_in_both_spellings() {
    for variant in VariantId::ALL {
        let squares = || (0..u8::try_from(variant.squares()).unwrap()).map(Square::new);
        let mut moves: Vec<Move> = Vec::new();
        for to in squares() {
            for from in squares() {
                moves.extend([Move::normal(from, to), Move::promotion(from, to)]);
            }
            for &kind in variant.spec().hand_order {
                moves.extend([Move::drop(kind, to), Move::drop_promoted(kind, to)]);
            }
        }
        for mv in moves {
            assert_eq!(Move::parse(variant, &mv.usi(variant).to_string()), Ok(mv));
            assert_eq!(Move::parse(variant, &mv.uci(variant).to_string()), Ok(mv));
        }
    }
}

#[test]
fn a_drop_of_a_promoted_piece_is_read_so_that_the_rules_can_refuse_it() {
    let promoted = Move::parse(Shogi, "P*5e+").unwrap();
    assert!(promoted.is_drop() && promoted.is_promotion());
    assert_eq!(Move::parse(Shogi, "+P*5e"), Ok(promoted));
    assert_eq!(Move::parse(Shogun, "Q@d4"), Move::parse(Shogun, "+F@d4"));
    assert!(Move::parse(Shogun, "C@d4").unwrap().is_promotion());
}

#[track_caller]
fn refused(variant: VariantId, text: &str, kind: TextErrorKind, offset: usize, offending: &str) {
    let error = Move::parse(variant, text).expect_err(text);
    assert_eq!(
        (error.kind, error.offset, error.text.as_str()),
        (kind, offset, offending),
        "{variant} {text}: {error}"
    );
}

#[test]
fn errors_name_the_text_and_its_place() {
    use TextErrorKind as Kind;
    refused(Shogi, "", Kind::Empty, 0, "");
    refused(Shogi, "resign", Kind::BadMove, 0, "resign");
    refused(Shogi, "７六歩", Kind::BadMove, 0, "７六歩");
    refused(Shogi, "0g7f", Kind::BadMove, 0, "0g7f");
    refused(Shogi, "7j7f", Kind::BadMove, 0, "7j7f");
    refused(Shogi, "7g", Kind::BadSquare, 2, "");
    refused(Shogi, "7g7", Kind::BadSquare, 2, "7");
    refused(Shogi, "7g7x", Kind::BadSquare, 2, "7x");
    refused(Shogi, "7gc4", Kind::BadSquare, 2, "c4");
    refused(Shogi, "7g7f=", Kind::UnexpectedText, 4, "=");
    refused(Shogi, "7g7f++", Kind::UnexpectedText, 5, "+");
    refused(Shogi, "7g7f 3c3d", Kind::UnexpectedText, 5, "3c3d");
    refused(Minishogi, "7g7f", Kind::BadMove, 0, "7g7f");
    refused(Minishogi, "5d5f", Kind::BadSquare, 2, "5f");
    refused(Shogi, "F*5e", Kind::BadDrop, 0, "F");
    refused(Shogi, "p*5e", Kind::BadDrop, 0, "p");
    refused(Shogi, "K*5e", Kind::BadDrop, 0, "K");
    refused(Shogi, "+K*5e", Kind::BadDrop, 0, "+K");
    refused(Shogi, "P*5", Kind::BadSquare, 2, "5");
    refused(Shogi, "P*0e", Kind::BadSquare, 2, "0e");
    refused(Shogun, "K@e4", Kind::BadDrop, 0, "K");
    refused(Shogun, "e2e9", Kind::BadSquare, 2, "e9");
    refused(Shogun, "e7e8q", Kind::UnexpectedText, 4, "q");
    refused(Shogun, "O-O", Kind::BadMove, 0, "O-O");
    refused(Shogun, "0000", Kind::BadMove, 0, "0000");
}
