//! Tests against the rules page; `README.md` in this folder lists the suites.

mod reference;
mod support;

mod against_reference;
mod features;
mod history;
#[cfg(komadai_test_games)]
mod judkins;
mod oracle;
mod perft;
mod properties;
mod reference_itself;
mod text;
mod vectors;
