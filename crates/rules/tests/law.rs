//! The rules page against the crate. See `README.md` in this folder for what proves what.

mod reference;
mod support;

mod against_reference;
mod history;
#[cfg(feature = "test-games")]
mod judkins;
mod oracle;
mod perft;
mod properties;
mod reference_itself;
mod vectors;
