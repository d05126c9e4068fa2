//! Plans and files of the self-play tests.

use komadai_lab::{
    SelfPlayError, SelfPlayFile, SelfPlayGame, SelfPlayPlan, SelfPlayReader, run_self_play,
};
use komadai_rules::VariantId;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

pub(crate) fn plan(variant: VariantId, games: u32) -> SelfPlayPlan {
    let mut plan = SelfPlayPlan::new(variant, games);
    plan.nodes = 60;
    plan
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn run(plan: &SelfPlayPlan, path: &Path) -> Result<(), SelfPlayError> {
    let mut file = SelfPlayFile::open(path, plan)?;
    run_self_play(plan, &mut file, &AtomicBool::new(false), &mut |_| ())
}

#[track_caller]
pub(crate) fn read(path: &Path) -> Vec<SelfPlayGame> {
    let games = SelfPlayReader::open(path).expect("a file of self-play");
    games.collect::<Result<_, _>>().expect("whole games")
}

#[track_caller]
pub(crate) fn play(plan: &SelfPlayPlan) -> Vec<SelfPlayGame> {
    let folder = folder();
    let path = folder.path().join("games");
    run(plan, &path).expect("self-play completes");
    read(&path)
}
