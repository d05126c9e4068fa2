//! The weights of the evaluations, learned from games of the engine against itself.
//!
//! A file is a list of 16-bit numbers, the smaller byte first, in the order of [`Layout`]: sums in
//! [`SUM_PARTS`] of a centipawn, then danger in [`UNIT_PARTS`] of a unit. `docs/engine.md` says how
//! they are made.
//!
//! [`Layout`]: super::Layout

use komadai_rules::GameId;

use super::walk::PARTS;

/// Sums are kept in so many parts of a centipawn.
pub(crate) const SUM_PARTS: i32 = 8;
/// Danger is squared and shifted by this to give [`SUM_PARTS`] of a centipawn.
pub(crate) const DANGER_SHIFT: u32 = 15;
/// Units of danger are kept in so many parts.
pub(crate) const UNIT_PARTS: i32 = 8;
/// No danger counts for more than this: 200 units, 1,400 centipawns or so.
pub(crate) const MOST_DANGER: i32 = 200 * UNIT_PARTS * PARTS;

/// The file of a game.
pub(crate) fn of_game(game: GameId) -> &'static [u8] {
    match game {
        GameId::Shogi => include_bytes!("weights/shogi.weights"),
        GameId::Minishogi => include_bytes!("weights/minishogi.weights"),
        GameId::Torishogi => include_bytes!("weights/torishogi.weights"),
        GameId::Shogun => include_bytes!("weights/shogun.weights"),
    }
}

/// The numbers of a file.
pub(crate) fn read(bytes: &[u8]) -> Vec<i16> {
    let pairs = bytes.chunks_exact(2);
    pairs
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect()
}
