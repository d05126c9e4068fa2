//! A mate in one is always played, at every limit and by every level that never misses mates.

use crate::common::{new_engine, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Level, Limits};
use komadai_rules::{Game, Move, Variant};

/// Positions of random games with a mate in one, and their mating moves.
fn mates_in_one<V: Variant>(wanted: usize) -> Vec<(Game<V>, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0..4_000 {
        random_game::<V>(seed, 250, |game| {
            if found.len() >= wanted || game.ply() < 8 {
                return;
            }
            let mating = |mv: &Move| {
                let mut after = *game.position();
                after.play_unchecked(*mv);
                after.in_check() && after.legal_moves().is_empty()
            };
            let moves: Vec<Move> = game.legal_moves().into_iter().filter(mating).collect();
            if !moves.is_empty() {
                found.push((game.clone(), moves));
            }
        });
        if found.len() >= wanted {
            break;
        }
    }
    assert_eq!(found.len(), wanted, "random games must offer enough mates");
    found
}

fn a_mate_in_one_is_always_played<V: Variant>() {
    let mut engine = new_engine::<V>(1);
    for (game, mating) in mates_in_one::<V>(60) {
        for nodes in [1, 2, 50, 3_000] {
            let found = engine.search(&game, &Limits::nodes(nodes), &mut Control::default());
            let best = found.best.expect("the game is not over");
            assert!(
                mating.contains(&best),
                "{nodes} nodes, {:?}: {best:?}",
                game.position()
            );
            assert_eq!(found.score.mate_plies(), Some(1));
        }
        for depth in 1..4 {
            let found = engine.search(&game, &Limits::depth(depth), &mut Control::default());
            assert!(mating.contains(&found.best.expect("the game is not over")));
        }
        let attentive = |level: &Level| {
            let skill = level.skill(V::ID);
            skill.is_none_or(|skill| {
                skill.random_move_permille == 0 && skill.missed_mate_permille == 0
            })
        };
        for level in Level::all().filter(attentive) {
            for seed in 0..5 {
                let limits = Limits::nodes(20);
                let mut control = Control::default();
                let found = level.choose(&mut engine, &game, seed, &limits, &mut control);
                let best = found.expect("memory").best.expect("the game is not over");
                assert!(mating.contains(&best), "{level:?}");
            }
        }
    }
}

fn being_mated_in_two_plies_is_seen<V: Variant>() {
    let mut engine = new_engine::<V>(1);
    let mut seen = 0;
    for seed in 0..400 {
        random_game::<V>(seed, 200, |game| {
            if seen >= 5 || !is_mated_in_two(game) {
                return;
            }
            seen += 1;
            let found = engine.search(game, &Limits::depth(4), &mut Control::default());
            assert_eq!(found.score.mate_plies(), Some(-2), "{:?}", game.position());
        });
    }
    assert!(seen > 0, "random games must offer lost positions");
}

/// `true` if every move allows a mate in one.
fn is_mated_in_two<V: Variant>(game: &Game<V>) -> bool {
    let moves = game.legal_moves();
    // Such positions are mostly checks with few replies.
    if moves.is_empty() || moves.len() > 4 {
        return false;
    }
    moves.into_iter().all(|mv| {
        let mut after = *game.position();
        after.play_unchecked(mv);
        after.mate_in_one().is_some()
    })
}

for_each_game!(
    a_mate_in_one_is_always_played,
    being_mated_in_two_plies_is_seen
);
