//! Portable Game Notation (Steven J. Edwards, 1994) with the variants of Fairy-Stockfish and
//! pychess: the tag `Variant` names the variant, `FEN` is Fairy-Stockfish's, moves are in Western
//! notation, in Shogun Chess in SAN. The first player is White.

mod notes;
mod read;
mod tags;
mod tokens;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::display::DisplayStyle;

/// Display style of moves.
const STYLE: DisplayStyle = DisplayStyle::Western;
