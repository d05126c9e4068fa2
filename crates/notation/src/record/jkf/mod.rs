//! JSON kifu format, version 1.0 (<https://www.npmjs.com/package/json-kifu-format>): Shogi as
//! specified. Extension fields, which other readers skip, hold the rest: the other variants
//! (`game`, `initial.position`), annotations, and ends that no word of CSA expresses. JSON of
//! 81Dojo is recognised by its content.

mod dojo;
mod initial;
mod model;
mod read;
mod write;

use alloc::string::String;

use komadai_rules::{PieceKind, VariantId};

pub(crate) use read::read;
pub(crate) use write::write;

use super::csa;

/// The CSA code of a piece, or letters as in SFEN if it has none.
fn code(variant: VariantId, kind: PieceKind) -> String {
    if let (Some(code), true) = (csa::code(variant, kind), csa::has_codes(variant)) {
        return code.into();
    }
    let spec = variant.spec().kind(kind);
    let (letter, promoted) = (spec.letter, spec.promoted);
    let mut code = String::new();
    if promoted {
        code.push('+');
    }
    code.push(letter);
    code
}

fn kind_of_code(variant: VariantId, text: &str) -> Option<PieceKind> {
    let kinds = 0..variant.spec().kinds.len();
    let mut kinds = kinds.map(|index| PieceKind::new(index as u8));
    kinds.find(|&kind| code(variant, kind) == text)
}
