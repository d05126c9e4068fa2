//! Which squares of a king share the weights of a net.

/// Buckets by rank, from the own back rank, and by distance from the nearer edge file; the last row
/// holds for all ranks beyond it, the last column of a row for all files beyond it.
pub(crate) struct KingBuckets(pub(super) &'static [&'static [u8]]);

impl KingBuckets {
    /// Of a game that names none: one for each of the first three ranks and one for the others.
    pub(crate) const DEFAULT: KingBuckets = KingBuckets(&[&[0], &[1], &[2], &[3]]);

    /// The bucket of a square.
    pub(crate) fn bucket(&self, from_edge: u8, rank: u8) -> u8 {
        let row = self.0[usize::from(rank).min(self.0.len() - 1)];
        row[usize::from(from_edge).min(row.len() - 1)]
    }

    /// Number of buckets.
    pub(crate) fn count(&self) -> usize {
        let largest = self.0.iter().flat_map(|row| row.iter()).max();
        largest.map_or(0, |&bucket| usize::from(bucket) + 1)
    }
}
