//! The engine for the browser.

use wasm_bindgen::prelude::*;

/// The version of this module.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
