/// `[rank][file]`: bucket by rank, from the king's own back rank, and by distance from the nearer
/// edge file. The last row holds for all further ranks, the last column of a row for all further
/// files.
pub(crate) struct KingBuckets(pub(super) &'static [&'static [u8]]);

impl KingBuckets {
    /// For variants without buckets of their own: one for each of the first three ranks, one for
    /// the rest.
    pub(crate) const DEFAULT: KingBuckets = KingBuckets(&[&[0], &[1], &[2], &[3]]);

    pub(crate) fn bucket(&self, from_edge: u8, rank: u8) -> u8 {
        let row = self.0[usize::from(rank).min(self.0.len() - 1)];
        row[usize::from(from_edge).min(row.len() - 1)]
    }

    pub(crate) fn count(&self) -> usize {
        let largest = self.0.iter().flat_map(|row| row.iter()).max();
        largest.map_or(0, |&bucket| usize::from(bucket) + 1)
    }
}
