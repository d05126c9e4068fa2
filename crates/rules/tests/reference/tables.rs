//! Tables of the rules page, retyped.
//!
//! Lines of movement are `(dx, dy, reach)`: `dx` +1 is the mover's right, `dy` +1 is forward,
//! `reach` 1 is a step or a leap, more is a slide over empty squares.

pub(crate) type Line = (i32, i32, i32);

/// Beyond any board.
const FAR: i32 = 99;

const KING: &[Line] = &[
    (-1, 1, 1),
    (0, 1, 1),
    (1, 1, 1),
    (-1, 0, 1),
    (1, 0, 1),
    (-1, -1, 1),
    (0, -1, 1),
    (1, -1, 1),
];
const GOLD: &[Line] = &[
    (1, 0, 1),
    (-1, 0, 1),
    (0, 1, 1),
    (0, -1, 1),
    (1, 1, 1),
    (-1, 1, 1),
];
const SILVER: &[Line] = &[(1, 1, 1), (-1, 1, 1), (1, -1, 1), (-1, -1, 1), (0, 1, 1)];
const ROOK: &[Line] = &[(1, 0, FAR), (-1, 0, FAR), (0, 1, FAR), (0, -1, FAR)];
const BISHOP: &[Line] = &[(1, 1, FAR), (1, -1, FAR), (-1, 1, FAR), (-1, -1, FAR)];
const DRAGON: &[Line] = &[
    (1, 0, FAR),
    (-1, 0, FAR),
    (0, 1, FAR),
    (0, -1, FAR),
    (1, 1, 1),
    (1, -1, 1),
    (-1, 1, 1),
    (-1, -1, 1),
];
const HORSE: &[Line] = &[
    (1, 1, FAR),
    (1, -1, FAR),
    (-1, 1, FAR),
    (-1, -1, FAR),
    (1, 0, 1),
    (-1, 0, 1),
    (0, 1, 1),
    (0, -1, 1),
];
const FORWARD: &[Line] = &[(0, 1, 1)];
const LANCE: &[Line] = &[(0, 1, FAR)];
const SHOGI_KNIGHT: &[Line] = &[(1, 2, 1), (-1, 2, 1)];

const CHESS_KNIGHT: &[Line] = &[
    (1, 2, 1),
    (2, 1, 1),
    (2, -1, 1),
    (1, -2, 1),
    (-1, -2, 1),
    (-2, -1, 1),
    (-2, 1, 1),
    (-1, 2, 1),
];
const DUCHESS: &[Line] = &[(1, 1, 1), (1, -1, 1), (-1, 1, 1), (-1, -1, 1)];
const PAWN_CAPTURES: &[Line] = &[(1, 1, 1), (-1, 1, 1)];

const FALCON: &[Line] = &[
    (-1, 1, 1),
    (0, 1, 1),
    (1, 1, 1),
    (-1, 0, 1),
    (1, 0, 1),
    (-1, -1, 1),
    (1, -1, 1),
];
const CRANE: &[Line] = &[
    (1, 1, 1),
    (-1, 1, 1),
    (1, -1, 1),
    (-1, -1, 1),
    (0, 1, 1),
    (0, -1, 1),
];
const PHEASANT: &[Line] = &[(0, 2, 1), (1, -1, 1), (-1, -1, 1)];
const LEFT_QUAIL: &[Line] = &[(0, 1, FAR), (1, -1, FAR), (-1, -1, 1)];
const RIGHT_QUAIL: &[Line] = &[(0, 1, FAR), (-1, -1, FAR), (1, -1, 1)];
const GOOSE: &[Line] = &[(2, 2, 1), (-2, 2, 1), (0, -2, 1)];
const EAGLE: &[Line] = &[
    (1, 1, FAR),
    (-1, 1, FAR),
    (0, -1, FAR),
    (1, -1, 2),
    (-1, -1, 2),
    (0, 1, 1),
    (1, 0, 1),
    (-1, 0, 1),
];

/// A variant, as its chapter of the rules page describes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Law {
    Shogi,
    Minishogi,
    Tori,
    Shogun,
}

