//! Learning the weights of the evaluation.

use komadai_lab::{Epoch, Lessons, LessonsError, Model, TrainingPlan, curve_svg, train};
use komadai_rules::{GameId, PieceKind};

use crate::support::{folder, go_on, plan};

fn lessons(game: GameId, games: u32) -> Lessons {
    let folder = folder();
    let path = folder.path().join("games");
    go_on(&plan(game, games), &path).expect("self-play goes to its end");
    Lessons::read(game, &[path], &mut |_| ()).expect("games to learn from")
}

fn learn(lessons: &Lessons) -> (Model, Vec<Epoch>) {
    let plan = TrainingPlan {
        epochs: 6,
        batch: 64,
        ..TrainingPlan::default()
    };
    let mut epochs = Vec::new();
    let model = train(lessons, &plan, &mut |epoch| epochs.push(*epoch));
    (model, epochs)
}

#[test]
fn the_loss_falls_where_it_learned_and_where_it_did_not() {
    let lessons = lessons(GameId::Minishogi, 400);
    assert!(lessons.held_out() > 20, "{}", lessons.held_out());
    assert_eq!(
        (lessons.learned() + lessons.held_out()) as u64,
        lessons.counts().kept
    );
    let (_, epochs) = learn(&lessons);
    assert_eq!(epochs.len(), 7, "one before anything was learned");
    let (first, last) = (epochs[0], epochs[6]);
    // Before anything is learned only the games held out are judged: the two kinds of games are not
    // equally hard, so each is compared with itself.
    assert!(last.learned < epochs[1].learned, "{:?} {last:?}", epochs[1]);
    assert!(
        last.held_out.target < first.held_out.target * 0.99,
        "{first:?} {last:?}"
    );
    let svg = curve_svg("title", &epochs);
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(!svg.contains("NaN"), "{svg}");
}

#[test]
fn the_same_lessons_teach_the_same() {
    let lessons = lessons(GameId::Torishogi, 20);
    let ((one, _), (other, _)) = (learn(&lessons), learn(&lessons));
    assert_eq!(one.bytes(), other.bytes());
    // The quails are each other's mirror image, and so are their weights.
    let (left, right) = (PieceKind::new(3), PieceKind::new(4));
    assert_eq!(one.worth(left), one.worth(right));
}

#[test]
fn games_of_another_kind_are_refused() {
    let folder = folder();
    let path = folder.path().join("games");
    go_on(&plan(GameId::Minishogi, 2), &path).expect("self-play goes to its end");
    let refused = Lessons::read(GameId::Shogi, &[path], &mut |_| ());
    let refused = refused.expect_err("not of Shogi");
    assert!(matches!(refused, LessonsError::OtherGame { .. }));
    assert!(
        refused
            .to_string()
            .contains("games of minishogi, not of shogi"),
        "{refused}"
    );
}
