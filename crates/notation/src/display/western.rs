//! Western notation as introduced by Hodges, with numbers or letters, and its variants: Hosking's
//! and that of Tori Shogi have no dash, that of Kitao and Kawasaki names pieces in kanji.

use alloc::string::{String, ToString as _};

use komadai_rules::{AnyPosition, Move, PieceKind, Square, VariantId};

use super::japanese::piece_name;
use super::numeric_square;
use super::{declined_promotion, other_origins_same_promotion};

#[derive(Clone, Copy)]
pub(super) struct Hodges {
    /// A dash between piece and square of a move without capture: `P-76`, not `S33`.
    pub(super) dash: bool,
    pub(super) from_left: bool,
    /// Squares in USI's spelling: `P-7f`.
    pub(super) letters: bool,
    pub(super) drop: char,
    /// Pieces in kanji, origins in parentheses, recaptures without square: `金(69)-58`.
    pub(super) kanji: bool,
}

impl Default for Hodges {
    /// `P-76`, `P*55`, in every game.
    fn default() -> Self {
        Self {
            dash: true,
            from_left: false,
            letters: false,
            drop: '*',
            kanji: false,
        }
    }
}

impl Hodges {
    /// The move, or `None` if there is no piece to move. `previous` is the target of the preceding
    /// move.
    pub(super) fn write(
        self,
        before: &AnyPosition,
        mv: Move,
        previous: Option<Square>,
    ) -> Option<String> {
        let variant = before.variant();
        let name = |square: Square| match self.letters {
            true => square.usi(variant).to_string(),
            false => numeric_square(variant, square, self.from_left),
        };
        let mut text = String::new();
        if let Some(kind) = mv.dropped() {
            self.push_piece(variant, kind, &mut text)?;
            text.push(self.drop);
            text.push_str(&name(mv.to()));
            return Some(text);
        }
        let from = mv.from()?;
        let piece = before.piece_at(from)?;
        self.push_piece(variant, piece.kind, &mut text)?;
        let ambiguous = !other_origins_same_promotion(before, mv, piece).is_empty();
        if ambiguous {
            let origin = name(from);
            if self.kanji {
                text.extend(["(", &origin, ")"]);
            } else {
                text.push_str(&origin);
            }
        }
        if before.piece_at(mv.to()).is_some() {
            text.push('x');
        } else if self.dash || ambiguous {
            // Every variant of the notation has a dash between two squares.
            text.push('-');
        }
        if !self.kanji || previous != Some(mv.to()) {
            text.push_str(&name(mv.to()));
        }
        if mv.is_promotion() {
            text.push('+');
        } else if declined_promotion(before, mv) {
            text.push('=');
        }
        Some(text)
    }

    /// Appends the piece: `+S`, or `+銀`.
    fn push_piece(self, variant: VariantId, kind: PieceKind, text: &mut String) -> Option<()> {
        if self.kanji {
            let name = piece_name(variant, kind)?;
            match name.strip_prefix('成') {
                Some(base) => text.extend(["+", base]),
                None => text.push_str(name),
            }
            return Some(());
        }
        let spec = variant.spec().kind(kind);
        let (letter, promoted) = (spec.letter, spec.promoted);
        if promoted {
            text.push('+');
        }
        text.push(letter);
        Some(())
    }
}
