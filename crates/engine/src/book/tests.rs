//! Plans parse, can be played and withstand the engine's search.

use komadai_rules::{Minishogi, RuleSet, Shogi, Shogun, Torishogi, VariantId};

use super::choose::choose_from;
use super::*;
use crate::control::Control;
use crate::engine::Engine;
use crate::level::Level;
use crate::limits::Limits;
use crate::skill::Skill;
use crate::skill_rng::SkillRng;

fn book<V: Variant>() -> Book {
    Book::read(V::ID).expect("plans that can be read")
}

fn new_game<V: Variant>() -> Game<V> {
    Game::new(Position::start(), RuleSet::default_for(V::ID))
}

#[derive(Clone, Copy)]
struct Effort {
    /// Nodes of the search that scores each move.
    nodes: u64,
    /// Games per plan and side.
    opponents: u64,
}

const USUAL: Effort = Effort {
    nodes: 4_000,
    opponents: 1,
};
const LONG: Effort = Effort {
    nodes: 200_000,
    opponents: 8,
};

/// A book move is a fault if its score is below the first and its loss above the second, in
/// centipawns.
const WORST_CP: i32 = -150;
const WORST_LOSS_CP: i32 = 200;

#[derive(Default)]
struct Trial {
    /// Book moves played, and the sum of the scores after them.
    moves: i32,
    scores: i32,
    faults: Vec<String>,
}

/// Plays one plan against a sound opponent with the full book.
fn play_plan<V: Variant>(
    engine: &mut Engine<V>,
    plan: &Book,
    side: Side,
    seed: u64,
    nodes: u64,
    trial: &mut Trial,
) {
    let opponent: Skill = "1:1000:50:0:0:0".parse().expect("a skill");
    let limits = Limits::nodes(nodes);
    let mut game = new_game::<V>();
    while game.ply() < plan.plies && game.outcome().is_none() {
        let control = &mut Control::default();
        let unlimited = Limits::default();
        if game.position().side_to_move() != side {
            let found = opponent.choose(engine, &game, seed, &unlimited, control);
            let best = found.expect("memory").best.expect("a move");
            game.play(best).expect("a legal move");
            continue;
        }
        let best = engine.search(&game, &limits, control);
        let mut rng = SkillRng::new(seed, u64::from(game.ply()));
        let planned = choose_from(plan, engine, &game, &unlimited, control, &mut rng);
        let Some(planned) = planned.expect("memory") else {
            game.play(best.best.expect("a move")).expect("a legal move");
            continue;
        };
        (game.play(planned.best.expect("a move"))).expect("a legal move");
        let score = -engine.search(&game, &limits, control).score.centipawns();
        trial.moves += 1;
        trial.scores += score.max(-1_000);
        let loss = best.score.centipawns() - score;
        if score < WORST_CP && loss > WORST_LOSS_CP {
            let moves = game.moves().iter().map(|&mv| mv.display(V::ID).to_string());
            let moves = moves.collect::<Vec<String>>().join(" ");
            (trial.faults).push(format!("{score}, {loss} lost: {moves}"));
        }
    }
}

fn plans_hold<V: Variant>(effort: Effort) {
    let mut engine = Engine::<V>::new(4).expect("memory");
    let Effort { nodes, opponents } = effort;
    let mut book = book::<V>();
    let (mut moves, mut faults) = (0, 0);
    for plan in std::mem::take(&mut book.plans) {
        let (name, length) = (plan.name, plan.steps.len());
        let only = Book {
            plies: book.plies,
            plans: vec![plan],
        };
        let mut trial = Trial::default();
        for side in [Side::First, Side::Second] {
            for seed in 0..opponents {
                play_plan(&mut engine, &only, side, seed, nodes, &mut trial);
            }
        }
        // At least one book move a game.
        assert!(
            trial.moves >= 2 * opponents as i32,
            "{} {name}: given up",
            V::ID
        );
        let mean = trial.scores / trial.moves;
        println!(
            "{} {name}: {} of 2 · {opponents} · {length} moves, mean score {mean}",
            V::ID,
            trial.moves
        );
        println!("{}", trial.faults.join("\n"));
        assert!(mean >= WORST_CP, "{} {name}: {mean}", V::ID);
        moves += trial.moves;
        faults += trial.faults.len() as i32;
    }
    assert!(
        20 * faults <= moves,
        "{}: {faults} faults in {moves} moves",
        V::ID
    );
}

#[test]
fn search_accepts_the_plans_of_shogi() {
    plans_hold::<Shogi>(USUAL);
}

#[test]
fn search_accepts_the_plans_of_minishogi() {
    plans_hold::<Minishogi>(USUAL);
}

#[test]
fn search_accepts_the_plans_of_torishogi() {
    plans_hold::<Torishogi>(USUAL);
}

#[test]
fn search_accepts_the_plans_of_shogun() {
    plans_hold::<Shogun>(USUAL);
}

#[test]
#[ignore = "minutes: make plans-check"]
fn a_long_search_has_nothing_against_the_plans() {
    plans_hold::<Shogi>(LONG);
    plans_hold::<Minishogi>(LONG);
    plans_hold::<Torishogi>(LONG);
    plans_hold::<Shogun>(LONG);
}

#[test]
fn every_variant_has_plans_with_distinct_names() {
    for variant in VariantId::ALL {
        let book =
            Book::of(variant).unwrap_or_else(|| panic!("{variant}: no plans that can be read"));
        assert!((8..=16).contains(&book.plies), "{variant}");
        let mut names: Vec<&str> = book.plans.iter().map(|plan| plan.name).collect();
        names.sort_unstable();
        names.dedup();
        assert!(
            names.len() >= 4 && names.len() == book.plans.len(),
            "{variant}"
        );
        for plan in &book.plans {
            // Half of the plies are the side's own.
            let most = book.plies as usize / 2;
            assert!(
                (4..=most).contains(&plan.steps.len()),
                "{variant} {}",
                plan.name
            );
            // No step is undone by a later one.
            for step in &plan.steps {
                let from = step.mv.from().expect("no drops");
                let back = Move::normal(step.mv.to(), from);
                assert!(
                    plan.steps.iter().all(|step| step.mv != back),
                    "{}",
                    plan.name
                );
            }
        }
    }
}

