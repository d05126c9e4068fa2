//! Position files, `positions/<game>.txt`.

use komadai_rules::VariantId;

use crate::case::Case;

/// A line of a position file is a name and a position, separated by a tab. Lines with `#` give the
/// file's origin. `set` is the name of all positions of the set.
const FILES: [(VariantId, &str); 4] = [
    (VariantId::Shogi, include_str!("../positions/shogi.txt")),
    (
        VariantId::Minishogi,
        include_str!("../positions/minishogi.txt"),
    ),
    (
        VariantId::Torishogi,
        include_str!("../positions/torishogi.txt"),
    ),
    (VariantId::Shogun, include_str!("../positions/shogun.txt")),
];

/// Depths of the named positions: for a quick look, for linked generators, and for Fairy-Stockfish,
/// which is many times slower.
const DEPTHS: &[(VariantId, &str, [u32; 3])] = &[
    (VariantId::Shogi, "start", [4, 6, 5]),
    (VariantId::Shogi, "sh36", [3, 4, 3]),
    (VariantId::Shogi, "max", [2, 3, 2]),
    (VariantId::Shogi, "set", [1, 1, 3]),
    (VariantId::Minishogi, "start", [5, 7, 6]),
    (VariantId::Minishogi, "midgame", [3, 5, 4]),
    (VariantId::Minishogi, "set", [1, 1, 3]),
    (VariantId::Torishogi, "start", [4, 6, 5]),
    (VariantId::Torishogi, "midgame", [3, 4, 3]),
    (VariantId::Torishogi, "set", [1, 1, 3]),
    (VariantId::Shogun, "start", [4, 6, 5]),
    (VariantId::Shogun, "midgame", [3, 4, 3]),
    (VariantId::Shogun, "set", [1, 1, 3]),
];

/// Budget of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Quick,
    Linked,
    Fairy,
}

pub fn cases(variant: VariantId, reach: Reach) -> Vec<Case> {
    let text = FILES
        .iter()
        .find(|(of, _)| *of == variant)
        .map_or("", |(_, text)| text);
    let lines = || text.lines().filter(|line| !line.starts_with('#'));
    DEPTHS
        .iter()
        .filter(|(of, ..)| *of == variant)
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
            Case::new(variant, name, positions, depth)
        })
        .filter(|case: &Case| !case.positions.is_empty())
        .collect()
}
