//! Arbitrary setups never panic; accepted ones are lawful.

use komadai_rules::{
    AnyPosition, CastlingRights, CastlingSide, Move, Piece, PieceKind, Setup, SetupRules, Square,
};
use proptest::prelude::*;

use crate::reference::{Law, RefPosition};
use crate::support::{bridge, seeds};

/// Any piece on any square, kinds that do not exist included.
fn any_setup() -> impl Strategy<Value = Setup> {
    let piece = (0..2usize, 0..16u8).prop_map(|(side, kind)| Piece {
        side: bridge::side(side),
        kind: PieceKind::new(kind),
    });
    (
        prop::sample::select(&Law::ALL[..]),
        prop::collection::vec(prop::option::weighted(0.15, piece), 81),
        prop::array::uniform2(prop::array::uniform16(prop::num::u8::ANY)),
        (
            0..2usize,
            0..16u8,
            prop::option::of(0..=255u8),
            any::<u16>(),
            any::<u32>(),
        ),
        prop::bool::weighted(0.02),
    )
        .prop_map(
            |(law, board, hands, (side, rights, en_passant, clock, number), wrong_size)| {
                let mut setup = Setup::empty(bridge::game(law));
                let size = setup.board.len();
                setup.board = board
                    .into_iter()
                    .take(if wrong_size { size - 1 } else { size })
                    .collect();
                // Mostly small hands, or hardly any setup would be lawful.
                setup.hands = hands.map(|hand| hand.map(|n| n.saturating_sub(224)));
                setup.side = bridge::side(side);
                let mut castling = CastlingRights::NONE;
                for (bit, wing) in CastlingSide::BOTH.into_iter().cycle().take(4).enumerate() {
                    if rights >> bit & 1 == 1 {
                        castling = castling.with(bridge::side(bit / 2), wing);
                    }
                }
                setup.castling = castling;
                setup.en_passant = en_passant.map(Square::new);
                setup.halfmove_clock = clock;
                setup.move_number = number;
                setup
            },
        )
}

fn exercise(position: &AnyPosition) {
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves());
    for mv in moves {
        let checks = position.gives_check(mv);
        let mut next = *position;
        next.play_unchecked(mv);
        assert_eq!(checks, next.in_check());
        assert_eq!(next.count_legal_moves(), next.legal_moves().len());
    }
    for raw in (0..=u16::MAX).step_by(97) {
        let mv = Move::from_raw(raw);
        assert_eq!(position.is_legal(mv), position.why_illegal(mv).is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_setup_panics(setup in any_setup()) {
        for rules in [SetupRules::Play, SetupRules::Mate] {
            match AnyPosition::from_setup(&setup, rules) {
                Ok(position) => exercise(&position),
                Err(errors) => {
                    prop_assert!(!errors.problems.is_empty());
                    prop_assert!(!errors.to_string().is_empty());
                }
            }
        }
    }
}

/// Seeds with random changes are accepted exactly when the reference finds them lawful.
#[test]
fn setups_are_accepted_exactly_when_lawful() {
    use rand::SeedableRng;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
    for law in Law::ALL {
        let all = seeds::all(law);
        let (mut accepted, mut refused) = (0, 0);
        for round in 0..4_000 {
            let p = seeds::damaged(&all[round % all.len()], &mut rng);
            let lawful = seeds::is_lawful(&p);
            let result = AnyPosition::from_setup(&bridge::setup(&p), SetupRules::Play);
            let problems = result.as_ref().err().map(ToString::to_string);
            assert_eq!(
                result.is_ok(),
                lawful,
                "{law:?} {}: {problems:?}",
                describe(&p)
            );
            if lawful {
                accepted += 1;
            } else {
                refused += 1;
            }
        }
        println!("{:10} accepted {accepted} refused {refused}", law.name());
        assert!(
            accepted >= 300 && refused >= 300,
            "{law:?} {accepted} {refused}"
        );
    }
}

/// `text` without the jumped square, because en passant needs the moves of a lawful position.
fn describe(p: &RefPosition) -> String {
    let mut q = p.clone();
    q.jumped = None;
    format!("{} jumped {:?}", q.text(), p.jumped)
}