/// Name of the plan with most steps played by a side, and the number of those steps.
fn plan_played<V: Variant>(book: &Book, game: &Game<V>, side: Side) -> (usize, &'static str) {
    let own = moves_of(game, side);
    let played = |plan: &Plan| {
        let steps = plan.steps.iter().map(|step| seen_by::<V>(side, step.mv));
        (steps.filter(|mv| own.contains(mv)).count(), plan.name)
    };
    book.plans.iter().map(played).max().expect("a plan")
}

/// Plays openings between equal levels, with a new seed for every move as in the web client.
fn levels_play_plans<V: Variant>(
    level: Level,
    games: u64,
    enough: f64,
    mut see: impl FnMut(&Game<V>, Side),
) {
    let book = book::<V>();
    let mut engine = Engine::<V>::new(1).expect("memory");
    let (mut steps, mut names) = (0, Vec::new());
    for number in 0..games {
        let mut game = new_game::<V>();
        while game.ply() < book.plies && game.outcome().is_none() {
            let seed = 1_000 * number + u64::from(game.ply());
            let (limits, control) = (Limits::default(), &mut Control::default());
            let found = level.choose(&mut engine, &game, seed, &limits, control);
            let best = found.expect("memory").best.expect("a move");
            game.play(best).expect("a legal move");
        }
        for side in [Side::First, Side::Second] {
            let (played, name) = plan_played(&book, &game, side);
            steps += played;
            names.push(name);
            see(&game, side);
        }
    }
    names.sort_unstable();
    names.dedup();
    let mean = steps as f64 / (2 * games) as f64;
    println!("{} {level}: {mean} of a plan, {names:?}", V::ID);
    assert!(mean >= enough, "{} {level}: {mean}", V::ID);
    assert!(
        3 * names.len() >= book.plans.len(),
        "{} {level}: {names:?}",
        V::ID
    );
}

/// `true` if one of a side's first six moves takes back the one before.
fn is_aimless(game: &Game<Shogi>, side: Side) -> bool {
    let first = usize::from(side == Side::Second);
    let own: Vec<Move> = (game.moves().iter().skip(first).step_by(2).take(6))
        .copied()
        .collect();
    own.windows(2)
        .any(|two| two[0].from() == Some(two[1].to()) && two[1].from() == Some(two[0].to()))
}

/// After its plan is refuted, as by an early attack, a weak level may play aimless moves.
#[test]
fn levels_of_shogi_seldom_open_with_aimless_moves() {
    let mut aimless = 0;
    for level in ["0", "1", "6", "14"] {
        levels_play_plans::<Shogi>(level.parse().expect("a level"), 12, 4.0, |game, side| {
            aimless += u32::from(is_aimless(game, side))
        });
    }
    // Of 96 openings.
    assert!(aimless <= 4, "{aimless}");
}

#[test]
fn levels_of_the_other_variants_follow_plans() {
    levels_play_plans::<Minishogi>(Level::EASY, 10, 2.0, |_, _| ());
    levels_play_plans::<Torishogi>(Level::EASY, 10, 1.5, |_, _| ());
    levels_play_plans::<Shogun>(Level::EASY, 10, 3.0, |_, _| ());
}

fn opening<V: Variant>(level: Level, seed: u64, limits: &Limits) -> Vec<Move> {
    let mut engine = Engine::<V>::new(4).expect("memory");
    let mut game = new_game::<V>();
    while game.ply() < 8 {
        let mut control = Control {
            now_ms: Some(&|| 0),
            ..Control::default()
        };
        let found = level.choose(&mut engine, &game, seed, limits, &mut control);
        let best = found.expect("memory").best.expect("a move");
        game.play(best).expect("a legal move");
    }
    game.moves().to_vec()
}

/// Regression: with a time limit a book move was searched to depth 1 only and therefore rejected.
fn a_clock_changes_nothing<V: Variant>() {
    for seed in 0..3 {
        let level = "3".parse().expect("a level");
        let [untimed, timed] = [Limits::default(), Limits::time(10_000)]
            .map(|limits| opening::<V>(level, seed, &limits));
        assert_eq!(timed, untimed, "{} {seed}", V::ID);
    }
}

#[test]
fn a_clock_does_not_change_the_book_moves() {
    a_clock_changes_nothing::<Shogi>();
    a_clock_changes_nothing::<Minishogi>();
    a_clock_changes_nothing::<Torishogi>();
    a_clock_changes_nothing::<Shogun>();
}

#[test]
fn a_handicap_has_plans_and_other_start_positions_have_none() {
    use komadai_rules::{Setup, SetupRules};
    let moves = |text: &str| {
        let setup = Setup::parse(VariantId::Shogi, text).expect("a position");
        let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).expect("legal");
        let game = Game::new(position, RuleSet::default_for(VariantId::Shogi));
        book::<Shogi>().continuations(&game).len()
    };
    let lance_odds = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert!(moves(lance_odds) > 0);
    let rook_elsewhere = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B3R3/LNSGKGSNL b - 1";
    assert_eq!(moves(rook_elsewhere), 0);
    let pawn_in_hand = "lnsgkgsnl/1r5b1/1pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1";
    assert_eq!(moves(pawn_in_hand), 0);
}
