//! Several best moves at once.

use crate::common::{new_game, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Engine, Info, Limits};
use komadai_rules::{Game, History};

fn look<G: Game>(game: &History<G>, limits: &Limits) -> Vec<Info> {
    let mut told = Vec::new();
    let mut on_info = |info: &Info| told.push(info.clone());
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    Engine::<G>::new(1).search(game, limits, &mut control);
    told
}

/// The lines of an iteration, the best first: what was told last of each.
fn lines_at(told: &[Info], depth: u32) -> Vec<&Info> {
    let mut lines: Vec<&Info> = Vec::new();
    for info in told.iter().filter(|info| info.depth == depth) {
        lines.retain(|line| line.rank != info.rank);
        lines.push(info);
    }
    lines.sort_by_key(|line| line.rank);
    lines
}

fn middle<G: Game>() -> History<G> {
    let mut kept = new_game::<G>();
    random_game::<G>(5, 24, |game| {
        if game.legal_moves().len() >= 4 {
            kept = game.clone();
        }
    });
    kept
}

/// Each iteration tells the lines in their order: different first moves, falling scores.
fn lines_differ_and_fall<G: Game>() {
    let limits = Limits {
        depth: Some(5),
        lines: 3,
        ..Limits::default()
    };
    let told = look::<G>(&middle(), &limits);
    for depth in 1..=5 {
        let lines = lines_at(&told, depth);
        let ranks: Vec<u32> = lines.iter().map(|info| info.rank).collect();
        assert_eq!(ranks, [1, 2, 3], "at depth {depth}");
        for pair in lines.windows(2) {
            assert_ne!(pair[0].pv[0], pair[1].pv[0]);
            assert!(pair[0].score >= pair[1].score, "{lines:?}");
        }
        assert_ne!(lines[0].pv[0], lines[2].pv[0]);
    }
}

/// The second line is what the search finds when it may not play the first.
fn the_second_line_is_the_best_of_the_rest<G: Game>() {
    let game = middle::<G>();
    let depth = Some(1);
    let both = look(
        &game,
        &Limits {
            depth,
            lines: 2,
            ..Limits::default()
        },
    );
    let rest: Vec<_> = game
        .legal_moves()
        .into_iter()
        .filter(|&mv| mv != lines_at(&both, 1)[0].pv[0])
        .collect();
    let alone = look(
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

/// More lines than there are moves are as many as there are moves.
fn no_more_lines_than_moves<G: Game>() {
    let game = middle::<G>();
    let moves = game.legal_moves().len();
    let told = look(
        &game,
        &Limits {
            depth: Some(1),
            lines: 1_000,
            ..Limits::default()
        },
    );
    assert_eq!(lines_at(&told, 1).len(), moves);
    // A mate at once does not hide the other moves.
    assert_eq!(told.iter().map(|info| info.rank).max(), Some(moves as u32));
}

for_each_game!(
    lines_differ_and_fall,
    the_second_line_is_the_best_of_the_rest,
    no_more_lines_than_moves,
);
