//! Cache-line-aligned arrays of `i16`, so that no vector load crosses a line.
#![expect(
    unsafe_code,
    reason = "a slice of aligned chunks is read as a slice of numbers"
)]

use std::collections::TryReserveError;
use std::ops::{Deref, DerefMut};

use crate::memory::try_vec;

pub(super) const CHUNK: usize = 32;

/// A cache line of `i16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Chunk(pub(super) [i16; CHUNK]);

const _: () = assert!(size_of::<Chunk>() == size_of::<[i16; CHUNK]>());

#[inline(always)]
pub(super) fn numbers(chunks: &[Chunk]) -> &[i16] {
    // SAFETY: a chunk is an array of `i16` without padding (its size is asserted above), so a slice
    // of chunks is CHUNK times as many initialised `i16` in a row. The alignment of a chunk is a
    // multiple of that of `i16`, and the borrow is that of the chunks.
    unsafe { std::slice::from_raw_parts(chunks.as_ptr().cast(), chunks.len() * CHUNK) }
}

/// An array whose length is a multiple of 32.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aligned(Vec<Chunk>);

impl Aligned {
    /// `len` is rounded down to a multiple of 32.
    pub(super) fn zeros(len: usize) -> Result<Self, TryReserveError> {
        Ok(Aligned(try_vec(Chunk([0; CHUNK]), len / CHUNK)?))
    }

    #[inline(always)]
    pub(super) fn chunks(&self) -> &[Chunk] {
        &self.0
    }

    #[inline(always)]
    pub(super) fn chunks_mut(&mut self) -> &mut [Chunk] {
        &mut self.0
    }

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
        // SAFETY: as in `numbers`; the chunks are borrowed exclusively, and every bit pattern of
        // `i16` is valid in a chunk.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * CHUNK) }
    }
}
