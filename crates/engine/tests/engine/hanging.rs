use komadai_engine::AnyEngine;
use komadai_rules::{AnyPosition, SetupRules, Side, VariantId};

/// Squares of the first player's hanging pieces.
fn hanging(variant: VariantId, text: &str) -> Vec<String> {
    let position = match text {
        "" => AnyPosition::start(variant),
        text => AnyPosition::parse(variant, text, SetupRules::Play).expect("a position"),
    };
    let mut engine = AnyEngine::new(variant, 0).expect("memory");
    let found = engine.hanging(&position, Side::First).expect("memory");
    found
        .into_iter()
        .map(|at| at.display(variant).to_string())
        .collect()
}

fn shogi(text: &str) -> Vec<String> {
    hanging(VariantId::Shogi, text)
}

const NONE: [&str; 0] = [];

#[test]
fn a_guarded_rook_hangs_when_a_pawn_attacks_it_in_each_variant() {
    for (variant, text, at) in [
        (VariantId::Shogi, "4k4/9/9/4p4/4R4/4G4/9/9/4K4 b - 1", "5e"),
        (VariantId::Minishogi, "4k/5/2p2/2R2/2G1K b - 1", "3d"),
        // Tori Shogi has no rook: a falcon and a swallow.
        (VariantId::Torishogi, "3k3/7/3s3/3F3/3C3/7/3K3 b - 1", "4d"),
        (
            VariantId::Shogun,
            "5k2/8/3p4/4R3/3P4/8/8/4K3[] w - - 0 1",
            "e5",
        ),
    ] {
        assert_eq!(hanging(variant, text), [at], "{variant}");
    }
}

#[test]
fn an_unguarded_piece_hangs_regardless_of_the_side_to_move() {
    for side in ["b", "w"] {
        let board = "4k4/9/9/4r4/4S4/9/9/9/4K4";
        assert_eq!(shogi(&format!("{board} {side} - 1")), ["5e"]);
    }
}

#[test]
fn a_guarded_piece_does_not_hang_when_capturing_it_loses_material() {
    assert_eq!(shogi("4k4/9/9/4r4/4S4/4G4/9/9/4K4 b - 1"), NONE);
    // Attacked twice and guarded once it hangs.
    assert_eq!(shogi("4k4/9/9/4r4/4S2r1/4G4/9/9/4K4 b - 1"), ["5e"]);
}

#[test]
fn a_pinned_attacker_is_ignored() {
    assert_eq!(shogi("4k4/9/4s4/5N3/9/9/9/4R4/4K4 b - 1"), NONE);
    assert_eq!(shogi("3k5/9/4s4/5N3/9/9/9/4R4/4K4 b - 1"), ["4d"]);
}

#[test]
fn a_king_in_check_does_not_hang_and_other_pieces_do() {
    assert_eq!(shogi("4k4/9/9/9/4r3P/9/9/9/4K4 b - 1"), ["1e"]);
}

#[test]
fn a_pawn_that_can_be_taken_en_passant_hangs() {
    let passed = "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1";
    assert_eq!(hanging(VariantId::Shogun, passed), ["e4"]);
    let not_passed = "4k3/8/8/8/3pP3/8/8/4K3[] b - - 0 1";
    assert_eq!(hanging(VariantId::Shogun, not_passed), NONE);
}

#[test]
fn nothing_hangs_at_the_start_except_in_tori_shogi() {
    for variant in [VariantId::Shogi, VariantId::Minishogi, VariantId::Shogun] {
        assert_eq!(hanging(variant, ""), NONE, "{variant}");
    }
}
