//! Tests of the store on real SQLite files and a real PostgreSQL.

mod backup;
mod challenges;
mod cluster;
mod commits;
mod common;
mod damaged;
mod fair_play;
mod folded;
mod formats;
mod identities;
mod lists;
mod log;
mod moving;
mod notifications;
mod old_file;
mod pages;
mod postgres;
mod ratings;
mod refused;
mod server;
mod slots;
mod unclean;
mod views;
