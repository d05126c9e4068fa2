//! Legal moves that complete a typed prefix.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, PieceKind, Square, TextStyle, VariantId};

use super::normalize::{contains, normalize};
use crate::display::{DisplayStyle, japanese_name, numeric_square, san_letter};

/// The legal moves with this typed prefix, in any notation that
/// [`read_typed_move`](super::read_typed_move) reads; an empty text matches every move. `previous`
/// is the target of the preceding move, for 同, `style` the player's display style.
///
/// Signs between piece and square (`-`, `x`, `*`) and the case of letters are ignored.
///
/// ```
/// use komadai_notation::{DisplayStyle, complete_typed_move};
/// use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
///
/// let start = AnyPosition::parse(VariantId::Shogi, "startpos", SetupRules::Play)?;
/// let pawn = Move::parse(VariantId::Shogi, "7g7f").unwrap();
/// assert_eq!(complete_typed_move(&start, "P-7", None, DisplayStyle::Western), [pawn]);
/// # Ok::<(), komadai_rules::PositionTextError>(())
/// ```
#[must_use]
pub fn complete_typed_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
    style: DisplayStyle,
) -> Vec<Move> {
    let mut typed = String::new();
    for character in normalize(text).chars() {
        if !contains("-xX*@'()打", character) {
            typed.push(character.to_ascii_lowercase());
        }
    }
    let mut moves = Vec::new();
    for &mv in &position.legal_moves() {
        let piece = mv
            .dropped()
            .or_else(|| Some(position.piece_at(mv.from()?)?.kind));
        let matches = piece.is_some_and(|kind| {
            let mut matcher = PrefixMatcher {
                typed: &typed,
                from_left: style.counts_from_left(position.variant()),
                found: false,
            };
            matcher.try_all(position.variant(), mv, kind, previous);
            matcher.found
        });
        if matches {
            moves.push(mv);
        }
    }
    moves
}

/// Compares the typed text with all spellings of a move that differ in more than signs.
struct PrefixMatcher<'a> {
    typed: &'a str,
    /// The files of squares in digits are counted from the left.
    from_left: bool,
    found: bool,
}

impl PrefixMatcher<'_> {
    /// Compares with one spelling, given in parts.
    fn try_spelling(&mut self, parts: &[&str]) {
        let mut spelling = String::new();
        for part in parts {
            spelling.push_str(part);
        }
        spelling.make_ascii_lowercase();
        self.found |= spelling.starts_with(self.typed);
    }

    fn try_all(&mut self, variant: VariantId, mv: Move, kind: PieceKind, previous: Option<Square>) {
        let chess = variant.spec().text_style == TextStyle::Chess;
        let sign = if mv.is_promotion() { "+" } else { "=" };
        let spec = variant.spec().kind(kind);
        let (letter, promoted) = (spec.letter, spec.promoted);
        let mut piece = String::new();
        if chess {
            piece.push(san_letter(variant, kind));
        } else {
            if promoted {
                piece.push('+');
            }
            piece.push(letter);
        }
        let from_left = self.from_left;
        let usi = |variant, square: Square| square.usi(variant).to_string();
        let uci = |variant, square: Square| square.uci(variant).to_string();
        let numeric = |variant, square| numeric_square(variant, square, from_left);
        let spellings: [&dyn Fn(VariantId, Square) -> String; 3] = [&usi, &uci, &numeric];
        for spell in spellings {
            let to = &spell(variant, mv.to());
            let from = &match mv.from() {
                Some(from) => spell(variant, from),
                // USI and UCI write the letter of the unpromoted piece.
                None => String::from(letter),
            };
            self.try_spelling(&[from, to, sign]);
            self.try_spelling(&[to, sign]);
            self.try_spelling(&[&piece, to, sign]);
            if !mv.is_drop() {
                self.try_spelling(&[&piece, from, to, sign]);
            }
        }
        if chess {
            self.try_san(variant, mv, kind, &piece);
        } else if let Some(name) = japanese_name(variant, kind) {
            let end = if mv.is_promotion() { "成" } else { "不成" };
            // KIF has the origin instead of a mark for declined promotion.
            let from: &str = &mv
                .from()
                .map_or_else(String::new, |from| numeric(variant, from));
            let kif_end = if mv.is_promotion() { end } else { "" };
            let to: &str = &numeric(variant, mv.to());
            let same = if previous == Some(mv.to()) { "同" } else { to };
            for target in [to, same] {
                self.try_spelling(&[target, name, end]);
                self.try_spelling(&[target, name, kif_end, from]);
            }
        }
    }

    fn try_san(&mut self, variant: VariantId, mv: Move, kind: PieceKind, piece: &str) {
        let to = &mv.to().uci(variant).to_string();
        let mut sign = String::new();
        if let (true, Some(promoted)) = (mv.is_promotion(), variant.spec().kind(kind).promotes_to) {
            sign.push('=');
            sign.push(san_letter(variant, promoted));
        }
        let Some(from) = mv.from() else { return };
        let name = from.uci(variant).to_string();
        let (file, rank) = name.split_at(1);
        for origin in ["", file, rank] {
            self.try_spelling(&[piece, origin, to, &sign]);
        }
        if kind == PieceKind::PAWN {
            self.try_spelling(&[to, &sign]);
            self.try_spelling(&[file, to, &sign]);
        }
        if kind == variant.spec().king {
            match mv.to().file(variant).abs_diff(from.file(variant)) {
                2 if mv.to().file(variant) > from.file(variant) => self.try_spelling(&["OO"]),
                2 => self.try_spelling(&["OOO"]),
                _ => {}
            }
        }
    }
}
