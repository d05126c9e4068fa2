//! Programs that can't play at all: the match does not begin.

use komadai_lab::{EngineSpec, MatchError};
use komadai_rules::GameId;

use crate::support::{folder, go_on, own, plan, play, shell};

#[track_caller]
fn cannot_start(game: GameId, engine: EngineSpec, parts: &[&str]) {
    let plan = plan(game, engine, own("full"));
    let folder = folder();
    let error = go_on(&plan, &folder.path().join("log")).unwrap_err();
    assert!(matches!(error, MatchError::Start { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("engine a: "), "{text}");
    for part in parts {
        assert!(text.contains(part), "{text}");
    }
}

fn program(text: &str, args: &[&str], options: &[&str]) -> EngineSpec {
    let own = |list: &[&str]| list.iter().map(|s| (*s).to_string()).collect::<Vec<_>>();
    EngineSpec::parse(text, &own(args), &own(options)).expect("a program")
}

#[test]
fn there_must_be_a_program() {
    let missing = program("usi:/no/such/engine", &[], &[]);
    cannot_start(GameId::Shogi, missing, &["cannot start /no/such/engine"]);
}

#[test]
fn it_must_stay() {
    let gone = program("uci:/bin/sh", &["-c", "echo sorry >&2; exit 4"], &[]);
    cannot_start(GameId::Shogi, gone, &["\"uci\"", "exit status: 4", "sorry"]);
}

#[test]
fn it_must_play_the_game() {
    let parts = ["does not offer torishogi", "UCI_Variant", "VariantPath"];
    cannot_start(GameId::Torishogi, shell("exit"), &parts);
    let plain = "while read -r word; do echo usiok; done";
    let plain = program("usi:/bin/sh", &["-c", plain], &[]);
    cannot_start(GameId::Shogun, plain, &["no option UCI_Variant"]);
}

#[test]
fn it_must_have_the_options() {
    let mut engine = shell("exit");
    if let komadai_lab::EngineKind::Program { options, .. } = &mut engine.kind {
        options.push(("Hash Size".into(), "2".into()));
        options.push(("Eval".into(), "x".into()));
    }
    let parts = ["no option \"Eval\"", "it has UCI_Variant, Hash Size"];
    cannot_start(GameId::Minishogi, engine, &parts);
}

/// It played on with another value than the one that was logged.
#[test]
fn its_options_must_have_values_that_it_offers() {
    let script = "echo 'option name UCI_Variant type combo default minishogi var minishogi'
        echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok; read -r _";
    let small = program("uci:/bin/sh", &["-c", script], &["Hash=0"]);
    let parts = ["option \"Hash\" is a whole number from 1 to 64, not \"0\""];
    cannot_start(GameId::Minishogi, small, &parts);
}

/// What a program writes is not what a terminal shall obey.
#[test]
fn names_of_options_are_shown_without_control_characters() {
    let script = "printf 'option name Ring\\007\\033[2J type button\\nusiok\\n'; read -r _";
    let noisy = program("usi:/bin/sh", &["-c", script], &["Eval=x"]);
    let parts = ["no option \"Eval\"", "it has Ring\\u{7}\\u{1b}[2J"];
    cannot_start(GameId::Minishogi, noisy, &parts);
}

/// Programs for Shogi alone offer no choice of games; games may come with an option.
#[test]
fn what_is_offered_late_or_not_at_all() {
    let shogi =
        "while read -r word rest; do case $word in usi) echo usiok;; isready) echo readyok;;
        go) echo bestmove resign;; quit) exit;; esac; done";
    let mut match_of_shogi = plan(
        GameId::Shogi,
        own("full"),
        program("usi:/bin/sh", &["-c", shogi], &[]),
    );
    match_of_shogi.games = 2;
    assert_eq!(play(&match_of_shogi).0.endings["resignation"], [2, 0, 0]);

    let late = "games='var chess'; picked=none
        while read -r word rest; do case $word in
          uci) echo 'option name VariantPath type string default'
            echo \"option name UCI_Variant type combo default chess $games\"; echo uciok;;
          setoption) case $rest in *VariantPath*) games='var chess var shogun';;
            *'UCI_Variant value shogun'*) picked=shogun;; esac;;
          isready) echo readyok;;
          go) if [ $picked = shogun ]; then echo bestmove resign; else echo bestmove chess; fi;;
          quit) exit;;
        esac; done";
    let late = program("uci:/bin/sh", &["-c", late], &["VariantPath=variants.ini"]);
    let mut match_of_shogun = plan(GameId::Shogun, own("full"), late);
    match_of_shogun.games = 2;
    assert_eq!(play(&match_of_shogun).0.endings["resignation"], [2, 0, 0]);
}

/// It declared an entered king in a match whose rules don't have that, and lost by it.
#[test]
fn programs_of_shogi_are_told_how_kings_enter() {
    let script = "rule=CSARule27
        while read -r word rest; do case $word in
          usi) echo 'option name EnteringKingRule type combo default CSARule27 var NoEnteringKing var CSARule27'
            echo usiok;;
          setoption) rule=${rest##* };;
          isready) echo readyok;;
          go) if [ $rule = NoEnteringKing ]; then echo bestmove resign; else echo bestmove win; fi;;
          quit) exit;;
        esac; done";
    for (options, reason) in [
        (&[][..], "resignation"),
        (&["EnteringKingRule=CSARule27"], "illegal-move"),
    ] {
        let other = program("usi:/bin/sh", &["-c", script], options);
        let mut plan = plan(GameId::Shogi, own("full"), other);
        plan.games = 2;
        assert_eq!(play(&plan).0.endings[reason], [2, 0, 0]);
    }
}

/// Minishogi was played by one rule of repetition and searched by another: the program walked into
/// the fourth time and lost. Its options are those of the game that is chosen, so they are said
/// after it.
#[test]
fn programs_are_told_the_rules_of_the_match_after_the_game() {
    let script = "rule=none
        while read -r word rest; do case $word in
          usi) echo 'option name UCI_Variant type combo default shogi var shogi var minishogi'
            echo 'option name Repetition type combo default default var default var draw-4 var sente-loses-4'
            echo usiok;;
          setoption) case $rest in *UCI_Variant*) rule=none;; *Repetition*) rule=${rest##* };; esac;;
          isready) echo readyok;;
          go) case $rule in sente-loses-4) echo bestmove resign;; draw-4) echo bestmove win;; *) exit;; esac;;
          quit) exit;;
        esac; done";
    for (options, reason) in [
        (&[][..], "resignation"),
        (&["Repetition=draw-4"], "illegal-move"),
    ] {
        let other = program("usi:/bin/sh", &["-c", script], options);
        let mut plan = plan(GameId::Minishogi, own("full"), other);
        let told = plan
            .rules
            .set(GameId::Minishogi, "repetition", "sente-loses-4");
        told.expect("a rule of the game");
        plan.games = 2;
        assert_eq!(play(&plan).0.endings[reason], [2, 0, 0]);
    }
}
