//! Position editor, one change at a time.

use komadai_rules::{CastlingRights, CastlingSide, Piece, Setup, Side, VariantId};
use komadai_wasm_shared::{Error, read_game, read_side, read_square};
use wasm_bindgen::prelude::*;

/// The text of a setup after one change. The setup need not be a valid position, see
/// `checkPosition`. `place` is a square, and `value` the piece on it, `+P`, `p`, or empty; `P*` or
/// `p*`, and `value` the count in that hand; `side`; `castling`, and `value` the remaining letters
/// of `KQkq`; `empty`, which clears the board; or empty, which normalises the text. Move counters
/// are reset.
#[wasm_bindgen(js_name = editSetup)]
pub fn edit_setup(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    text: &str,
    place: &str,
    value: &str,
) -> Result<String, Error> {
    let id = read_game(game)?;
    let mut setup = Setup::parse(id, text)?;
    setup.en_passant = None;
    setup.halfmove_clock = 0;
    setup.move_number = 1;
    match place {
        "" => {}
        "empty" => setup = Setup::empty(id),
        "side" => setup.side = read_side(value)?,
        "castling" => setup.castling = read_castling(value),
        _ => place_pieces(&mut setup, place, value)?,
    }
    Ok(setup.to_string())
}

fn place_pieces(setup: &mut Setup, place: &str, value: &str) -> Result<(), Error> {
    let id = setup.variant;
    if let Some(letter) = place.strip_suffix('*') {
        let Piece { side, kind } = read_piece(id, letter)?;
        let count = value.parse();
        setup.hands[side.index()][kind.index()] =
            count.map_err(|_| Error::new("bad-number", "no number of pieces").about(value))?;
        return Ok(());
    }
    let square = read_square(id, place)?;
    setup.board[square.index()] = match value {
        "" => None,
        piece => Some(read_piece(id, piece)?),
    };
    Ok(())
}

fn read_piece(id: VariantId, text: &str) -> Result<Piece, Error> {
    find_piece(id, text)
        .ok_or_else(|| Error::new("unknown-piece", "there is no such piece").about(text))
}

/// A piece by its letter, lower case for the second side, with `+` if promoted.
pub(crate) fn find_piece(id: VariantId, text: &str) -> Option<Piece> {
    let (letter, promoted) = match *text.as_bytes() {
        [letter] => (letter, false),
        [b'+', letter] => (letter, true),
        _ => return None,
    };
    let letter = char::from(letter);
    let base = id.spec().kind_by_letter(letter.to_ascii_uppercase())?;
    let kind = match promoted {
        true => id.spec().kind(base).promotes_to?,
        false => base,
    };
    Some(Piece {
        side: side_of(letter),
        kind,
    })
}

fn side_of(letter: char) -> Side {
    match letter.is_ascii_lowercase() {
        true => Side::Second,
        false => Side::First,
    }
}

fn read_castling(rights: &str) -> CastlingRights {
    let one = |rights: CastlingRights, letter: char| match letter.to_ascii_uppercase() {
        'K' => rights.with(side_of(letter), CastlingSide::Kingside),
        'Q' => rights.with(side_of(letter), CastlingSide::Queenside),
        _ => rights,
    };
    rights.chars().fold(CastlingRights::NONE, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(game: &str, changes: &[(&str, &str)]) -> String {
        let start = edit_setup(game, "startpos", "", "").expect("a start");
        changes.iter().fold(start, |text, (place, value)| {
            edit_setup(game, &text, place, value).expect("a change")
        })
    }

    #[test]
    fn pieces_hands_and_side_are_written_in_sfen() {
        let changes = [
            ("empty", ""),
            ("5e", "+P"),
            ("1a", "k"),
            ("G*", "2"),
            ("p*", "18"),
            ("side", "second"),
        ];
        assert_eq!(edited("shogi", &changes), "8k/9/9/9/4+P4/9/9/9/9 w 2G18p 1");
        let text = edited(
            "shogi",
            &[("5e", "+P"), ("5e", ""), ("G*", "2"), ("G*", "0")],
        );
        assert_eq!(text, edited("shogi", &[]));
    }

    #[test]
    fn castling_rights_are_written_in_fen() {
        let text = edited("shogun", &[("castling", "KQq")]);
        assert!(text.ends_with(" w KQq - 0 1"), "{text}");
        let text = edited("shogun", &[("castling", "")]);
        assert!(text.ends_with(" w - - 0 1"), "{text}");
    }

    #[test]
    fn move_counters_are_reset() {
        let text = edit_setup("minishogi", "rbsgk/4p/5/P4/KGSBR w - 31", "", "");
        assert_eq!(text.as_deref(), Ok("rbsgk/4p/5/P4/KGSBR w - 1"));
    }

    #[test]
    fn unreadable_input_is_an_error() {
        for (text, place, value) in [
            ("9/9", "", ""),
            ("", "empty", ""),
            ("startpos", "9j", "P"),
            ("startpos", "5e", "X"),
            ("startpos", "5e", "+K"),
            ("startpos", "PP*", "1"),
            ("startpos", "P*", "many"),
            ("startpos", "side", "third"),
        ] {
            assert!(edit_setup("shogi", text, place, value).is_err(), "{place}");
        }
    }
}
