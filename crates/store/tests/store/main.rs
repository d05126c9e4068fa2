//! The store on real SQLite files.

mod common;
mod log;
mod old_file;
mod refused;
