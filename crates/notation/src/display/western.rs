//! Western notation as Hodges introduced it, with numbers or with letters, and its variants: that of Hosking and
//! that of Tori Shogi have no dash.

use alloc::string::String;

use komadai_rules::{AnyPosition, Move};

use super::{declined_promotion, other_origins_same_promotion};
use crate::letters;
use crate::square::{numeric_square, usi_square};

/// A variant of the notation.
#[derive(Clone, Copy)]
pub(super) struct Hodges {
    /// A move without capture has a dash between piece and square: `P-76`, without it `S33`.
    pub(super) dash: bool,
    /// Files are counted from the left.
    pub(super) from_left: bool,
    /// Squares have a letter, as in USI: `P-7f`.
    pub(super) letters: bool,
    /// The sign of drops.
    pub(super) drop: char,
}

impl Default for Hodges {
    /// `P-76`, `P*55`, in every game.
    fn default() -> Self {
        Self {
            dash: true,
            from_left: false,
            letters: false,
            drop: '*',
        }
    }
}

impl Hodges {
    /// The move, or `None` if there is no piece to move.
    pub(super) fn write(self, before: &AnyPosition, mv: Move) -> Option<String> {
        let game = before.game();
        let name = |square| match self.letters {
            true => usi_square(game, square),
            false => numeric_square(game, square, self.from_left),
        };
        let mut text = String::new();
        if let Some(kind) = mv.dropped() {
            text.push(letters::letter(game, kind).0);
            text.push(self.drop);
            text.push_str(&name(mv.to()));
            return Some(text);
        }
        let from = mv.from()?;
        let piece = before.piece_at(from)?;
        let (letter, promoted) = letters::letter(game, piece.kind);
        if promoted {
            text.push('+');
        }
        text.push(letter);
        let ambiguous = !other_origins_same_promotion(before, mv, piece).is_empty();
        if ambiguous {
            text.push_str(&name(from));
        }
        if before.piece_at(mv.to()).is_some() {
            text.push('x');
        } else if self.dash || ambiguous {
            // Between two squares every variant has one.
            text.push('-');
        }
        text.push_str(&name(mv.to()));
        if mv.is_promotion() {
            text.push('+');
        } else if declined_promotion(before, mv) {
            text.push('=');
        }
        Some(text)
    }
}
