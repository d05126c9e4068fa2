//! Typed standard algebraic notation (SAN), with drops: `Nf3`, `exd6`, `c6=C`, `R1b6`, `N@d5`,
//! `O-O`.

use komadai_rules::{AnyPosition, PieceKind, Square, VariantId};

use super::cursor::Cursor;
use super::normalize::contains;
use super::pattern::{MovePattern, Promotion};

pub(super) fn read(position: &AnyPosition, text: &str) -> Option<MovePattern> {
    let variant = position.variant();
    if let Some(files) = castling_files(text) {
        let king = position.king(position.side_to_move())?;
        let file = king.file(variant).checked_add_signed(files)?;
        let mut pattern = MovePattern::to(Square::from_coords(variant, file, king.rank(variant))?);
        pattern.set_origin(variant, king);
        return Some(pattern);
    }
    let mut cursor = Cursor::new(text);
    let letter = cursor
        .peek()
        .and_then(|letter| kind_of_letter(variant, letter));
    if letter.is_some() {
        cursor.next();
    }
    let mut pattern = read_squares(variant, &mut cursor)?;
    pattern.kind = match letter {
        None if pattern.from_file.is_some() && pattern.from_rank.is_some() => None,
        None => Some(PieceKind::PAWN),
        some => some,
    };
    read_promotion(variant, &mut cursor, &mut pattern)?;
    cursor.rest().is_empty().then_some(pattern)
}

/// Reads the target square, which is the last one, and the text before it: file, rank or square of
/// origin, and the signs of captures and drops.
fn read_squares(variant: VariantId, cursor: &mut Cursor<'_>) -> Option<MovePattern> {
    let (mut drop, mut file, mut rank) = (false, None, None);
    let to = loop {
        let mut ahead = cursor.clone();
        let square = ahead.square(variant);
        let last = !ahead
            .peek()
            .is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '-' | '@' | '*'));
        if let (Some(square), true) = (square, last) {
            *cursor = ahead;
            break square;
        }
        let next = cursor.next()?;
        let as_file = index_from(next, 'a', variant.files()).filter(|_| file.is_none());
        let as_rank = index_from(next, '1', variant.ranks()).filter(|_| rank.is_none());
        match (as_file, as_rank, next) {
            (Some(_), ..) => file = as_file,
            (_, Some(_), _) => rank = as_rank,
            (.., '@' | '*') => drop = true,
            (.., 'x' | 'X' | '-') => {}
            _ => return None,
        }
    };
    if drop && (file.is_some() || rank.is_some()) {
        return None;
    }
    let mut pattern = MovePattern::to(to);
    (pattern.from_file, pattern.from_rank, pattern.drop) = (file, rank, drop);
    pattern.promotes_only_if_written = true;
    Some(pattern)
}

/// Reads `=C`, `=` (no promotion) or `+`, if present.
fn read_promotion(
    variant: VariantId,
    cursor: &mut Cursor<'_>,
    pattern: &mut MovePattern,
) -> Option<()> {
    if cursor.eat('=') {
        pattern.promotion = Promotion::No;
        if let Some(letter) = cursor.next() {
            let promoted = kind_of_letter(variant, letter.to_ascii_uppercase())?;
            if variant.spec().kind(pattern.kind?).promotes_to != Some(promoted) {
                return None;
            }
            pattern.promotion = Promotion::Yes;
        }
        cursor.eat('+');
    } else if cursor.eat('+') {
        pattern.promotion = Promotion::YesOrCheck;
    }
    Some(())
}

/// Files that the king moves if the text is `O-O` or `O-O-O`, with any kind of O or zero.
fn castling_files(text: &str) -> Option<i8> {
    let mut letters = 0;
    for character in text.chars() {
        if contains("Oo0", character) {
            letters += 1;
        } else if !contains("-+", character) {
            return None;
        }
    }
    match letters {
        2 => Some(2),
        3 => Some(-2),
        _ => None,
    }
}

/// The piece with this letter, promoted pieces included; lower case counts where it names no file.
fn kind_of_letter(variant: VariantId, letter: char) -> Option<PieceKind> {
    let is_file = index_from(letter, 'a', variant.files()).is_some();
    let upper = letter.to_ascii_uppercase();
    if is_file || !upper.is_ascii_uppercase() {
        return None;
    }
    variant.spec().kind_by_letter(upper).or_else(|| {
        let base = variant.spec().base_of_alias(upper)?;
        variant.spec().kind(base).promotes_to
    })
}

/// The distance of a character from `first`, if below `limit`.
fn index_from(character: char, first: char, limit: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&index| index < limit)
}
