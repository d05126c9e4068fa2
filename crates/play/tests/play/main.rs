//! Whole games: judged, replayed, followed, saved.

mod bounds;
mod common;
mod first_moves;
mod follower;
mod leaving;
mod local;
mod old_log;
mod replay;
