//! Strength of the levels in short matches.
//!
//! All random choices come from the seed, so the results change only with the rules or the engine.

use komadai_engine::{Level, Limits};
use komadai_lab::{GamesPlan, LevelRecord, Player, Tally, play_games};
use komadai_rules::{Reason, VariantId};

const EASY: Player = Player::Level(Level::EASY);
const MIDDLE: Player = Player::Level(Level::MIDDLE);
const FULL: Player = Player::Level(Level::FULL);

fn play(variant: VariantId, a: Player, b: Player, games: u32) -> Tally {
    let mut plan = GamesPlan::new(variant, a, b, games);
    // Far fewer than in a game against a person.
    plan.limits = Limits::nodes(2_000);
    let tally = play_games(&plan, &mut |_| ()).unwrap_or_else(|error| panic!("{error}"));
    println!("{variant} {a} {b}: {tally}");
    tally
}

fn levels_keep_their_distance(variant: VariantId, easy_games: u32) {
    let easy = play(variant, EASY, Player::TwoPly, easy_games);
    assert!(easy.losses * 100 >= easy_games * 95, "{easy}");

    let full = play(variant, FULL, Player::TwoPly, 20);
    assert!(full.wins >= 18, "{full}");

    let middle = play(variant, MIDDLE, EASY, 20);
    assert!(middle.wins >= 18, "{middle}");
    // The random opening may decide a game, above all on the smallest board.
    let middle = play(variant, MIDDLE, FULL, 20);
    assert!(middle.losses >= 14, "{middle}");
}

/// At least nine in ten games of the easy level end before the move limit.
fn easy_games_end(variant: VariantId) {
    let tally = play(variant, EASY, EASY, 100);
    assert_eq!(tally.games(), 100);
    assert!(tally.ended_by(Reason::MoveLimit) <= 10, "{tally}");
    assert!(tally.ended_by(Reason::Checkmate) >= 80, "{tally}");
    assert!((25..=75).contains(&tally.wins), "{tally}");
}

#[test]
fn shogi() {
    levels_keep_their_distance(VariantId::Shogi, 100);
    easy_games_end(VariantId::Shogi);
}

#[test]
fn minishogi() {
    levels_keep_their_distance(VariantId::Minishogi, 200);
    easy_games_end(VariantId::Minishogi);
}

#[test]
fn torishogi() {
    levels_keep_their_distance(VariantId::Torishogi, 100);
    easy_games_end(VariantId::Torishogi);
}

#[test]
fn shogun() {
    levels_keep_their_distance(VariantId::Shogun, 100);
    easy_games_end(VariantId::Shogun);
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let games = |seed| {
        let mut plan = GamesPlan::new(VariantId::Minishogi, EASY, Player::Random, 6);
        plan.seed = seed;
        let mut moves = Vec::new();
        play_games(&plan, &mut |game| moves.push(game.moves.clone())).expect("legal games");
        moves
    };
    assert_eq!(games(1), games(1));
    assert_ne!(games(1), games(2));
    let first = games(3);
    assert_eq!(first[0][..4], first[1][..4]);
}

/// Published ratings equal the measured ones, and the skills are unchanged since.
#[test]
fn ratings_are_those_of_the_records() {
    for variant in VariantId::ALL {
        let path = format!(
            "{}/../../docs/levels/{variant}.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let record: LevelRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(record.game, variant.name());
        let find = |name: &str| {
            let found = record.players.iter().find(|one| one.player == name);
            found.unwrap_or_else(|| panic!("{variant}: no {name}"))
        };
        for level in Level::all().filter(|level| level.number().is_some()) {
            let measured = find(&level.to_string());
            assert_eq!(
                Some(measured.rating),
                level.rating(variant),
                "{variant} {level}"
            );
            let skill = level.skill(variant).map(|skill| skill.to_string());
            assert_eq!(measured.skill, skill, "{variant} {level}");
        }
        let [won, drawn, lost] = find("1").against_two_ply.expect("games");
        assert!(
            lost * 100 >= 95 * (won + drawn + lost),
            "{variant}: level 1 {won} {drawn} {lost}"
        );
        assert_eq!(find("two-ply").rating, 1_000);
    }
}
