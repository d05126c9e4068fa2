//! Table of options: the only declaration of each.

use std::sync::LazyLock;

use komadai_engine::{Level, MAX_THREADS};
use komadai_notation::EnteringKingRule;
use komadai_rules::{
    ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition, Stalemate, VariantId,
};

use super::entry::{Effect, Entry, UciSupport};
use super::setting::{Button, RuleChoice, Setting};
use super::strength::{FULL_SKILL, max_elo, min_elo};
use crate::eval_file::DEFAULT_EVALUATION;

/// Generates the struct of values, its defaults and the entries.
macro_rules! options {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $entry:expr;)*) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub(crate) struct Options {
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self {
                    $($field: <$type>::from_value(&$entry.default_value())
                        .expect("a default is of its option's type"),)*
                }
            }
        }

        static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
            vec![$($entry.store(|options, value| {
                if let Some(value) = <$type>::from_value(value) {
                    options.$field = value;
                }
            }),)*]
        });
    };
}

pub(super) fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// Below any score.
pub(super) const NEVER_RESIGN: i32 = 99_999;
const MAX_HASH_MB: i64 = 4_096;
const MAX_MULTI_PV: i64 = 500;
const MAX_OVERHEAD_MS: i64 = 10_000;
const MAX_INTERVAL_MS: i64 = 60_000;
const MAX_DRAW_VALUE: i64 = 1_000;
const MAX_PLIES: i64 = 100_000;
const MAX_N_MOVES: i64 = 1_000;

/// A combo of the game's own value and all values of a rule.
fn rule(name: &'static str, values: impl Iterator<Item = &'static str>) -> Entry {
    let values = [RuleChoice::DEFAULT].into_iter().chain(values);
    Entry::combo(name, RuleChoice::DEFAULT, values)
        .effect(Effect::GameRules)
        .among_rules()
}

