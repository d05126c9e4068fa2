//! What a game is to the generic code.

use core::fmt::Debug;
use core::hash::Hash;

use super::bits::Bits;
use super::game_id::GameId;
use super::kind::Kind;
use super::side::Side;
use super::spec::GameSpec;
use super::square::Square;

/// One of the four games, as a type without values of its own.
///
/// The associated constants let the compiler drop what a game does not have; the tables behind the
/// functions are built from [`Game::SPEC`] at compile time.
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// A set of squares.
    type Bits: Bits;
    /// One byte a square.
    type Board: Copy + Debug + Eq + AsRef<[u8]> + AsMut<[u8]> + Send + Sync;

    /// Which game.
    const ID: GameId;
    /// The game as data.
    const SPEC: &'static GameSpec;
    /// All squares of the board.
    const ALL: Self::Bits;
    /// The kinds that slide, as bits.
    const SLIDERS: u16;
    /// A board without pieces.
    const EMPTY_BOARD: Self::Board;

    /// Squares that a piece attacks by a single step or leap.
    fn steps(kind: Kind, side: Side, from: Square) -> Self::Bits;
    /// Squares that a piece attacks on an empty board.
    fn reach(kind: Kind, side: Side, from: Square) -> Self::Bits;
    /// Squares beyond `from` in one of the eight directions.
    fn ray(direction: u8, from: Square) -> Self::Bits;
    /// Direction from one square to another, 8 if they share no line.
    fn direction(from: Square, to: Square) -> u8;
    /// Directions in which a piece slides any distance, as bits.
    fn long_slides(kind: Kind, side: Side) -> u8;
    /// Directions in which a piece slides at most two squares, as bits.
    fn short_slides(kind: Kind, side: Side) -> u8;
    /// Squares at most two king's steps away.
    fn near(square: Square) -> Self::Bits;
    /// Squares from which this kind could never move again.
    fn dead(kind: Kind, side: Side) -> Self::Bits;
    /// The promotion zone of a side.
    fn zone(side: Side) -> Self::Bits;
    /// Where a side may drop pieces.
    fn drop_region(side: Side) -> Self::Bits;
    /// The key of a piece on a square.
    fn piece_key(kind: Kind, side: Side, square: Square) -> u64;
    /// The key of one piece in hand.
    fn hand_key(kind: Kind, side: Side) -> u64;
}

