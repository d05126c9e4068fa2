//! Standard algebraic notation (SAN) with drops, for Shogun Chess: `c6=C`, `Rb6=M`, `dxe6`, `N@d5`,
//! `P@g5#`, `O-O`.

use alloc::string::{String, ToString as _};

use komadai_rules::{AnyPosition, Move, Piece, PieceKind, Square, VariantId};

use super::other_origins_same_promotion;

/// The move, or `None` if there is no piece to move.
pub(super) fn write(before: &AnyPosition, mv: Move) -> Option<String> {
    let variant = before.variant();
    let mut text = String::new();
    if let Some(kind) = mv.dropped() {
        text.push(variant.spec().kind(kind).letter);
        text.push('@');
        text.push_str(&mv.to().uci(variant).to_string());
    } else {
        let from = mv.from()?;
        let piece = before.piece_at(from)?;
        let files = i16::from(mv.to().file(variant)) - i16::from(from.file(variant));
        if piece.kind == variant.spec().king && files.abs() == 2 {
            text.push_str(if files > 0 { "O-O" } else { "O-O-O" });
        } else {
            push_board_move(&mut text, before, mv, from, piece)?;
        }
    }
    if before.is_legal(mv) {
        let mut after = *before;
        after.play_unchecked(mv);
        if after.in_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
    }
    Some(text)
}

fn push_board_move(
    text: &mut String,
    before: &AnyPosition,
    mv: Move,
    from: Square,
    piece: Piece,
) -> Option<()> {
    let variant = before.variant();
    let is_pawn = piece.kind == PieceKind::PAWN;
    // En passant the target square is empty.
    let captures = before.piece_at(mv.to()).is_some()
        || (is_pawn && from.file(variant) != mv.to().file(variant));
    let origin = from.uci(variant).to_string();
    let (file, rank) = origin.split_at(1);
    if is_pawn {
        if captures {
            text.push_str(file);
        }
    } else {
        text.push(san_letter(variant, piece.kind));
        let others = other_origins_same_promotion(before, mv, piece);
        if !others.is_empty() {
            let same_file = others
                .iter()
                .any(|other| other.file(variant) == from.file(variant));
            let same_rank = others
                .iter()
                .any(|other| other.rank(variant) == from.rank(variant));
            text.push_str(match (same_file, same_rank) {
                (false, _) => file,
                (true, false) => rank,
                (true, true) => &origin,
            });
        }
    }
    if captures {
        text.push('x');
    }
    text.push_str(&mv.to().uci(variant).to_string());
    if mv.is_promotion() {
        let promoted = variant.spec().kind(piece.kind).promotes_to?;
        text.push('=');
        text.push(san_letter(variant, promoted));
    }
    Some(())
}

/// Letter of a kind in SAN: `Q` for Shogun's promoted duchess.
pub(crate) fn san_letter(variant: VariantId, kind: PieceKind) -> char {
    let spec = variant.spec().kind(kind);
    spec.alias.unwrap_or(spec.letter)
}