options! {
    game: VariantId = Entry::combo("UCI_Variant", &VariantId::Shogi, VariantId::REGISTERED)
        .aliases(&["Variant"])
        .effect(Effect::Game)
        .help("game to play");
    hash_mb: usize = Entry::spin("Hash", 64, 1, MAX_HASH_MB)
        .effect(Effect::Hash)
        .help("size of the hash table in MB");
    clear_hash: Button = Entry::button("Clear Hash")
        .effect(Effect::ClearHash)
        .help("clear the hash table");
    threads: usize = Entry::spin("Threads", 1, 1, MAX_THREADS as i64)
        .effect(Effect::Threads)
        .help("number of search threads, 10 MB each; searches are reproducible with one only");
    /// `default`, `classical`, or the path of a net.
    eval_file: String = Entry::filename("EvalFile", DEFAULT_EVALUATION)
        .effect(Effect::Evaluation)
        .help("what evaluates positions: default, classical, or the path of a net for the game");
    multi_pv: usize = Entry::spin("MultiPV", 1, 1, MAX_MULTI_PV)
        .help("number of principal variations");
    /// Listed because GUIs ponder only with engines that have it.
    ponder: bool = Entry::check("Ponder", false)
        .help("informational only: go ponder starts pondering");
    move_overhead_ms: u64 = Entry::spin("Move Overhead", 30, 0, MAX_OVERHEAD_MS)
        .aliases(&["NetworkDelay"])
        .help("time in ms reserved for sending the move");
    slow_mover: u64 = Entry::spin("Slow Mover", 100, 10, 1_000)
        .aliases(&["SlowMover"])
        .help("time allotted to a move, in percent of the default");
    minimum_thinking_time_ms: u64 = Entry::spin("MinimumThinkingTime", 0, 0, MAX_INTERVAL_MS)
        .aliases(&["Minimum Thinking Time"])
        .help("minimum time in ms for a move, with a clock and as far as it allows");
    pv_interval_ms: u64 = Entry::spin("PvInterval", 0, 0, MAX_INTERVAL_MS)
        .help("minimum time in ms between info lines; those of the last iteration are always sent");
    debug_log_file: String = Entry::string("Debug Log File")
        .effect(Effect::DebugLog)
        .help("append all input (>>) and output (<<) to this file");
    limit_strength: bool = Entry::check("UCI_LimitStrength", false)
        .help("play at the level whose rating is nearest to UCI_Elo");
    elo: i32 = Entry::spin("UCI_Elo", max_elo().into(), min_elo().into(), max_elo().into())
        .help("rating for UCI_LimitStrength");
    skill_level: u64 = Entry::spin("Skill Level", FULL_SKILL as i64, 0, FULL_SKILL as i64)
        .help("the levels on a scale from 0 to 20, 20 for full strength");
    level: Level = Entry::combo("Level", Level::FULL, Level::all())
        .normalize(|text| text.parse().ok().map(|level: Level| level.to_string()))
        .help("playing level from 0 (weakest) to full; the weakest of all limits applies");
    seed: u64 = Entry::spin("Seed", 0, 0, u32::MAX.into())
        .help("random seed of the levels");
    analyse: bool = Entry::check("UCI_AnalyseMode", false)
        .help("full strength; never resign or declare");
    show_wdl: bool = Entry::check("UCI_ShowWDL", false)
        .help("add expected wins, draws and losses per mille to each score");
    resign_value: i32 = Entry::spin("ResignValue", NEVER_RESIGN.into(), 0, NEVER_RESIGN.into())
        .in_uci(UciSupport::Unlisted("UCI cannot express resigning"))
        .help("resign when this many centipawns behind; 99999 for never (USI)");
    /// The protocol defines black.
    draw_value_black: i32 = Entry::spin("DrawValueBlack", 0, -MAX_DRAW_VALUE, MAX_DRAW_VALUE)
        .help("value of a draw in centipawns when playing black");
    draw_value_white: i32 = Entry::spin("DrawValueWhite", 0, -MAX_DRAW_VALUE, MAX_DRAW_VALUE)
        .help("value of a draw in centipawns when playing white");
    /// Rule of declaration; its credit counts unless `impasse_credit` is set.
    entering_king_rule: EnteringKingRule = Entry::combo(
            "EnteringKingRule",
            EnteringKingRule::CSA_27.name,
            EnteringKingRule::ALL.map(|rule| rule.name),
        )
        .in_uci(UciSupport::NoEffect("UCI cannot express a declaration"))
        .among_rules()
        .help("declaration of an entered king; with H the giver of a handicap is credited with the removed pieces (USI)");
    max_moves_to_draw: u32 = Entry::spin("MaxMovesToDraw", 0, 0, MAX_PLIES)
        .among_rules()
        .help("plies after which a game is drawn; 0 for no limit");
    repetition: RuleChoice = rule("Repetition", Repetition::ALL.iter().map(|v| v.name()))
        .help("result of a repeated position");
    perpetual_check: RuleChoice = rule("Perpetual Check", PerpetualCheck::ALL.iter().map(|v| v.name()))
        .help("result of perpetual check");
    stalemate: RuleChoice = rule("Stalemate", Stalemate::ALL.iter().map(|v| v.name()))
        .help("result of stalemate");
    pawn_drop_check: RuleChoice = rule("Pawn Drop Check", PawnDropCheck::ALL.iter().map(|v| v.name()))
        .help("whether a dropped pawn may give check");
    impasse_credit: RuleChoice = rule("Impasse Credit", ImpasseCredit::ALL.iter().map(|v| v.name()))
        .help("whether the giver of a handicap is credited with the removed pieces");
    n_move_rule: i32 = Entry::spin("N Move Rule", -1, -1, MAX_N_MOVES)
        .effect(Effect::GameRules)
        .among_rules()
        .help("moves without progress after which a game is drawn; 0 for no limit, -1 for the game's default");
}

impl Options {
    /// Resets the rules that were set for another game.
    pub(super) fn reset_game_rules(&mut self) {
        for entry in entries() {
            if entry.effect == Effect::GameRules {
                entry.set(self, &entry.default_value());
            }
        }
    }
}
