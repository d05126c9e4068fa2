//! Measures Komadai's move generator beside those of others.
//!
//! Every generator walks the same trees from the same positions, under one of two [`Convention`]s,
//! in rounds whose order alternates. Nothing is timed before counts and checksums agree.

pub mod agree;
pub mod case;
pub mod checksum;
pub mod clock;
pub mod make;
pub mod peer;
pub mod positions;
pub mod report;
pub mod rounds;
pub mod tasks;

pub use case::{Case, Convention};
