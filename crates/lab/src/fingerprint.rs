//! Telling texts and engines apart by a number.

use komadai_engine::{AnyEngine, Control, Limits};
use komadai_rules::{AnyGame, GameId, RuleSet};

use crate::openings::OpeningSet;

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Openings that are searched.
const OPENINGS: usize = 8;
/// Positions visited in each.
const NODES: u64 = 1_000;

/// A number that differs between engines that search a game differently: what ours finds in some of
/// the openings. What was begun with one engine is not gone on with by another.
pub(crate) fn engine_mark(game: GameId) -> String {
    let mut engine = AnyEngine::new(game, 1).expect("memory for a small hash table");
    let mut found = Vec::new();
    let openings = OpeningSet::built_in(game);
    for opening in openings
        .iter()
        .flat_map(|set| set.lines().iter().take(OPENINGS))
    {
        let mut at = AnyGame::new(opening.start, RuleSet::default_for(game));
        for &mv in &opening.moves {
            // They were played when the set was read.
            let _ = at.play(mv);
        }
        engine.clear();
        let result = engine.search(&at, &Limits::nodes(NODES), &mut Control::default());
        let result = result.expect("the engine is of this game");
        found.extend(result.best.map_or(0, |mv| mv.raw()).to_le_bytes());
        found.extend(result.score.centipawns().to_le_bytes());
        found.extend(result.depth.to_le_bytes());
    }
    format!("{:016x}", fingerprint(&found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_the_published_ones() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_engine_has_one_mark_in_each_game() {
        let marks: Vec<String> = GameId::ALL.into_iter().map(engine_mark).collect();
        for (i, mark) in marks.iter().enumerate() {
            assert_eq!(*mark, engine_mark(GameId::ALL[i]));
            assert!(!marks[..i].contains(mark));
        }
    }
}
