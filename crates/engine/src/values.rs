//! What men are worth, by hand, game by game. All figures are centipawns unless said otherwise.
//!
//! Men are named by their letter, promoted ones with a `+`, so that this file does not depend on
//! how the rules number them.

use komadai_rules::GameId;

/// How the evaluation sees one kind of man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Man {
    pub(crate) name: &'static str,
    /// On the board.
    pub(crate) board: i32,
    /// In hand (base kinds only).
    pub(crate) hand: i32,
    /// Per rank advanced.
    pub(crate) forward: i32,
    /// At the middle file, falling to nothing at the edge.
    pub(crate) centre: i32,
    /// Beside the enemy king, falling to nothing four squares away.
    pub(crate) hunt: i32,
    /// Beside its own king, falling likewise.
    pub(crate) guard: i32,
    /// Danger units for each square of the enemy king's ring it attacks.
    pub(crate) attack: i32,
    /// Danger units while it waits in the enemy's hand.
    pub(crate) threat: i32,
    /// For each square it attacks (sliders).
    pub(crate) mobility: i32,
}

/// A game's men and the few figures that belong to no man.
#[derive(Debug)]
pub(crate) struct GameValues {
    pub(crate) men: &'static [Man],
    /// The right to move.
    pub(crate) tempo: i32,
    /// King at the side rather than in the middle, on its back ranks.
    pub(crate) king_aside: i32,
    /// For each rank the king has left its back rank.
    pub(crate) king_forward: i32,
    /// Danger squared is divided by this to give centipawns.
    pub(crate) danger_divisor: i32,
    /// Danger units for a ring square the enemy attacks and only the king defends.
    pub(crate) weak_square: i32,
}

#[expect(
    clippy::too_many_arguments,
    reason = "a table row reads best as one line"
)]
const fn man(
    name: &'static str,
    board: i32,
    hand: i32,
    forward: i32,
    centre: i32,
    hunt: i32,
    guard: i32,
    attack: i32,
    threat: i32,
    mobility: i32,
) -> Man {
    Man {
        name,
        board,
        hand,
        forward,
        centre,
        hunt,
        guard,
        attack,
        threat,
        mobility,
    }
}

static SHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand fwd ctr hunt guard att thr mob
        man("P",    90,   105,  3,  0,   6,   4,  3,  2, 0),
        man("L",   290,   310, -2,  0,   6,   0,  4,  5, 2),
        man("N",   320,   350,  0,  4,  12,   2,  5,  6, 0),
        man("S",   470,   510,  6,  4,  24,  16,  7,  9, 0),
        man("G",   530,   570,  0,  0,  26,  30,  8, 11, 0),
        man("B",   800,   880,  0,  4,   8,   0,  7,  9, 4),
        man("R",   960,  1050,  0,  0,   8,   0,  8, 12, 3),
        man("K",     0,     0,  0,  0,   0,   0,  0,  0, 0),
        man("+P",  480,     0,  2,  2,  40,   6,  8,  0, 0),
        man("+L",  490,     0,  0,  2,  36,   8,  8,  0, 0),
        man("+N",  500,     0,  0,  2,  36,   8,  8,  0, 0),
        man("+S",  520,     0,  0,  2,  34,  14,  8,  0, 0),
        man("+B", 1130,     0,  0,  4,  28,  30,  9,  0, 3),
        man("+R", 1330,     0,  0,  2,  36,   8, 11,  0, 3),
    ],
    tempo: 25,
    king_aside: 70,
    king_forward: 28,
    danger_divisor: 24,
    weak_square: 6,
};

static MINISHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand fwd ctr hunt guard att thr mob
        man("P",   110,   130,  8,  0,   6,   4,  4,  4, 0),
        man("S",   430,   480,  4,  4,  16,  10,  7, 10, 0),
        man("G",   490,   550,  0,  2,  18,  16,  8, 12, 0),
        man("B",   560,   640,  0,  4,   6,   4,  7, 10, 5),
        man("R",   680,   780,  0,  0,   6,   4,  8, 13, 5),
        man("K",     0,     0,  0,  0,   0,   0,  0,  0, 0),
        man("+P",  450,     0,  0,  2,  24,   6,  8,  0, 0),
        man("+S",  480,     0,  0,  2,  22,  10,  8,  0, 0),
        man("+B",  900,     0,  0,  4,  18,  16,  9,  0, 3),
        man("+R", 1050,     0,  0,  2,  20,   8, 11,  0, 3),
    ],
    tempo: 30,
    king_aside: 10,
    king_forward: 12,
    danger_divisor: 28,
    weak_square: 6,
};

static TORISHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand fwd ctr hunt guard att thr mob
        man("S",   100,   120,  6,  2,   6,   4,  4,  4, 0),
        man("P",   300,   290,  2,  3,  10,   6,  5,  6, 0),
        man("C",   600,   580,  4,  4,  22,  20,  8, 11, 0),
        man("L",   560,   540,  0,  0,   8,   4,  6,  8, 4),
        man("R",   560,   540,  0,  0,   8,   4,  6,  8, 4),
        man("F",   720,   700,  4,  6,  24,  20,  9, 12, 0),
        man("K",     0,     0,  0,  0,   0,   0,  0,  0, 0),
        man("+S",  240,     0,  0,  4,  10,   2,  6,  0, 0),
        man("+F", 1500,     0,  0,  6,  30,  16, 11,  0, 4),
    ],
    tempo: 25,
    king_aside: 0,
    king_forward: 22,
    danger_divisor: 26,
    weak_square: 6,
};

static SHOGUN: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand fwd ctr hunt guard att thr mob
        man("P",   100,   110,  6,  6,   4,  10,  3,  4, 0),
        man("N",   300,   320,  4, 12,  10,   4,  7, 10, 3),
        man("B",   320,   320,  2,  6,   6,   2,  7,  8, 4),
        man("R",   440,   430,  2,  0,   6,   0,  8, 10, 3),
        man("F",   190,   220, 10,  4,  10,  10,  6,  8, 0),
        man("K",     0,     0,  0,  0,   0,   0,  0,  0, 0),
        man("+P",  290,     0,  4,  6,  24,   8,  8,  0, 0),
        man("+N",  620,     0,  2, 10,  24,   4,  9,  0, 2),
        man("+B",  700,     0,  0,  8,  16,   2,  9,  0, 3),
        man("+R",  820,     0,  0,  6,  18,   0, 10,  0, 3),
        man("+F",  960,     0,  0,  4,  18,   2, 11,  0, 2),
    ],
    tempo: 20,
    king_aside: 40,
    king_forward: 24,
    danger_divisor: 28,
    weak_square: 6,
};

/// The values of a game.
pub(crate) fn of_game(game: GameId) -> &'static GameValues {
    match game {
        GameId::Shogi => &SHOGI,
        GameId::Minishogi => &MINISHOGI,
        GameId::Torishogi => &TORISHOGI,
        GameId::Shogun => &SHOGUN,
    }
}
