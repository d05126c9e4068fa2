//! The store on real files of SQLite and a real PostgreSQL.

mod backup;
mod common;
mod identities;
mod log;
mod old_file;
mod postgres;
mod refused;
mod server;
