//! Chess players' notation for Shogun: `Nf3`, `exd6`, `c6=C`, `R1b6`, `N@d5`, `O-O`.

use komadai_rules::{AnyPosition, GameId, Kind, Square};

use super::plain::is_in;
use super::wanted::{Promotion, Wanted};
use crate::cursor::Cursor;
use crate::letters;
use crate::square::read_square;

pub(super) fn read(position: &AnyPosition, text: &str) -> Option<Wanted> {
    let game = position.game();
    if let Some(files) = castling(text) {
        let king = position.king(position.side_to_move())?;
        let file = king.file(game).checked_add_signed(files)?;
        let mut wanted = Wanted::to(Square::from_coords(game, file, king.rank(game))?);
        wanted.come_from(game, king);
        return Some(wanted);
    }
    let mut cursor = Cursor::new(text);
    let letter = cursor.peek().and_then(|letter| man(game, letter));
    if letter.is_some() {
        cursor.next();
    }
    let (mut drop, mut file, mut rank) = (false, None, None);
    // The last square is where it goes; what comes before tells where from.
    let to = loop {
        let mut ahead = cursor.clone();
        let square = read_square(game, &mut ahead).map(|(square, _)| square);
        let last = !ahead
            .peek()
            .is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '-' | '@' | '*'));
        if let (Some(square), true) = (square, last) {
            cursor = ahead;
            break square;
        }
        match cursor.next()? {
            letter @ 'a'..='h' if file.is_none() => file = Some(letter as u8 - b'a'),
            digit @ '1'..='8' if rank.is_none() => rank = Some(digit as u8 - b'1'),
            '@' | '*' => drop = true,
            'x' | 'X' | '-' => {}
            _ => return None,
        }
    };
    let mut wanted = Wanted::to(to);
    let pawn = || game.spec().kind_of('P', false);
    wanted.kind = match letter {
        None if file.is_some() && rank.is_some() => None,
        None => pawn(),
        some => some,
    };
    (wanted.from_file, wanted.from_rank, wanted.drop) = (file, rank, drop);
    wanted.silence_declines = true;
    if cursor.eat('=') {
        wanted.promotion = Promotion::No;
        if let Some(letter) = cursor.next() {
            let promoted = man(game, letter.to_ascii_uppercase())?;
            let base = letters::promoted_form(game, wanted.kind?);
            (base == Some(promoted)).then_some(())?;
            wanted.promotion = Promotion::Yes;
        }
        cursor.eat('+');
    } else if cursor.eat('+') {
        wanted.promotion = Promotion::OrCheck;
    }
    cursor.rest().is_empty().then_some(wanted)
}

/// How many files the king goes, where the text is of the form `O-O`.
fn castling(text: &str) -> Option<i8> {
    let mut rooks = 0;
    for character in text.chars() {
        if is_in(character, "Oo0") {
            rooks += 1;
        } else if !is_in(character, "-+") {
            return None;
        }
    }
    match rooks {
        2 => Some(2),
        3 => Some(-2),
        _ => None,
    }
}

/// The man of a letter; small ones count where they name no file.
fn man(game: GameId, letter: char) -> Option<Kind> {
    let upper = match letter {
        'A'..='Z' => letter,
        'i'..='z' => letter.to_ascii_uppercase(),
        _ => return None,
    };
    game.spec().kind_of(upper, false).or_else(|| {
        let base = letters::alias_base(game, upper)?;
        letters::promoted_form(game, base)
    })
}
