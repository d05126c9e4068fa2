//! Which squares a piece attacks.
//!
//! [`sliding`] is the interface. Behind it lie two sets of tables: [`native`] looks up whole lines
//! by magic multiplication, [`compact`] follows rays, for modules that travel to a browser. Both are
//! compiled and tested natively.

pub(crate) mod compact;
#[cfg(not(small))]
pub(crate) mod native;
pub(crate) mod sliding;
