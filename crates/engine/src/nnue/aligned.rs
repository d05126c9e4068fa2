//! Numbers that begin at a cache line, so that no vector crosses two.
#![expect(
    unsafe_code,
    reason = "a slice of aligned chunks is read as a slice of numbers"
)]

use std::collections::TryReserveError;
use std::ops::{Deref, DerefMut};

use crate::memory::try_vec;

/// Numbers in a chunk.
pub(super) const CHUNK: usize = 32;

/// A cache line of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Chunk(pub(super) [i16; CHUNK]);

const _: () = assert!(size_of::<Chunk>() == size_of::<[i16; CHUNK]>());

/// The numbers of some cache lines.
#[inline(always)]
pub(super) fn numbers(chunks: &[Chunk]) -> &[i16] {
    // SAFETY: a chunk is an array of numbers without padding (its size is asserted above), so the
    // chunks of a slice are CHUNK times as many numbers in a row, all of them initialised. The
    // alignment of a chunk is a multiple of a number's, and the borrow is that of the chunks.
    unsafe { std::slice::from_raw_parts(chunks.as_ptr().cast(), chunks.len() * CHUNK) }
}

/// A list of numbers, a multiple of 32, whose first one lies at the beginning of a cache line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aligned(Vec<Chunk>);

impl Aligned {
    /// So many zeros; `len` is rounded down to a multiple of 32.
    pub(super) fn zeros(len: usize) -> Result<Self, TryReserveError> {
        Ok(Aligned(try_vec(Chunk([0; CHUNK]), len / CHUNK)?))
    }

    /// The numbers by cache lines.
    #[inline(always)]
    pub(super) fn chunks(&self) -> &[Chunk] {
        &self.0
    }

    /// The numbers by cache lines.
    #[inline(always)]
    pub(super) fn chunks_mut(&mut self) -> &mut [Chunk] {
        &mut self.0
    }

    /// A copy of numbers.
    pub(super) fn of(numbers: &[i16]) -> Result<Self, TryReserveError> {
        let mut aligned = Self::zeros(numbers.len())?;
        for (to, from) in aligned.iter_mut().zip(numbers) {
            *to = *from;
        }
        Ok(aligned)
    }
}

impl Deref for Aligned {
    type Target = [i16];

    #[inline(always)]
    fn deref(&self) -> &[i16] {
        numbers(&self.0)
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16] {
        // SAFETY: as in `numbers`; the chunks are borrowed exclusively, and every bit pattern that is
        // written as numbers is one of a chunk.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * CHUNK) }
    }
}
