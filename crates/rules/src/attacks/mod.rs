//! Attacks of pieces.
//!
//! [`queries`] is the interface to three sets of tables: [`native`] looks up whole lines by magic
//! multiplication, [`compact`] follows rays (the engine's WASM module), [`computed`] walks the
//! steps of the spec (the rules module). All three are compiled and tested natively.

pub(crate) mod compact;
pub(crate) mod computed;
#[cfg(not(small))]
pub(crate) mod native;
pub(crate) mod queries;
