use crate::common::{new_engine, new_game, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Info, Limits};
use komadai_rules::{Game, Variant};

fn search<V: Variant>(game: &Game<V>, limits: &Limits) -> Vec<Info> {
    let mut reports = Vec::new();
    let mut on_info = |info: &Info| reports.push(info.clone());
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    new_engine::<V>(1).search(game, limits, &mut control);
    reports
}

/// Last report of each variation of an iteration, the best first.
fn lines_at(reports: &[Info], depth: u32) -> Vec<&Info> {
    let mut lines: Vec<&Info> = Vec::new();
    for info in reports.iter().filter(|info| info.depth == depth) {
        lines.retain(|line| line.pv_index != info.pv_index);
        lines.push(info);
    }
    lines.sort_by_key(|line| line.pv_index);
    lines
}

fn middle<V: Variant>() -> Game<V> {
    let mut kept = new_game::<V>();
    random_game::<V>(5, 24, |game| {
        if game.legal_moves().len() >= 4 {
            kept = game.clone();
        }
    });
    kept
}

fn variations_have_different_moves_and_falling_scores<V: Variant>() {
    let limits = Limits {
        depth: Some(5),
        multi_pv: 3,
        ..Limits::default()
    };
    let reports = search::<V>(&middle(), &limits);
    for depth in 1..=5 {
        let lines = lines_at(&reports, depth);
        let indices: Vec<u32> = lines.iter().map(|info| info.pv_index).collect();
        assert_eq!(indices, [1, 2, 3], "at depth {depth}");
        for pair in lines.windows(2) {
            assert_ne!(pair[0].pv[0], pair[1].pv[0]);
            assert!(pair[0].score >= pair[1].score, "{lines:?}");
        }
        assert_ne!(lines[0].pv[0], lines[2].pv[0]);
    }
}

/// A GUI shows the last report of each variation, whatever its depth.
fn variations_have_different_moves_wherever_the_search_is_stopped<V: Variant>() {
    let game = middle();
    for nodes in (200..4_000).step_by(60) {
        let limits = Limits {
            multi_pv: 3,
            ..Limits::nodes(nodes)
        };
        let reports = search::<V>(&game, &limits);
        let last = |index| reports.iter().rfind(|info| info.pv_index == index);
        let first: Vec<_> = (1..=3).filter_map(last).map(|info| info.pv[0]).collect();
        for (at, mv) in first.iter().enumerate() {
            assert!(!first[..at].contains(mv), "{nodes} nodes: {first:?}");
        }
    }
}

fn the_second_variation_is_the_best_without_the_first_move<V: Variant>() {
    let game = middle::<V>();
    let depth = Some(1);
    let both = search(
        &game,
        &Limits {
            depth,
            multi_pv: 2,
            ..Limits::default()
        },
    );
    let rest: Vec<_> = game
        .legal_moves()
        .into_iter()
        .filter(|&mv| mv != lines_at(&both, 1)[0].pv[0])
        .collect();
    let alone = search(
        &game,
        &Limits {
            depth,
            root_moves: rest,
            ..Limits::default()
        },
    );
    let last = alone.last().expect("an iteration");
    assert_eq!(lines_at(&both, 1)[1].score, last.score);
}

fn there_are_no_more_variations_than_moves<V: Variant>() {
    let game = middle::<V>();
    let moves = game.legal_moves().len();
    let reports = search(
        &game,
        &Limits {
            depth: Some(1),
            multi_pv: 1_000,
            ..Limits::default()
        },
    );
    assert_eq!(lines_at(&reports, 1).len(), moves);
    // A mate in one does not hide the other moves.
    assert_eq!(
        reports.iter().map(|info| info.pv_index).max(),
        Some(moves as u32)
    );
}

for_each_game!(
    variations_have_different_moves_and_falling_scores,
    variations_have_different_moves_wherever_the_search_is_stopped,
    the_second_variation_is_the_best_without_the_first_move,
    there_are_no_more_variations_than_moves,
);
