//! Conversions between the reference and the crate.

use komadai_rules::{
    AnyPosition, CastlingRights, CastlingSide, Move, Piece, PieceKind, Setup, SetupRules, Side,
    Square, VariantId,
};

use crate::reference::position::At;
use crate::reference::{Law, RefMove, RefPiece, RefPosition};

pub(crate) fn game(law: Law) -> VariantId {
    let variant: VariantId = law.name().parse().expect("the crate knows the game");
    assert_eq!(i32::from(variant.files()), law.size());
    assert_eq!(i32::from(variant.ranks()), law.size());
    variant
}

pub(crate) fn side(index: usize) -> Side {
    Side::BOTH[index]
}

pub(crate) fn square(law: Law, (x, y): At) -> Square {
    let [x, y] = [x, y].map(|n| u8::try_from(n).expect("on the board"));
    Square::from_coords(game(law), x, y).expect("on the board")
}

pub(crate) fn at(law: Law, square: Square) -> At {
    (
        i32::from(square.file(game(law))),
        i32::from(square.rank(game(law))),
    )
}

pub(crate) fn kind(law: Law, letter: char, promoted: bool) -> PieceKind {
    let spec = game(law).spec();
    let kind = if promoted {
        spec.promoted_kind_by_letter(letter)
    } else {
        spec.kind_by_letter(letter)
    };
    kind.unwrap_or_else(|| panic!("{law:?} has no {letter} {promoted}"))
}

pub(crate) fn move_of(law: Law, mv: RefMove) -> Move {
    match mv {
        RefMove::Board { from, to, promote } => {
            let make = if promote {
                Move::promotion
            } else {
                Move::normal
            };
            make(square(law, from), square(law, to))
        }
        RefMove::Drop { letter, to } => Move::drop(kind(law, letter, false), square(law, to)),
    }
}

/// The crate's moves, sorted.
pub(crate) fn moves(law: Law, list: &[RefMove]) -> Vec<Move> {
    let mut moves: Vec<Move> = list.iter().map(|&mv| move_of(law, mv)).collect();
    moves.sort_unstable();
    moves
}

pub(crate) fn setup(p: &RefPosition) -> Setup {
    let law = p.law;
    let mut setup = Setup::empty(game(law));
    for place in p.squares() {
        setup.board[square(law, place).index()] = p.at(place).map(|piece| Piece {
            side: side(piece.side),
            kind: kind(law, piece.letter, piece.promoted),
        });
    }
    for s in 0..2 {
        for &(letter, n) in &p.hands[s] {
            setup.hands[s][kind(law, letter, false).index()] = n;
        }
    }
    setup.side = side(p.turn);
    let mut rights = CastlingRights::NONE;
    for s in 0..2 {
        for wing in CastlingSide::BOTH {
            if p.castling[s][wing as usize] {
                rights = rights.with(side(s), wing);
            }
        }
    }
    setup.castling = rights;
    setup.en_passant = p.jumped.map(|at| square(law, at));
    setup.halfmove_clock = u16::try_from(p.quiet_plies).expect("small");
    setup.move_number = p.number;
    setup
}

/// The crate's position, validated from a setup.
pub(crate) fn position(p: &RefPosition) -> AnyPosition {
    AnyPosition::from_setup(&setup(p), SetupRules::Play)
        .unwrap_or_else(|error| panic!("{:?} {}: {error}", p.law, p.text()))
}

pub(crate) fn assert_same_board(p: &RefPosition, real: &AnyPosition) {
    let law = p.law;
    for place in p.squares() {
        let found = real.piece_at(square(law, place)).map(|piece| {
            let spec = game(law).spec().kind(piece.kind);
            RefPiece {
                letter: spec.letter,
                promoted: spec.promoted,
                side: piece.side.index(),
            }
        });
        assert_eq!(found, p.at(place), "{} in {}", p.square(place), p.text());
    }
    for s in 0..2 {
        for &(letter, n) in &p.hands[s] {
            let found = real.hand(side(s)).count(kind(law, letter, false));
            assert_eq!(found, n, "{letter} in hand {s} in {}", p.text());
        }
    }
    assert_eq!(real.side_to_move(), side(p.turn), "{}", p.text());
    for s in 0..2 {
        for wing in CastlingSide::BOTH {
            let found = real.castling().has(side(s), wing);
            assert_eq!(
                found,
                p.castling[s][wing as usize],
                "right {s} {wing:?} in {}",
                p.text()
            );
        }
    }
    let expected = p.en_passant_square().map(|at| square(law, at));
    assert_eq!(real.en_passant(), expected, "en passant in {}", p.text());
    assert_eq!(real.move_number(), p.number, "move number in {}", p.text());
    if law == Law::Shogun {
        assert_eq!(
            u32::from(real.halfmove_clock()),
            p.quiet_plies,
            "clock in {}",
            p.text()
        );
    }
}
