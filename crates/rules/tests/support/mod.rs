//! Shared by the suites: fixtures, playouts, and the bridge between the reference and the crate.

pub(crate) mod bridge;
pub(crate) mod fixtures;
pub(crate) mod playouts;
pub(crate) mod rare;
pub(crate) mod seeds;
pub(crate) mod tally;
