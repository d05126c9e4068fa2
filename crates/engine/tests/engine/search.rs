//! Properties of every search: legal moves, limits, reproducibility.

use crate::common::{new_engine, new_game, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Engine, Info, Level, Limits};
use komadai_rules::{Game, Move, Variant};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

fn middle_of_a_game<V: Variant>(seed: u64, ply: u32) -> Game<V> {
    let mut kept = new_game::<V>();
    random_game::<V>(seed, ply as usize + 1, |game| kept = game.clone());
    while kept.outcome().is_some() {
        kept.undo();
    }
    kept
}

/// Best moves and PVs are legal in positions of random games, at all levels.
fn moves_are_legal<V: Variant>() {
    let mut engine = new_engine::<V>(1);
    let mut checked = 0;
    for seed in 0..12 {
        random_game::<V>(seed, 160, |game| {
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
                let best = chosen.expect("memory").best.expect("a move");
                assert!(game.legal_moves().contains(&best), "{level:?}");
            }
            checked += 1;
        });
    }
    assert!(checked > 100, "only {checked} positions");
}

fn a_finished_game_has_no_best_move<V: Variant>() {
    let mut engine = new_engine::<V>(1);
    let mut game = new_game::<V>();
    game.resign(game.position().side_to_move())
        .expect("a game in progress");
    let found = engine.search(&game, &Limits::depth(2), &mut Control::default());
    assert_eq!((found.best, found.nodes), (None, 0));
    for level in Level::all() {
        let mut control = Control::default();
        let chosen = level.choose(&mut engine, &game, 1, &Limits::depth(2), &mut control);
        assert_eq!(chosen.expect("memory").best, None);
    }
}

fn equal_searches_have_equal_results<V: Variant>() {
    let game = middle_of_a_game::<V>(3, 30);
    let run = |engine: &mut Engine<V>| {
        let mut infos: Vec<Info> = Vec::new();
        let mut on_info = |info: &Info| infos.push(info.clone());
        let mut control = Control {
            on_info: Some(&mut on_info),
            ..Control::default()
        };
        let result = engine.search(&game, &Limits::nodes(20_000), &mut control);
        (result, infos)
    };
    let mut engine = new_engine(2);
    let first = run(&mut engine);
    engine.clear();
    assert_eq!(run(&mut engine), first);
    assert_eq!(run(&mut new_engine(2)), first);
    for level in Level::all() {
        let choose = |seed| {
            let mut engine = new_engine::<V>(1);
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

/// A level must be the same player in the web client, in a USI program and in its rating games.
fn levels_do_not_depend_on_earlier_searches<V: Variant>() {
    let mut used = new_engine::<V>(8);
    for ply in 20..26 {
        let game = middle_of_a_game::<V>(3, ply);
        used.search(&game, &Limits::nodes(3_000), &mut Control::default());
        for level in Level::all().filter(|level| *level != Level::FULL) {
            let choose = |engine: &mut Engine<V>| {
                let limits = Limits::nodes(2_000);
                level.choose(engine, &game, 7, &limits, &mut Control::default())
            };
            assert_eq!(choose(&mut used), choose(&mut new_engine(1)), "{level:?}");
        }
    }
}

fn seeds_make_the_easy_level_vary<V: Variant>() {
    let game = middle_of_a_game::<V>(3, 30);
    let mut engine = new_engine::<V>(1);
    let mut seen: Vec<Move> = Vec::new();
    for seed in 0..40 {
        let mut control = Control::default();
        let chosen = Level::EASY.choose(&mut engine, &game, seed, &Limits::default(), &mut control);
        seen.extend(chosen.expect("memory").best);
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 4, "{seen:?}");
}

fn limits_are_kept<V: Variant>() {
    let game = middle_of_a_game::<V>(5, 24);
    let mut engine = new_engine::<V>(1);
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

/// The iteration that passes the soft limit is finished.
fn a_soft_node_limit_ends_the_search_between_iterations<V: Variant>() {
    let game = middle_of_a_game::<V>(5, 24);
    let mut ends = Vec::new();
    let mut on_info = |info: &Info| ends.push((info.depth, info.nodes));
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    new_engine::<V>(1).search(&game, &Limits::depth(6), &mut control);
    for soft in [1, 100, 1_000] {
        let limits = Limits {
            soft_nodes: Some(soft),
            ..Limits::depth(6)
        };
        let found = new_engine::<V>(1).search(&game, &limits, &mut Control::default());
        let first = ends.iter().find(|(_, nodes)| *nodes >= soft);
        let last = first.or(ends.last()).expect("an iteration");
        assert_eq!((found.depth, found.nodes), *last, "{soft}");
    }
}

/// The clock advances by a millisecond per read.
fn time_limits_are_kept<V: Variant>() {
    let game = middle_of_a_game::<V>(9, 20);
    let mut engine = new_engine::<V>(1);
    let reads = Cell::new(0_u64);
    let clock = || {
        reads.set(reads.get() + 1);
        reads.get()
    };
    let mut control = Control {
        now_ms: Some(&clock),
        ..Control::default()
    };
    let found = engine.search(&game, &Limits::time(40), &mut control);
    assert!(found.best.is_some());
    assert!(reads.get() <= 45, "read {} times", reads.get());
    assert!(found.nodes <= 45 * 256);
    // A soft limit ends the search between iterations.
    reads.set(0);
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
        found.depth > 0 && reads.get() >= 20,
        "{found:?} {}",
        reads.get()
    );
}

/// Within 256 nodes, and before the first one.
fn the_stop_flag_stops_the_search<V: Variant>() {
    let game = middle_of_a_game::<V>(11, 20);
    let mut engine = new_engine::<V>(1);
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
    let mut on_info = |info: &Info| {
        if info.depth == 3 {
            flag.store(true, Ordering::Relaxed);
            at.set(info.nodes);
        }
    };
    let mut control = Control {
        stop: Some(&flag),
        on_info: Some(&mut on_info),
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
    equal_searches_have_equal_results,
    levels_do_not_depend_on_earlier_searches,
    seeds_make_the_easy_level_vary,
    limits_are_kept,
    a_soft_node_limit_ends_the_search_between_iterations,
    time_limits_are_kept,
    the_stop_flag_stops_the_search,
);