/// Builds the tables of a game and implements [`Game`] with them.
macro_rules! game_tables {
    ($game:ident, $id:expr, $spec:expr, $bits:ident, $int:ty, squares $n:literal, kinds $k:literal) => {
        const _: () = {
            use $crate::core::bits::$bits;
            use $crate::core::game::Game;
            use $crate::core::kind::Kind;
            use $crate::core::side::Side;
            use $crate::core::spec::{GameSpec, Step};
            use $crate::core::square::Square;
            use $crate::core::tables::{self, StepRows};
            use $crate::core::zobrist;

            const fn row<const N: usize>(wide: [u128; N]) -> [$bits; N] {
                let mut out = [$bits(0); N];
                let mut i = 0;
                while i < N {
                    out[i] = $bits(wide[i] as $int);
                    i += 1;
                }
                out
            }
            const fn rows<const N: usize, const M: usize>(wide: [[u128; N]; M]) -> [[$bits; N]; M] {
                let mut out = [[$bits(0); N]; M];
                let mut i = 0;
                while i < M {
                    out[i] = row(wide[i]);
                    i += 1;
                }
                out
            }
            const fn sides<const R: usize>(wide: [[[u128; $n]; R]; 2]) -> [[[$bits; $n]; R]; 2] {
                [rows(wide[0]), rows(wide[1])]
            }

            const STEP_ROWS: StepRows<$k> = if cfg!(target_arch = "wasm32") {
                StepRows::shared::<$n>(&$spec)
            } else {
                StepRows::one_each()
            };
            static STEPS: [[[$bits; $n]; STEP_ROWS.count]; 2] = sides(STEP_ROWS.table(&$spec));
            // In the browser every kilobyte counts, so what can be computed quickly has no table.
            #[cfg(not(target_arch = "wasm32"))]
            static REACH: [[[$bits; $n]; $k]; 2] =
                sides(tables::reach(&$spec, tables::Reach::Attacks));
            static RAYS: [[$bits; $n]; 8] = rows(tables::rays(&$spec));
            #[cfg(not(target_arch = "wasm32"))]
            static DIRECTION: [[u8; $n]; $n] = tables::directions(&$spec);
            static LONG: [[u8; $k]; 2] = tables::slides(&$spec, Step::SLIDE);
            static SHORT: [[u8; $k]; 2] = tables::slides(&$spec, 2);
            static NEAR: [$bits; $n] = row(tables::near(&$spec));
            static DEAD: [[$bits; $k]; 2] = rows(tables::dead::<$n, $k>(&$spec));
            // The second side's zone is on the first side's ranks and the other way round.
            static NEAR_ZONE: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.zone_ranks));
            static DROPS: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.drop_ranks));
            #[cfg(not(target_arch = "wasm32"))]
            static PIECE_KEYS: [[[u64; $n]; $k]; 2] = zobrist::piece_keys($id as u64);
            static HAND_KEYS: [[u64; 8]; 2] = zobrist::hand_keys($id as u64);

            impl Game for $game {
                type Bits = $bits;
                type Board = [u8; $n];

                const ID: $crate::core::game_id::GameId = $id;
                const SPEC: &'static GameSpec = &$spec;
                const ALL: $bits = $bits(!0 >> (<$int>::BITS - $n));
                const SLIDERS: u16 = tables::sliders(&$spec);
                const EMPTY_BOARD: [u8; $n] = [0; $n];

                #[inline(always)]
                fn steps(kind: Kind, side: Side, from: Square) -> $bits {
                    let row = if cfg!(target_arch = "wasm32") {
                        STEP_ROWS.row[kind.index()] as usize
                    } else {
                        kind.index()
                    };
                    STEPS[side.index()][row][from.index()]
                }
                #[inline(always)]
                fn reach(kind: Kind, side: Side, from: Square) -> $bits {
                    #[cfg(not(target_arch = "wasm32"))]
                    return REACH[side.index()][kind.index()][from.index()];
                    #[cfg(target_arch = "wasm32")]
                    return $crate::core::attacks::empty_board_attacks::<$game>(kind, side, from);
                }
                #[inline(always)]
                fn ray(direction: u8, from: Square) -> $bits {
                    RAYS[(direction & 7) as usize][from.index()]
                }
                #[inline(always)]
                fn direction(from: Square, to: Square) -> u8 {
                    #[cfg(not(target_arch = "wasm32"))]
                    return DIRECTION[from.index()][to.index()];
                    #[cfg(target_arch = "wasm32")]
                    return $crate::core::direction::direction_between(
                        $spec.ranks,
                        from.index() as u8,
                        to.index() as u8,
                    );
                }
                #[inline(always)]
                fn long_slides(kind: Kind, side: Side) -> u8 {
                    LONG[side.index()][kind.index()]
                }
                #[inline(always)]
                fn short_slides(kind: Kind, side: Side) -> u8 {
                    SHORT[side.index()][kind.index()]
                }
                #[inline(always)]
                fn near(square: Square) -> $bits {
                    NEAR[square.index()]
                }
                #[inline(always)]
                fn dead(kind: Kind, side: Side) -> $bits {
                    DEAD[side.index()][kind.index()]
                }
                #[inline(always)]
                fn zone(side: Side) -> $bits {
                    NEAR_ZONE[1 - side.index()]
                }
                #[inline(always)]
                fn drop_region(side: Side) -> $bits {
                    DROPS[side.index()]
                }
                #[inline(always)]
                fn piece_key(kind: Kind, side: Side, square: Square) -> u64 {
                    #[cfg(not(target_arch = "wasm32"))]
                    return PIECE_KEYS[side.index()][kind.index()][square.index()];
                    #[cfg(target_arch = "wasm32")]
                    return zobrist::piece_key::<$n, $k>(
                        $id as u64,
                        side.index(),
                        kind.index(),
                        square.index(),
                    );
                }
                #[inline(always)]
                fn hand_key(kind: Kind, side: Side) -> u64 {
                    HAND_KEYS[side.index()][kind.index() & 7]
                }
            }
        };
    };
}

pub(crate) use game_tables;
