//! Typed notations of the shogi family. Western: `P-76`, `P7f`, `Sx3c+`, `G6i-5h`, `P*55`, `77-76`;
//! Japanese: `76歩`, `同銀`, `22角成`, `33桂不成`, `58金右`, `55歩打`, `76歩(77)`; Kawasaki: `歩-76`, `金(69)-58`, `銀x`.

use komadai_rules::{PieceKind, Square, VariantId};

use super::cursor::Cursor;
use super::normalize::contains;
use super::pattern::{MovePattern, Promotion};
use crate::display::{DisplayStyle, japanese_name};

/// Second characters of full names, which are skipped: 飛車, 角行, 金将, 桂馬, 歩兵, と金, 龍王.
const FULL_NAME_ENDINGS: &str = "車行将馬兵金玉";

/// Other names of two promoted pieces: the horse in full, and the tokin in Chinese.
const ALTERNATIVE_NAMES: [(&str, &str); 2] = [("龍馬", "馬"), ("成歩", "と")];

/// `previous` is the square that 同 stands for.
pub(super) fn read(
    variant: VariantId,
    style: DisplayStyle,
    text: &str,
    previous: Option<Square>,
) -> Option<MovePattern> {
    let squares = Squares {
        variant,
        from_left: style.counts_from_left(variant),
        kif: style == DisplayStyle::Kif,
        previous,
    };
    let mut cursor = Cursor::new(text);
    let promoted = cursor.eat('+');
    let mut kind = None;
    let mut named = None;
    let mut origin = None;
    if let Some(letter) = cursor.peek().filter(char::is_ascii_alphabetic) {
        cursor.next();
        let letter = letter.to_ascii_uppercase();
        kind = Some(if promoted {
            variant.spec().promoted_kind_by_letter(letter)?
        } else {
            variant.spec().kind_by_letter(letter)?
        });
    } else if let Some(name) = read_name(variant, &mut cursor) {
        named = previous;
        kind = Some(if promoted {
            variant.spec().kind(name).promotes_to?
        } else {
            name
        });
        if cursor.eat('(') {
            origin = squares.read(&mut cursor);
            if origin.is_none() || !cursor.eat(')') {
                return None;
            }
        }
    } else if promoted {
        return None;
    }
    let mut drop = eat_sign(&mut cursor);
    // A recapture in Kawasaki's notation names no square.
    let first = squares.read(&mut cursor).or(named)?;
    drop |= eat_sign(&mut cursor);
    let mut pattern = MovePattern::to(first);
    if let Some(second) = squares.read(&mut cursor) {
        pattern.to = second;
        pattern.set_origin(variant, first);
    }
    if let Some(from) = origin {
        pattern.set_origin(variant, from);
    }
    pattern.kind = kind.or_else(|| read_name(variant, &mut cursor));
    pattern.drop = drop;
    read_suffixes(squares, &mut cursor, &mut pattern)?;
    Some(pattern)
}

/// Reads the text after piece and square: drop, promotion, marks and square of origin.
fn read_suffixes(
    squares: Squares,
    cursor: &mut Cursor<'_>,
    pattern: &mut MovePattern,
) -> Option<()> {
    while let Some(next) = cursor.next() {
        match next {
            '打' => pattern.drop = true,
            '+' | '成' if pattern.promotion == Promotion::Unspecified => {
                pattern.promotion = Promotion::Yes;
            }
            '=' | '不' | '生' if pattern.promotion == Promotion::Unspecified => {
                cursor.eat('成');
                pattern.promotion = Promotion::No;
            }
            '行' | '入' => pattern.marks.push('上'),
            mark if contains("上引寄直右左", mark) => pattern.marks.push(mark),
            // Some programs write an origin for drops too.
            '(' if cursor.rest().starts_with("00)") => {
                pattern.drop = true;
                for _ in 0..3 {
                    cursor.next();
                }
            }
            '(' => {
                let from = squares.read(cursor)?;
                pattern.set_origin(squares.variant, from);
                pattern.promotes_only_if_written = squares.kif;
                if !cursor.eat(')') {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(())
}

/// Skips the sign between piece and square; `true` if it is the sign of a drop.
fn eat_sign(cursor: &mut Cursor<'_>) -> bool {
    let Some(sign) = cursor.peek() else {
        return false;
    };
    let drop = contains("*@'", sign);
    if drop || contains("-xX", sign) {
        cursor.next();
    }
    drop
}

/// Context of the squares in a typed text.
#[derive(Clone, Copy)]
struct Squares {
    variant: VariantId,
    /// The files of squares in digits are counted from the left; squares with a letter are USI's.
    from_left: bool,
    /// A move with its origin that marks no promotion does not promote.
    kif: bool,
    /// The square that 同 stands for.
    previous: Option<Square>,
}

impl Squares {
    /// 同, or file and rank from the top, the rank as digit or letter.
    fn read(self, cursor: &mut Cursor<'_>) -> Option<Square> {
        if cursor.peek() == Some('同') {
            cursor.next();
            return self.previous;
        }
        let variant = self.variant;
        let mut ahead = cursor.clone();
        let file = ahead.next()?.to_digit(10)?;
        let letter = ahead.next()?.to_digit(19)?;
        let rank = if letter > 9 { letter - 9 } else { letter };
        let from_left = match self.from_left && letter <= 9 {
            true => file.checked_sub(1)?,
            false => u32::from(variant.files()).checked_sub(file)?,
        };
        let from_bottom = u32::from(variant.ranks()).checked_sub(rank)?;
        let square = Square::from_coords(variant, from_left as u8, from_bottom as u8)?;
        *cursor = ahead;
        Some(square)
    }
}

/// The longest Japanese name of a piece at the cursor.
fn read_name(variant: VariantId, cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let mut found: Option<(PieceKind, &str)> = None;
    for index in 0..variant.spec().kinds.len() {
        let kind = PieceKind::new(index as u8);
        let Some(name) = japanese_name(variant, kind) else {
            continue;
        };
        for (alternative, standard) in [("", ""), ALTERNATIVE_NAMES[0], ALTERNATIVE_NAMES[1]] {
            let candidate = if standard == name { alternative } else { name };
            let longer = found.is_none_or(|(_, known)| known.len() < candidate.len());
            if longer && cursor.rest().starts_with(candidate) {
                found = Some((kind, candidate));
            }
        }
    }
    let (kind, name) = found?;
    for _ in name.chars() {
        cursor.next();
    }
    if cursor
        .peek()
        .is_some_and(|next| contains(FULL_NAME_ENDINGS, next))
    {
        cursor.next();
    }
    Some(kind)
}
