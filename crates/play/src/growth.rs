//! Growth of lists that are kept for a whole game.

/// Reserves room for one more element in a list that is kept for the whole game: a full one grows by an eighth instead of
/// doubling.
pub(crate) fn reserve_slowly<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 8);
    }
}
