//! The page's pieces, rendered once per size.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use komadai_rules::{Piece, Side, VariantId};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

// `static ART: &[(&str, &str)]`: path and SVG.
include!(concat!(env!("OUT_DIR"), "/art.rs"));

fn path_of(game: VariantId, piece: Piece) -> String {
    let set = match game.name() {
        "torishogi" => "birds/torishogi",
        "shogun" => "figures/shogun",
        _ => "kanji/shogi",
    };
    let spec = game.spec().kind(piece.kind);
    let side = match piece.side {
        Side::First => "first",
        Side::Second => "second",
    };
    let promoted = if spec.promoted { "p" } else { "" };
    format!("{set}/{side}-{promoted}{}.svg", spec.letter)
}

/// Rendered pieces by path and size. Boards have few sizes, so the map stays small.
type Drawn = HashMap<(String, u32, u32), Arc<Pixmap>>;

/// The picture of a piece, scaled to fit and centred.
pub(super) fn piece(game: VariantId, piece: Piece, width: u32, height: u32) -> Option<Arc<Pixmap>> {
    static DRAWN: OnceLock<Mutex<Drawn>> = OnceLock::new();
    let drawn = || {
        let drawn = DRAWN.get_or_init(Mutex::default);
        drawn.lock().unwrap_or_else(PoisonError::into_inner)
    };
    let key = (path_of(game, piece), width, height);
    if let Some(known) = drawn().get(&key) {
        return Some(known.clone());
    }
    let (_, svg) = ART.iter().find(|(path, _)| *path == key.0)?;
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixmap = Pixmap::new(width, height)?;
    let size = tree.size();
    let (wide, tall) = (width as f32, height as f32);
    let scale = (wide / size.width()).min(tall / size.height());
    let x = (wide - size.width() * scale) / 2.0;
    let y = (tall - size.height() * scale) / 2.0;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    resvg::render(&tree, place, &mut pixmap.as_mut());
    let pixmap = Arc::new(pixmap);
    drawn().insert(key, pixmap.clone());
    Some(pixmap)
}

#[cfg(test)]
mod tests {
    use komadai_rules::PieceKind;

    use super::*;

    #[test]
    fn there_is_a_picture_of_every_piece() {
        for game in [
            VariantId::Shogi,
            VariantId::Minishogi,
            VariantId::Torishogi,
            VariantId::Shogun,
        ] {
            for index in 0..game.spec().kinds.len() {
                let kind = PieceKind::new(u8::try_from(index).expect("few kinds"));
                for side in [Side::First, Side::Second] {
                    assert!(
                        piece(game, Piece { side, kind }, 22, 24).is_some(),
                        "{game} {side:?} {index}"
                    );
                }
            }
        }
    }
}
