use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use komadai_engine::nnue::Net;
use komadai_lab::{
    NetData, NetDataError, NetEpoch, NetPlan, NetStep, NetTrainer, SelfPlayFile, SelfPlayPlan,
    net_curve_svg, run_self_play,
};
use komadai_rules::VariantId;
use tempfile::TempDir;

struct Games {
    folder: TempDir,
    variant: VariantId,
}

impl Games {
    fn play(variant: VariantId, games: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let games_played = Games { folder, variant };
        let mut plan = SelfPlayPlan::new(variant, games);
        plan.nodes = 40;
        let mut file = SelfPlayFile::open(&games_played.path(), &plan).expect("a file");
        run_self_play(&plan, &mut file, &AtomicBool::new(false), &mut |_| ()).expect("games");
        games_played
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.kmds")
    }

    fn data(&self) -> NetData {
        NetData::read(self.variant, &[self.path()], u32::MAX, &mut |_| ()).expect("positions")
    }
}

fn small_plan() -> NetPlan {
    NetPlan {
        l1: 32,
        epochs: 3,
        batch: 500,
        ..NetPlan::DEFAULT
    }
}

fn finish(trainer: &mut NetTrainer, data: &NetData) -> Vec<NetEpoch> {
    let mut epochs = Vec::new();
    loop {
        match trainer.step(data).expect("memory") {
            NetStep::Batch { positions, loss } => assert!(positions > 0 && loss.is_finite()),
            NetStep::Epoch(epoch) => epochs.push(epoch),
            NetStep::Done => return epochs,
        }
    }
}

#[test]
fn a_net_learns() {
    for variant in VariantId::ALL {
        let games = Games::play(variant, 50);
        let data = games.data();
        let plan = NetPlan {
            epochs: 12,
            batch: 250,
            learning_rate: 0.003,
            patience: 12,
            ..small_plan()
        };
        let mut trainer = NetTrainer::new(&data, plan, 2).expect("a plan");
        let epochs = finish(&mut trainer, &data);
        assert_eq!(epochs.len(), 12);
        let (first, last) = (epochs[0], epochs[11]);
        assert!(last.training < first.training, "{variant}: {epochs:?}");
        // Training is quantisation-aware.
        assert!((last.held_out - last.quantised).abs() < 0.003, "{last:?}");
        let (best, loss) = trainer.best().expect("an epoch");
        assert!(epochs.iter().all(|epoch| epoch.quantised >= loss));
        assert_eq!(
            epochs[best as usize - 1].quantised.to_bits(),
            loss.to_bits()
        );
        let net = Net::from_bytes(&trainer.net(&data).expect("a net")).expect("a net");
        assert_eq!((net.variant(), net.l1()), (variant, 32));
        assert_eq!(data.evaluations(&net).count(), data.validation_positions());
        assert!(net_curve_svg("a net", &epochs).contains("<polyline "));
    }
}

#[test]
fn training_does_not_depend_on_threads() {
    let games = Games::play(VariantId::Minishogi, 60);
    let data = games.data();
    let train = |threads| {
        let mut trainer = NetTrainer::new(&data, small_plan(), threads).expect("a plan");
        finish(&mut trainer, &data);
        trainer.checkpoint(&data)
    };
    let one = train(1);
    assert!(one == train(2) && one == train(5));
    let mut other = NetTrainer::new(
        &data,
        NetPlan {
            seed: 2,
            ..small_plan()
        },
        1,
    )
    .expect("a plan");
    finish(&mut other, &data);
    assert!(
        other.net(&data)
            != NetTrainer::new(&data, small_plan(), 1)
                .expect("a plan")
                .net(&data)
    );
}

