//! The store on real SQLite files.

mod common;
mod log;
mod refused;
