//! A mate in one is always played, by every level that does not overlook any and under every limit.

use crate::common::random_game;
use crate::for_each_game;
use komadai_engine::{Control, Engine, Level, Limits};
use komadai_rules::{Game, History, Move};

/// Positions from random games in which the side to move can mate, with the mating moves.
fn mates_in_one<G: Game>(wanted: usize) -> Vec<(History<G>, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0..4_000 {
        // Random play walks into mates; the moment before one is what we are after.
        random_game::<G>(seed, 250, |game| {
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

fn always_found<G: Game>() {
    let mut engine = Engine::<G>::new(1);
    for (game, mating) in mates_in_one::<G>(60) {
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
            let habits = level.habits(G::ID);
            habits.is_none_or(|habits| habits.whim == 0 && habits.blindness == 0)
        };
        for level in Level::all().filter(attentive) {
            for seed in 0..5 {
                let limits = Limits::nodes(20);
                let mut control = Control::default();
                let found = level.choose(&mut engine, &game, seed, &limits, &mut control);
                assert!(
                    mating.contains(&found.best.expect("the game is not over")),
                    "{level:?}"
                );
            }
        }
    }
}

/// The side that is about to be mated whatever it does is told so.
fn being_mated_is_seen<G: Game>() {
    let mut engine = Engine::<G>::new(1);
    let mut seen = 0;
    for seed in 0..400 {
        random_game::<G>(seed, 200, |game| {
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

/// Every move leads to a position in which the opponent mates.
fn is_mated_in_two<G: Game>(game: &History<G>) -> bool {
    let moves = game.legal_moves();
    // In check with few replies is where such positions are.
    if moves.is_empty() || moves.len() > 4 {
        return false;
    }
    moves.into_iter().all(|mv| {
        let mut after = *game.position();
        after.play_unchecked(mv);
        after.mate_in_one().is_some()
    })
}

for_each_game!(always_found, being_mated_is_seen);
