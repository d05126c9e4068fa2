//! Random games with many repetitions: outcome, occurrences and the duty to vary after every ply,
//! with moves taken back in between.

use std::collections::BTreeMap;

use komadai_rules::{AnyGame, PlayError};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{outcome_summary, rules, summary};
use crate::reference::model::{Options, Repetition};
use crate::reference::{Law, Model, RefMove, RefPosition};
use crate::support::{bridge, fixtures, playouts, seeds};

/// More than two checkpoint intervals.
const PLIES: usize = 80;

/// Few pieces, so that positions recur; some with a piece that can check perpetually.
const SPARSE: &[(Law, &str)] = &[
    (Law::Shogi, "8k/9/9/9/9/9/9/9/K6R1 b - 1"),
    (Law::Shogi, "8k/9/9/9/9/9/9/7R1/K8 b - 1"),
    (Law::Shogi, "k8/r8/9/9/9/9/9/9/7RK w - 1"),
    (Law::Shogi, "4k4/4g4/9/9/9/9/9/4G4/4K4 b - 1"),
    (Law::Minishogi, "4k/5/5/5/K2R1 b - 1"),
    (Law::Minishogi, "k4/r4/5/5/3RK w - 1"),
    (Law::Minishogi, "rbsgk/4p/5/P4/KGSBR b - 1"),
    (Law::Tori, "6k/7/3+F3/7/7/7/K6 b - 1"),
    (Law::Tori, "k5+f/7/7/7/7/7/+F5K w - 1"),
    (Law::Tori, "5k1/7/7/3+F3/7/7/K6 b - 1"),
    (Law::Tori, "3k3/3c3/7/7/7/3C3/3K3 b - 1"),
    (Law::Shogun, "7k/8/8/8/8/8/8/K5R1[] w - - 0 1"),
    (Law::Shogun, "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1"),
    (Law::Shogun, "4k3/8/8/8/1p6/8/P7/4K2R[] w K - 0 1"),
];

/// All option sets of a variant, with a name for the report.
fn variants(law: Law) -> Vec<(&'static str, Options)> {
    let usual = Options::default_for(law);
    let with = |repetition| Options {
        repetition,
        ..usual
    };
    let mut variants = vec![
        ("default", usual),
        (
            "no perpetual check",
            Options {
                checker_loses: false,
                ..usual
            },
        ),
        (
            "perpetual check",
            Options {
                checker_loses: true,
                ..usual
            },
        ),
        (
            "12 plies",
            Options {
                max_plies: Some(12),
                ..usual
            },
        ),
        (
            "other stalemate",
            Options {
                stalemate_draws: !usual.stalemate_draws,
                ..usual
            },
        ),
    ];
    match law {
        Law::Shogi => {}
        Law::Minishogi => variants.push(("sente loses", with(Repetition::SenteLoses4))),
        Law::Tori => {
            variants.push(("creator loses 3", with(Repetition::CreatorLoses(3))));
            variants.push(("creator loses 4", with(Repetition::CreatorLoses(4))));
        }
        Law::Shogun => {
            variants.push((
                "3 quiet moves",
                Options {
                    quiet_moves: Some(3),
                    ..usual
                },
            ));
            variants.push((
                "no quiet rule",
                Options {
                    quiet_moves: None,
                    ..usual
                },
            ));
        }
    }
    variants
}

/// Cycles of the vectors: the next move by position.
struct Scripts {
    starts: Vec<RefPosition>,
    next: BTreeMap<String, String>,
}

impl Scripts {
    fn new(law: Law) -> Self {
        let mut scripts = Scripts {
            starts: Vec::new(),
            next: BTreeMap::new(),
        };
        for mut row in fixtures::table("rules.json", "repetition") {
            let cycle = row.texts("cycle");
            if row.law != law || cycle.is_empty() {
                continue;
            }
            let mut p = RefPosition::read(law, &row.text("position").expect("position"));
            scripts.starts.push(p.clone());
            for text in row.texts("pre").into_iter().chain(cycle) {
                let legal = p.legal();
                let mv = legal
                    .into_iter()
                    .find(|mv| mv.text(&p) == text)
                    .expect("legal");
                scripts.next.insert(stripped(&p), text);
                p = p.after(mv);
            }
        }
        scripts
    }

