//! Self-play files: resuming, rejecting, reading.

use komadai_lab::{RecordFileError, SelfPlayError, SelfPlayFile, SelfPlayReader, run_self_play};
use komadai_rules::VariantId;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::{folder, plan, read, run};

#[test]
fn interrupted_self_play_is_resumed_to_the_same_file() {
    let folder = folder();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    // Threads run ahead of the consumer that stops them: there must be more games than they can finish by
    // then, even on a busy machine.
    let mut plan = plan(VariantId::Minishogi, 100_000);
    plan.concurrency = 2;
    let stop = AtomicBool::new(false);
    let mut file = SelfPlayFile::open(&broken, &plan).unwrap();
    let ended = run_self_play(&plan, &mut file, &stop, &mut |now| {
        stop.store(now.games >= 3, Ordering::Relaxed);
    });
    let Err(SelfPlayError::Interrupted { next }) = ended else {
        panic!("{ended:?}");
    };
    assert!(next >= 3 && file.games() == next);
    drop(file);
    let mut bytes = fs::read(&broken).unwrap();
    bytes.truncate(bytes.len() - 5);
    fs::write(&broken, bytes).unwrap();
    assert_eq!(read(&broken).len() as u32, next - 1);
    let file = SelfPlayFile::open(&broken, &plan).unwrap();
    assert_eq!(file.games(), next - 1);
    let positions: usize = read(&broken).iter().map(|game| game.moves.len()).sum();
    assert_eq!(file.positions(), positions as u64);
    drop(file);

    plan.games = next + 5;
    run(&plan, &broken).unwrap();
    plan.concurrency = 1;
    run(&plan, &whole).unwrap();
    assert_eq!(read(&whole).len() as u32, next + 5);
    assert_eq!(fs::read(&broken).unwrap(), fs::read(&whole).unwrap());
    run(&plan, &broken).unwrap();
    assert_eq!(fs::read(&broken).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn a_file_with_a_torn_header_is_begun_anew() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 1);
    fs::write(&path, "{\"komadai_selfplay\":1,\"ga").unwrap();
    let error = SelfPlayReader::open(&path).unwrap_err().to_string();
    assert!(error.contains("is missing"), "{error}");
    run(&plan, &path).unwrap();
    assert_eq!(read(&path).len(), 1);
    let reader = SelfPlayReader::open(&path).unwrap();
    assert_eq!(reader.variant(), VariantId::Minishogi);
    assert_eq!((reader.header().seed, reader.header().nodes), (1, 60));
}

#[test]
fn a_file_of_other_settings_is_refused() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 2);
    run(&plan, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let (mut seed, mut other) = (plan.clone(), plan.clone());
    seed.seed = 5;
    other.variant = VariantId::Shogi;
    for (other, part) in [
        (seed, "seed is 1 in the file and 5 now"),
        (other, "game is \"minishogi\" in the file and \"shogi\" now"),
    ] {
        let error = SelfPlayFile::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let text = String::from_utf8_lossy(&before);
    let at = text
        .find("\"engine\":\"")
        .expect("the engine's fingerprint")
        + 10;
    let mut other = before.clone();
    other[at] = if other[at] == b'0' { b'1' } else { b'0' };
    fs::write(&path, &other).unwrap();
    let error = SelfPlayFile::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("engine is \""), "{error}");
    assert_eq!(fs::read(&path).unwrap(), other);
}

#[test]
fn files_with_incomplete_iterations_are_read_but_not_resumed() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 2);
    run(&plan, &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let field = b"\"whole_iterations\":true,";
    let at = (bytes
        .windows(field.len())
        .position(|window| window == field))
    .expect("the field");
    fs::write(&path, [&bytes[..at], &bytes[at + field.len()..]].concat()).unwrap();
    assert_eq!(read(&path).len(), 2);
    let error = SelfPlayFile::open(&path, &plan).unwrap_err().to_string();
    let part = "whole_iterations is false in the file and true now";
    assert!(error.contains(part), "{error}");
}

/// Earlier versions called the field `most_start_score`.
#[test]
fn files_with_the_earlier_name_of_a_setting_are_resumed() {
    let folder = folder();
    let path = folder.path().join("games");
    let mut plan = plan(VariantId::Minishogi, 1);
    run(&plan, &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let (name, earlier) = (&b"max_start_score"[..], b"most_start_score");
    let at = bytes.windows(name.len()).position(|window| window == name);
    let at = at.expect("the field");
    let renamed = [&bytes[..at], earlier, &bytes[at + name.len()..]].concat();
    fs::write(&path, renamed).unwrap();
    plan.games = 2;
    run(&plan, &path).unwrap();
    assert_eq!(read(&path).len(), 2);
}

#[test]
fn other_files_are_left_alone() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 1);
    for (text, part) in [
        ("dear diary", "can't be read"),
        ("[1]\n", "has no \"komadai_selfplay\""),
        ("{\"komadai_selfplay\":1}\n", "can't be read"),
    ] {
        fs::write(&path, text).unwrap();
        for error in [
            SelfPlayFile::open(&path, &plan).unwrap_err().to_string(),
            SelfPlayReader::open(&path).unwrap_err().to_string(),
        ] {
            assert!(error.contains("is not a file of self-play"), "{error}");
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert!(SelfPlayFile::open(folder.path(), &plan).is_err());
    let missing = SelfPlayReader::open(&folder.path().join("none"));
    assert!(matches!(missing, Err(RecordFileError::Io { .. })));
}

#[test]
fn a_damaged_game_is_reported() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 3);
    run(&plan, &path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    bytes[first + 20] ^= 1;
    fs::write(&path, bytes).unwrap();
    let expected = "game 0: its checksum is wrong";
    let mut reader = SelfPlayReader::open(&path).unwrap();
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
    assert!(reader.next().is_none());
    let error = SelfPlayFile::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_file_is_open_once() {
    let folder = folder();
    let path = folder.path().join("games");
    let plan = plan(VariantId::Minishogi, 1);
    let first = SelfPlayFile::open(&path, &plan).unwrap();
    let error = SelfPlayFile::open(&path, &plan).unwrap_err();
    let SelfPlayError::File(RecordFileError::InUse { .. }) = error else {
        panic!("{error}");
    };
    drop(first);
    SelfPlayFile::open(&path, &plan).unwrap();
}
