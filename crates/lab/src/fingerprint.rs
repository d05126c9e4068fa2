use komadai_engine::{AnyEngine, Control, Limits, OutOfMemory};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};

use crate::openings::{Opening, OpeningSet};

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

const OPENINGS: usize = 8;
const NODES: u64 = 1_000;

/// Hash of the built-in engine's search results for some openings. It differs between versions that search
/// differently, so that one version does not resume a file of another.
pub(crate) fn engine_fingerprint(variant: VariantId) -> Result<String, OutOfMemory> {
    fingerprint_of(&mut AnyEngine::new(variant, 1)?)
}

pub(crate) fn fingerprint_of(engine: &mut AnyEngine) -> Result<String, OutOfMemory> {
    let game = engine.variant();
    let mut found = Vec::new();
    // A variant without built-in openings has the start position.
    let mut starts = vec![AnyGame::new(
        AnyPosition::start(game),
        RuleSet::default_for(game),
    )];
    if let Ok(openings) = OpeningSet::built_in(game) {
        let openings = openings.lines().iter().take(OPENINGS);
        starts = openings.map(Opening::play).collect();
    }
    for start in starts {
        engine.clear();
        let result = engine.search(&start, &Limits::nodes(NODES), &mut Control::default())?;
        found.extend(result.best.map_or(0, |mv| mv.raw()).to_le_bytes());
        found.extend(result.score.centipawns().to_le_bytes());
        found.extend(result.depth.to_le_bytes());
    }
    Ok(format!("{:016x}", fingerprint(&found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_agree_with_published_values() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_engine_has_one_fingerprint_per_game() {
        let of = |game| engine_fingerprint(game).expect("memory");
        let fingerprints: Vec<String> = VariantId::ALL.into_iter().map(of).collect();
        for (i, found) in fingerprints.iter().enumerate() {
            assert_eq!(*found, of(VariantId::ALL[i]));
            assert!(!fingerprints[..i].contains(found));
        }
    }
}
