//! What men are worth, by hand, game by game. All figures are centipawns unless said otherwise.
//!
//! Men are named by their letter, promoted ones with a `+`, so that this file does not depend on
//! how the rules number them.

use komadai_rules::{GameId, PieceKind};

/// How the evaluation sees one kind of man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Man {
    pub(crate) name: &'static str,
    /// On the board.
    pub(crate) board: i32,
    /// In hand (base kinds only).
    pub(crate) hand: i32,
}

/// A game's men.
#[derive(Debug)]
struct GameValues {
    men: &'static [Man],
}

const fn man(name: &'static str, board: i32, hand: i32) -> Man {
    Man { name, board, hand }
}

static SHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand
        man("P",    90,   105),
        man("L",   290,   310),
        man("N",   320,   350),
        man("S",   470,   510),
        man("G",   530,   570),
        man("B",   800,   880),
        man("R",   960,  1050),
        man("K",     0,     0),
        man("+P",  480,     0),
        man("+L",  490,     0),
        man("+N",  500,     0),
        man("+S",  520,     0),
        man("+B", 1130,     0),
        man("+R", 1330,     0),
    ],
};

static MINISHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand
        man("P",   110,   130),
        man("S",   430,   480),
        man("G",   490,   550),
        man("B",   560,   640),
        man("R",   680,   780),
        man("K",     0,     0),
        man("+P",  450,     0),
        man("+S",  480,     0),
        man("+B",  900,     0),
        man("+R", 1050,     0),
    ],
};

static TORISHOGI: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand
        man("S",   100,   120),
        man("P",   300,   290),
        man("C",   600,   580),
        man("L",   560,   540),
        man("R",   560,   540),
        man("F",   720,   700),
        man("K",     0,     0),
        man("+S",  240,     0),
        man("+F", 1500,     0),
    ],
};

static SHOGUN: GameValues = GameValues {
    #[rustfmt::skip]
    men: &[
        //  name  board  hand
        man("P",   100,   110),
        man("N",   300,   320),
        man("B",   320,   320),
        man("R",   440,   430),
        man("F",   190,   220),
        man("K",     0,     0),
        man("+P",  290,     0),
        man("+N",  620,     0),
        man("+B",  700,     0),
        man("+R",  820,     0),
        man("+F",  960,     0),
    ],
};

/// The values of a game.
fn of_game(game: GameId) -> &'static GameValues {
    match game {
        GameId::Shogi => &SHOGI,
        GameId::Minishogi => &MINISHOGI,
        GameId::Torishogi => &TORISHOGI,
        GameId::Shogun => &SHOGUN,
    }
}

/// What a man of this kind counts.
pub(crate) fn of_man(game: GameId, kind: PieceKind) -> &'static Man {
    let spec = game.spec().kind(kind);
    let named =
        |man: &&Man| man.name.ends_with(spec.letter) && man.name.starts_with('+') == spec.promoted;
    let mut men = of_game(game).men.iter();
    men.find(named)
        .expect("the values list every man of the game")
}

/// What a man counts before anything is learned, on the board and in hand, in centipawns.
#[must_use]
pub fn first_values(game: GameId, kind: PieceKind) -> (f32, f32) {
    let man = of_man(game, kind);
    (man.board as f32, man.hand as f32)
}
