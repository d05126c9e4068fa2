//! Position sets: half from random games, half from self-play of the engine, one position per game,
//! so that the positions are independent.

use std::collections::BTreeSet;
use std::fmt::Write;

use komadai_engine::{AnyEngine, Control, Limits};
use komadai_rules::{AnyGame, AnyPosition, PieceKind, RuleSet, Side, VariantId};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub game: VariantId,
    pub seed: u64,
    pub count: usize,
    pub nodes: u64,
}

/// Positions known by name elsewhere.
const NAMED: &[(VariantId, &str, &str)] = &[
    (
        VariantId::Shogi,
        "sh36",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ),
    (
        VariantId::Shogi,
        "max",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    ),
];

/// Range of plies of the midgame position: the drop-heavy one, in which the smaller hand is
/// largest.
const MIDGAME: (usize, usize) = (20, 60);

pub fn file(recipe: &Recipe) -> String {
    let Recipe {
        game,
        seed,
        count,
        nodes,
    } = *recipe;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut text = format!(
        "# cargo run --release -- positions {game} --seed {seed} --count {count} --nodes {nodes}\n"
    );
    let mut line = |name: &str, position: &str| {
        writeln!(text, "{name}\t{position}").expect("strings can be written to");
    };
    line("start", &AnyPosition::start(game).to_string());
    for (_, name, position) in NAMED.iter().filter(|(of, ..)| *of == game) {
        line(name, position);
    }

    let mut set = BTreeSet::new();
    let mut richest: Option<(u32, usize, AnyPosition)> = None;
    while set.len() < count / 2 {
        take(&random_game(game, &mut random), &mut set, &mut random);
    }
    let mut engine = AnyEngine::new(game, 16).expect("memory for a small hash table");
    while set.len() < count {
        let positions = engine_game(game, nodes, &mut engine, &mut random);
        for position in positions.iter().take(MIDGAME.1).skip(MIDGAME.0) {
            let held = in_hand(position, Side::First).min(in_hand(position, Side::Second));
            let moves = position.count_legal_moves();
            let richer = |(h, m, _): &(u32, usize, AnyPosition)| (held, moves) > (*h, *m);
            if !position.in_check() && richest.as_ref().is_none_or(richer) {
                richest = Some((held, moves, *position));
            }
        }
        take(&positions, &mut set, &mut random);
    }
    // Shogi has a named midgame position already.
    if let Some((_, _, position)) = richest.filter(|_| game != VariantId::Shogi) {
        line("midgame", &position.to_string());
    }
    for position in &set {
        line("set", position);
    }
    text
}

fn in_hand(position: &AnyPosition, side: Side) -> u32 {
    let kinds = position.variant().spec().hand_kinds;
    let hand = position.hand(side);
    (0..kinds)
        .map(|kind| u32::from(hand.count(PieceKind::new(kind))))
        .sum()
}

/// Takes one position of a game, if it has legal moves and is not in the set.
fn take(positions: &[AnyPosition], set: &mut BTreeSet<String>, random: &mut ChaCha8Rng) {
    if let Some(position) = positions.get(random.random_range(0..positions.len().max(1)))
        && position.has_legal_move()
    {
        set.insert(position.to_string());
    }
}

fn random_game(variant: VariantId, random: &mut ChaCha8Rng) -> Vec<AnyPosition> {
    let mut position = AnyPosition::start(variant);
    let mut positions = Vec::new();
    for _ in 0..150 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
        positions.push(position);
    }
    positions
}

/// Positions of a self-play game after four random moves.
fn engine_game(
    variant: VariantId,
    nodes: u64,
    engine: &mut AnyEngine,
    random: &mut ChaCha8Rng,
) -> Vec<AnyPosition> {
    let mut history = AnyGame::new(AnyPosition::start(variant), RuleSet::default_for(variant));
    let mut positions = Vec::new();
    while history.outcome().is_none() && history.ply() < 200 {
        let moves = history.legal_moves();
        let mv = if history.ply() < 4 {
            Some(moves[random.random_range(0..moves.len())])
        } else {
            engine
                .search(&history, &Limits::nodes(nodes), &mut Control::default())
                .expect("the engine is of this game")
                .best
        };
        if mv.is_none_or(|mv| history.play(mv).is_err()) {
            break;
        }
        positions.push(history.position());
    }
    positions
}
