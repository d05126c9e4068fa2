//! What may be relied on in every search: legal moves, limits kept, the same again.

use crate::common::{new_game, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Engine, Info, Level, Limits};
use komadai_rules::{Game, History, Move};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

fn middle_of_a_game<G: Game>(seed: u64, ply: u32) -> History<G> {
    let mut kept = new_game::<G>();
    random_game::<G>(seed, ply as usize + 1, |game| kept = game.clone());
    while kept.outcome().is_some() {
        kept.undo();
    }
    kept
}

/// Best moves and lines are legal from any position of random games, at all levels.
fn moves_are_legal<G: Game>() {
    let mut engine = Engine::<G>::new(1);
    let mut checked = 0;
    for seed in 0..12 {
        random_game::<G>(seed, 160, |game| {
            if game.outcome().is_some() || (game.ply() + seed as u32) % 4 != 0 {
                return;
            }
            let found = engine.search(game, &Limits::nodes(300), &mut Control::default());
            let mut line = *game.position();
            assert_eq!(found.pv.first().copied(), found.best);
            assert_eq!(found.pv.get(1).copied(), found.ponder);
            for &mv in &found.pv {
                assert!(
                    line.is_legal(mv),
                    "{mv:?} in {:?} of {:?}",
                    found.pv,
                    game.position()
                );
                line.play_unchecked(mv);
            }
            for level in Level::all() {
                let limits = Limits::nodes(50);
                let mut control = Control::default();
                let chosen = level.choose(&mut engine, game, seed, &limits, &mut control);
                assert!(
                    game.legal_moves().contains(&chosen.best.expect("a move")),
                    "{level:?}"
                );
            }
            checked += 1;
        });
    }
    assert!(checked > 100, "only {checked} positions");
}

fn a_finished_game_has_no_best_move<G: Game>() {
    let mut engine = Engine::<G>::new(1);
    let mut game = new_game::<G>();
    game.resign(game.position().side_to_move())
        .expect("a game in progress");
    let found = engine.search(&game, &Limits::depth(2), &mut Control::default());
    assert_eq!((found.best, found.nodes), (None, 0));
    for level in Level::all() {
        let mut control = Control::default();
        let chosen = level.choose(&mut engine, &game, 1, &Limits::depth(2), &mut control);
        assert_eq!(chosen.best, None);
    }
}

fn the_same_again<G: Game>() {
    let game = middle_of_a_game::<G>(3, 30);
    let run = |engine: &mut Engine<G>| {
        let mut infos: Vec<Info> = Vec::new();
        let mut tell = |info: &Info| infos.push(info.clone());
        let mut control = Control {
            on_info: Some(&mut tell),
            ..Control::default()
        };
        let result = engine.search(&game, &Limits::nodes(20_000), &mut control);
        (result, infos)
    };
    let mut engine = Engine::new(2);
    let first = run(&mut engine);
    engine.clear();
    assert_eq!(run(&mut engine), first);
    assert_eq!(run(&mut Engine::new(2)), first);
    for level in Level::all() {
        let choose = |seed| {
            let mut engine = Engine::<G>::new(1);
            level.choose(
                &mut engine,
                &game,
                seed,
                &Limits::nodes(500),
                &mut Control::default(),
            )
        };
        assert_eq!(choose(7), choose(7), "{level:?}");
    }
}

/// The page, a board program and the games that give the ratings must have the same player before them.
fn levels_know_nothing_of_earlier_moves<G: Game>() {
    let mut used = Engine::<G>::new(8);
    for ply in 20..26 {
        let game = middle_of_a_game::<G>(3, ply);
        used.search(&game, &Limits::nodes(3_000), &mut Control::default());
        for level in Level::all().filter(|level| *level != Level::FULL) {
            let choose = |engine: &mut Engine<G>| {
                let limits = Limits::nodes(2_000);
                level.choose(engine, &game, 7, &limits, &mut Control::default())
            };
            assert_eq!(choose(&mut used), choose(&mut Engine::new(1)), "{level:?}");
        }
    }
}

fn seeds_make_easy_play_vary<G: Game>() {
    let game = new_game::<G>();
    let mut engine = Engine::<G>::new(1);
    let mut seen: Vec<Move> = Vec::new();
    for seed in 0..40 {
        let mut control = Control::default();
        let chosen = Level::EASY.choose(&mut engine, &game, seed, &Limits::default(), &mut control);
        seen.extend(chosen.best);
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 4, "{seen:?}");
}

