//! Fixed-depth search of fixed positions. The node total is the build's signature: it changes with
//! the search or the evaluation, and is the same on every machine.

use komadai_rules::{AnyGame, AnyPosition, RuleSet, SetupRules, VariantId};

use crate::any::AnyEngine;
use crate::control::Control;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;

/// Nodes of one bench position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchLine {
    /// Variant of the position.
    pub variant: VariantId,
    /// Position in the variant's own notation.
    pub position: &'static str,
    /// Nodes of its search.
    pub nodes: u64,
}

/// Transposition table of each search; the signature depends on its size.
const HASH_MEGABYTES: usize = 16;

static POSITIONS: [(VariantId, &str); 16] = [
    (VariantId::Shogi, "startpos"),
    (
        VariantId::Shogi,
        "lns1k4/5gsbl/Nr3gppn/1pp2p3/2Ppp3p/P2P1P2P/LP1SP1PPL/1BG1RG3/3K2SN1 w P 38",
    ),
    (
        VariantId::Shogi,
        "2+N6/lrg1kP2l/2npsg1p1/p2G1R1b1/1pP3psp/PP2K3+n/6P2/LB2G3L/2S3SN1 b 2P5p 87",
    ),
    (
        VariantId::Shogi,
        "6gk1/1s1r1+P3/lpp1g1+b1l/PBP5p/LN1s2spP/1P2l1PP1/2RNG4/2G2K3/4NS3 b N5P2p 117",
    ),
    (VariantId::Minishogi, "startpos"),
    (VariantId::Minishogi, "2s1k/b1Rgp/5/K1S1R/1G1B1 w p 12"),
    (VariantId::Minishogi, "+S2b1/2+rk1/1R1s1/PK2p/4g b GB 123"),
    (VariantId::Minishogi, "1G3/1K2k/4s/2+r1p/2R2 w GSBpb 62"),
    (VariantId::Torishogi, "startpos"),
    (
        VariantId::Torishogi,
        "rp2fp1/kc1s1s1/sS1cPsl/s4Ss/SF2SR1/L2+sC1+s/1PSSK1C w 2s 76",
    ),
    (
        VariantId::Torishogi,
        "1pc4/1+S4p/rPk1SF1/1S4l/s2cC1s/1L3CR/1SF1KP1 w 4S6s 70",
    ),
    (
        VariantId::Torishogi,
        "kRcF1p1/3r3/7/S1sScss/L1sS2l/2SCsF1/CK5 w P2p7s 78",
    ),
    (VariantId::Shogun, "startpos"),
    (
        VariantId::Shogun,
        "rn1+fkbr1/p1p1pp1p/7n/1p1p2p1/1P1P1PbP/2N5/P1P1P2R/R1B+FKBN1[p] b Qq - 1 7",
    ),
    (
        VariantId::Shogun,
        "r3+fk1r/1p4b1/p1pp1p1n/b5pp/8/PPP1PPP1/3PK2P/1RB+F1NNR[BPn] w - - 1 22",
    ),
    (
        VariantId::Shogun,
        "rbkp3+B/4+b3/p6p/8/PpFpPp2/3P1+nP1/5R1R/2F1bKR1[NPPnnpppp] w - - 0 69",
    ),
];

/// Bench positions in their variants' notation, four a variant: the start, a quiet middlegame, two
/// with many drops.
#[must_use]
pub fn bench_positions() -> &'static [(VariantId, &'static str)] {
    &POSITIONS
}

/// Searches the bench positions to `depth` plies, lazily, each with one thread, the classical
/// evaluation and a new engine. The sum of the nodes is the signature.
///
/// # Errors
/// Out of memory for the engine of a position.
///
/// ```
/// let lines: Result<Vec<_>, _> = komadai_engine::bench(1).collect();
/// assert_eq!(lines?.len(), komadai_engine::bench_positions().len());
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub fn bench(depth: u32) -> impl Iterator<Item = Result<BenchLine, OutOfMemory>> {
    POSITIONS.iter().map(move |&(variant, text)| {
        let position = AnyPosition::parse(variant, text, SetupRules::Play)
            .expect("the bench's positions are legal; a test says so");
        let played = AnyGame::new(position, RuleSet::default_for(variant));
        let mut engine = AnyEngine::new(variant, HASH_MEGABYTES)?;
        (engine.set_evaluation(&Evaluation::Classical)).map_err(|_| OutOfMemory::Evaluation)?;
        let result = engine.search(&played, &Limits::depth(depth), &mut Control::default())?;
        Ok(BenchLine {
            variant,
            position: text,
            nodes: result.nodes,
        })
    })
}
