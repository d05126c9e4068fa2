//! Accumulators of a line agree with the evaluation from scratch.

use std::sync::Arc;

use komadai_rules::{
    AnyPosition, Bitboard, Move, Position, SetupRules, Side, Variant, VariantId, match_any,
    match_variant,
};

use super::accumulators::Accumulators;
use super::evaluate;
use super::format::Net;
use super::kernels::InstructionSet;

#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    drops: usize,
    promotions: usize,
    captures: usize,
    king_moves: usize,
    null_moves: usize,
    /// Moves that change more than two squares: castling and en passant.
    special: usize,
}

/// Walk through a tree of moves, as in a search.
struct Walk<V: Variant> {
    net: Arc<Net>,
    accumulators: Accumulators<V>,
    seed: u64,
    seen: Seen,
}

impl<V: Variant> Walk<V> {
    fn new(net: &Arc<Net>, set: InstructionSet) -> Self {
        let mut accumulators = Accumulators::new(Arc::clone(net)).expect("memory");
        accumulators.set_instructions(set);
        Walk {
            net: Arc::clone(net),
            accumulators,
            seed: 5,
            seen: Seen::default(),
        }
    }

    fn random(&mut self, below: usize) -> usize {
        self.seed = (self.seed.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1);
        (self.seed >> 33) as usize % below
    }

    fn begin(&mut self, root: &Position<V>, depth: usize, width: usize) {
        self.accumulators.begin(root);
        self.explore(root, 0, depth, width);
    }

    /// Evaluates only some positions, so that updates skip plies.
    fn explore(&mut self, position: &Position<V>, ply: usize, depth: usize, width: usize) {
        if depth == 0 || self.random(3) == 0 {
            let found = self.accumulators.evaluate(position, ply);
            assert_eq!(found, evaluate(&self.net, position), "{position:?}");
            self.seen.positions += 1;
        }
        if depth == 0 {
            return;
        }
        if !position.in_check() && self.random(4) == 0 {
            let mut child = *position;
            child.play_null_move();
            self.accumulators.play_null_move(ply);
            self.seen.null_moves += 1;
            self.explore(&child, ply + 1, depth - 1, width);
        }
        let moves = position.legal_moves().sorted();
        for index in 0..width.min(moves.len()) {
            let mv = if width < moves.len() {
                moves[self.random(moves.len())]
            } else {
                moves[index]
            };
            let mut child = *position;
            child.play_unchecked(mv);
            self.count(position, &child, mv);
            self.accumulators.play(position, &child, mv.to(), ply);
            self.explore(&child, ply + 1, depth - 1, width);
        }
    }

    fn count(&mut self, position: &Position<V>, child: &Position<V>, mv: Move) {
        let seen = &mut self.seen;
        seen.drops += usize::from(mv.is_drop());
        seen.promotions += usize::from(mv.is_promotion());
        seen.captures += usize::from(position.piece_at(mv.to()).is_some());
        let kings = |it: &Position<V>| Side::BOTH.map(|side| it.king(side));
        seen.king_moves += usize::from(kings(position) != kings(child));
        let changed = position.occupied() ^ child.occupied();
        seen.special += usize::from(changed.count() > 2);
    }
}

fn random_game<V: Variant>(walk: &mut Walk<V>, plies: usize) {
    let mut position = Position::<V>::start();
    for ply in 0..plies {
        let moves = position.legal_moves().sorted();
        if moves.is_empty() {
            return;
        }
        if ply % 9 == 0 {
            walk.begin(&position, 5, 3);
        }
        position.play_unchecked(moves[walk.random(moves.len())]);
    }
}

fn agree<V: Variant>() {
    let net = Arc::new(Net::random(V::ID, 64, 2).expect("memory"));
    for set in InstructionSet::available() {
        let mut walk = Walk::<V>::new(&net, set);
        for _ in 0..6 {
            random_game(&mut walk, 120);
        }
        let seen = walk.seen;
        let kinds = [
            seen.drops,
            seen.promotions,
            seen.captures,
            seen.king_moves,
            seen.null_moves,
        ];
        assert!(
            kinds.iter().all(|&count| count > 100),
            "{}: {seen:?}",
            V::ID
        );
        assert!(seen.positions > 10_000, "{}: {seen:?}", V::ID);
    }
}

#[test]
fn accumulators_equal_the_evaluation_from_scratch_along_random_lines() {
    for &variant in VariantId::REGISTERED {
        match_variant!(variant, V => agree::<V>());
    }
}

#[test]
fn accumulators_follow_castling_and_en_passant() {
    let positions = [
        "r3k2r/8/8/8/4pP2/8/8/R3K2R[] b KQkq f3 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R[] w KQkq e6 0 1",
    ];
    let net = Arc::new(Net::random(VariantId::Shogun, 64, 2).expect("memory"));
    for text in positions {
        let position = AnyPosition::parse(VariantId::Shogun, text, SetupRules::Play);
        let AnyPosition::Shogun(position) = position.expect("a legal position") else {
            unreachable!("a position of the game that was asked for")
        };
        let mut walk = Walk::new(&net, InstructionSet::detect());
        walk.begin(&position, 2, usize::MAX);
        assert!(walk.seen.special > 2, "{:?}", walk.seen);
    }
}

#[test]
fn positions_without_a_king_are_evaluated() {
    let text = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
    let position =
        AnyPosition::parse(VariantId::Shogi, text, SetupRules::Mate).expect("a mate problem");
    let net = Arc::new(Net::random(VariantId::Shogi, 64, 2).expect("memory"));
    match_any!(AnyPosition, position, position => {
        let net = Arc::new(Net::random(position.to_setup().variant, net.l1(), 2).expect("memory"));
        let mut walk = Walk::new(&net, InstructionSet::detect());
        walk.begin(&position, 3, 4);
        assert!(walk.seen.positions > 20);
    });
}
