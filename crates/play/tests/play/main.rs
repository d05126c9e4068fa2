//! Whole games, judged by arbiters that are killed, kept at one device, and followed by pages.

mod bounds;
mod common;
mod first_moves;
mod follower;
mod leaving;
mod local;
mod old_log;
mod replay;
