//! The engine for the browser. It runs in a Worker of its own: a search blocks until it is done,
//! and ending it early means ending the Worker.
#![warn(missing_docs)]

mod request;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use js_sys::Function;
use komadai_engine::{
    AnyEngine, Bound, Control, Grade, Info, Level, OutOfMemory, Score, SearchResult,
};
use komadai_notation::move_text;
use komadai_rules::{GameId, Move};
use komadai_wasm_shared::{Error, Object, array, read_game, read_position};
use wasm_bindgen::prelude::*;

use crate::request::Request;

/// Size of the hash table. A browser tab on a phone has to bear it.
const HASH_MEGABYTES: usize = 16;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    /// Kept from search to search, so that its memory is asked for once.
    static ENGINE: RefCell<Option<AnyEngine>> = const { RefCell::new(None) };
}

/// Chooses a move. The same request without a time limit gives the same answer everywhere.
///
/// `onInfo` is called after every iteration. If it throws, the search ends and throws the same.
///
/// # Errors
///
/// The request can't be read, this is called from inside `onInfo`, or there is no memory.
#[wasm_bindgen(unchecked_return_type = "SearchResult")]
pub fn search(
    #[wasm_bindgen(unchecked_param_type = "SearchRequest")] request: &JsValue,
    #[wasm_bindgen(js_name = onInfo, unchecked_param_type = "((info: SearchInfo) => void) | null | undefined")]
    on_info: &JsValue,
) -> Result<JsValue, JsValue> {
    let request = Request::read(request)?;
    let on_info = listener(on_info)?;
    ENGINE.with(|cell| {
        let mut slot = cell
            .try_borrow_mut()
            .map_err(|_| Error::new("busy", "the engine is searching already"))?;
        let engine = match slot.take() {
            Some(engine) => slot.insert(engine),
            None => {
                let made = AnyEngine::new(request.game.game(), HASH_MEGABYTES);
                slot.insert(made.map_err(out_of_memory)?)
            }
        };
        // What an earlier search left behind would make the answer depend on more than the request.
        // The numbered levels see to that themselves.
        if request.level.is_none_or(|level| level == Level::FULL) {
            engine.clear();
        }
        run(engine, &request, on_info)
    })
}

/// Counts the move sequences of so many plies from a position, the game's start if none is given;
/// with `lists`, the last moves are written into lists. It measures the module against the native
/// program, which counts the same.
///
/// # Errors
///
/// There is no such game, the position can't be read, or the depth is beyond that of
/// [`komadai_rules::MAX_PERFT_DEPTH`].
#[wasm_bindgen]
pub fn perft(
    game: &str,
    depth: u32,
    lists: bool,
    position: Option<String>,
) -> Result<f64, JsValue> {
    let game = read_game(game)?;
    let position = read_position(game, position.as_deref().unwrap_or(""))?;
    let nodes = if lists {
        position.perft_with_lists(depth)
    } else {
        position.perft(depth)
    };
    // As a JavaScript number: exact up to 2^53.
    Ok(nodes.map_err(|error| Error::new("perft-too-deep", error.to_string()))? as f64)
}

/// The nodes of the engine's fixed searches to this depth, all added up: the same as those of
/// `komadai bench --depth D`.
///
/// # Errors
///
/// There is no memory for an engine.
#[wasm_bindgen]
pub fn bench(depth: u32) -> Result<f64, JsValue> {
    komadai_engine::bench(depth)
        .map(|line| Ok(line.map_err(out_of_memory)?.nodes as f64))
        .sum()
}

/// The numbered levels of a game, the weakest first. `full` is beyond them and has no rating: it is
/// as strong as its limits.
///
/// # Errors
///
/// There is no such game.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels(game: &str) -> Result<JsValue, JsValue> {
    let game = read_game(game)?;
    let rated = Level::all().filter_map(|level| Some((level, level.rating(game)?)));
    Ok(array(rated.map(|(level, rating)| {
        let (grade, number) = match Grade::of(rating) {
            Grade::Kyu(number) => ("kyu", number),
            Grade::Dan(number) => ("dan", number),
        };
        JsValue::from(
            Object::new()
                .with("level", level.to_string())
                .with("rating", rating)
                .with("grade", grade)
                .with("number", number),
        )
    })))
}

fn out_of_memory(error: OutOfMemory) -> Error {
    Error::new("no-memory", error.to_string())
}

/// The callback, if there is one.
fn listener(value: &JsValue) -> Result<Option<&Function>, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    match value.dyn_ref() {
        Some(function) => Ok(Some(function)),
        None => Err(Error::new("bad-request", "onInfo is not a function")),
    }
}

