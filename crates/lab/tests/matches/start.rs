//! Programs that can't be started: the match does not begin.

use komadai_lab::{EngineSpec, MatchError};
use komadai_rules::VariantId;

use crate::support::{folder, internal, plan, play, run, shell};

#[track_caller]
fn cannot_start(variant: VariantId, engine: EngineSpec, parts: &[&str]) {
    let plan = plan(variant, engine, internal("full"));
    let folder = folder();
    let error = run(&plan, &folder.path().join("log")).unwrap_err();
    assert!(matches!(error, MatchError::Start { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("engine a: "), "{text}");
    for part in parts {
        assert!(text.contains(part), "{text}");
    }
}

fn program(text: &str, args: &[&str], options: &[&str]) -> EngineSpec {
    let owned = |list: &[&str]| list.iter().map(|s| (*s).to_string()).collect::<Vec<_>>();
    EngineSpec::parse(text, &owned(args), &owned(options)).expect("a program")
}

#[test]
fn a_missing_program_is_an_error() {
    let missing = program("usi:/no/such/engine", &[], &[]);
    cannot_start(VariantId::Shogi, missing, &["cannot start /no/such/engine"]);
}

#[test]
fn a_program_that_exits_at_start_is_an_error() {
    let gone = program("uci:/bin/sh", &["-c", "echo sorry >&2; exit 4"], &[]);
    cannot_start(
        VariantId::Shogi,
        gone,
        &["\"uci\"", "exit status: 4", "sorry"],
    );
}

#[test]
fn a_program_without_the_game_is_an_error() {
    let parts = ["does not offer torishogi", "UCI_Variant", "VariantPath"];
    cannot_start(VariantId::Torishogi, shell("exit"), &parts);
    let silent = "while read -r word; do echo usiok; done";
    let silent = program("usi:/bin/sh", &["-c", silent], &[]);
    cannot_start(VariantId::Shogun, silent, &["no option UCI_Variant"]);
}

#[test]
fn an_unknown_option_is_an_error() {
    let mut engine = shell("exit");
    if let komadai_lab::EngineKind::Program { options, .. } = &mut engine.kind {
        options.push(("Hash Size".into(), "2".into()));
        options.push(("Eval".into(), "x".into()));
    }
    let parts = ["no option \"Eval\"", "it has UCI_Variant, Hash Size"];
    cannot_start(VariantId::Minishogi, engine, &parts);
}

#[test]
fn a_value_out_of_the_range_of_an_option_is_an_error() {
    let script = "echo 'option name UCI_Variant type combo default minishogi var minishogi'
        echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok; read -r _";
    let small = program("uci:/bin/sh", &["-c", script], &["Hash=0"]);
    let parts = ["option \"Hash\" is a whole number from 1 to 64, not \"0\""];
    cannot_start(VariantId::Minishogi, small, &parts);
}

/// A program that reports this when it is ready.
fn reporting(text: &str) -> EngineSpec {
    let script = format!(
        "while read -r word rest; do case $word in
        usi) echo 'option name EvalFile type filename default x'; echo usiok;;
        isready) echo 'info string {text}'; echo readyok;;
        go) echo bestmove resign;; quit) exit;; esac; done"
    );
    program("usi:/bin/sh", &["-c", &script], &["EvalFile=/no/such/net"])
}

/// Regression: a net that failed to load left the default one in place, and a match between nets was one
/// of a net against itself.
#[test]
fn an_option_that_fails_is_an_error() {
    let parts = ["/bin/sh: ERROR: cannot read /no/such/net"];
    cannot_start(
        VariantId::Shogi,
        reporting("ERROR: cannot read /no/such/net"),
        &parts,
    );
}

/// `YaneuraOu` reports a missing book and plays without one.
#[test]
fn a_missing_book_is_no_start_error() {
    let mut match_of_shogi = plan(
        VariantId::Shogi,
        internal("full"),
        reporting("Error! : cannot read the book"),
    );
    match_of_shogi.games = 2;
    assert_eq!(
        play(&match_of_shogi).0.terminations["resignation"],
        [2, 0, 0]
    );
}

#[test]
fn control_characters_in_names_of_options_are_escaped() {
    let script = "printf 'option name Ring\\007\\033[2J type button\\nusiok\\n'; read -r _";
    let noisy = program("usi:/bin/sh", &["-c", script], &["Eval=x"]);
    let parts = ["no option \"Eval\"", "it has Ring\\u{7}\\u{1b}[2J"];
    cannot_start(VariantId::Minishogi, noisy, &parts);
}

/// Programs for Shogi alone have no variant option, and an option may add variants.
#[test]
fn shogi_needs_no_variant_option_and_variants_may_be_added() {
    let shogi =
        "while read -r word rest; do case $word in usi) echo usiok;; isready) echo readyok;;
        go) echo bestmove resign;; quit) exit;; esac; done";
    let mut match_of_shogi = plan(
        VariantId::Shogi,
        internal("full"),
        program("usi:/bin/sh", &["-c", shogi], &[]),
    );
    match_of_shogi.games = 2;
    assert_eq!(
        play(&match_of_shogi).0.terminations["resignation"],
        [2, 0, 0]
    );

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
    let mut match_of_shogun = plan(VariantId::Shogun, internal("full"), late);
    match_of_shogun.games = 2;
    assert_eq!(
        play(&match_of_shogun).0.terminations["resignation"],
        [2, 0, 0]
    );
}

/// GPS Shogi rejects a second `usi` as an unknown command.
#[test]
fn a_program_without_variants_is_asked_once() {
    let once = "asked=no
        while read -r word rest; do case $word in
          usi) if [ $asked = no ]; then asked=yes; echo 'option name Thread type spin default 1 min 1 max 4'
            echo usiok; else echo unknown command usi; fi;;
          isready) echo readyok;; go) echo bestmove resign;; quit) exit;;
        esac; done";
    let once = program("usi:/bin/sh", &["-c", once], &["Thread=1"]);
    let mut match_of_shogi = plan(VariantId::Shogi, internal("full"), once);
    match_of_shogi.games = 2;
    assert_eq!(
        play(&match_of_shogi).0.terminations["resignation"],
        [2, 0, 0]
    );
}

#[test]
fn the_entering_king_rule_is_set_in_shogi_programs() {
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
        let mut plan = plan(VariantId::Shogi, internal("full"), other);
        plan.games = 2;
        assert_eq!(play(&plan).0.terminations[reason], [2, 0, 0]);
    }
}

/// Programs reset rule options when the variant changes.
#[test]
fn the_rules_of_the_match_are_set_after_the_variant() {
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
        let mut plan = plan(VariantId::Minishogi, internal("full"), other);
        let set = plan
            .rules
            .set(VariantId::Minishogi, "repetition", "sente-loses-4");
        set.expect("a rule of the game");
        plan.games = 2;
        assert_eq!(play(&plan).0.terminations[reason], [2, 0, 0]);
    }
}