#[test]
fn training_resumes_from_a_checkpoint_to_the_same_net() {
    let games = Games::play(VariantId::Torishogi, 60);
    let data = games.data();
    let mut whole = NetTrainer::new(&data, small_plan(), 2).expect("a plan");
    // In the middle of the second epoch.
    while whole.epochs() < 1 {
        whole.step(&data).expect("memory");
    }
    whole.step(&data).expect("memory");
    let bytes = whole.checkpoint(&data);
    let mut resumed = NetTrainer::resume(&data, &bytes, small_plan(), 2).expect("a checkpoint");
    assert_eq!(resumed.steps(&data), whole.steps(&data));
    assert_eq!(finish(&mut whole, &data), finish(&mut resumed, &data));
    assert!(whole.checkpoint(&data) == resumed.checkpoint(&data));
    assert_eq!(whole.net(&data), resumed.net(&data));
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let games = Games::play(VariantId::Minishogi, 50);
    let data = games.data();
    let mut trainer = NetTrainer::new(&data, small_plan(), 1).expect("a plan");
    finish(&mut trainer, &data);
    let bytes = trainer.checkpoint(&data);
    let resume = |data: &NetData, bytes: &[u8], plan| {
        let error = NetTrainer::resume(data, bytes, plan, 1).expect_err("a bad checkpoint");
        error.to_string()
    };
    let mut plan = small_plan();
    plan.patience = 99;
    assert!(NetTrainer::resume(&data, &bytes, plan, 1).is_ok());
    plan.batch = 100;
    assert!(resume(&data, &bytes, plan).contains("another plan"));
    plan.batch = 0;
    assert!(resume(&data, &bytes, plan).contains("not 0"));
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert!(resume(&data, &damaged, small_plan()).contains("checksum"));
    assert!(resume(&data, &bytes[..bytes.len() - 1], small_plan()).contains("checksum"));
    assert!(resume(&data, b"", small_plan()).contains("no checkpoint"));
    assert!(resume(&data, b"{}\n", small_plan()).contains("no checkpoint"));
    let line = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    for length in line..line + 9 {
        // Regression: this panicked.
        resume(&data, &bytes[..length], small_plan());
    }
    let more = Games::play(VariantId::Minishogi, 51).data();
    assert!(resume(&more, &bytes, small_plan()).contains("another set of positions"));
}

#[test]
fn plans_that_cannot_be_carried_out_are_refused() {
    let plan = NetPlan::DEFAULT;
    assert_eq!(plan.check(), Ok(()));
    for (bad, part) in [
        (NetPlan { l1: 100, ..plan }, "multiple of 32"),
        (NetPlan { l1: 0, ..plan }, "multiple of 32"),
        (NetPlan { batch: 0, ..plan }, "a batch"),
        (NetPlan { epochs: 0, ..plan }, "epochs"),
        (
            NetPlan {
                learning_rate: f32::NAN,
                ..plan
            },
            "learning rate",
        ),
        (
            NetPlan {
                weight_decay: -1.0,
                ..plan
            },
            "weight decay",
        ),
        (
            NetPlan {
                bucket_decay: Some(101.0),
                ..plan
            },
            "between 0 and 100, not 101",
        ),
        (
            NetPlan {
                result_weight: 1.5,
                ..plan
            },
            "share of the result",
        ),
        (NetPlan { scale: 0.0, ..plan }, "scale"),
    ] {
        let error = bad.check().expect_err("a bad plan").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn decay_of_king_buckets_draws_them_together() {
    let games = Games::play(VariantId::Minishogi, 60);
    let data = games.data();
    let spread = |bucket_decay| {
        let plan = NetPlan {
            bucket_decay,
            // Decay needs steps.
            batch: 50,
            ..small_plan()
        };
        let mut trainer = NetTrainer::new(&data, plan, 2).expect("a plan");
        finish(&mut trainer, &data);
        let net = trainer.current(&data).expect("a net");
        let buckets = net.layout().buckets() as u8;
        let row = |bucket, feature| net.feature_row(bucket, feature).iter();
        let difference = |feature, bucket| -> u64 {
            (row(0, feature).zip(row(bucket, feature)))
                .map(|(a, b)| u64::from(a.abs_diff(*b)))
                .sum()
        };
        (0..net.layout().features())
            .flat_map(|feature| (1..buckets).map(move |bucket| (feature, bucket)))
            .map(|(feature, bucket)| difference(feature, bucket))
            .sum::<u64>()
    };
    let same = spread(None);
    assert_eq!(same, spread(Some(NetPlan::DEFAULT.weight_decay)));
    assert!(spread(Some(100.0)) < same / 2, "{same}");
}

#[test]
fn data_of_another_variant_and_too_few_positions_are_refused() {
    let games = Games::play(VariantId::Minishogi, 4);
    let read = |variant| NetData::read(variant, &[games.path()], u32::MAX, &mut |_| ());
    assert!(matches!(
        read(VariantId::Minishogi),
        Err(NetDataError::TooFew)
    ));
    let error = read(VariantId::Shogi)
        .expect_err("another game")
        .to_string();
    assert!(
        error.contains("games of minishogi, not of shogi"),
        "{error}"
    );
}
