//! Fallible allocation: tables are reserved first and filled in place.

use std::collections::TryReserveError;

pub(crate) fn try_vec<T: Clone>(value: T, len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut vec = try_with_capacity(len)?;
    vec.resize(len, value);
    Ok(vec)
}

pub(crate) fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>, TryReserveError> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(capacity)?;
    Ok(vec)
}
