//! Notations of the shogi family. Western: `P-76`, `P7f`, `Sx3c+`, `G6i-5h`, `P*55`, `77-76`;
//! Japanese: `76歩`, `同銀`, `22角成`, `33桂不成`, `58金右`, `55歩打`, `76歩(77)`.

use komadai_rules::{GameId, Kind, Square};

use super::plain::is_in;
use super::wanted::{Promotion, Wanted};
use crate::cursor::Cursor;
use crate::display::japanese_name;

/// Second characters of full names, which add nothing: 飛車, 角行, 金将, 桂馬, 歩兵, と金, 龍王.
const FULLER: &str = "車行将馬兵金玉";

/// Other names of two promoted men: the horse in full, and the tokin as Chinese players call it.
const OTHER_NAMES: [(&str, &str); 2] = [("龍馬", "馬"), ("成歩", "と")];

pub(super) fn read(game: GameId, text: &str, previous: Option<Square>) -> Option<Wanted> {
    let mut cursor = Cursor::new(text);
    let promoted = cursor.eat('+');
    let mut kind = None;
    if let Some(letter) = cursor.peek().filter(char::is_ascii_alphabetic) {
        cursor.next();
        kind = Some(game.spec().kind_of(letter.to_ascii_uppercase(), promoted)?);
    } else if promoted {
        return None;
    }
    let mut drop = eat_sign(&mut cursor);
    let first = read_target(game, &mut cursor, previous)?;
    drop |= eat_sign(&mut cursor);
    let mut wanted = Wanted::to(first);
    if let Some(second) = read_target(game, &mut cursor, previous) {
        wanted.to = second;
        wanted.come_from(game, first);
    }
    wanted.kind = kind.or_else(|| read_name(game, &mut cursor));
    wanted.drop = drop;
    loop {
        match cursor.next() {
            None => return Some(wanted),
            Some('打') => wanted.drop = true,
            Some('+' | '成') if wanted.promotion == Promotion::Unsaid => {
                wanted.promotion = Promotion::Yes;
            }
            Some('=' | '不' | '生') if wanted.promotion == Promotion::Unsaid => {
                cursor.eat('成');
                wanted.promotion = Promotion::No;
            }
            Some('行' | '入') => wanted.marks.push('上'),
            Some(mark) if is_in(mark, "上引寄直右左") => wanted.marks.push(mark),
            Some('(') => {
                let from = read_target(game, &mut cursor, None)?;
                wanted.come_from(game, from);
                if !cursor.eat(')') {
                    return None;
                }
            }
            Some(_) => return None,
        }
    }
}

/// Steps over the sign between man and square; whether it says that the man is dropped.
fn eat_sign(cursor: &mut Cursor<'_>) -> bool {
    let Some(sign) = cursor.peek() else {
        return false;
    };
    let drop = is_in(sign, "*@'");
    if drop || is_in(sign, "-xX") {
        cursor.next();
    }
    drop
}

/// 同, or file and rank from the top right, the rank as digit or letter.
fn read_target(game: GameId, cursor: &mut Cursor<'_>, previous: Option<Square>) -> Option<Square> {
    if cursor.peek() == Some('同') {
        cursor.next();
        return previous;
    }
    let mut ahead = cursor.clone();
    let file = ahead.next()?.to_digit(10)?;
    let letter = ahead.next()?.to_digit(19)?;
    let rank = if letter > 9 { letter - 9 } else { letter };
    let from_left = u32::from(game.files()).checked_sub(file)?;
    let from_bottom = u32::from(game.ranks()).checked_sub(rank)?;
    let square = Square::from_coords(game, from_left as u8, from_bottom as u8)?;
    *cursor = ahead;
    Some(square)
}

/// The longest name of a man that comes next.
fn read_name(game: GameId, cursor: &mut Cursor<'_>) -> Option<Kind> {
    let mut found: Option<(Kind, &str)> = None;
    for index in 0..game.spec().kinds.len() {
        let kind = Kind::new(index as u8);
        let Some(name) = japanese_name(game, kind) else {
            continue;
        };
        for (other, of) in [("", ""), OTHER_NAMES[0], OTHER_NAMES[1]] {
            let said = if of == name { other } else { name };
            let longer = found.is_none_or(|(_, known)| known.len() < said.len());
            if longer && cursor.rest().starts_with(said) {
                found = Some((kind, said));
            }
        }
    }
    let (kind, name) = found?;
    for _ in name.chars() {
        cursor.next();
    }
    if cursor.peek().is_some_and(|next| is_in(next, FULLER)) {
        cursor.next();
    }
    Some(kind)
}
