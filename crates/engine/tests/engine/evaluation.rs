use crate::common::{new_engine, random_game};
use crate::for_each_game;
use komadai_engine::Evaluation;
use komadai_rules::{
    CastlingRights, Piece, PieceKind, Position, Setup, SetupRules, Square, Variant, VariantId,
};

/// Rotated by 180° with the sides exchanged.
fn turned<V: Variant>(setup: &Setup) -> Setup {
    let mut other = Setup::empty(V::ID);
    for (index, piece) in setup.board.iter().enumerate() {
        let to = Square::new(index as u8).rotate_180(V::ID);
        other.board[to.index()] = piece.map(|piece| Piece {
            side: !piece.side,
            kind: piece.kind,
        });
    }
    other.hands = [setup.hands[1], setup.hands[0]];
    other.side = !setup.side;
    other
}

/// Left and right exchanged; Tori Shogi's quails become each other.
fn mirrored<V: Variant>(setup: &Setup) -> Setup {
    let swap = |kind: PieceKind| match (V::ID, kind.index()) {
        (VariantId::Torishogi, 3) => PieceKind::new(4),
        (VariantId::Torishogi, 4) => PieceKind::new(3),
        _ => kind,
    };
    let mut other = Setup::empty(V::ID);
    for (index, piece) in setup.board.iter().enumerate() {
        let at = Square::new(index as u8);
        let file = V::ID.files() - 1 - at.file(V::ID);
        let to = Square::from_coords(V::ID, file, at.rank(V::ID)).expect("on the board");
        other.board[to.index()] = piece.map(|piece| Piece {
            kind: swap(piece.kind),
            ..piece
        });
    }
    for side in 0..2 {
        for kind in 0..8 {
            let to = swap(PieceKind::new(kind)).index();
            other.hands[side][to] = setup.hands[side][usize::from(kind)];
        }
    }
    other.side = setup.side;
    other
}

fn the_evaluation_is_symmetric<V: Variant>() {
    let mut engine = new_engine::<V>(0);
    // A net's evaluation is symmetric only unless both kings are on the middle file.
    engine
        .set_evaluation(&Evaluation::Classical)
        .expect("memory");
    let mut seen = 0;
    for seed in 0..20 {
        random_game::<V>(seed, 200, |game| {
            let mut setup = game.position().to_setup();
            // Castling rights and en passant have no mirror image; the evaluation does not use
            // them.
            setup.castling = CastlingRights::NONE;
            setup.en_passant = None;
            let score = engine.evaluate(game.position());
            for other in [turned::<V>(&setup), mirrored::<V>(&setup)] {
                let other = Position::<V>::from_setup(&other, SetupRules::Play);
                let other = other.expect("as legal as before");
                assert_eq!(engine.evaluate(&other), score, "{:?}", game.position());
                assert_eq!(engine.material(&other), engine.material(game.position()));
                seen += 1;
            }
        });
    }
    assert!(seen > 1_000, "only {seen}");
}

fn the_start_is_nearly_even<V: Variant>() {
    let engine = new_engine::<V>(0);
    let start = Position::<V>::start();
    assert_eq!(engine.material(&start), 0);
    // The first move may be a disadvantage, as in Minishogi.
    let score = engine.evaluate(&start);
    // Centipawns differ in worth by variant, and a net may be further off at the start than the
    // classical evaluation.
    let [win, _, loss] = engine.wdl_model().win_draw_loss(score);
    assert!(win.abs_diff(loss) <= 150, "{score:?}: {win} {loss}");
}

fn a_captured_strong_piece_counts<V: Variant>() {
    let engine = new_engine::<V>(0);
    let mut setup = Setup::start(V::ID);
    let before = Position::<V>::from_setup(&setup, SetupRules::Play).expect("the start");
    let strongest = usize::from(V::SPEC.hand_kinds) - 1;
    let taken = setup.board.iter().position(|piece| {
        piece.is_some_and(|it| it.side != setup.side && V::SPEC.base(it.kind).index() == strongest)
    });
    setup.board[taken.expect("the piece is on the board")] = None;
    setup.hands[0][strongest] = 1;
    let after = Position::<V>::from_setup(&setup, SetupRules::Play).expect("still legal");
    assert!(engine.evaluate(&after).centipawns() > engine.evaluate(&before).centipawns() + 400);
}

for_each_game!(
    the_evaluation_is_symmetric,
    the_start_is_nearly_even,
    a_captured_strong_piece_counts
);
