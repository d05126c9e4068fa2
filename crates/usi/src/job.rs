//! A parsed `go`: position, limits, level and output options.

use komadai_engine::{Level, Limits};
use komadai_notation::Dialect;
use komadai_rules::{AnyGame, AnyPosition, Declaration, Move};
use komadai_uci::{Go, MateLimit, Protocol, excerpt};

use crate::options::Options;
use crate::time::{limit_unreadable, limits, mate_plies};

pub(crate) struct Job {
    pub(crate) protocol: Protocol,
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) show_wdl: bool,
    /// Minimum milliseconds between the `info` lines of consecutive iterations.
    pub(crate) pv_interval_ms: u64,
    /// Score at or below which the engine resigns.
    pub(crate) resigns_at: Option<i32>,
    /// The side to move may declare an entered king and win.
    pub(crate) declares: bool,
    /// USI's `go mate`: the answer is `checkmate`.
    pub(crate) mate_only: bool,
    /// UCI's `go mate`, in plies.
    pub(crate) mate_within: Option<u32>,
    /// Megabytes of the hash table, for the engine and the mate solver each.
    pub(crate) hash_mb: usize,
    pub(crate) hold: Hold,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    No,
    UntilStop,
    /// Until `stop` or `ponderhit`; the clock does not run until then.
    Ponder,
}

pub(crate) fn job(
    go: &Go,
    game: &AnyGame,
    options: &Options,
    protocol: Protocol,
) -> (Job, Vec<String>) {
    let dialect = protocol.dialect;
    let position = game.position();
    let side = position.side_to_move();
    let game = match game.outcome() {
        Some(_) => continue_past_end(game),
        None => game.clone(),
    };
    let mut remarks: Vec<String> = go.problems.iter().map(ToString::to_string).collect();
    let mut limits = limits(go, side, options);
    limits.multi_pv = options.multi_pv;
    limits.draw_score = options.draw_score(dialect, side);
    limits.root_moves = root_moves(go, &position, protocol, &mut remarks);
    if !remarks.is_empty() {
        limit_unreadable(&mut limits, go);
    }
    let is_endless = go.infinite || (limits.is_unlimited() && go.mate.is_none());
    let mate_only = dialect == Dialect::Usi && go.mate.is_some();
    // An infinite search is analysis: it plays no move.
    let plays = !options.analyse && !mate_only && !go.infinite && go.search_moves.is_empty();
    let job = Job {
        protocol,
        declares: plays && dialect == Dialect::Usi && game.declaration_wins(),
        game: if mate_only {
            without_declaration(&game)
        } else {
            game
        },
        limits,
        level: match go.mate {
            Some(_) => Level::FULL,
            None => options.level(),
        },
        seed: options.seed,
        show_wdl: options.show_wdl,
        pv_interval_ms: options.pv_interval_ms,
        resigns_at: options.resigns_at(dialect).filter(|_| plays),
        mate_only,
        mate_within: match go.mate {
            Some(MateLimit::Moves(moves)) => Some(mate_plies(moves)),
            _ => None,
        },
        hash_mb: options.hash_mb,
        hold: match (go.ponder, is_endless) {
            (true, _) => Hold::Ponder,
            (false, true) => Hold::UntilStop,
            (false, false) => Hold::No,
        },
    };
    (job, remarks)
}

/// Legal moves of `searchmoves`; the others are remarked on.
fn root_moves(
    go: &Go,
    position: &AnyPosition,
    protocol: Protocol,
    remarks: &mut Vec<String>,
) -> Vec<Move> {
    let mut moves = go.search_moves.clone();
    moves.retain(|&mv| {
        let is_legal = position.is_legal(mv);
        if !is_legal {
            let text = protocol.dialect.move_text(protocol.variant, mv);
            remarks.push(format!("\"{}\" is not legal here", excerpt(&text, 40)));
        }
        is_legal
    });
    moves
}

/// The position without its history, for a game that ended by the engine's rules: the GUI may have other rules
/// of repetition or no limit of moves.
pub(crate) fn continue_past_end(game: &AnyGame) -> AnyGame {
    let mut rules = *game.rules();
    rules.n_move_rule = None;
    rules.max_plies = None;
    AnyGame::new(game.position(), rules)
}

/// The game without declarations: a mate search looks for no other end.
fn without_declaration(game: &AnyGame) -> AnyGame {
    let mut rules = *game.rules();
    rules.declaration = Declaration::Off;
    let mut replayed = AnyGame::new(game.start(), rules);
    for &mv in game.moves() {
        let _ = replayed.play(mv);
    }
    replayed
}
