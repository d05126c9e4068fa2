//! Which squares a piece attacks.
//!
//! [`queries`] is the interface. Behind it lie three sets of tables: [`native`] looks up whole lines
//! by magic multiplication, [`compact`] follows rays, for the engine's module in a browser, and
//! [`computed`] walks along the steps of the spec, for the rules module. All are compiled and tested
//! natively.

pub(crate) mod compact;
pub(crate) mod computed;
#[cfg(not(small))]
pub(crate) mod native;
pub(crate) mod queries;
