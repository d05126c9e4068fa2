//! A fixed search over fixed positions. Its node count is a build's signature: two builds that
//! search alike count alike, whatever the machine and its instruction set.

use komadai_notation::parse_position;
use komadai_rules::{AnyGame, GameId, RuleSet, SetupRules};

use crate::any::AnyEngine;
use crate::limits::{Control, Limits};

/// One position of the bench and what its search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchLine {
    /// The game.
    pub game: GameId,
    /// The position, in the game's own notation.
    pub position: &'static str,
    /// Positions visited.
    pub nodes: u64,
}

/// Hash table of each search; part of the signature.
const MEGABYTES: usize = 16;

static POSITIONS: [(GameId, &str); 16] = [
    (GameId::Shogi, "startpos"),
    (
        GameId::Shogi,
        "ln4knl/2rsg1gp1/ppppp2+Ps/P4pp1p/1PP6/5PR1P/B2PP1+b1L/L2SGG3/1N1K3N1 b Ps 49",
    ),
    (
        GameId::Shogi,
        "ln1k5/1+N5b1/2sp2n2/4pppPg/RpgP4l/P4PP1+p/2BKP4/5G1RL/LSg1S2N1 b 3PS3p 99",
    ),
    (
        GameId::Shogi,
        "2rg5/lg5P+S/np2k4/p4P+B2/1P1P2+Bnp/4P1P1P/P1Nn3p1/L2SGK1Gl/6S1L b 6PSR 113",
    ),
    (GameId::Minishogi, "startpos"),
    (GameId::Minishogi, "rb1k1/bs2p/r2G1/PS3/K4 b G 19"),
    (GameId::Minishogi, "5/K3k/P1R+b1/G3p/2+s2 b GSRB 57"),
    (GameId::Minishogi, "1b1kg/s4/4r/1K3/5 w Bg2psr 36"),
    (GameId::Torishogi, "startpos"),
    (
        GameId::Torishogi,
        "rpfklp1/c6/s1scSs1/SsS3S/1S2SSR/1CK1C2/LPSF1P1 w 3Ss 26",
    ),
    (
        GameId::Torishogi,
        "1F3k1/1SCss1l/3CSF1/pK2Sss/2s+s1SS/1L1SPPR/5PC b RCS3s 87",
    ),
    (
        GameId::Torishogi,
        "1p1p3/c2ck2/1s3s1/1S3Sl/1S1css+s/PR1L1SS/3K1P1 w FSrcf5s 118",
    ),
    (GameId::Shogun, "startpos"),
    (
        GameId::Shogun,
        "+F1b+fkb1r/p5p1/2pp1p1p/ppN1p3/2P2P1p/N1nP2P1/P1R2KBP/4B1NR[R] w - - 1 23",
    ),
    (
        GameId::Shogun,
        "r3kb1r/p2bn3/p+P4p1/P2n1p1p/2p+b2+f1/1P2p3/8/1N1RK1NR[PPfbpppp] b q - 3 29",
    ),
    (
        GameId::Shogun,
        "8/r4k1p/1+P4p1/p2n1P2/P3rP1+f/+pP4P1/R4B2/1N+FKB2N[RBNPPPPbpp] w - - 6 43",
    ),
];

/// The positions of the bench, four of each game: the start, a quiet one, two full of drops.
#[must_use]
pub fn bench_positions() -> &'static [(GameId, &'static str)] {
    &POSITIONS
}

/// Searches every position of the bench to `depth`, one after another as the iterator is asked.
/// The sum of the nodes is the signature.
pub fn bench(depth: u32) -> impl Iterator<Item = BenchLine> {
    POSITIONS.iter().map(move |&(game, text)| {
        let position = parse_position(game, text, SetupRules::Play)
            .expect("the bench's positions are legal; a test says so");
        let played = AnyGame::new(position, RuleSet::default_for(game));
        let mut engine = AnyEngine::new(game, MEGABYTES);
        let found = engine.search(&played, &Limits::depth(depth), &mut Control::default());
        BenchLine {
            game,
            position: text,
            nodes: found.nodes,
        }
    })
}
