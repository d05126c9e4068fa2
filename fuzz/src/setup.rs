//! Any setup is refused with reasons or becomes a consistent position.

use komadai_rules::{
    AnyPosition, CastlingRights, Piece, PieceKind, Setup, SetupRules, Side, Square,
};

use crate::input::Input;
use crate::moves::check_position;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let setup = arbitrary_setup(&mut input);
    for rules in [SetupRules::Play, SetupRules::Mate] {
        match AnyPosition::from_setup(&setup, rules) {
            Ok(position) => {
                check_position(&position);
                let again = AnyPosition::from_setup(&position.to_setup(), rules)
                    .expect("the setup of a position is valid");
                assert_eq!(again.key(), position.key());
                assert_eq!(again.to_setup(), position.to_setup());
            }
            Err(errors) => assert!(!errors.to_string().is_empty()),
        }
    }
}

/// A start position with random changes, or an empty board.
fn arbitrary_setup(input: &mut Input<'_>) -> Setup {
    let game = input.variant();
    let flags = input.byte();
    let mut setup = if flags & 1 == 0 {
        Setup::start(game)
    } else {
        Setup::empty(game)
    };
    if flags & 2 != 0 {
        setup.side = Side::Second;
    }
    if flags & 4 != 0 {
        setup.castling = CastlingRights::ALL;
    }
    if flags & 8 != 0 {
        // May lie beyond the board.
        setup.en_passant = Some(Square::new(input.byte() % 128));
    }
    if flags & 16 != 0 {
        setup.halfmove_clock = input.u16();
        setup.move_number = u32::from(input.u16()) << (input.byte() % 17);
    }
    while !input.is_empty() {
        let (place, what) = (input.byte() as usize, input.byte());
        let kind = PieceKind::new((what & 0x7f) % PieceKind::MAX as u8);
        let side = if what & 0x80 == 0 {
            Side::First
        } else {
            Side::Second
        };
        if place < setup.board.len() {
            let piece = Piece { side, kind };
            setup.board[place] = (what & 0x7f != 0x7f).then_some(piece);
        } else {
            setup.hands[side.index()][kind.index()] = input.byte();
        }
    }
    setup
}
