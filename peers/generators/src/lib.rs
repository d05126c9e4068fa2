//! Benchmark of Komadai's move generator against others.
//!
//! Every generator walks the same trees from the same positions, under one of two [`Convention`]s,
//! in rounds of alternating order. Timing begins only after counts and checksums agree.

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
