//! Plans and engines of the match tests.

use komadai_lab::{
    EngineSpec, MatchError, MatchEvent, MatchLog, MatchPlan, OpeningSet, PlayedGame, Standing,
    Termination, TimeControl, run_match,
};
use komadai_rules::VariantId;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

pub(crate) fn internal(player: &str) -> EngineSpec {
    EngineSpec::parse(player, &[], &["Hash=1".into()]).expect("a player")
}

/// A shell script that speaks USI and executes `on_go` on `go`.
pub(crate) fn shell(on_go: &str) -> EngineSpec {
    let script = format!(
        "while read -r word rest; do
           case $word in
             usi) echo 'id name shell'; echo noise
               echo 'option name UCI_Variant type combo default shogi var shogi var minishogi'
               echo 'option name Hash Size type spin default 1'
               echo usiok;;
             isready) echo readyok;;
             quit) exit 0;;
             go) {on_go};;
           esac
         done"
    );
    EngineSpec::parse("usi:/bin/sh", &["-c".into(), script], &[]).expect("a program")
}

pub(crate) fn plan(variant: VariantId, a: EngineSpec, b: EngineSpec) -> MatchPlan {
    let openings = OpeningSet::built_in(variant).expect("built-in openings");
    let mut plan = MatchPlan::new(openings, a, b, TimeControl::Nodes(200));
    plan.games = 4;
    plan
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn run(plan: &MatchPlan, path: &Path) -> Result<Standing, MatchError> {
    let mut log = MatchLog::open(path, plan)?;
    run_match(plan, &mut log, &AtomicBool::new(false), &mut |_| ())
}

#[track_caller]
pub(crate) fn play(plan: &MatchPlan) -> (Standing, Vec<PlayedGame>) {
    let folder = folder();
    let path = folder.path().join("log");
    let mut log = MatchLog::open(&path, plan).expect("a new log");
    let mut games = Vec::new();
    let mut watch = |event: MatchEvent<'_>| {
        if let MatchEvent::Game { played, .. } = event {
            games.push(played.clone());
        }
    };
    let standing = run_match(plan, &mut log, &AtomicBool::new(false), &mut watch);
    games.sort_by_key(|game| game.game);
    (standing.expect("the match completes"), games)
}

/// Clears the times, which differ from run to run.
pub(crate) fn timeless(game: &PlayedGame) -> PlayedGame {
    let mut game = game.clone();
    for mv in &mut game.moves {
        mv.ms = 0;
    }
    game
}

pub(crate) fn termination(name: &str) -> Termination {
    name.to_string().try_into().expect("a termination")
}
