//! Tuning the weights of the evaluation.

use komadai_engine::Evaluation;
use komadai_lab::{Epoch, Model, TrainingData, TrainingDataError, TrainingPlan, curve_svg, train};
use komadai_rules::{PieceKind, VariantId};

use crate::support::{folder, plan, run};

fn data(variant: VariantId, games: u32) -> TrainingData {
    let folder = folder();
    let path = folder.path().join("games");
    let mut plan = plan(variant, games);
    plan.evaluation = Evaluation::Classical;
    run(&plan, &path).expect("self-play completes");
    TrainingData::read(variant, &[path], &mut |_| ()).expect("training games")
}

fn trained(data: &TrainingData) -> (Model, Vec<Epoch>) {
    let plan = TrainingPlan {
        epochs: 6,
        batch: 64,
        ..TrainingPlan::default()
    };
    let mut epochs = Vec::new();
    let model = train(data, &plan, &mut |epoch| epochs.push(*epoch));
    (model, epochs)
}

#[test]
fn training_and_validation_losses_fall() {
    let data = data(VariantId::Minishogi, 600);
    assert!(
        data.validation_positions() > 20,
        "{}",
        data.validation_positions()
    );
    assert_eq!(
        (data.training_positions() + data.validation_positions()) as u64,
        data.counts().kept
    );
    let (_, epochs) = trained(&data);
    assert_eq!(epochs.len(), 7, "one before training");
    let (first, last) = (epochs[0], epochs[6]);
    // Epoch 0 has only a validation loss, and the two losses are of different games: each is compared
    // with itself.
    assert!(
        last.training < epochs[1].training,
        "{:?} {last:?}",
        epochs[1]
    );
    assert!(
        last.validation.target < first.validation.target * 0.99,
        "{first:?} {last:?}"
    );
    let svg = curve_svg("title", &epochs);
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(!svg.contains("NaN"), "{svg}");
}

#[test]
fn training_is_deterministic_and_mirrored_pieces_are_equal() {
    let data = data(VariantId::Torishogi, 20);
    let ((one, _), (other, _)) = (trained(&data), trained(&data));
    assert_eq!(one.bytes(), other.bytes());
    // The quails mirror each other.
    let (left, right) = (PieceKind::new(3), PieceKind::new(4));
    assert_eq!(one.piece_values(left), one.piece_values(right));
}

#[test]
fn games_of_another_game_are_refused() {
    let folder = folder();
    let path = folder.path().join("games");
    run(&plan(VariantId::Minishogi, 2), &path).expect("self-play completes");
    let refused = TrainingData::read(VariantId::Shogi, &[path], &mut |_| ());
    let refused = refused.expect_err("not of Shogi");
    assert!(matches!(refused, TrainingDataError::OtherVariant { .. }));
    assert!(
        refused
            .to_string()
            .contains("games of minishogi, not of shogi"),
        "{refused}"
    );
}
