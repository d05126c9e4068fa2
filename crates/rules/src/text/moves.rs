//! Moves in the spelling of protocols: USI `7g7f`, `8h2b+`, `P*5e`; UCI `c3c4`, `b2h8+`, `P@e5`.
//!
//! USI is specified in "The Universal Shogi Interface" (Tord Romstad, 2007), UCI in the
//! "Description of the universal chess interface" (Stefan Meyer-Kahlen, 2006). UCI has no drops and
//! no `+`; they are written as in Fairy-Stockfish.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::text::cursor::Cursor;
use crate::text::error::{TextError, TextErrorKind};
use crate::text::letters;
use crate::text::short_text::ShortText;
use crate::text::square::{Spelling, bad_square, read_square};
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::variants::VariantId;

impl Move {
    /// The move in the variant's own spelling: [USI](Move::usi) in the shogi family,
    /// [UCI](Move::uci) in Shogun.
    ///
    /// ```
    /// use komadai_rules::{Move, VariantId};
    /// let mv = Move::parse(VariantId::Shogi, "c3c4").unwrap();
    /// assert_eq!(mv.display(VariantId::Shogi).to_string(), "7g7f");
    /// ```
    #[must_use]
    pub fn display(self, variant: VariantId) -> impl fmt::Display {
        text(variant, self, Spelling::of(variant))
    }

    /// The move in USI, in any variant: `7g7f`, `8h2b+`, `P*5e`. Castling is the king's own move.
    #[must_use]
    pub fn usi(self, variant: VariantId) -> impl fmt::Display {
        text(variant, self, Spelling::Usi)
    }

    /// The move in UCI with Fairy-Stockfish's drops and promotions, in any variant: `c3c4`,
    /// `b2h8+`, `P@e5`. Castling is the king's own move, `e1g1`.
    #[must_use]
    pub fn uci(self, variant: VariantId) -> impl fmt::Display {
        text(variant, self, Spelling::Uci)
    }

    /// Parses a move in USI or UCI, in any variant.
    ///
    /// The move need not be legal in any position: a drop of a promoted piece is read too, so that
    /// [`why_illegal`](crate::AnyPosition::why_illegal) can give the reason.
    ///
    /// ```
    /// use komadai_rules::{Move, VariantId};
    /// let variant = VariantId::Shogi;
    /// assert_eq!(Move::parse(variant, "P*5e"), Move::parse(variant, "P@e5"));
    /// let error = Move::parse(variant, "7g7x").unwrap_err();
    /// assert_eq!(error.to_string(), "no such square \"7x\" at byte 2: expected a square from 1a to 9i");
    /// ```
    ///
    /// # Errors
    /// A [`TextError`] for the first part that can't be read, of kind
    /// [`Empty`](TextErrorKind::Empty), [`BadMove`](TextErrorKind::BadMove),
    /// [`BadDrop`](TextErrorKind::BadDrop), [`BadSquare`](TextErrorKind::BadSquare) or
    /// [`UnexpectedText`](TextErrorKind::UnexpectedText).
    pub fn parse(variant: VariantId, text: &str) -> Result<Move, TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        if cursor.rest().is_empty() {
            let expected = examples(variant);
            return Err(TextError::new(
                TextErrorKind::Empty,
                "",
                cursor.offset(),
                expected,
            ));
        }
        let mv = if is_drop(cursor.rest()) {
            read_drop(variant, &mut cursor)?
        } else {
            read_board_move(variant, &mut cursor)?
        };
        let end = cursor.offset();
        match cursor.word() {
            ("", _) => Ok(mv),
            (word, offset) => {
                let expected = if offset == end && !mv.is_promotion() {
                    "\"+\" or the end of the move"
                } else {
                    "the end of the move"
                };
                Err(TextError::new(
                    TextErrorKind::UnexpectedText,
                    word,
                    offset,
                    expected,
                ))
            }
        }
    }
}

fn text(variant: VariantId, mv: Move, spelling: Spelling) -> ShortText {
    let mut text = ShortText::EMPTY;
    if let Some(kind) = mv.dropped() {
        text.push(letters::letter(variant, kind).0);
        text.push(match spelling {
            Spelling::Usi => '*',
            Spelling::Uci => '@',
        });
    } else if let Some(from) = mv.from() {
        spelling.push(&mut text, variant, from);
    }
    spelling.push(&mut text, variant, mv.to());
    if mv.is_promotion() {
        text.push('+');
    }
    text
}

fn examples(variant: VariantId) -> String {
    match Spelling::of(variant) {
        Spelling::Usi => "a move such as 5d5c, 5d5c+ or P*5e".into(),
        Spelling::Uci => "a move such as e2e4, c5c6+ or P@d4".into(),
    }
}

/// `true` if `*` or `@` follows a piece letter, with or without `+` before it.
fn is_drop(text: &str) -> bool {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    unsigned
        .chars()
        .nth(1)
        .is_some_and(|c| matches!(c, '*' | '@'))
}

fn read_drop(variant: VariantId, cursor: &mut Cursor<'_>) -> Result<Move, TextError> {
    let start = cursor.offset();
    let mut promoted = cursor.eat('+');
    let kind = match cursor.next().and_then(|letter| drop_kind(variant, letter)) {
        Some((kind, alias)) => {
            promoted |= alias;
            kind
        }
        None => {
            let letters = letters::hand_letters(variant);
            let expected = format!("one of {letters}");
            let piece = cursor.since(start);
            return Err(TextError::new(
                TextErrorKind::BadDrop,
                piece,
                start,
                expected,
            ));
        }
    };
    cursor.next(); // `*` or `@`, see `is_drop`
    let square = cursor.offset();
    let Some((to, _)) = read_square(variant, cursor) else {
        return Err(bad_square(variant, first_two(cursor.rest()), square));
    };
    promoted |= cursor.eat('+');
    Ok(if promoted {
        Move::drop_promoted(kind, to)
    } else {
        Move::drop(kind, to)
    })
}

/// The piece that a letter drops; `true` if the letter is that of its promoted form.
fn drop_kind(variant: VariantId, letter: char) -> Option<(PieceKind, bool)> {
    let (kind, alias) = match variant.spec().kind_by_letter(letter) {
        Some(kind) => (kind, false),
        None => (variant.spec().base_of_alias(letter)?, true),
    };
    letters::can_be_in_hand(variant, kind).then_some((kind, alias))
}

fn read_board_move(variant: VariantId, cursor: &mut Cursor<'_>) -> Result<Move, TextError> {
    let start = cursor.offset();
    let Some((from, spelling)) = read_square(variant, cursor) else {
        let word = cursor.word().0;
        return Err(TextError::new(
            TextErrorKind::BadMove,
            word,
            start,
            examples(variant),
        ));
    };
    let target = cursor.offset();
    let Some((to, spelling_of_to)) = read_square(variant, cursor) else {
        return Err(bad_square(variant, first_two(cursor.rest()), target));
    };
    if spelling_of_to != spelling {
        let expected = match spelling {
            Spelling::Usi => "a square written as the first one, digit before letter",
            Spelling::Uci => "a square written as the first one, letter before digit",
        };
        let text = cursor.since(target);
        return Err(TextError::new(
            TextErrorKind::BadSquare,
            text,
            target,
            expected,
        ));
    }
    Ok(if cursor.eat('+') {
        Move::promotion(from, to)
    } else {
        Move::normal(from, to)
    })
}

/// The first two characters, the length of a square.
fn first_two(text: &str) -> &str {
    let end = text.char_indices().nth(2).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