fn limits_are_kept<G: Game>() {
    let game = middle_of_a_game::<G>(5, 24);
    let mut engine = Engine::<G>::new(1);
    for nodes in [1, 2, 3, 10, 255, 256, 257, 1_000, 7_777] {
        let found = engine.search(&game, &Limits::nodes(nodes), &mut Control::default());
        assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
        assert!(found.best.is_some());
    }
    for depth in 1..=4 {
        let found = engine.search(&game, &Limits::depth(depth), &mut Control::default());
        assert!(found.depth == depth || found.score.mate_plies().is_some());
    }
    let only = game.legal_moves()[1];
    let limits = Limits {
        root_moves: vec![only],
        ..Limits::depth(3)
    };
    assert_eq!(
        engine.search(&game, &limits, &mut Control::default()).best,
        Some(only)
    );
}

/// The iteration that passes a soft limit is finished, and none begun after it.
fn soft_nodes_end_between_iterations<G: Game>() {
    let game = middle_of_a_game::<G>(5, 24);
    let mut ends = Vec::new();
    let mut tell = |info: &Info| ends.push((info.depth, info.nodes));
    let mut control = Control {
        on_info: Some(&mut tell),
        ..Control::default()
    };
    Engine::<G>::new(1).search(&game, &Limits::depth(6), &mut control);
    for soft in [1, 100, 1_000] {
        let limits = Limits {
            soft_nodes: Some(soft),
            ..Limits::depth(6)
        };
        let found = Engine::<G>::new(1).search(&game, &limits, &mut Control::default());
        let first = ends.iter().find(|(_, nodes)| *nodes >= soft);
        let last = first.or(ends.last()).expect("an iteration");
        assert_eq!((found.depth, found.nodes), *last, "{soft}");
    }
}

/// A clock that goes on by one millisecond whenever it is looked at.
fn time_is_kept<G: Game>() {
    let game = middle_of_a_game::<G>(9, 20);
    let mut engine = Engine::<G>::new(1);
    let looks = Cell::new(0_u64);
    let clock = || {
        looks.set(looks.get() + 1);
        looks.get()
    };
    let mut control = Control {
        now_ms: Some(&clock),
        ..Control::default()
    };
    let found = engine.search(&game, &Limits::time(40), &mut control);
    assert!(found.best.is_some());
    assert!(looks.get() <= 45, "looked {} times", looks.get());
    assert!(found.nodes <= 45 * 256);
    // A soft limit ends between iterations.
    looks.set(0);
    let limits = Limits {
        soft_time_ms: Some(20),
        ..Limits::default()
    };
    let mut control = Control {
        now_ms: Some(&clock),
        ..Control::default()
    };
    let found = engine.search(&game, &limits, &mut control);
    assert!(
        found.depth > 0 && looks.get() >= 20,
        "{found:?} {}",
        looks.get()
    );
}

/// The flag is seen within 256 nodes, and before the first one.
fn the_flag_stops_it<G: Game>() {
    let game = middle_of_a_game::<G>(11, 20);
    let mut engine = Engine::<G>::new(1);
    let flag = AtomicBool::new(true);
    let mut control = Control {
        stop: Some(&flag),
        ..Control::default()
    };
    let found = engine.search(&game, &Limits::default(), &mut control);
    assert_eq!(found.nodes, 0);
    assert!(
        game.legal_moves()
            .contains(&found.best.expect("a move in any case"))
    );

    flag.store(false, Ordering::Relaxed);
    let at = Cell::new(0);
    let mut tell = |info: &Info| {
        if info.depth == 3 {
            flag.store(true, Ordering::Relaxed);
            at.set(info.nodes);
        }
    };
    let mut control = Control {
        stop: Some(&flag),
        on_info: Some(&mut tell),
        ..Control::default()
    };
    let found = engine.search(&game, &Limits::default(), &mut control);
    if at.get() > 0 {
        assert!(
            found.nodes <= at.get() + 256,
            "{} after {}",
            found.nodes,
            at.get()
        );
    }
}

for_each_game!(
    moves_are_legal,
    a_finished_game_has_no_best_move,
    the_same_again,
    levels_know_nothing_of_earlier_moves,
    seeds_make_easy_play_vary,
    limits_are_kept,
    soft_nodes_end_between_iterations,
    time_is_kept,
    the_flag_stops_it,
);
