//! What a game is to the generic code.

use core::fmt::Debug;
use core::hash::Hash;

use crate::spec::game_spec::GameSpec;
use crate::spec::step_sets::{MAX_CLASSES, MAX_STEP_SETS, StepSet};
use crate::spec::tables::MAX_SLIDE_GROUPS;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::GameId;

/// In [`Game::HAND_KINDS`]: cannot be held.
pub(crate) const NO_HAND_KIND: u8 = 255;

/// One of the four games, as a type without values of its own.
///
/// The associated constants let the compiler drop what a game does not have; the tables behind the
/// functions are built from [`Game::SPEC`] at compile time.
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// A set of squares.
    type Bitboard: Bitboard;
    /// One byte a square.
    type Board: Copy + Debug + Eq + AsRef<[u8]> + AsMut<[u8]> + Send + Sync;

    /// Which game.
    const ID: GameId;
    /// The game as data.
    const SPEC: &'static GameSpec;
    /// All squares of the board.
    const ALL: Self::Bitboard;
    /// The rank farthest from the first side.
    const LAST_RANK: Self::Bitboard;
    /// The kinds that slide, as bits.
    const SLIDERS: u16;
    /// A board without pieces.
    const EMPTY_BOARD: Self::Board;
    /// Kinds that are moved as armies: classes that step alike, as bits; 0 at the end.
    const STEPPER_CLASSES: [u16; MAX_CLASSES];
    /// All kinds in [`Game::STEPPER_CLASSES`], as bits.
    const STEPPER_KINDS: u16;
    /// The steps of each side's armies.
    const STEP_SETS: [[StepSet<Self::Bitboard>; MAX_STEP_SETS]; 2];
    /// Kinds that can promote, as bits.
    const PROMOTABLE: u16;
    /// For every kind: what it becomes when it promotes, itself if it does not.
    const PROMOTES_TO: [u8; PieceKind::MAX];
    /// For every kind: what it is in the hand of its captor; 255 for the king.
    const HAND_KINDS: [u8; PieceKind::MAX];
    /// Whether some promotions are forbidden while another of the kind is on the board.
    const LIMITED_PROMOTIONS: bool;
    /// Kinds that slide alike, as bits; 0 at the end.
    const SLIDE_GROUPS: [u16; MAX_SLIDE_GROUPS];
    /// Hand kinds other than the weakest that may be dropped on the same squares, as bits; 0 at the
    /// end.
    const DROP_GROUPS: [u8; 4];

    /// Squares that a piece attacks by a single step or leap.
    fn steps(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard;
    /// Squares that a piece attacks on an empty board.
    fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard;
    /// Squares that kinds of this [slide group](Game::SLIDE_GROUPS) attack by sliding on an empty
    /// board.
    fn slide_reach(group: usize, side: Side, from: Square) -> Self::Bitboard;
    /// Squares from which an enemy of this [slide group](Game::SLIDE_GROUPS) may attack a square
    /// beside the king of `side` by sliding.
    fn king_zone_slides(group: usize, side: Side, king: Square) -> Self::Bitboard;
    /// Squares from which some enemy may attack a square beside the king of `side` by a step or
    /// leap.
    fn king_zone_steps(side: Side, king: Square) -> Self::Bitboard;
    /// Squares from which a stepping man of this kind may promote at once.
    fn promotion_candidates(kind: PieceKind, side: Side) -> Self::Bitboard;
    /// Squares that a slider attacks along one axis, both ways; the axis of directions `axis` and
    /// `axis + 4`.
    #[cfg(not(small))]
    fn line_attacks(axis: usize, from: Square, occupied: Self::Bitboard) -> Self::Bitboard;
    /// Squares beyond `from` in one of the eight directions.
    fn ray(direction: u8, from: Square) -> Self::Bitboard;
    /// Direction from one square to another, 8 if they share no line.
    fn direction(from: Square, to: Square) -> u8;
    /// Directions in which a piece slides any distance, as bits.
    fn long_slides(kind: PieceKind, side: Side) -> u8;
    /// Directions in which a piece slides at most two squares, as bits.
    fn short_slides(kind: PieceKind, side: Side) -> u8;
    /// Squares at most two king's steps away.
    fn king_distance_two(square: Square) -> Self::Bitboard;
    /// Squares from which this kind could never move again.
    fn immobile_squares(kind: PieceKind, side: Side) -> Self::Bitboard;
    /// The squares at which a man from this square may promote: all when it comes from the zone.
    fn promotion_from(from: Square, side: Side) -> Self::Bitboard;
    /// The promotion zone of a side.
    fn zone(side: Side) -> Self::Bitboard;
    /// Where chess pawns of a side may step twice.
    fn second_rank(side: Side) -> Self::Bitboard;
    /// Where a side may drop pieces.
    fn drop_region(side: Side) -> Self::Bitboard;
    /// The key of a piece on a square.
    fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64;
    /// The key of one piece in hand.
    fn hand_key(kind: PieceKind, side: Side) -> u64;
}

