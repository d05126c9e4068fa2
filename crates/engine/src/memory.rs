//! Allocation that can fail: every table of the engine is reserved first and filled in place.

use std::collections::TryReserveError;

/// `len` copies of `value` in memory that was reserved with `try_reserve_exact`.
pub(crate) fn try_vec<T: Clone>(value: T, len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut vec = try_with_capacity(len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// An empty vector with room for `capacity` elements.
pub(crate) fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>, TryReserveError> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(capacity)?;
    Ok(vec)
}
