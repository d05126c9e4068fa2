//! Ladders: resuming, rejecting files, ratings.

use komadai_lab::{LadderError, LadderFile, LadderPlan, LevelRecord, Player, run_ladder};
use komadai_rules::VariantId;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn plan() -> LadderPlan {
    let player = |text: &str| -> Player { text.parse().expect("a player") };
    LadderPlan {
        players: [
            "random",
            "skill:0:0:300:300:500:0",
            "skill:0:0:500:100:200:0",
        ]
        .map(player)
        .to_vec(),
        games: 4,
        ..LadderPlan::levels(VariantId::Minishogi)
    }
}

fn run(plan: &LadderPlan, path: &Path, stop_after: usize) -> Result<LevelRecord, LadderError> {
    let mut file = LadderFile::open(path, plan)?;
    let stop = AtomicBool::new(false);
    let mut played = 0;
    run_ladder(plan, &mut file, &stop, &mut |_, _| {
        played += 1;
        stop.store(played >= stop_after, Ordering::Relaxed);
    })?;
    Ok(LevelRecord::of(plan, "test".into(), file.games()))
}

#[test]
fn an_interrupted_ladder_is_resumed_to_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let mut plan = plan();
    let expected = run(&plan, &whole, usize::MAX).expect("all games");
    // Each player meets the next two, and the two levels meet the two-ply player.
    assert_eq!((plan.pairings().len(), expected.games), (5, 20));

    // Threads run ahead of the consumer that stops them: there must be more games than they can finish by
    // then, even on a busy machine.
    plan.games = 10_000;
    plan.concurrency = 2;
    let error = run(&plan, &broken, 3).unwrap_err();
    let LadderError::Interrupted { games } = error else {
        panic!("{error}");
    };
    assert!(games >= 3);
    plan.games = 4;
    let mut bytes = fs::read(&broken).expect("the file");
    bytes.truncate(bytes.len() - 5);
    fs::write(&broken, bytes).expect("the file");
    assert_eq!(run(&plan, &broken, usize::MAX).expect("the rest"), expected);

    // More games: the finished ones are kept.
    plan.games = 6;
    assert_eq!(run(&plan, &broken, usize::MAX).expect("more").games, 30);
    // Fewer games: only those of the plan are counted.
    plan.games = 4;
    assert_eq!(
        run(&plan, &broken, usize::MAX).expect("nothing to play"),
        expected
    );
}

#[test]
fn stronger_players_have_higher_ratings() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = LadderPlan {
        games: 10,
        ..plan()
    };
    let record = run(&plan, &folder.path().join("games"), usize::MAX).expect("all games");
    let names: Vec<&str> = record
        .players
        .iter()
        .map(|one| one.player.as_str())
        .collect();
    assert_eq!(names[3], "two-ply");
    assert_eq!(names[2], "skill:0:0:500:100:200:0");
    assert_eq!(record.players[3].rating, 1_000);
    let [won, drawn, lost] = record.players[2].against_two_ply.expect("games");
    assert_eq!(won + drawn + lost, 10);
    assert_eq!(
        record.players[2].skill.as_deref(),
        Some("0:0:500:100:200:0")
    );
}

#[test]
fn other_files_and_settings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let plan = plan();
    drop(LadderFile::open(&path, &plan).expect("a new file"));
    let other = LadderPlan {
        seed: 2,
        ..plan.clone()
    };
    drop(LadderFile::open(&path, &other).expect("a file begun anew"));
    drop(LadderFile::open(&path, &plan).expect("a file begun anew"));
    let game = r#"{"a":"1","b":"2","index":0,"half_points":2,"reason":"checkmate","plies":9}"#;
    let begun = fs::read_to_string(&path).expect("the file");
    let header = begun.clone();
    let begun = format!("{begun}{game}\n");
    fs::write(&path, &begun).expect("the file");
    let error = LadderFile::open(&path, &other).unwrap_err().to_string();
    assert!(error.contains("seed is 1 in the file and 2 now"), "{error}");
    // Games refer to levels by number, so the levels' skills are settings too.
    fs::write(
        &path,
        begun.replacen("\"levels\":[\"0:0:", "\"levels\":[\"1:0:", 1),
    )
    .expect("the file");
    let error = LadderFile::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("levels is ["), "{error}");
    let points = game.replace("half_points\":2", "half_points\":3");
    fs::write(&path, format!("{header}{points}\n")).expect("the file");
    let error = LadderFile::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("half_points is 3, at most 2"), "{error}");
    for text in ["dear diary", "{\"komadai_match\":1}\n", "[1]\n"] {
        fs::write(&path, text).expect("the file");
        let error = LadderFile::open(&path, &plan).unwrap_err().to_string();
        assert!(
            error.contains("is not a file of games between levels"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
}

#[test]
fn players_listed_twice_and_the_reference_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut plan = plan();
    plan.players.push(plan.players[1]);
    let error = LadderFile::open(&path, &plan).unwrap_err().to_string();
    assert_eq!(error, "player skill:0:0:300:300:500:0 is listed twice");
    plan.players[3] = Player::TwoPly;
    let error = LadderFile::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("fixed reference"), "{error}");
    assert!(!path.exists());
}