/// Builds the tables of a game and implements [`Game`] with them.
macro_rules! game_tables {
    ($game:ident, $id:expr, $spec:expr, $bits:ident, $int:ty, squares $n:literal, kinds $k:literal) => {
        const _: () = {
            #[cfg(not(small))]
            use $crate::attacks::lines::{self, AXES, Line};
            use $crate::spec::game::Game;
            use $crate::spec::game_spec::GameSpec;
            use $crate::spec::piece_spec::Step;
            use $crate::spec::step_sets::{self, MAX_CLASSES, MAX_STEP_SETS, StepSet};
            use $crate::spec::tables::{self, MAX_SLIDE_GROUPS, StepRows};
            use $crate::spec::zobrist;
            use $crate::types::bitboard::$bits;
            use $crate::types::piece_kind::PieceKind;
            use $crate::types::side::Side;
            use $crate::types::square::Square;

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

            const STEPPER_CLASSES: [u16; MAX_CLASSES] =
                step_sets::classes(&$spec, tables::steppers(&$spec));
            const fn narrow_step_sets() -> [[StepSet<$bits>; MAX_STEP_SETS]; 2] {
                let wide = step_sets::step_sets(&$spec, &STEPPER_CLASSES);
                let mut sets = [[StepSet {
                    delta: 0,
                    into: $bits(0),
                    classes: 0,
                    only: $crate::spec::piece_spec::StepUse::Both,
                }; MAX_STEP_SETS]; 2];
                let mut i = 0;
                while i < 2 * MAX_STEP_SETS {
                    let set = &wide[i / MAX_STEP_SETS][i % MAX_STEP_SETS];
                    sets[i / MAX_STEP_SETS][i % MAX_STEP_SETS] = StepSet {
                        delta: set.delta,
                        into: $bits(set.into as $int),
                        classes: set.classes,
                        only: set.only,
                    };
                    i += 1;
                }
                sets
            }
            const GROUPS: [u16; MAX_SLIDE_GROUPS] = tables::slide_groups::<$k>(&$spec);
            #[cfg(not(small))]
            static SLIDE_REACH: [[[$bits; $n]; MAX_SLIDE_GROUPS]; 2] =
                sides(tables::slide_reach(&$spec, &GROUPS));
            #[cfg(not(small))]
            static KING_ZONE: [[[$bits; $n]; MAX_SLIDE_GROUPS + 1]; 2] =
                sides(tables::king_zone_reach::<$n, $k>(&$spec, &GROUPS));
            // An axis that no kind slides along both ways has no table of it.
            #[cfg(not(small))]
            const fn entries(axis: usize) -> usize {
                if tables::both_ways(&$spec) >> axis & 1 == 1 {
                    lines::lines::<$n>(&$spec, axis).1
                } else {
                    1
                }
            }
            #[cfg(not(small))]
            const fn attacks<const E: usize>(axis: usize) -> [$bits; E] {
                if E > 1 {
                    row(lines::attacks::<$n, E>(&$spec, axis))
                } else {
                    [$bits(0); E]
                }
            }
            #[cfg(not(small))]
            static LINES: [[Line; $n]; AXES] = [
                lines::lines(&$spec, 0).0,
                lines::lines(&$spec, 1).0,
                lines::lines(&$spec, 2).0,
                lines::lines(&$spec, 3).0,
            ];
            #[cfg(not(small))]
            const GATHERS: [u64; AXES] = lines::gathers(&$spec);
            #[cfg(not(small))]
            static ALONG_0: [$bits; entries(0)] = attacks(0);
            #[cfg(not(small))]
            static ALONG_1: [$bits; entries(1)] = attacks(1);
            #[cfg(not(small))]
            static ALONG_2: [$bits; entries(2)] = attacks(2);
            #[cfg(not(small))]
            static ALONG_3: [$bits; entries(3)] = attacks(3);
            const APPROACH: [[$bits; $k]; 2] = rows(tables::promotion_candidates::<$k>(&$spec));

            const STEP_ROWS: StepRows<$k> = if cfg!(small) {
                StepRows::shared::<$n>(&$spec)
            } else {
                StepRows::one_each()
            };
            static STEPS: [[[$bits; $n]; STEP_ROWS.count]; 2] = sides(STEP_ROWS.table(&$spec));
            // In the browser every kilobyte counts, so what can be computed quickly has no table.
            #[cfg(not(small))]
            static REACH: [[[$bits; $n]; $k]; 2] =
                sides(tables::reach(&$spec, tables::Reach::Attacks));
            static RAYS: [[$bits; $n]; 8] = rows(tables::rays(&$spec));
            #[cfg(not(small))]
            static DIRECTION: [[u8; $n]; $n] = tables::directions(&$spec);
            static LONG: [[u8; $k]; 2] = tables::slides(&$spec, Step::SLIDE);
            static SHORT: [[u8; $k]; 2] = tables::slides(&$spec, 2);
            static NEAR: [$bits; $n] = row(tables::king_distance_two(&$spec));
            static DEAD: [[$bits; $k]; 2] = rows(tables::immobile_squares::<$n, $k>(&$spec));
            // The second side's zone is on the first side's ranks and the other way round.
            static NEAR_ZONE: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.zone_ranks));
            const SECOND_RANK: [$bits; 2] = row([
                tables::near_ranks(&$spec, 2)[0] & !tables::near_ranks(&$spec, 1)[0],
                tables::near_ranks(&$spec, 2)[1] & !tables::near_ranks(&$spec, 1)[1],
            ]);
            #[cfg(not(small))]
            static PROMOTION_FROM: [[$bits; $n]; 2] = rows(tables::promotion_from(&$spec));
            static DROPS: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.drop_ranks));
            #[cfg(not(small))]
            static PIECE_KEYS: [[[u64; $n]; PieceKind::MAX]; 2] =
                zobrist::piece_keys::<$n, $k>($id as u64);
            static HAND_KEYS: [[u64; 8]; 2] = zobrist::hand_keys($id as u64);

            impl Game for $game {
                type Bitboard = $bits;
                type Board = [u8; $n];

                const ID: $crate::variants::GameId = $id;
                const SPEC: &'static GameSpec = &$spec;
                const ALL: $bits = $bits(!0 >> (<$int>::BITS - $n));
                const LAST_RANK: $bits = $bits(tables::near_ranks(&$spec, 1)[1] as $int);
                const SLIDERS: u16 = tables::sliders(&$spec);
                const EMPTY_BOARD: [u8; $n] = [0; $n];
                const STEPPER_CLASSES: [u16; MAX_CLASSES] = STEPPER_CLASSES;
                const STEPPER_KINDS: u16 = tables::steppers(&$spec);
                const STEP_SETS: [[StepSet<$bits>; MAX_STEP_SETS]; 2] = narrow_step_sets();
                const PROMOTABLE: u16 = tables::promotable(&$spec);
                const PROMOTES_TO: [u8; PieceKind::MAX] = tables::promotes_to(&$spec);
                const HAND_KINDS: [u8; PieceKind::MAX] = tables::hand_kinds(&$spec);
                const LIMITED_PROMOTIONS: bool = tables::limited(&$spec);
                const SLIDE_GROUPS: [u16; MAX_SLIDE_GROUPS] = GROUPS;
                const DROP_GROUPS: [u8; 4] = tables::drop_groups::<$n, $k>(&$spec);

                #[inline(always)]
                fn steps(kind: PieceKind, side: Side, from: Square) -> $bits {
                    let row = if cfg!(small) {
                        STEP_ROWS.row[kind.index()] as usize
                    } else {
                        kind.index()
                    };
                    STEPS[side.index()][row][from.index()]
                }
                #[inline(always)]
                fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> $bits {
                    #[cfg(not(small))]
                    return REACH[side.index()][kind.index()][from.index()];
                    #[cfg(small)]
                    return $crate::attacks::sliding::empty_board_attacks::<$game>(
                        kind, side, from,
                    );
                }
                #[inline(always)]
                fn slide_reach(group: usize, side: Side, from: Square) -> $bits {
                    #[cfg(not(small))]
                    return SLIDE_REACH[side.index()][group][from.index()];
                    #[cfg(small)]
                    return $crate::attacks::sliding::empty_board_slides::<$game>(
                        PieceKind::new(GROUPS[group].trailing_zeros() as u8),
                        side,
                        from,
                    );
                }
                // Small code looks at every man and never asks who may reach the king's
                // neighbourhood: everybody is the answer that is never wrong.
                #[inline(always)]
                fn king_zone_slides(group: usize, side: Side, king: Square) -> $bits {
                    #[cfg(not(small))]
                    return KING_ZONE[side.index()][group][king.index()];
                    #[cfg(small)]
                    {
                        let _ = (group, side, king);
                        return <$game as Game>::ALL;
                    }
                }
                #[inline(always)]
                fn king_zone_steps(side: Side, king: Square) -> $bits {
                    #[cfg(not(small))]
                    return KING_ZONE[side.index()][MAX_SLIDE_GROUPS][king.index()];
                    #[cfg(small)]
                    {
                        let _ = (side, king);
                        return <$game as Game>::ALL;
                    }
                }
                #[inline(always)]
                fn promotion_candidates(kind: PieceKind, side: Side) -> $bits {
                    APPROACH[side.index()][kind.index()]
                }
                #[cfg(not(small))]
                #[inline(always)]
                fn line_attacks(axis: usize, from: Square, occupied: $bits) -> $bits {
                    let line = &LINES[axis][from.index()];
                    let inner = (occupied.0 >> line.shift) as u64 & line.mask;
                    let index = inner.wrapping_mul(GATHERS[axis]) >> (64 - lines::inner(&$spec));
                    let at = line.offset as usize + index as usize;
                    match axis {
                        0 => $bits(ALONG_0[at].0 << line.place),
                        1 => ALONG_1[at],
                        // Fewer than 64 places, which spares some instructions.
                        2 => $bits(ALONG_2[at].0 << (line.place & 15)),
                        _ => ALONG_3[at],
                    }
                }
                #[inline(always)]
                fn ray(direction: u8, from: Square) -> $bits {
                    RAYS[(direction & 7) as usize][from.index()]
                }
                #[inline(always)]
                fn direction(from: Square, to: Square) -> u8 {
                    #[cfg(not(small))]
                    return DIRECTION[from.index()][to.index()];
                    #[cfg(small)]
                    return $crate::types::direction::direction_between(
                        $spec.ranks,
                        from.index() as u8,
                        to.index() as u8,
                    );
                }
                #[inline(always)]
                fn long_slides(kind: PieceKind, side: Side) -> u8 {
                    LONG[side.index()][kind.index()]
                }
                #[inline(always)]
                fn short_slides(kind: PieceKind, side: Side) -> u8 {
                    SHORT[side.index()][kind.index()]
                }
                #[inline(always)]
                fn king_distance_two(square: Square) -> $bits {
                    NEAR[square.index()]
                }
                #[inline(always)]
                fn immobile_squares(kind: PieceKind, side: Side) -> $bits {
                    DEAD[side.index()][kind.index()]
                }
                #[inline(always)]
                fn promotion_from(from: Square, side: Side) -> $bits {
                    #[cfg(not(small))]
                    return PROMOTION_FROM[side.index()][from.index()];
                    #[cfg(small)]
                    {
                        use $crate::types::bitboard::Bitboard;
                        let zone = <$game as Game>::zone(side);
                        return if zone.contains(from) {
                            <$game as Game>::ALL
                        } else {
                            zone
                        };
                    }
                }
                #[inline(always)]
                fn zone(side: Side) -> $bits {
                    NEAR_ZONE[1 - side.index()]
                }
                #[inline(always)]
                fn second_rank(side: Side) -> $bits {
                    SECOND_RANK[side.index()]
                }
                #[inline(always)]
                fn drop_region(side: Side) -> $bits {
                    DROPS[side.index()]
                }
                #[inline(always)]
                fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64 {
                    #[cfg(not(small))]
                    return PIECE_KEYS[side.index()][kind.index()][square.index()];
                    #[cfg(small)]
                    return zobrist::piece_key::<$n, $k>(
                        $id as u64,
                        side.index(),
                        kind.index(),
                        square.index(),
                    );
                }
                #[inline(always)]
                fn hand_key(kind: PieceKind, side: Side) -> u64 {
                    HAND_KEYS[side.index()][kind.index() & 7]
                }
            }
        };
    };
}

pub(crate) use game_tables;
