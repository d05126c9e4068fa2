//! Inner loops of the net: accumulator updates and the output layer.
//!
//! The updates (`body`) are written once and compiled for several instruction sets;
//! auto-vectorisation does the rest. The output layer has hand-written loops for x86-64 and
//! WebAssembly. On x86-64, AVX2 and AVX-512 are detected at run time, once per search thread. The
//! portable loops use the vectors of the compilation target: SSE4 on x86-64, NEON on 64-bit ARM,
//! SIMD128 in WebAssembly.
#![cfg_attr(
    any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ),
    expect(
        unsafe_code,
        reason = "code for an instruction set may only run where the processor has it"
    )
)]

use super::aligned::Chunk;

/// Chunks whose products sum up in 32 bits without overflow: each term is at most `QA × QA ×
/// OUTPUT_WEIGHT_LIMIT`.
const SUMMED_CHUNKS: usize = 8;

mod body {
    use super::super::aligned::Chunk;

    #[inline(always)]
    pub(super) fn add_sub(to: &mut [Chunk], from: &[Chunk], [add, sub]: [&[Chunk]; 2]) {
        for (((to, from), add), sub) in to.iter_mut().zip(from).zip(add).zip(sub) {
            for i in 0..to.0.len() {
                to.0[i] = from.0[i].wrapping_add(add.0[i]).wrapping_sub(sub.0[i]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn add2_sub2(to: &mut [Chunk], from: &[Chunk], [a, b, c, d]: [&[Chunk]; 4]) {
        let rows = a.iter().zip(b).zip(c).zip(d);
        for ((to, from), (((a, b), c), d)) in to.iter_mut().zip(from).zip(rows) {
            for i in 0..to.0.len() {
                let added = from.0[i].wrapping_add(a.0[i]).wrapping_add(b.0[i]);
                to.0[i] = added.wrapping_sub(c.0[i]).wrapping_sub(d.0[i]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn add(to: &mut [Chunk], row: &[Chunk]) {
        for (to, row) in to.iter_mut().zip(row) {
            for i in 0..to.0.len() {
                to.0[i] = to.0[i].wrapping_add(row.0[i]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn sub(to: &mut [Chunk], row: &[Chunk]) {
        for (to, row) in to.iter_mut().zip(row) {
            for i in 0..to.0.len() {
                to.0[i] = to.0[i].wrapping_sub(row.0[i]);
            }
        }
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    pub(super) use super::simd128::screlu_dot;

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    pub(super) fn screlu_dot(values: &[Chunk], weights: &[Chunk]) -> i64 {
        use super::super::aligned::numbers;
        use super::super::format::QA;
        use super::SUMMED_CHUNKS;

        let mut sum = 0;
        let weights = weights.chunks(SUMMED_CHUNKS);
        for (values, weights) in values.chunks(SUMMED_CHUNKS).zip(weights) {
            // A flat slice vectorises better than chunks.
            let values = numbers(values);
            let weights = &numbers(weights)[..values.len()];
            let mut part = 0_i32;
            for i in 0..values.len() {
                let value = values[i].clamp(0, QA);
                // The product is at most QA × OUTPUT_WEIGHT_LIMIT and fits into 16 bits: two 16-bit
                // multiplications are faster than one of 32 bits.
                let weighted = value.wrapping_mul(weights[i]);
                part += i32::from(weighted) * i32::from(value);
            }
            sum += i64::from(part);
        }
        sum
    }
}

/// WebAssembly output layer. There is no run-time detection: a module with SIMD128 does not load
/// without it.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i64x2_splat, v128, v128_load,
    };

    use super::super::aligned::{CHUNK, Chunk};
    use super::super::format::QA;
    use super::SUMMED_CHUNKS;

    const LANES: usize = 8;

    pub(super) fn screlu_dot(values: &[Chunk], weights: &[Chunk]) -> i64 {
        let (zero, one) = (i64x2_splat(0), i16x8_splat(QA));
        let mut sum = 0;
        let weights = weights.chunks(SUMMED_CHUNKS);
        for (values, weights) in values.chunks(SUMMED_CHUNKS).zip(weights) {
            let mut part = zero;
            for (values, weights) in values.iter().zip(weights) {
                for (value, weight) in vectors(values).into_iter().zip(vectors(weights)) {
                    let value = i16x8_min(i16x8_max(value, zero), one);
                    let weighted = i16x8_mul(value, weight);
                    part = i32x4_add(part, i32x4_dot_i16x8(weighted, value));
                }
            }
            sum += i64::from(
                i32x4_extract_lane::<0>(part)
                    + i32x4_extract_lane::<1>(part)
                    + i32x4_extract_lane::<2>(part)
                    + i32x4_extract_lane::<3>(part),
            );
        }
        sum
    }

    #[inline(always)]
    fn vectors(chunk: &Chunk) -> [v128; CHUNK / LANES] {
        let start = chunk.0.as_ptr().cast::<v128>();
        // SAFETY: a chunk has 64 bytes, four vectors.
        std::array::from_fn(|at| unsafe { v128_load(start.add(at)) })
    }
}

/// Compiles the updates of [`body`] for an instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($features:literal) => {
        compiled_for! {
            $features
            fn add_sub(to: &mut [Chunk], from: &[Chunk], rows: [&[Chunk]; 2]);
            fn add2_sub2(to: &mut [Chunk], from: &[Chunk], rows: [&[Chunk]; 4]);
            fn add(to: &mut [Chunk], row: &[Chunk]);
            fn sub(to: &mut [Chunk], row: &[Chunk]);
        }
    };
    ($features:literal $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(
            /// # Safety
            /// The processor must support the features in the attribute.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn $name($($arg: $type),*) $(-> $result)? {
                super::body::$name($($arg),*)
            }
        )*
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
        _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
        _mm256_setzero_si256,
    };

    use super::super::aligned::Chunk;
    use super::super::format::QA;
    use super::SUMMED_CHUNKS;

    compiled_for!("avx2");

    /// # Safety
    /// The processor must support AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn screlu_dot(values: &[Chunk], weights: &[Chunk]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
        let mut sum = 0;
        let weights = weights.chunks(SUMMED_CHUNKS);
        for (values, weights) in values.chunks(SUMMED_CHUNKS).zip(weights) {
            let mut part = zero;
            for (values, weights) in values.iter().zip(weights) {
                for (value, weight) in halves(values).into_iter().zip(halves(weights)) {
                    let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
                    let weighted = _mm256_mullo_epi16(value, weight);
                    part = _mm256_add_epi32(part, _mm256_madd_epi16(weighted, value));
                }
            }
            sum += i64::from(horizontal_sum(part));
        }
        sum
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(chunk: &Chunk) -> [__m256i; 2] {
        let start = chunk.0.as_ptr().cast::<__m256i>();
        // SAFETY: a chunk has 64 bytes, two vectors, and is aligned to 64.
        unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn horizontal_sum(vector: __m256i) -> i32 {
        let upper = _mm256_extracti128_si256::<1>(vector);
        let four = _mm_add_epi32(_mm256_castsi256_si128(vector), upper);
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
    }
}

/// Output layer for 512-bit vectors; `$add_products` accumulates the products of pairs.
#[cfg(all(target_arch = "x86_64", has_avx512))]
macro_rules! wide_screlu_dot {
    ($features:literal, |$part:ident, $weighted:ident, $value:ident| $add_products:expr) => {
        /// # Safety
        /// The processor must support the features in the attribute.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn screlu_dot(values: &[Chunk], weights: &[Chunk]) -> i64 {
            let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
            let mut sum = 0;
            let weights = weights.chunks(SUMMED_CHUNKS);
            for (values, weights) in values.chunks(SUMMED_CHUNKS).zip(weights) {
                let mut $part = zero;
                for (values, weights) in values.iter().zip(weights) {
                    // SAFETY: a chunk has 64 bytes, one vector, and is aligned to 64.
                    let value = unsafe { _mm512_load_si512(values.0.as_ptr().cast()) };
                    // SAFETY: as above.
                    let weight = unsafe { _mm512_load_si512(weights.0.as_ptr().cast()) };
                    let $value = _mm512_min_epi16(_mm512_max_epi16(value, zero), one);
                    let $weighted = _mm512_mullo_epi16($value, weight);
                    $part = $add_products;
                }
                sum += i64::from(_mm512_reduce_add_epi32($part));
            }
            sum
        }
    };
}

#[cfg(all(target_arch = "x86_64", has_avx512))]
#[expect(clippy::incompatible_msrv, reason = "older compilers leave this out")]
mod avx512 {
    use std::arch::x86_64::{
        _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16,
        _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
    };

    use super::super::aligned::Chunk;
    use super::super::format::QA;
    use super::SUMMED_CHUNKS;

    compiled_for!("avx512f,avx512bw");

    wide_screlu_dot!("avx512f,avx512bw", |part, weighted, value| {
        _mm512_add_epi32(part, _mm512_madd_epi16(weighted, value))
    });
}

#[cfg(all(target_arch = "x86_64", has_avx512))]
#[expect(clippy::incompatible_msrv, reason = "older compilers leave this out")]
mod avx512_vnni {
    use std::arch::x86_64::{
        _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_max_epi16, _mm512_min_epi16,
        _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
    };

    use super::super::aligned::Chunk;
    use super::super::format::QA;
    use super::SUMMED_CHUNKS;

    compiled_for!("avx512f,avx512bw,avx512vnni");

    wide_screlu_dot!("avx512f,avx512bw,avx512vnni", |part, weighted, value| {
        _mm512_dpwssd_epi32(part, weighted, value)
    });
}

/// An instruction set of this processor. Only [`Self::available`] constructs variants other than
/// `Portable`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InstructionSet {
    /// Features of the compilation target.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(all(target_arch = "x86_64", has_avx512))]
    Avx512,
    #[cfg(all(target_arch = "x86_64", has_avx512))]
    Avx512Vnni,
}

macro_rules! dispatch {
    ($set:expr, $name:ident($($arg:expr),*)) => {
        match $set {
            InstructionSet::Portable => body::$name($($arg),*),
            // SAFETY: a value of one of these variants exists only where `available` has detected
            // the features of its functions on this processor.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { avx2::$name($($arg),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", has_avx512))]
            InstructionSet::Avx512 => unsafe { avx512::$name($($arg),*) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", has_avx512))]
            InstructionSet::Avx512Vnni => unsafe { avx512_vnni::$name($($arg),*) },
        }
    };
}

impl InstructionSet {
    /// `to = from + rows[0] − rows[1]`
    #[inline(always)]
    pub(super) fn add_sub(self, to: &mut [Chunk], from: &[Chunk], rows: [&[Chunk]; 2]) {
        dispatch!(self, add_sub(to, from, rows));
    }

    /// `to = from + rows[0] + rows[1] − rows[2] − rows[3]`
    #[inline(always)]
    pub(super) fn add2_sub2(self, to: &mut [Chunk], from: &[Chunk], rows: [&[Chunk]; 4]) {
        dispatch!(self, add2_sub2(to, from, rows));
    }

    /// `to += row`
    #[inline(always)]
    pub(super) fn add(self, to: &mut [Chunk], row: &[Chunk]) {
        dispatch!(self, add(to, row));
    }

    /// `to −= row`
    #[inline(always)]
    pub(super) fn sub(self, to: &mut [Chunk], row: &[Chunk]) {
        dispatch!(self, sub(to, row));
    }

    /// Dot product of the weights with the SCReLU of the values (clamped to 0..=QA and squared).
    /// The weights are at most [`OUTPUT_WEIGHT_LIMIT`](super::OUTPUT_WEIGHT_LIMIT) in magnitude.
    #[inline(always)]
    pub(super) fn screlu_dot(self, values: &[Chunk], weights: &[Chunk]) -> i64 {
        dispatch!(self, screlu_dot(values, weights))
    }
}

impl InstructionSet {
    /// Instruction sets of this processor, the fastest last.
    pub(super) fn available() -> impl Iterator<Item = InstructionSet> {
        let portable = Some(InstructionSet::Portable);
        #[cfg(target_arch = "x86_64")]
        let sets = {
            let avx2 = is_x86_feature_detected!("avx2").then_some(InstructionSet::Avx2);
            [portable, avx2]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let sets = [portable];
        #[cfg(all(target_arch = "x86_64", has_avx512))]
        let sets = {
            let avx512 =
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            let vnni = avx512 && is_x86_feature_detected!("avx512vnni");
            let wide = [
                avx512.then_some(InstructionSet::Avx512),
                vnni.then_some(InstructionSet::Avx512Vnni),
            ];
            sets.into_iter().chain(wide)
        };
        sets.into_iter().flatten()
    }

    /// The fastest set of this processor; `Portable` with the feature `portable-kernels`.
    pub(super) fn detect() -> InstructionSet {
        if cfg!(feature = "portable-kernels") {
            return InstructionSet::Portable;
        }
        Self::available().last().unwrap_or(InstructionSet::Portable)
    }
}

#[cfg(test)]
mod tests {
    use super::super::aligned::Aligned;
    use super::super::format::{OUTPUT_WEIGHT_LIMIT, QA};
    use super::*;

    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = (self.0)
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            self.0 >> 33
        }

        fn list(&mut self, len: usize, limit: i32) -> Aligned {
            let range = 2 * limit as u64 + 1;
            let mut list = Aligned::zeros(len).expect("memory");
            for number in &mut *list {
                *number = ((self.next() % range) as i32 - limit) as i16;
            }
            list
        }

        /// Mostly near the bounds of the clamp, sometimes of the full range.
        fn values(&mut self, len: usize) -> Aligned {
            let limit = if self.next() % 8 == 0 {
                i32::from(i16::MAX)
            } else {
                600
            };
            self.list(len, limit)
        }
    }

    fn exact_dot(values: &[i16], weights: &[i16]) -> i64 {
        let terms = values.iter().zip(weights).map(|(&value, &weight)| {
            let clamped = i64::from(value.clamp(0, QA));
            clamped * clamped * i64::from(weight)
        });
        terms.sum()
    }

    #[test]
    fn every_instruction_set_agrees_with_the_definition_on_100_000_random_inputs() {
        let mut random = Numbers(17);
        let sets: Vec<InstructionSet> = InstructionSet::available().collect();
        println!("{sets:?}");
        for round in 0..100_000 {
            let len = [32, 64, 96, 256, 32][round % 5];
            let from = random.values(len);
            let rows: [Aligned; 4] = std::array::from_fn(|_| random.values(len));
            let [a, b, c, d] = rows.each_ref().map(Aligned::chunks);
            let weights = random.list(len, OUTPUT_WEIGHT_LIMIT.into());
            let expect = |change: &dyn Fn(&[i32; 4]) -> i32| -> Vec<i16> {
                let at = |i: usize| rows.each_ref().map(|row| i32::from(row[i]));
                (0..len)
                    .map(|i| (i32::from(from[i]) + change(&at(i))) as i16)
                    .collect()
            };
            let one_each = expect(&|[a, b, ..]| a - b);
            let two_each = expect(&|[a, b, c, d]| a + b - c - d);
            let sum = exact_dot(&from, &weights);
            for &set in &sets {
                let mut to = random.values(len);
                set.add_sub(to.chunks_mut(), from.chunks(), [a, b]);
                assert_eq!(*to, *one_each, "{set:?}");
                set.add2_sub2(to.chunks_mut(), from.chunks(), [a, b, c, d]);
                assert_eq!(*to, *two_each, "{set:?}");
                to.copy_from_slice(&from);
                set.add(to.chunks_mut(), a);
                set.sub(to.chunks_mut(), b);
                assert_eq!(*to, *one_each, "{set:?}");
                let found = set.screlu_dot(from.chunks(), weights.chunks());
                assert_eq!(found, sum, "{set:?}");
            }
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        for len in [32, 256, 512, 2_048] {
            let values = Aligned::of(&vec![i16::MAX; len]).expect("memory");
            for weight in [OUTPUT_WEIGHT_LIMIT, -OUTPUT_WEIGHT_LIMIT] {
                let weights = Aligned::of(&vec![weight; len]).expect("memory");
                for set in InstructionSet::available() {
                    let sum = set.screlu_dot(values.chunks(), weights.chunks());
                    assert_eq!(sum, exact_dot(&values, &weights), "{set:?}");
                }
            }
        }
    }
}
