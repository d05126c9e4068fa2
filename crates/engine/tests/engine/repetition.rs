//! Scores of positions in which a rule ends the game without mate: repetition, move limits, an
//! entered king.

use komadai_engine::{AnyEngine, Control, Evaluation, Limits};
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, VariantId};

const WON: i32 = 20_000;

/// Plays `moves` from `position`, then searches with `last` as the only root move.
fn score_of(
    variant: VariantId,
    rules: &[(&str, &str)],
    position: &str,
    moves: &str,
    last: &str,
) -> i32 {
    let mut rule_set = RuleSet::default_for(variant);
    for (key, value) in rules {
        rule_set
            .set(variant, key, value)
            .expect("a rule of the game");
    }
    let start = AnyPosition::parse(variant, position, SetupRules::Play).expect("a legal position");
    let mut played = AnyGame::new(start, rule_set);
    for text in moves.split_whitespace() {
        let mv = Move::parse(variant, text).expect("a move");
        let end = played.play(mv).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(end, None, "the game must go on after {text}");
    }
    let limits = Limits {
        root_moves: vec![Move::parse(variant, last).expect("a move")],
        ..Limits::depth(3)
    };
    let mut engine = AnyEngine::new(variant, 1).expect("memory");
    // Nets are not trained on endings this bare.
    let classical = engine.set_evaluation(&Evaluation::Classical);
    classical.expect("always there");
    let found = engine.search(&played, &limits, &mut Control::default());
    found.expect("memory").score.centipawns()
}

#[test]
fn shogi_draws_at_the_fourth_occurrence() {
    let circle = "2h3h 8b7b 3h2h 7b8b";
    let moves = format!("{circle} {circle} 2h3h 8b7b 3h2h");
    assert_eq!(
        score_of(VariantId::Shogi, &[], "startpos", &moves, "7b8b"),
        0
    );
}

#[test]
fn shogi_perpetual_checker_loses() {
    let circle = "2i1i 1a2a 1i2i 2a1a";
    let moves = format!("{circle} {circle} 2i1i 1a2a 1i2i");
    let start = "8k/9/9/9/9/9/9/9/K6R1 b - 1";
    assert!(score_of(VariantId::Shogi, &[], start, &moves, "2a1a") > WON);
}

/// One repetition within the search is enough to see that perpetual check loses.
#[test]
fn shogi_perpetual_check_loses_at_the_first_repetition() {
    let circle = "2i1i 1a2a 1i2i 2a1a";
    let moves = format!("{circle} {circle} 2i1i 1a2a");
    let start = "8k/9/9/9/9/9/9/9/K6R1 b - 1";
    // Another check allows the fourth repetition: the checker is lost.
    let score = score_of(VariantId::Shogi, &[], start, &moves, "1i2i");
    assert!(score < -WON, "{score}");
}

#[test]
fn minishogi_draws_or_sente_loses_at_the_fourth_occurrence() {
    let circle = "2e3d 4a3b 3d2e 3b4a";
    let moves = format!("{circle} {circle} 2e3d 4a3b 3d2e");
    assert_eq!(
        score_of(VariantId::Minishogi, &[], "startpos", &moves, "3b4a"),
        0
    );
    let sente_loses = [("repetition", "sente-loses-4")];
    assert!(
        score_of(
            VariantId::Minishogi,
            &sente_loses,
            "startpos",
            &moves,
            "3b4a"
        ) > WON
    );
}

#[test]
fn tori_starter_must_vary() {
    let circle = "4f3f 4b5b 3f4f 5b4b";
    let moves = format!("{circle} {circle}");
    // Starting the cycle a third time loses, leaving it does not.
    assert!(score_of(VariantId::Torishogi, &[], "startpos", &moves, "4f3f") < -WON);
    assert!(score_of(VariantId::Torishogi, &[], "startpos", &moves, "4f5f") > -WON);
}

#[test]
fn tori_creator_loses() {
    let circle = "4f3f 4b5b 3f4f 5b4b";
    let moves = format!("{circle} 4f3f 4b5b 3f4f");
    let three = [("repetition", "creator-loses-3")];
    assert!(score_of(VariantId::Torishogi, &three, "startpos", &moves, "5b4b") < -WON);
    let four = [("repetition", "creator-loses-4")];
    assert!(score_of(VariantId::Torishogi, &four, "startpos", &moves, "5b4b") > -WON);
    let moves = format!("{circle} {circle} 4f3f 4b5b 3f4f");
    assert!(score_of(VariantId::Torishogi, &four, "startpos", &moves, "5b4b") < -WON);
}

#[test]
fn tori_perpetual_checker_loses() {
    let start = "6k/7/3+F3/7/7/7/K6 b - 1";
    let moves = "4c3c 1a2a 3c4c 2a1a 4c3c 1a2a 3c4c";
    assert!(score_of(VariantId::Torishogi, &[], start, moves, "2a1a") > WON);
}

#[test]
fn shogun_draws_at_the_third_occurrence() {
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    assert_eq!(
        score_of(VariantId::Shogun, &[], "startpos", moves, "f6g8"),
        0
    );
    // Perpetual check is an ordinary repetition.
    let start = "7k/8/8/8/8/8/8/K5R1[] w - - 0 1";
    let moves = "g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1";
    assert_eq!(score_of(VariantId::Shogun, &[], start, moves, "g8h8"), 0);
}

#[test]
fn shogun_draws_after_fifty_moves_unless_it_is_mate() {
    let start = "4k3/8/8/8/8/8/8/R3K3[] w - - 99 80";
    assert_eq!(score_of(VariantId::Shogun, &[], start, "", "a1b1"), 0);
    let winning = "4k3/8/R7/8/8/8/8/4K3[] w - - 99 80";
    assert!(score_of(VariantId::Shogun, &[], winning, "", "a6b6+") > 300);
    let mate = "k7/8/1K6/8/8/8/8/7R[] w - - 99 80";
    assert!(score_of(VariantId::Shogun, &[], mate, "", "h1h8") > WON);
}

#[test]
fn a_limit_of_plies_draws() {
    let limit = [("max-plies", "1")];
    assert_eq!(
        score_of(VariantId::Shogi, &limit, "startpos", "", "7g7f"),
        0
    );
}

#[test]
fn an_entered_king_wins_where_it_may_be_declared() {
    let start = "+P+P+P+P+P4/1+P+P+P+P+P3/9/K8/9/9/9/9/8k b 2RB3P 1";
    for (rule, wins) in [("off", false), ("csa-27", true), ("jsa-24", false)] {
        let score = score_of(
            VariantId::Shogi,
            &[("declaration", rule)],
            start,
            "",
            "9d9c",
        );
        assert_eq!(score > WON, wins, "{rule}: {score}");
    }
    // The game is over before the declaration.
    let short = [("declaration", "csa-27"), ("max-plies", "2")];
    assert_eq!(score_of(VariantId::Shogi, &short, start, "", "9d9c"), 0);
    // With three more points the other rule allows the declaration too.
    let start = "+P+P+P+P+P4/1+P+P+P+P+P3/9/K8/9/9/9/9/8k b 2RB6P 1";
    let jsa = [("declaration", "jsa-24")];
    assert!(score_of(VariantId::Shogi, &jsa, start, "", "9d9c") > WON);
}
