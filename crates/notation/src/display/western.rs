//! Western notation with numbers (Hodges), and its variant for Tori Shogi, which has no dash.

use alloc::string::String;

use komadai_rules::{AnyPosition, GameId, Move, Square};

use super::{declined_promotion, other_origins_same_promotion};
use crate::letters;

/// The corner from which files are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    TopRight,
    TopLeft,
}

/// A variant of the notation.
#[derive(Clone, Copy)]
pub(super) struct Hodges {
    /// A move without capture has a dash between piece and square.
    dash: bool,
    origin: Origin,
}

impl Hodges {
    /// `P-76`.
    pub(super) const WITH_DASH: Self = Self {
        dash: true,
        origin: Origin::TopRight,
    };

    /// `S33`.
    pub(super) const fn without_dash(origin: Origin) -> Self {
        Self {
            dash: false,
            origin,
        }
    }

    /// The move, or `None` if there is no piece to move.
    pub(super) fn write(self, before: &AnyPosition, mv: Move) -> Option<String> {
        let game = before.game();
        let mut text = String::new();
        if let Some(kind) = mv.dropped() {
            text.push(letters::letter(game, kind).0);
            text.push('*');
            self.push_square(&mut text, game, mv.to());
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
            self.push_square(&mut text, game, from);
        }
        if before.piece_at(mv.to()).is_some() {
            text.push('x');
        } else if self.dash || ambiguous {
            // Between two squares every variant has one.
            text.push('-');
        }
        self.push_square(&mut text, game, mv.to());
        if mv.is_promotion() {
            text.push('+');
        } else if declined_promotion(before, mv) {
            text.push('=');
        }
        Some(text)
    }

    /// File, then rank from the top, both as digits: `76`.
    fn push_square(self, text: &mut String, game: GameId, square: Square) {
        let file = match self.origin {
            Origin::TopRight => game.files() - square.file(game),
            Origin::TopLeft => square.file(game) + 1,
        };
        let rank = game.ranks() - square.rank(game);
        text.push(char::from(b'0' + file));
        text.push(char::from(b'0' + rank));
    }
}
