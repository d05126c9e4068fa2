//! Matches: good engines, bad ones, logs.
#![cfg(unix)]

mod faults;
mod games;
mod logs;
mod openings;
mod start;
mod support;