    fn next(&self, p: &RefPosition, legal: &[RefMove]) -> Option<RefMove> {
        let text = self.next.get(&stripped(p))?;
        legal.iter().copied().find(|mv| mv.text(p) == *text)
    }
}

/// Preference of a player.
#[derive(Clone, Copy)]
enum Taste {
    Random,
    /// Moves to earlier positions.
    Circles,
    /// Checks, preferably to earlier positions.
    Checks,
}

fn choose(
    p: &RefPosition,
    legal: &[RefMove],
    past: &[String],
    taste: Taste,
    rng: &mut ChaCha8Rng,
) -> RefMove {
    let been = |mv: &RefMove| past.contains(&stripped(&p.after(*mv)));
    let mut list: Vec<RefMove> = legal.to_vec();
    let faithful = rng.random_range(0..20) > 0;
    if matches!(taste, Taste::Checks) && faithful {
        narrow(&mut list, |mv| p.after(*mv).in_check());
    }
    if !matches!(taste, Taste::Random) && faithful {
        narrow(&mut list, been);
    }
    list[rng.random_range(0..list.len())]
}

/// Keeps the moves that fit, or all if none does.
fn narrow(list: &mut Vec<RefMove>, fits: impl Fn(&RefMove) -> bool) {
    let fitting: Vec<RefMove> = list.iter().copied().filter(fits).collect();
    if !fitting.is_empty() {
        *list = fitting;
    }
}

/// The text without counters.
fn stripped(p: &RefPosition) -> String {
    let mut p = p.clone();
    (p.number, p.quiet_plies, p.jumped) = (1, 0, None);
    p.text()
}

/// Compares the observable state of both games.
fn compare(model: &Model, game: &AnyGame, name: &str) {
    let p = model.position();
    let place = || format!("{:?} {name} ply {}: {}", p.law, model.ply(), p.text());
    let expected = model.ending().map(summary);
    assert_eq!(game.outcome().map(outcome_summary), expected, "{}", place());
    assert_eq!(
        game.repetition() as usize,
        model.repetition(),
        "occurrences, {}",
        place()
    );
    assert_eq!(
        game.must_vary(),
        model.must_vary(),
        "must vary, {}",
        place()
    );
    assert_eq!(game.ply() as usize, model.ply(), "{}", place());
    bridge::assert_same_board(p, &game.position());
    let listed = game.legal_moves().len();
    let expected = if expected.is_some() {
        0
    } else {
        p.legal().len()
    };
    assert_eq!(listed, expected, "moves, {}", place());
}

/// Takes back `plies` moves at once.
fn take_back_at_once(model: &mut Model, game: &mut AnyGame, plies: usize, name: &str) {
    let ply = model.ply() - plies;
    let position = game.position_at(ply as u32);
    game.undo_to(ply as u32);
    for _ in 0..plies {
        model.undo();
    }
    assert_eq!(position, Some(game.position()), "{name} ply {ply}");
    compare(model, game, name);
}

/// Takes back `plies` moves one by one and compares after each.
fn take_back(model: &mut Model, game: &mut AnyGame, plies: usize, name: &str) {
    for _ in 0..plies {
        let moves = game.moves().len();
        let last = game.moves().last().copied();
        assert_eq!(game.undo(), last, "{name}");
        assert_eq!(game.moves().len(), moves - 1, "{name}");
        model.undo();
        compare(model, game, name);
    }
}

