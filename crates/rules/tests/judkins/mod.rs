//! Judkins Shogi, a variant with `--cfg komadai_test_games`: node counts, text, ends of games.
//!
//! `write_the_cases` wrote `cases/judkins.jsonl`, and `peers/oracle/judkins.mjs` compared it with
//! Fairy-Stockfish, whose counts include mating pawn drops, illegal by our rules: its count is the
//! sum of `nodes` and `drop_mates`.

use komadai_rules::{
    AnyGame, AnyPosition, Move, PieceKind, Reason, RefusalCode, RuleSet, SetupRules, Side, Square,
    VariantId,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

const CASES: &str = include_str!("../cases/judkins.jsonl");

/// A position, its node counts from depth 1 on, and the mating pawn drops at the same depths.
struct Row {
    position: String,
    nodes: Vec<u64>,
    drop_mates: Vec<u64>,
}

fn rows() -> Vec<Row> {
    let numbers = |value: &Value| -> Vec<u64> {
        let list = value.as_array().expect("a list");
        list.iter().map(|n| n.as_u64().expect("a number")).collect()
    };
    let read = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        Row {
            position: row["position"].as_str().expect("a text").to_string(),
            nodes: numbers(&row["nodes"]),
            drop_mates: numbers(&row["drop_mates"]),
        }
    };
    CASES.lines().map(read).collect()
}

fn read(text: &str) -> AnyPosition {
    AnyPosition::parse(VariantId::Judkins, text, SetupRules::Play)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Mating pawn drops at this depth.
fn drop_mates(position: &AnyPosition, depth: usize) -> u64 {
    if depth > 1 {
        let below = |mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            drop_mates(&next, depth - 1)
        };
        return position.legal_moves().into_iter().map(below).sum();
    }
    let us = position.side_to_move();
    if position.hand(us).count(PieceKind::PAWN) == 0 {
        return 0;
    }
    let mates = |square| {
        let refusal = position.why_illegal(Move::drop(PieceKind::PAWN, square));
        refusal.is_some_and(|refusal| refusal.code == RefusalCode::PawnDropMate)
    };
    let king = position.king(!us).expect("a king").index() as u8;
    let before = match us {
        Side::First => king.checked_sub(1),
        Side::Second => Some(king + 1),
    };
    u64::from(before.is_some_and(|index| mates(Square::new(index))))
}

/// The start and 30 positions of random games.
fn positions() -> Vec<AnyPosition> {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut found = vec![AnyPosition::start(VariantId::Judkins)];
    while found.len() < 31 {
        let mut position = found[0];
        for _ in 0..rng.random_range(8..70) {
            let moves = position.legal_moves().sorted();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
        if position.has_legal_move() {
            found.push(position);
        }
    }
    found
}

#[test]
#[ignore = "prints the cases; `peers/oracle/judkins.mjs` compares them with Fairy-Stockfish"]
fn write_the_cases() {
    for (index, position) in positions().iter().enumerate() {
        let depths = if index == 0 { 1..=4 } else { 1..=3 };
        let count = |depth| position.perft(depth as u32).expect("shallow");
        let row = json!({
            "position": position.to_string(),
            "fairy_fen": position.fairy_fen(),
            "nodes": depths.clone().map(count).collect::<Vec<u64>>(),
            "drop_mates": depths.map(|depth| drop_mates(position, depth)).collect::<Vec<u64>>(),
        });
        println!("{row}");
    }
}

#[test]
fn node_counts_are_those_that_fairy_stockfish_agrees_with() {
    let rows = rows();
    assert_eq!(rows.len(), 31);
    for row in rows {
        let position = read(&row.position);
        for (depth, (nodes, mates)) in (1..).zip(row.nodes.iter().zip(&row.drop_mates)) {
            let text = &row.position;
            assert_eq!(position.perft(depth), Ok(*nodes), "{text}, depth {depth}");
            assert_eq!(position.perft_with_lists(depth), Ok(*nodes), "{text}");
            assert_eq!(drop_mates(&position, depth as usize), *mates, "{text}");
        }
    }
}

#[test]
fn positions_and_moves_read_back() {
    for row in rows() {
        let position = read(&row.position);
        assert_eq!(position.to_string(), row.position);
        assert_eq!(read(&position.fairy_fen()).key(), position.key());
        for mv in position.legal_moves() {
            let text = mv.display(VariantId::Judkins).to_string();
            assert_eq!(Move::parse(VariantId::Judkins, &text), Ok(mv));
        }
    }
}

#[test]
fn the_start_position_is_written_in_sfen() {
    let start = AnyPosition::start(VariantId::Judkins);
    assert_eq!(start.to_string(), "rbnsgk/5p/6/6/P5/KGSNBR b - 1");
}

#[test]
fn the_fourth_occurrence_of_a_position_is_a_draw() {
    let rules = RuleSet::default_for(VariantId::Judkins);
    let mut game = AnyGame::new(AnyPosition::start(VariantId::Judkins), rules);
    let cycle = ["5f5e", "2a2b", "5e5f", "2b2a"];
    let mut ended = None;
    for text in cycle.into_iter().cycle().take(12) {
        let mv = Move::parse(VariantId::Judkins, text).expect(text);
        ended = game.play(mv).expect("legal");
    }
    let outcome = ended.expect("the start occurred four times");
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::Repetition));
}

#[test]
fn the_game_is_not_offered_to_players() {
    assert!(!VariantId::ALL.contains(&VariantId::Judkins));
    assert_eq!("judkins".parse(), Ok(VariantId::Judkins));
}