impl Law {
    pub(crate) const ALL: [Law; 4] = [Law::Shogi, Law::Minishogi, Law::Tori, Law::Shogun];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Law::Shogi => "shogi",
            Law::Minishogi => "minishogi",
            Law::Tori => "torishogi",
            Law::Shogun => "shogun",
        }
    }

    pub(crate) fn by_name(name: &str) -> Law {
        *Law::ALL
            .iter()
            .find(|law| law.name() == name)
            .unwrap_or_else(|| panic!("game {name}"))
    }

    /// Squares on a side; all four boards are square.
    pub(crate) fn size(self) -> i32 {
        match self {
            Law::Shogi => 9,
            Law::Minishogi => 5,
            Law::Tori => 7,
            Law::Shogun => 8,
        }
    }

    pub(crate) fn start(self) -> &'static str {
        match self {
            Law::Shogi => "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            Law::Minishogi => "rbsgk/4p/5/P4/KGSBR b - 1",
            Law::Tori => "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
            Law::Shogun => "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1",
        }
    }

    /// Letters of the pieces other than the king, with their number in the set of both sides.
    pub(crate) fn set(self) -> &'static [(char, u8)] {
        match self {
            Law::Shogi => &[
                ('P', 18),
                ('L', 4),
                ('N', 4),
                ('S', 4),
                ('G', 4),
                ('B', 2),
                ('R', 2),
            ],
            Law::Minishogi => &[('P', 2), ('S', 2), ('G', 2), ('B', 2), ('R', 2)],
            Law::Tori => &[('S', 16), ('P', 4), ('C', 4), ('L', 2), ('R', 2), ('F', 2)],
            Law::Shogun => &[('P', 16), ('N', 4), ('B', 4), ('R', 4), ('F', 2)],
        }
    }

    /// Number of ranks of the promotion zone.
    pub(crate) fn zone(self) -> i32 {
        match self {
            Law::Shogi | Law::Shogun => 3,
            Law::Minishogi => 1,
            Law::Tori => 2,
        }
    }

    /// Letters that have a promoted form.
    pub(crate) fn promotes(self, letter: char) -> bool {
        match self {
            Law::Shogi => "PLNSBR".contains(letter),
            Law::Minishogi => "PSBR".contains(letter),
            Law::Tori => "SF".contains(letter),
            Law::Shogun => "PNBRF".contains(letter),
        }
    }

    /// Lines along which a piece captures; except for the pawn of Shogun it also moves along them.
    pub(crate) fn lines(self, letter: char, promoted: bool) -> Vec<Line> {
        let lines: &[&[Line]] = match (self, letter, promoted) {
            (_, 'K', false) => &[KING],

            (Law::Shogi | Law::Minishogi, 'R', false) => &[ROOK],
            (Law::Shogi | Law::Minishogi, 'B', false) => &[BISHOP],
            (Law::Shogi | Law::Minishogi, 'G', false) => &[GOLD],
            (Law::Shogi | Law::Minishogi, 'S', false) => &[SILVER],
            (Law::Shogi, 'N', false) => &[SHOGI_KNIGHT],
            (Law::Shogi, 'L', false) => &[LANCE],
            (Law::Shogi | Law::Minishogi, 'P', false) => &[FORWARD],
            (Law::Shogi | Law::Minishogi, 'R', true) => &[DRAGON],
            (Law::Shogi | Law::Minishogi, 'B', true) => &[HORSE],
            (Law::Shogi | Law::Minishogi, 'S' | 'P', true) => &[GOLD],
            (Law::Shogi, 'N' | 'L', true) => &[GOLD],

            (Law::Tori, 'S', false) => &[FORWARD],
            (Law::Tori, 'F', false) => &[FALCON],
            (Law::Tori, 'C', false) => &[CRANE],
            (Law::Tori, 'P', false) => &[PHEASANT],
            (Law::Tori, 'L', false) => &[LEFT_QUAIL],
            (Law::Tori, 'R', false) => &[RIGHT_QUAIL],
            (Law::Tori, 'S', true) => &[GOOSE],
            (Law::Tori, 'F', true) => &[EAGLE],

            (Law::Shogun, 'P', false) => &[PAWN_CAPTURES],
            (Law::Shogun, 'N', false) => &[CHESS_KNIGHT],
            (Law::Shogun, 'B', false) => &[BISHOP],
            (Law::Shogun, 'R', false) => &[ROOK],
            (Law::Shogun, 'F', false) => &[DUCHESS],
            (Law::Shogun, 'P', true) => &[KING],
            (Law::Shogun, 'N', true) => &[CHESS_KNIGHT, KING],
            (Law::Shogun, 'B', true) => &[BISHOP, CHESS_KNIGHT],
            (Law::Shogun, 'R', true) => &[ROOK, CHESS_KNIGHT],
            (Law::Shogun, 'F', true) => &[ROOK, BISHOP],

            _ => panic!("{} has no piece {letter} promoted {promoted}", self.name()),
        };
        lines.concat()
    }

    /// Letter whose drop may not mate: pawn or swallow; none in Shogun.
    pub(crate) fn humble(self) -> Option<char> {
        match self {
            Law::Shogi | Law::Minishogi => Some('P'),
            Law::Tori => Some('S'),
            Law::Shogun => None,
        }
    }

    /// Maximum number of own unpromoted pawns (swallows) on a file.
    pub(crate) fn file_limit(self) -> usize {
        match self {
            Law::Shogi | Law::Minishogi => 1,
            Law::Tori => 2,
            Law::Shogun => usize::MAX,
        }
    }

    /// Farthest ranks from which an unpromoted piece of this letter could never move again.
    pub(crate) fn dead_ranks(self, letter: char) -> i32 {
        match (self, letter) {
            (Law::Shogi, 'P' | 'L') => 1,
            (Law::Shogi, 'N') => 2,
            (Law::Minishogi, 'P') => 1,
            (Law::Tori, 'S') => 1,
            (Law::Shogun, 'P') => 1,
            _ => 0,
        }
    }
}
