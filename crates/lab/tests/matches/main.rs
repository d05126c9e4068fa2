//! Matches: games, faults, logs, openings, speed.
#![cfg(unix)]

mod faults;
mod games;
mod logs;
mod openings;
mod pace;
mod start;
mod support;
