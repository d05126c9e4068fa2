//! The letters of the men. Base letters come from the game's own table in the rules; what only
//! text knows (Shogun's letters of promoted men) is here and nowhere else.

use alloc::string::String;

use komadai_rules::{GameId, Kind, Side};

/// Shogun's promoted men have letters of their own, in SAN and as aliases on the board of a FEN:
/// captain, general, archbishop, mortar, queen; each with the letter of its base form.
const SHOGUN_PROMOTED: [(char, char); 5] =
    [('C', 'P'), ('G', 'N'), ('A', 'B'), ('M', 'R'), ('Q', 'F')];

/// The letter of a man and whether `+` goes before it.
pub(crate) fn letter(game: GameId, kind: Kind) -> (char, bool) {
    let spec = game.spec().kind(kind);
    (spec.letter, spec.promoted)
}

/// The unpromoted man of an upper-case letter.
pub(crate) fn base_kind(game: GameId, letter: char) -> Option<Kind> {
    game.spec().kind_of(letter, false)
}

/// What a man promotes to.
pub(crate) fn promoted_form(game: GameId, kind: Kind) -> Option<Kind> {
    game.spec().kind(kind).promotes_to
}

/// The unpromoted man behind a letter of a promoted one: Shogun's `Q` is a promoted `F`.
pub(crate) fn alias_base(game: GameId, letter: char) -> Option<Kind> {
    if game != GameId::Shogun {
        return None;
    }
    let (_, base) = SHOGUN_PROMOTED.iter().find(|(alias, _)| *alias == letter)?;
    base_kind(game, *base)
}

/// The letter by which chess players call a man of Shogun: `Q` for a promoted duchess.
pub(crate) fn san_letter(game: GameId, kind: Kind) -> char {
    let (base, promoted) = letter(game, kind);
    if !promoted {
        return base;
    }
    SHOGUN_PROMOTED
        .iter()
        .find(|(_, of)| *of == base)
        .map_or(base, |(alias, _)| *alias)
}

/// Whether a man can be in hand: it is not promoted and is not the king.
pub(crate) fn can_be_in_hand(game: GameId, kind: Kind) -> bool {
    game.spec().hand_order.contains(&kind)
}

/// A letter as its owner writes it: upper case for the first player, lower for the second.
pub(crate) const fn cased(letter: char, side: Side) -> char {
    match side {
        Side::First => letter.to_ascii_uppercase(),
        Side::Second => letter.to_ascii_lowercase(),
    }
}

/// The owner and the upper-case form of a letter; `None` where it is no ASCII letter.
pub(crate) const fn owner(letter: char) -> Option<(Side, char)> {
    if letter.is_ascii_uppercase() {
        Some((Side::First, letter))
    } else if letter.is_ascii_lowercase() {
        Some((Side::Second, letter.to_ascii_uppercase()))
    } else {
        None
    }
}

/// The letters of the unpromoted men in the order of hands, king first where it is wanted, for
/// messages: `K R B G S N L P`.
pub(crate) fn letters_for_people(game: GameId, with_king: bool) -> String {
    let mut text = String::new();
    if with_king {
        text.push('K');
    }
    for &kind in game.spec().hand_order {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(letter(game, kind).0);
    }
    text
}
