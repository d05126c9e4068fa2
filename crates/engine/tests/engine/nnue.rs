//! Symmetry and features of the net's evaluation.

use komadai_engine::nnue::{Layout, Net, reference_eval};
use komadai_rules::{
    AnyPosition, CastlingRights, Piece, PieceKind, Setup, SetupRules, Side, Square, VariantId,
    match_any, match_variant,
};

use crate::common::random_game;

pub(crate) fn random_net(variant: VariantId, l1: usize, seed: u64) -> Net {
    Net::random(variant, l1, seed).expect("memory for a net")
}

pub(crate) fn random_positions(variant: VariantId, games: u64, plies: usize) -> Vec<AnyPosition> {
    let mut positions = Vec::new();
    for seed in 1..=games {
        match_variant!(variant, V => random_game::<V>(seed, plies, |variant| {
            positions.push((*variant.position()).into());
        }));
    }
    positions
}

/// Maps every square and piece of a position; castling and en passant are not features.
fn transformed(
    position: &AnyPosition,
    piece: impl Fn(Piece) -> Piece,
    square: impl Fn(Square) -> Square,
) -> Setup {
    let old = position.to_setup();
    let mut new = old.clone();
    new.castling = CastlingRights::NONE;
    new.en_passant = None;
    for (index, on_it) in old.board.iter().enumerate() {
        let to = square(Square::new(index as u8));
        new.board[to.index()] = on_it.map(&piece);
    }
    for side in Side::BOTH {
        for kind in (0..old.variant.spec().hand_kinds).map(PieceKind::new) {
            let image = piece(Piece { side, kind });
            new.hands[image.side.index()][image.kind.index()] =
                old.hands[side.index()][kind.index()];
        }
    }
    new
}

fn position_of(setup: &Setup) -> AnyPosition {
    AnyPosition::from_setup(setup, SetupRules::Play).expect("as legal as the one it was made of")
}

fn mirrored(position: &AnyPosition) -> AnyPosition {
    let variant = position.variant();
    let layout = Layout::of(variant);
    let piece = |piece: Piece| Piece {
        kind: layout.mirror_image(piece.kind),
        ..piece
    };
    let square = |at: Square| {
        let file = variant.files() - 1 - at.file(variant);
        Square::from_coords(variant, file, at.rank(variant)).expect("on the board")
    };
    position_of(&transformed(position, piece, square))
}

fn turned(position: &AnyPosition) -> AnyPosition {
    let variant = position.variant();
    let piece = |piece: Piece| Piece {
        side: !piece.side,
        ..piece
    };
    let mut setup = transformed(position, piece, |at| at.rotate_180(variant));
    setup.side = !setup.side;
    position_of(&setup)
}

/// `true` if some king is off the middle file.
fn has_left_and_right(position: &AnyPosition) -> bool {
    let variant = position.variant();
    Side::BOTH.into_iter().any(|side| {
        let file = position.king(side).map(|king| king.file(variant));
        file.is_some_and(|file| 2 * file + 1 != variant.files())
    })
}

#[test]
fn a_mirrored_position_evaluates_the_same_unless_both_kings_are_on_the_middle_file() {
    for &variant in VariantId::REGISTERED {
        let net = random_net(variant, 32, 3);
        let mut compared = 0;
        for position in random_positions(variant, 6, 80) {
            if has_left_and_right(&position) {
                let image = mirrored(&position);
                let [one, other] = [&position, &image].map(|it| reference_eval(&net, it));
                assert_eq!(one, other, "{position:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{variant}: {compared}");
    }
}

#[test]
fn a_turned_position_with_exchanged_sides_evaluates_the_same() {
    for &variant in VariantId::REGISTERED {
        let net = random_net(variant, 32, 4);
        for position in random_positions(variant, 6, 80) {
            let image = turned(&position);
            let [one, other] = [&position, &image].map(|it| reference_eval(&net, it));
            assert_eq!(one, other, "{position:?}");
        }
    }
}

#[test]
fn random_nets_distinguish_positions_and_the_side_to_move() {
    for &variant in VariantId::REGISTERED {
        let net = random_net(variant, 32, 5);
        let positions = random_positions(variant, 3, 60);
        let mut scores: Vec<i32> = positions
            .iter()
            .map(|it| reference_eval(&net, it))
            .collect();
        assert!(scores.iter().any(|&it| it > 0) && scores.iter().any(|&it| it < 0));
        scores.sort_unstable();
        scores.dedup();
        assert!(4 * scores.len() > 3 * positions.len(), "{variant}");
    }
}

#[test]
fn each_piece_but_the_own_king_has_one_distinct_active_feature() {
    for &variant in VariantId::REGISTERED {
        let layout = Layout::of(variant);
        for position in random_positions(variant, 6, 80) {
            let on_board = match_any!(AnyPosition, &position, it => {
                komadai_rules::Bitboard::count(it.occupied())
            });
            let in_hand: u32 = Side::BOTH
                .map(|side| position.hand(side).total())
                .iter()
                .sum();
            for side in Side::BOTH {
                let mut active = Vec::new();
                layout.active_features(&position, side, &mut |feature| active.push(feature));
                assert_eq!(active.len() as u32, on_board + in_hand - 1, "{position:?}");
                assert!(active.iter().all(|&feature| feature < layout.rows()));
                active.sort_unstable();
                active.dedup();
                assert_eq!(active.len() as u32, on_board + in_hand - 1, "{position:?}");
            }
        }
    }
}
