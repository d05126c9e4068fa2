//! Node counts of the rules page, with and without lists at the leaves.

use komadai_rules::{AnyPosition, Setup, SetupRules};

use crate::reference::{Law, RefPosition};
use crate::support::{bridge, fixtures};

/// Chapter 9.12, start positions; the reference programs agree.
const STARTS: [(Law, &[u64]); 4] = [
    (
        Law::Shogi,
        &[30, 900, 25_470, 719_731, 19_861_490, 547_581_517],
    ),
    (
        Law::Minishogi,
        &[14, 181, 2_512, 35_401, 533_203, 8_276_188, 132_680_617],
    ),
    (Law::Tori, &[17, 288, 5_430, 103_857, 2_179_749, 46_867_039]),
    (
        Law::Shogun,
        &[20, 400, 8_978, 200_537, 5_081_766, 127_885_648],
    ),
];

/// Chapter 9.12, other positions. For the second of Minishogi the page has 123 187 at depth 4,
/// Fairy-Stockfish's number, which includes two drop mates; without them it also counts 123 185.
const POSITIONS: [(Law, &str, &[u64]); 9] = [
    (
        Law::Shogi,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        &[207, 28_684, 4_809_015],
    ),
    (
        Law::Shogi,
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        &[593, 105_677, 53_393_368],
    ),
    (
        Law::Shogi,
        "l3gk3/gP5r1/nB1p1psPn/2p1pRP1l/p7p/P1PsP3P/1p1PSP3/L1SG4L/1NB3KN1 b Pgp 81",
        &[47, 4_358, 228_590],
    ),
    (
        Law::Minishogi,
        "3g1/2Bkp/Ps2R/5/KG1Sr b B 19",
        &[35, 530, 13_941, 263_390],
    ),
    (
        Law::Minishogi,
        "rb1k1/5/b2Gp/P1G1S/K1S2 w r 26",
        &[26, 375, 7_548, 123_185],
    ),
    (
        Law::Tori,
        "r1+S1spl/1ck1cfs/ssss1s1/pC1SS1R/S2CFS1/s1K4/LP3PS b 2S 31",
        &[44, 728, 31_664, 714_241],
    ),
    (
        Law::Tori,
        "Lpck1p1/1scf2l/s2Ssss/1ssF+sS1/s1R2SS/4CKs/1PCS1PR w s 42",
        &[28, 672, 18_405, 524_406],
    ),
    (
        Law::Shogun,
        "rn4nr/pp2k1b1/1p2b1pp/F1Pppp2/3PP1PP/P+p3K1P/2RN2B1/2B+F2NR[] w - - 0 21",
        &[32, 1_106, 41_448],
    ),
    (
        Law::Shogun,
        "3+fk2r/r1pb1p1p/bpp4n/4PpBP/1PP3nN/1P1+b3R/4P3/2R+F1KN1[PPPp] b - - 1 31",
        &[63, 3_528, 194_978],
    ),
];

fn count(position: &AnyPosition, counts: &[u64], what: &str) {
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(position.perft(depth), Ok(*expected), "{what} depth {depth}");
        let listed = position.perft_with_lists(depth);
        assert_eq!(listed, Ok(*expected), "{what} depth {depth}, with lists");
    }
}

fn start(law: Law, depths: std::ops::Range<usize>) {
    let (_, counts) = STARTS
        .into_iter()
        .find(|(l, _)| *l == law)
        .expect("every game");
    let position = AnyPosition::start(bridge::game(law));
    for depth in depths {
        let expected = Ok(counts[depth - 1]);
        let depth = u32::try_from(depth).expect("small");
        assert_eq!(position.perft(depth), expected, "{law:?} depth {depth}");
        let listed = position.perft_with_lists(depth);
        assert_eq!(listed, expected, "{law:?} depth {depth}, with lists");
    }
}

#[test]
fn shogi_start_counts_hold_to_depth_5() {
    start(Law::Shogi, 1..6);
}

#[test]
fn minishogi_start_counts_hold_to_depth_6() {
    start(Law::Minishogi, 1..7);
}

#[test]
fn torishogi_start_counts_hold_to_depth_5() {
    start(Law::Tori, 1..6);
}

#[test]
fn shogun_start_counts_hold_to_depth_5() {
    start(Law::Shogun, 1..6);
}

#[test]
#[ignore = "half a billion nodes, twice"]
fn shogi_start_counts_hold_at_depth_6() {
    start(Law::Shogi, 6..7);
}

#[test]
#[ignore = "long"]
fn minishogi_start_counts_hold_at_depth_7() {
    start(Law::Minishogi, 7..8);
}

#[test]
#[ignore = "long"]
fn torishogi_start_counts_hold_at_depth_6() {
    start(Law::Tori, 6..7);
}

#[test]
#[ignore = "long"]
fn shogun_start_counts_hold_at_depth_6() {
    start(Law::Shogun, 6..7);
}

#[test]
fn counts_of_the_rules_page_hold() {
    for (law, text, counts) in POSITIONS {
        count(
            &bridge::position(&RefPosition::read(law, text)),
            counts,
            text,
        );
    }
}

/// All rows of `perft.jsonl`, sixty per variant, each to its last depth.
#[test]
fn counts_of_all_perft_rows_hold() {
    let rows = fixtures::perft_rows();
    for law in Law::ALL {
        assert_eq!(
            rows.iter().filter(|row| row.law == law).count(),
            60,
            "{law:?}"
        );
    }
    for row in rows {
        assert!(row.counts.len() >= 2, "{}", row.position);
        count(
            &bridge::position(&RefPosition::read(row.law, &row.position)),
            &row.counts,
            &row.position,
        );
    }
}

/// Chapters 1.6, 2 and 3.6: names of the handicaps, side to move, removed points, counts.
#[test]
fn counts_of_the_handicaps_hold() {
    for name in fixtures::table_names("handicaps.json") {
        let rows = fixtures::table("handicaps.json", &name);
        let variant: komadai_rules::VariantId = name.parse().expect("a game");
        let spec = variant.spec();
        assert_eq!(
            spec.handicaps.len(),
            rows.len(),
            "{name}: handicaps of the crate"
        );
        for mut row in rows {
            row.text("note");
            let p = RefPosition::read(row.law, &row.text("position").expect("position"));
            let setup =
                Setup::handicap(variant, &row.id).unwrap_or_else(|| panic!("{name} {}", row.id));
            assert_eq!(setup, bridge::setup(&p), "{name} {}", row.id);
            if let Some(points) = row.number("removed_points") {
                let handicap = spec
                    .handicaps
                    .iter()
                    .find(|h| h.id == row.id)
                    .expect("by name");
                assert_eq!(
                    u64::from(handicap.removed_points),
                    points,
                    "{name} {}",
                    row.id
                );
            }
            let position = AnyPosition::from_setup(&setup, SetupRules::Play).expect("lawful");
            let counts: Vec<u64> = row
                .take("perft")
                .map(|list| serde_json::from_value(list).expect("counts"))
                .unwrap_or_default();
            count(&position, &counts, &row.id);
            row.done();
        }
    }
    assert!(bridge::game(Law::Shogun).spec().handicaps.is_empty());
}
