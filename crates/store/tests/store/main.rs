//! The store on real SQLite files.

mod backup;
mod common;
mod identities;
mod log;
mod old_file;
mod refused;