fn play(
    law: Law,
    name: &str,
    options: Options,
    scripts: &Scripts,
    rng: &mut ChaCha8Rng,
) -> Option<&'static str> {
    let sparse: Vec<&str> = SPARSE
        .iter()
        .filter(|(l, _)| *l == law)
        .map(|(_, t)| *t)
        .collect();
    let start = match rng.random_range(0..10) {
        0 => RefPosition::start(law),
        1 => seeds::scattered(law, rng),
        2..7 => scripts.starts[rng.random_range(0..scripts.starts.len())].clone(),
        _ => RefPosition::read(law, sparse[rng.random_range(0..sparse.len())]),
    };
    let mut game = AnyGame::new(bridge::position(&start), rules(law, options));
    let mut model = Model::new(start, options);
    let mut past = vec![stripped(model.position())];
    let tastes: [Taste; 2] = match rng.random_range(0..8) {
        0 => [Taste::Random; 2],
        1 | 2 => [Taste::Circles; 2],
        3 | 4 => [Taste::Checks, Taste::Circles],
        5 | 6 => [Taste::Circles, Taste::Checks],
        _ => [Taste::Checks; 2],
    };
    compare(&model, &game, name);
    for _ in 0..PLIES {
        if model.ending().is_some() {
            break;
        }
        let p = model.position().clone();
        let legal = p.legal();
        let scripted = scripts
            .next(&p, &legal)
            .filter(|_| rng.random_range(0..25) > 0);
        let mv = scripted.unwrap_or_else(|| choose(&p, &legal, &past, tastes[p.turn], rng));
        let expected = game.outcome_after(bridge::move_of(law, mv));
        let outcome = game.play(bridge::move_of(law, mv));
        assert_eq!(expected, outcome, "{name}: what the move would bring about");
        model.play(mv);
        past.push(stripped(model.position()));
        compare(&model, &game, name);
        assert_eq!(outcome, Ok(game.outcome()), "{name}");
        if rng.random_range(0..24) == 0 {
            let plies = rng.random_range(0..=model.ply());
            if rng.random() {
                take_back(&mut model, &mut game, plies, name);
            } else {
                take_back_at_once(&mut model, &mut game, plies, name);
            }
            past.truncate(model.ply() + 1);
        }
    }
    let ending = model.ending()?;
    // No move is accepted after the end; undoing leads back to the start.
    if let Some(&mv) = game.moves().first() {
        assert_eq!(game.clone().play(mv), Err(PlayError::Over), "{name}");
    }
    assert!(game.resign(bridge::side(0)).is_err(), "{name}: over");
    let all = model.ply();
    take_back(&mut model, &mut game, all, name);
    assert_eq!(game.undo(), None);
    Some(ending.reason)
}

fn run(law: Law, games: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(10 + law as u64);
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let scripts = Scripts::new(law);
    for (name, options) in variants(law) {
        for _ in 0..playouts::scaled(games) {
            let reason = play(law, name, options, &scripts, &mut rng).unwrap_or("none");
            *counts.entry((name, reason)).or_default() += 1;
        }
    }
    for ((name, reason), n) in &counts {
        println!("{:10} {name:20} {reason:16} {n:>6}", law.name());
    }
    let count = |name, reason| counts.get(&(name, reason)).copied().unwrap_or(0);
    for (name, options) in variants(law) {
        if name != "12 plies" && name != "3 quiet moves" {
            assert!(
                count(name, "repetition") >= playouts::scaled(4),
                "{law:?} {name}: repetition"
            );
        }
        if options.checker_loses && name != "12 plies" {
            assert!(
                count(name, "perpetual-check") >= playouts::scaled(4),
                "{law:?} {name}: perpetual check"
            );
        }
    }
    assert!(
        count("12 plies", "move-limit") >= playouts::scaled(4),
        "{law:?}: move limit"
    );
    if law == Law::Shogun {
        assert!(
            count("3 quiet moves", "n-move-rule") >= playouts::scaled(4),
            "n-move rule"
        );
    }
}

#[test]
fn shogi_games_end_as_in_the_model() {
    run(Law::Shogi, 20);
}

#[test]
fn minishogi_games_end_as_in_the_model() {
    run(Law::Minishogi, 20);
}

#[test]
fn torishogi_games_end_as_in_the_model() {
    run(Law::Tori, 20);
}

#[test]
fn shogun_games_end_as_in_the_model() {
    run(Law::Shogun, 40);
}
