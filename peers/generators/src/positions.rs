//! The positions: three files a game, `<game>.txt` under `positions/`.

use komadai_rules::GameId;

use crate::case::Case;

/// What a line of a position file says: a name, how deep to go, and the position.
///
/// Lines beginning with `#` say where the file comes from. `set` names every position of the set.
const FILES: [(GameId, &str); 4] = [
    (GameId::Shogi, include_str!("../positions/shogi.txt")),
    (
        GameId::Minishogi,
        include_str!("../positions/minishogi.txt"),
    ),
    (
        GameId::Torishogi,
        include_str!("../positions/torishogi.txt"),
    ),
    (GameId::Shogun, include_str!("../positions/shogun.txt")),
];

/// How deep the named positions are walked: for a quick look, beside linked generators, and beside
/// Fairy-Stockfish, which needs many times as long.
const DEPTHS: &[(GameId, &str, [u32; 3])] = &[
    (GameId::Shogi, "start", [4, 6, 5]),
    (GameId::Shogi, "sh36", [3, 4, 3]),
    (GameId::Shogi, "max", [2, 3, 2]),
    (GameId::Shogi, "set", [1, 1, 3]),
    (GameId::Minishogi, "start", [5, 7, 6]),
    (GameId::Minishogi, "midgame", [3, 5, 4]),
    (GameId::Minishogi, "set", [1, 1, 3]),
    (GameId::Torishogi, "start", [4, 6, 5]),
    (GameId::Torishogi, "midgame", [3, 4, 3]),
    (GameId::Torishogi, "set", [1, 1, 3]),
    (GameId::Shogun, "start", [4, 6, 5]),
    (GameId::Shogun, "midgame", [3, 4, 3]),
    (GameId::Shogun, "set", [1, 1, 3]),
];

/// How much time a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Quick,
    Linked,
    Fairy,
}

/// The cases of a game.
pub fn cases(game: GameId, reach: Reach) -> Vec<Case> {
    let text = FILES
        .iter()
        .find(|(of, _)| *of == game)
        .map_or("", |(_, text)| text);
    let lines = || text.lines().filter(|line| !line.starts_with('#'));
    DEPTHS
        .iter()
        .filter(|(of, ..)| *of == game)
        .map(|(_, name, depths)| {
            let positions = lines()
                .filter_map(|line| line.split_once('\t'))
                .filter(|(of, _)| of == name)
                .map(|(_, position)| position.to_owned())
                .collect();
            let depth = match reach {
                Reach::Quick => depths[0],
                Reach::Linked => depths[1],
                Reach::Fairy => depths[2],
            };
            Case::new(game, name, positions, depth)
        })
        .filter(|case: &Case| !case.positions.is_empty())
        .collect()
}
