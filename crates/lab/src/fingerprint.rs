use komadai_engine::{AnyEngine, Control, Limits, OutOfMemory, fnv1a};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};

use crate::openings::{Opening, OpeningSet};

const OPENINGS: usize = 8;
const NODES: u64 = 1_000;

/// Hash of the built-in engine's search results for some openings. It differs between versions that search
/// differently, so that one version does not resume a file of another.
pub(crate) fn engine_fingerprint(variant: VariantId) -> Result<String, OutOfMemory> {
    fingerprint_of(&mut AnyEngine::new(variant, 1)?)
}

pub(crate) fn fingerprint_of(engine: &mut AnyEngine) -> Result<String, OutOfMemory> {
    let variant = engine.variant();
    let mut found = Vec::new();
    // A variant without built-in openings has the start position.
    let mut starts = vec![AnyGame::new(
        AnyPosition::start(variant),
        RuleSet::default_for(variant),
    )];
    if let Ok(openings) = OpeningSet::built_in(variant) {
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
    Ok(format!("{:016x}", fnv1a::hash(&found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_has_one_fingerprint_per_game() {
        let of = |variant| engine_fingerprint(variant).expect("memory");
        let fingerprints: Vec<String> = VariantId::ALL.into_iter().map(of).collect();
        for (i, found) in fingerprints.iter().enumerate() {
            assert_eq!(*found, of(VariantId::ALL[i]));
            assert!(!fingerprints[..i].contains(found));
        }
    }
}
