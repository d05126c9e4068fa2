//! Training positions as lists of features.

use komadai_engine::fnv1a;

#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'p> {
    /// Rows of the first layer for the side to move.
    pub(super) us: &'p [u16],
    /// Rows of the first layer for the other side.
    pub(super) them: &'p [u16],
    /// Score of a search in centipawns for the side to move.
    pub(super) score: i16,
    /// Result for the side to move: 2 won, 1 drawn, 0 lost.
    pub(super) result: u8,
    pub(super) bucket: u8,
}

/// Words before the lists of a record: score, result and bucket, lengths of the lists.
const HEAD: usize = 3;
/// Positions per allocation: growth never copies existing ones.
const CHUNK: usize = 1 << 16;

/// Records of equal size: `2 × (3 + 2 × active features of a side)` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Positions {
    active: usize,
    chunks: Vec<Vec<u16>>,
    len: usize,
}

impl Positions {
    /// `active` is the greatest number of features of a side.
    pub(super) fn new(active: usize) -> Self {
        Positions {
            active,
            chunks: Vec::new(),
            len: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn active(&self) -> usize {
        self.active
    }

    /// 16-bit words per position.
    pub(super) fn stride(&self) -> usize {
        HEAD + 2 * self.active
    }

    /// Adds a position.
    ///
    /// # Panics
    /// A side has more features than `active`: a bug of the layout, whose net would learn from other positions than
    /// these.
    pub(super) fn push(&mut self, record: &Record<'_>) {
        let (us, them) = (record.us, record.them);
        let most = us.len().max(them.len());
        assert!(most <= self.active, "{most} features, {} fit", self.active);
        let stride = self.stride();
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK * stride));
        }
        let Some(words) = self.chunks.last_mut() else {
            return;
        };
        let end = words.len() + stride;
        words.push(record.score as u16);
        words.push(u16::from(record.result) | u16::from(record.bucket) << 8);
        words.push(us.len() as u16 | (them.len() as u16) << 8);
        words.extend_from_slice(us);
        words.extend_from_slice(them);
        words.resize(end, 0);
        self.len += 1;
    }

    pub(super) fn words(&self, index: usize) -> &[u16] {
        let stride = self.stride();
        let from = index % CHUNK * stride;
        &self.chunks[index / CHUNK][from..from + stride]
    }

    pub(super) fn get(&self, index: usize) -> Record<'_> {
        Record::of(self.words(index))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        (0..self.len).map(|index| self.get(index))
    }

    /// FNV-1a over the words.
    pub(super) fn fingerprint(&self) -> u64 {
        let words = self.chunks.iter().flatten();
        words.fold(self.len as u64 ^ fnv1a::OFFSET, |hash, &word| {
            fnv1a::add(hash, word.into())
        })
    }
}

impl<'p> Record<'p> {
    pub(super) fn of(words: &'p [u16]) -> Self {
        let [score, outcome, lengths, features @ ..] = words else {
            return Record {
                us: &[],
                them: &[],
                score: 0,
                result: 1,
                bucket: 0,
            };
        };
        let (us, rest) = features.split_at(usize::from(lengths & 0xff));
        Record {
            us,
            them: &rest[..usize::from(lengths >> 8)],
            score: *score as i16,
            result: *outcome as u8,
            bucket: (outcome >> 8) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic = "4 features, 3 fit"]
    fn no_feature_is_dropped() {
        Positions::new(3).push(&Record {
            us: &[1, 2, 3],
            them: &[4, 5, 6, 7],
            score: 0,
            result: 1,
            bucket: 0,
        });
    }
}
