use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};

use super::super::prober::Prober;
use super::super::puzzle::PuzzleKind;
use super::super::theme::Theme;
use super::find_themes;

/// Themes of a line that need not be a good one.
fn themes(kind: PuzzleKind, variant: VariantId, text: &str, moves: &str) -> Vec<Theme> {
    let position = AnyPosition::parse(variant, text, SetupRules::Mate).unwrap();
    let words = moves.split_whitespace();
    let line: Vec<_> = words
        .map(|word| Move::parse(variant, word).unwrap())
        .collect();
    let mut at = position;
    for &mv in &line {
        at.play(mv).unwrap();
    }
    let mut prober = Prober::new(variant, 1, 100_000).unwrap();
    find_themes(kind, &position, &line, &mut prober)
}

fn shogi(kind: PuzzleKind, text: &str, moves: &str) -> Vec<Theme> {
    themes(kind, VariantId::Shogi, text, moves)
}

use PuzzleKind::{Mate, Tactic};

#[test]
fn a_gold_dropped_mates_in_the_corner() {
    let found = shogi(Mate, "8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
    assert_eq!(found, [Theme::Drop, Theme::Corner]);
}

#[test]
fn a_pawn_that_promotes_mates_on_the_edge() {
    let found = shogi(Mate, "4k4/9/4P4/4L4/9/9/9/9/9 b - 1", "5c5b+");
    assert_eq!(found, [Theme::Promotion, Theme::Edge]);
}

#[test]
fn a_silver_that_must_not_promote_refuses_to() {
    // After promotion it would give no check.
    let found = shogi(Mate, "9/5S1k1/9/9/9/9/9/9/9 b - 1", "4b3a");
    assert!(found.contains(&Theme::PromotionRefused));
    // Either move mates.
    let rook = "k8/9/PP7/9/9/9/9/9/8R b - 1";
    assert!(!shogi(Mate, rook, "1i1a").contains(&Theme::PromotionRefused));
    // The line of a tactic is the only good one.
    let found = shogi(Tactic, "9/5S3/9/9/9/9/9/9/k7K b - 1", "4b3a");
    assert!(found.contains(&Theme::PromotionRefused));
}

#[test]
fn a_forbidden_pawn_drop_mate_is_found() {
    let text = "7lk/7n1/8G/9/9/9/9/9/9 b P 1";
    assert!(shogi(Mate, text, "1c1b").contains(&Theme::PawnDropMate));
    let without_guard = "7lk/7n1/9/8G/9/9/9/9/9 b P 1";
    assert!(!shogi(Mate, without_guard, "P*1b").contains(&Theme::PawnDropMate));
}

#[test]
fn a_silver_opens_the_line_of_a_rook() {
    let text = "4k4/9/4S4/9/9/9/9/9/4R4 b - 1";
    let found = shogi(Mate, text, "5c4d");
    assert!(found.contains(&Theme::DiscoveredCheck));
    assert!(!found.contains(&Theme::DoubleCheck));
    let found = shogi(Mate, text, "5c4b");
    assert!(found.contains(&Theme::DiscoveredCheck));
    assert!(found.contains(&Theme::DoubleCheck));
}

#[test]
fn a_rook_that_is_taken_was_sacrificed_and_a_pawn_was_not() {
    let text = "4k4/9/9/9/9/9/9/9/9 b RGP 1";
    assert!(shogi(Mate, text, "R*5b 5a5b G*5c").contains(&Theme::Sacrifice));
    assert!(!shogi(Mate, text, "P*5b 5a5b G*5c").contains(&Theme::Sacrifice));
    assert!(!shogi(Mate, text, "R*5i 5a4b G*5b").contains(&Theme::Sacrifice));
}

#[test]
fn the_first_move_of_a_game_is_quiet() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(shogi(Tactic, start, "7g7f"), [Theme::QuietMove]);
}

#[test]
fn a_knight_forks_king_and_rook() {
    let text = "3r1k3/9/9/9/9/9/9/9/4K4 b N 1";
    assert!(shogi(Tactic, text, "N*5c").contains(&Theme::Fork));
    assert!(!shogi(Tactic, text, "N*4c").contains(&Theme::Fork));
}

#[test]
fn a_pinned_gold_cannot_take() {
    let text = "4k4/4g4/9/9/9/9/9/9/4R4 b S 1";
    assert!(shogi(Tactic, text, "S*4c").contains(&Theme::Pin));
    let without_rook = "4k4/4g4/9/9/9/9/9/9/3R5 b S 1";
    assert!(!shogi(Tactic, without_rook, "S*4c").contains(&Theme::Pin));
}

#[test]
fn a_pawn_is_put_between() {
    let text = "4k4/9/9/9/9/9/9/9/9 b Rp 1";
    assert!(shogi(Mate, text, "R*5i P*5b 5i5b+").contains(&Theme::Interposition));
    assert!(!shogi(Mate, text, "R*5i 5a4a 5i5a+").contains(&Theme::Interposition));
}

#[test]
fn a_bishop_put_between_gives_check_itself() {
    let text = "8k/9/9/9/9/9/9/9/4K4 b Rb 1";
    let found = shogi(Tactic, text, "R*1f B*1e 1f1e");
    assert!(found.contains(&Theme::CrossCheck));
    assert!(found.contains(&Theme::Interposition));
}

#[test]
fn a_piece_is_taken_for_nothing_or_exchanged() {
    let hanging = "4k4/9/9/9/4r4/9/9/9/4R3K b - 1";
    let found = shogi(Tactic, hanging, "5i5e");
    assert!(found.contains(&Theme::HangingPiece));
    assert!(!found.contains(&Theme::Exchange));
    let guarded = "4k4/9/9/5s3/4r4/9/9/9/4R3K b - 1";
    let found = shogi(Tactic, guarded, "5i5e 4d5e 1i1h");
    assert!(found.contains(&Theme::Exchange));
    assert!(!found.contains(&Theme::HangingPiece));
}

#[test]
fn themes_of_shogun_chess() {
    let shogun = |kind, text, moves| themes(kind, VariantId::Shogun, text, moves);
    let mortar = "k7/8/1K6/8/8/8/8/7+R[] w - - 0 1";
    assert_eq!(
        shogun(Mate, mortar, "h1h8"),
        [Theme::Corner, Theme::PromotedMajor]
    );
    let rook = "k7/8/1K6/8/8/8/8/7R[] w - - 0 1";
    assert!(!shogun(Mate, rook, "h1h8").contains(&Theme::PromotedMajor));
    let castling = "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1";
    assert!(shogun(Tactic, castling, "e1g1").contains(&Theme::Castling));
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 2";
    assert!(shogun(Tactic, en_passant, "e5d6").contains(&Theme::EnPassant));
    assert!(!shogun(Tactic, en_passant, "e5e6").contains(&Theme::EnPassant));
}
