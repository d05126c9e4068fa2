//! The engine for the browser. It runs in a Worker of its own: a search blocks until it is done,
//! and the only way to stop it early is to terminate the Worker.

mod mate;
mod net;
mod report;
mod request;
#[cfg(test)]
mod typescript;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use js_sys::Function;
use komadai_engine::{AnyEngine, Control, Evaluation, Info, Level, OutOfMemory};
use komadai_rules::{PerftTooDeep, VariantId};
use komadai_wasm_shared::{Error, read_game, read_position, read_side, square_names, to_js};
use wasm_bindgen::prelude::*;

pub use crate::mate::{defend, mate};
use crate::net::net_error;
pub use crate::net::set_net;
use crate::report::{LevelInfo, SearchInfo, SearchResult};
use crate::request::Request;

/// Size of the hash table, small enough for a browser tab on a phone.
const HASH_MEGABYTES: usize = 16;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    /// Kept between searches, so that its memory is allocated once.
    static ENGINE: RefCell<Option<AnyEngine>> = const { RefCell::new(None) };
}

/// Searches for the best move. A request without a time limit has the same answer on every machine.
///
/// `onInfo` is called after every iteration. If it throws, the search ends and throws the same.
///
/// # Errors
/// The request can't be read, this is called from inside `onInfo`, or there is no memory.
#[wasm_bindgen(unchecked_return_type = "SearchResult")]
pub fn search(
    #[wasm_bindgen(unchecked_param_type = "SearchRequest")] request: &JsValue,
    #[wasm_bindgen(js_name = onInfo, unchecked_param_type = "((info: SearchInfo) => void) | null | undefined")]
    on_info: &JsValue,
) -> Result<JsValue, JsValue> {
    let request = Request::read(request)?;
    let on_info = listener(on_info, "onInfo")?;
    with_engine(request.game.variant(), |engine| {
        // Otherwise the answer would depend on earlier searches. The numbered levels clear the
        // engine themselves.
        if request.level.is_none_or(|level| level == Level::FULL) {
            engine.clear();
        }
        run(engine, &request, on_info)
    })
}

/// The squares of a side's pieces that its opponent, if to move, would win by exchanges; see
/// [`AnyEngine::hanging`].
///
/// # Errors
/// There is no such variant or side, the position can't be read, or this is called during a search.
#[wasm_bindgen(unchecked_return_type = "string[]")]
pub fn hanging(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    position: &str,
    #[wasm_bindgen(unchecked_param_type = "'first' | 'second'")] side: &str,
) -> Result<JsValue, JsValue> {
    let variant = read_game(game)?;
    let position = read_position(variant, position)?;
    let side = read_side(side)?;
    with_engine(variant, |engine| {
        let hanging = engine.hanging(&position, side).map_err(out_of_memory)?;
        Ok(to_js(&square_names(variant, &hanging)))
    })
}

/// Perft from a position, by default the variant's start. It compares the module's speed with the
/// native program's.
///
/// # Errors
/// There is no such variant, the position can't be read, or the depth is beyond
/// [`MAX_PERFT_DEPTH`](komadai_rules::MAX_PERFT_DEPTH).
#[wasm_bindgen]
pub fn perft(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    depth: u32,
    position: Option<String>,
) -> Result<f64, JsValue> {
    let variant = read_game(game)?;
    let position = read_position(variant, position.as_deref().unwrap_or(""))?;
    count(position.perft(depth))
}

/// As [`perft`], without bulk counting: the moves of the last ply are written into lists.
#[wasm_bindgen(js_name = perftWithLists)]
pub fn perft_with_lists(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    depth: u32,
    position: Option<String>,
) -> Result<f64, JsValue> {
    let variant = read_game(game)?;
    let position = read_position(variant, position.as_deref().unwrap_or(""))?;
    count(position.perft_with_lists(depth))
}

/// Nodes as a JavaScript number: exact up to 2^53.
fn count(nodes: Result<u64, PerftTooDeep>) -> Result<f64, JsValue> {
    let nodes = nodes.map_err(|error| Error::new("perft-too-deep", error.to_string()))?;
    Ok(nodes as f64)
}

/// Total nodes of the engine's fixed searches to this depth, the same as of `komadai bench --depth
/// D`.
#[wasm_bindgen]
pub fn bench(depth: u32) -> Result<f64, JsValue> {
    komadai_engine::bench(depth)
        .map(|line| Ok(line.map_err(out_of_memory)?.nodes as f64))
        .sum()
}

/// Runs `run` with the engine, which is created on first use.
fn with_engine(
    variant: VariantId,
    run: impl FnOnce(&mut AnyEngine) -> Result<JsValue, JsValue>,
) -> Result<JsValue, JsValue> {
    ENGINE.with(|cell| {
        let mut slot = cell.try_borrow_mut().map_err(|_| busy())?;
        let engine = match slot.take() {
            Some(engine) => slot.insert(engine),
            None => {
                let made = AnyEngine::new(variant, HASH_MEGABYTES);
                slot.insert(made.map_err(out_of_memory)?)
            }
        };
        run(engine)
    })
}

fn forget_net() -> Result<JsValue, JsValue> {
    ENGINE.with(|cell| {
        if let Some(engine) = &mut *cell.try_borrow_mut().map_err(|_| busy())? {
            (engine.set_evaluation(&Evaluation::Classical)).map_err(net_error)?;
        }
        Ok(JsValue::NULL)
    })
}

fn busy() -> Error {
    Error::new("busy", "the engine is searching already")
}

fn out_of_memory(error: OutOfMemory) -> Error {
    Error::new("no-memory", error.to_string())
}

/// The numbered levels of a variant, the weakest first. `full` is beyond them and has no rating:
/// its strength depends on its limits.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
) -> Result<JsValue, JsValue> {
    let variant = read_game(game)?;
    let levels: Vec<LevelInfo> = Level::all()
        .filter_map(|level| Some(LevelInfo::new(level, level.rating(variant)?)))
        .collect();
    Ok(to_js(&levels))
}

fn listener<'a>(value: &'a JsValue, name: &str) -> Result<Option<&'a Function>, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    match value.dyn_ref() {
        Some(function) => Ok(Some(function)),
        None => Err(Error::new(
            "bad-request",
            format!("{name} is not a function"),
        )),
    }
}

fn run(
    engine: &mut AnyEngine,
    request: &Request,
    on_info: Option<&Function>,
) -> Result<JsValue, JsValue> {
    let id = request.game.variant();
    engine.set_variant(id).map_err(out_of_memory)?;
    let wdl = engine.wdl_model();
    let thrown = RefCell::new(None);
    let stop = AtomicBool::new(false);
    let mut report = |info: &Info| {
        let Some(listener) = on_info else { return };
        if let Err(error) =
            listener.call1(&JsValue::UNDEFINED, &to_js(&SearchInfo::of(id, wdl, info)))
        {
            stop.store(true, Ordering::Relaxed);
            thrown.borrow_mut().get_or_insert(error);
        }
    };
    let clock = || now() as u64;
    let mut control = Control {
        now_ms: Some(&clock),
        stop: Some(&stop),
        on_info: Some(&mut report),
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
        None => {
            let declares = request.game.declaration_wins();
            Ok(to_js(&SearchResult::of(id, wdl, &found, declares)))
        }
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = include_str!("types.d.ts");