fn run(
    engine: &mut AnyEngine,
    request: &Request,
    on_info: Option<&Function>,
) -> Result<JsValue, JsValue> {
    let id = request.game.game();
    let thrown = RefCell::new(None);
    let stop = AtomicBool::new(false);
    let mut tell = |info: &Info| {
        let Some(listener) = on_info else { return };
        if let Err(error) = listener.call1(&JsValue::UNDEFINED, &info_object(id, info).into()) {
            stop.store(true, Ordering::Relaxed);
            thrown.borrow_mut().get_or_insert(error);
        }
    };
    let clock = || now() as u64;
    let mut control = Control {
        now_ms: Some(&clock),
        stop: Some(&stop),
        on_info: Some(&mut tell),
    };
    let found = match request.level {
        Some(level) => engine.choose(
            level,
            &request.game,
            request.seed,
            &request.limits,
            &mut control,
        ),
        None => engine.search(&request.game, &request.limits, &mut control),
    };
    let found = found.map_err(out_of_memory)?;
    match thrown.into_inner() {
        Some(error) => Err(error),
        None => Ok(result_object(id, &found)
            .with("declares", request.game.declaration_wins())
            .into()),
    }
}

fn line(id: GameId, moves: &[Move]) -> JsValue {
    array(moves.iter().map(|m| move_text(id, *m)))
}

fn with_score(object: Object, score: Score, bound: Bound) -> Object {
    let bound = match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    object
        .with("score", score.centipawns())
        .with_or_null("mate", score.mate_plies())
        .with("bound", bound)
}

fn info_object(id: GameId, info: &Info) -> Object {
    with_score(Object::new(), info.score, info.bound)
        .with("depth", info.depth)
        .with("seldepth", info.seldepth)
        // JavaScript's numbers are exact up to 2^53; no search gets there.
        .with("nodes", info.nodes as f64)
        .with("timeMs", info.time_ms as f64)
        .with("hashfull", info.hashfull)
        .with("pv", line(id, &info.pv))
}

fn result_object(id: GameId, found: &SearchResult) -> Object {
    with_score(Object::new(), found.score, found.bound)
        .with_or_null("move", found.best.map(|m| move_text(id, m)))
        .with_or_null("ponder", found.ponder.map(|m| move_text(id, m)))
        .with("depth", found.depth)
        .with("nodes", found.nodes as f64)
        .with("pv", line(id, &found.pv))
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** `full`, or a number from `1`, the weakest; `easy` and `middle` are two of the numbers. */
export type Level = 'easy' | 'middle' | 'full' | `${number}`;

/** A numbered level of one game. */
export interface LevelInfo {
    level: Level;
    /** In Elo, where a player that looks two plies ahead and counts men has 1000. */
    rating: number;
    /** The same as a grade: `number` kyu or `number` dan. */
    grade: 'kyu' | 'dan';
    number: number;
}

/** What to search and when to stop. */
export interface SearchRequest {
    game: GameId;
    /** Empty for the start position, a position text, or `handicap:<id>`. */
    position: string;
    /** The moves since. */
    moves: string[];
    rules?: Rules;
    /** How strong an opponent to be; without a level it searches as its limits say. */
    level?: Level;
    /** Chance for the weaker levels; give each move another one. */
    seed?: number;
    /** Milliseconds at most. */
    moveTimeMs?: number;
    /** Positions at most. */
    nodes?: number;
    /** Plies at most. */
    depth?: number;
}

/** Whether a score is exact; where a search was broken off, it may be no worse than it says
 * (`lower`), or no better (`upper`). */
export type Bound = 'exact' | 'lower' | 'upper';

/** What one iteration found. */
export interface SearchInfo {
    depth: number;
    seldepth: number;
    /** Hundredths of a pawn, for the side to move. */
    score: number;
    /** Plies to mate; negative when the side to move is mated. */
    mate: number | null;
    bound: Bound;
    nodes: number;
    timeMs: number;
    /** Share of the hash table in use, per mille. */
    hashfull: number;
    /** The best line. */
    pv: string[];
}

/** What the search found. */
export interface SearchResult {
    /** The move to play; `null` only when the game is over. */
    move: string | null;
    /** The side to move wins at once by declaring that its king has entered. */
    declares: boolean;
    /** The reply it expects. */
    ponder: string | null;
    score: number;
    mate: number | null;
    bound: Bound;
    depth: number;
    nodes: number;
    pv: string[];
}
"#;
