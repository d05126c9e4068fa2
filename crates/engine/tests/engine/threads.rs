use komadai_engine::{Control, Engine, Info, Limits};
use komadai_rules::{AnyPosition, Game, Move, RuleSet, SetupRules, Shogi, Variant, VariantId};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{new_engine, new_game, random_game};
use crate::for_each_game;

fn engine_with_two_threads<V: Variant>() -> Engine<V> {
    let mut engine = new_engine(1);
    engine.set_threads(2).expect("memory for two threads");
    engine
}

fn moves_and_lines_are_legal<V: Variant>() {
    let mut engine = engine_with_two_threads::<V>();
    random_game::<V>(3, 60, |game| {
        if game.ply() % 6 != 0 {
            return;
        }
        let found = engine.search(game, &Limits::nodes(3_000), &mut Control::default());
        let mut at = game.clone();
        assert_eq!(found.best, found.pv.first().copied());
        for mv in &found.pv {
            at.play(*mv).expect("a legal move");
        }
        // Each thread polls the limits every 256 nodes.
        assert!(found.nodes <= 3_000 + 2 * 256, "{}", found.nodes);
    });
}

fn the_stop_flag_stops_all_threads<V: Variant>() {
    let game = new_game::<V>();
    let mut engine = engine_with_two_threads::<V>();
    let flag = AtomicBool::new(false);
    let mut on_info = |info: &Info| flag.store(info.depth >= 3, Ordering::Relaxed);
    let mut control = Control {
        stop: Some(&flag),
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    // Only the flag ends this search, and it returns only after both threads have ended.
    let found = engine.search(&game, &Limits::default(), &mut control);
    assert!(found.depth >= 3 && found.best.is_some());
}

fn the_last_report_is_the_result<V: Variant>() {
    let mut engine = engine_with_two_threads::<V>();
    for seed in 0..4 {
        random_game::<V>(seed, 20, |game| {
            if game.ply() != 18 {
                return;
            }
            let mut last = None;
            let mut on_info = |info: &Info| last = Some((info.pv.clone(), info.score));
            let mut control = Control {
                on_info: Some(&mut on_info),
                ..Control::default()
            };
            let found = engine.search(game, &Limits::nodes(20_000), &mut control);
            assert_eq!(last, Some((found.pv, found.score)));
        });
    }
}

/// Afterwards a single thread searches as if there had always been one.
fn multi_pv_works_with_two_threads<V: Variant>() {
    let game = new_game::<V>();
    let mut engine = engine_with_two_threads::<V>();
    let limits = Limits {
        multi_pv: 3,
        ..Limits::depth(3)
    };
    let mut first = vec![Move::NONE; 3];
    let mut on_info = |info: &Info| {
        if info.depth == 3 {
            first[info.pv_index as usize - 1] = info.pv[0];
        }
    };
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    let found = engine.search(&game, &limits, &mut control);
    assert_eq!(found.best, Some(first[0]));
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3);

    engine.set_threads(1).expect("memory for one thread");
    engine.clear();
    let again = engine.search(&game, &Limits::depth(3), &mut Control::default());
    let alone = new_engine::<V>(1).search(&game, &Limits::depth(3), &mut Control::default());
    assert_eq!(again, alone);
}

#[test]
fn a_mate_is_found() {
    // Mate in three moves of the first player.
    let text = "7nk/6P1p/6R2/9/9/9/9/9/K8 b G 1";
    let position = AnyPosition::parse(VariantId::Shogi, text, SetupRules::Play).expect("legal");
    let AnyPosition::Shogi(position) = position else {
        panic!("another game");
    };
    let game = Game::new(position, RuleSet::default_for(VariantId::Shogi));
    let found = engine_with_two_threads::<Shogi>().search(
        &game,
        &Limits::depth(6),
        &mut Control::default(),
    );
    let plies = found.score.mate_plies().expect("a mate");
    assert!(plies > 0 && plies % 2 == 1, "{found:?}");
}

for_each_game!(
    moves_and_lines_are_legal,
    the_stop_flag_stops_all_threads,
    the_last_report_is_the_result,
    multi_pv_works_with_two_threads,
);
