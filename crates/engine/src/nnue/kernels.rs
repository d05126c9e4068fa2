//! The inner loops: rows of weights added to accumulators, and the output layer.
//!
//! Each loop is written once (`body`) and compiled for several instruction sets; which of them the
//! processor has is found out when a net is loaded. Where vectors belong to the target they are used
//! without being asked for: those of SSE4 on x86-64, NEON on 64-bit ARM, and SIMD128 in the browser's
//! module.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "code for an instruction set may only run where the processor has it"
    )
)]

/// The loops.
mod body {
    use super::super::format::QA;

    /// Terms of the output layer whose sum surely fits into 32 bits: each is at most
    /// `QA × QA × OUTPUT_WEIGHT_LIMIT`.
    const TERMS: usize = 256;

    #[inline(always)]
    pub(super) fn add_sub(to: &mut [i16], from: &[i16], [add, sub]: [&[i16]; 2]) {
        let len = to.len();
        let (from, add, sub) = (&from[..len], &add[..len], &sub[..len]);
        for i in 0..len {
            to[i] = from[i].wrapping_add(add[i]).wrapping_sub(sub[i]);
        }
    }

    #[inline(always)]
    pub(super) fn add2_sub2(to: &mut [i16], from: &[i16], [a, b, c, d]: [&[i16]; 4]) {
        let len = to.len();
        let from = &from[..len];
        let (a, b, c, d) = (&a[..len], &b[..len], &c[..len], &d[..len]);
        for i in 0..len {
            let added = from[i].wrapping_add(a[i]).wrapping_add(b[i]);
            to[i] = added.wrapping_sub(c[i]).wrapping_sub(d[i]);
        }
    }

    #[inline(always)]
    pub(super) fn add(to: &mut [i16], row: &[i16]) {
        let len = to.len();
        let row = &row[..len];
        for i in 0..len {
            to[i] = to[i].wrapping_add(row[i]);
        }
    }

    #[inline(always)]
    pub(super) fn sub(to: &mut [i16], row: &[i16]) {
        let len = to.len();
        let row = &row[..len];
        for i in 0..len {
            to[i] = to[i].wrapping_sub(row[i]);
        }
    }

    #[inline(always)]
    pub(super) fn screlu_dot(values: &[i16], weights: &[i16]) -> i64 {
        let mut sum = 0;
        for (values, weights) in values.chunks(TERMS).zip(weights.chunks(TERMS)) {
            let len = values.len();
            let weights = &weights[..len];
            let mut part = 0_i32;
            for i in 0..len {
                let value = values[i].clamp(0, QA);
                // At most QA × OUTPUT_WEIGHT_LIMIT, which fits into 16 bits: two multiplications of
                // 16 bits are faster than one of 32.
                let weighted = value.wrapping_mul(weights[i]);
                part += i32::from(weighted) * i32::from(value);
            }
            sum += i64::from(part);
        }
        sum
    }
}

/// The loops of [`body`], compiled for an instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($features:literal) => {
        compiled_for! {
            $features
            fn add_sub(to: &mut [i16], from: &[i16], rows: [&[i16]; 2]);
            fn add2_sub2(to: &mut [i16], from: &[i16], rows: [&[i16]; 4]);
            fn add(to: &mut [i16], row: &[i16]);
            fn sub(to: &mut [i16], row: &[i16]);
            fn screlu_dot(values: &[i16], weights: &[i16]) -> i64;
        }
    };
    ($features:literal $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(
            /// # Safety
            /// The processor has the features in the attribute.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn $name($($arg: $type),*) $(-> $result)? {
                super::body::$name($($arg),*)
            }
        )*
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    compiled_for!("avx2");
}

#[cfg(all(target_arch = "x86_64", has_avx512))]
mod avx512 {
    compiled_for!("avx512f,avx512bw");
}

#[cfg(all(target_arch = "x86_64", has_avx512))]
mod avx512_vnni {
    compiled_for!("avx512f,avx512bw,avx512vnni");
}

/// An instruction set that this processor has: values other than `Portable` exist only where that was
/// found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InstructionSet {
    /// What every processor of the target has.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(all(target_arch = "x86_64", has_avx512))]
    Avx512,
    #[cfg(all(target_arch = "x86_64", has_avx512))]
    Avx512Vnni,
}

/// Calls a loop compiled for an instruction set.
macro_rules! dispatch {
    ($set:expr, $name:ident($($arg:expr),*)) => {
        match $set {
            InstructionSet::Portable => body::$name($($arg),*),
            // SAFETY: a value of one of these variants exists only where `available` has found the
            // features of its functions on this processor.
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
    pub(super) fn add_sub(self, to: &mut [i16], from: &[i16], rows: [&[i16]; 2]) {
        dispatch!(self, add_sub(to, from, rows));
    }

    /// `to = from + rows[0] + rows[1] − rows[2] − rows[3]`
    #[inline(always)]
    pub(super) fn add2_sub2(self, to: &mut [i16], from: &[i16], rows: [&[i16]; 4]) {
        dispatch!(self, add2_sub2(to, from, rows));
    }

    /// `to += row`
    #[inline(always)]
    pub(super) fn add(self, to: &mut [i16], row: &[i16]) {
        dispatch!(self, add(to, row));
    }

    /// `to −= row`
    #[inline(always)]
    pub(super) fn sub(self, to: &mut [i16], row: &[i16]) {
        dispatch!(self, sub(to, row));
    }

    /// The sum of the products of weights with clamped and squared values. The weights are at most
    /// [`OUTPUT_WEIGHT_LIMIT`](super::OUTPUT_WEIGHT_LIMIT) in size.
    #[inline(always)]
    pub(super) fn screlu_dot(self, values: &[i16], weights: &[i16]) -> i64 {
        dispatch!(self, screlu_dot(values, weights))
    }
}

impl InstructionSet {
    /// Those of this processor, the best last.
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

    /// The best one of this processor.
    pub(super) fn detect() -> InstructionSet {
        Self::available().last().unwrap_or(InstructionSet::Portable)
    }
}

#[cfg(test)]
mod tests {
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

        fn list(&mut self, len: usize, limit: i32) -> Vec<i16> {
            let range = 2 * limit as u64 + 1;
            (0..len)
                .map(|_| (self.next() % range) as i32 - limit)
                .map(|it| it as i16)
                .collect()
        }

        /// Mostly near the bounds of the clamp, now and then anything.
        fn values(&mut self, len: usize) -> Vec<i16> {
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
    fn every_instruction_set_computes_what_the_definition_says_on_100_000_random_inputs() {
        let mut random = Numbers(17);
        let sets: Vec<InstructionSet> = InstructionSet::available().collect();
        println!("{sets:?}");
        for round in 0..100_000 {
            let len = [32, 64, 96, 256, 32][round % 5];
            let from = random.values(len);
            let rows: [Vec<i16>; 4] = std::array::from_fn(|_| random.values(len));
            let [a, b, c, d] = [0, 1, 2, 3].map(|row: usize| rows[row].as_slice());
            let weights = random.list(len, OUTPUT_WEIGHT_LIMIT.into());
            let expect = |change: &dyn Fn(usize) -> i32| -> Vec<i16> {
                (0..len)
                    .map(|i| (i32::from(from[i]) + change(i)) as i16)
                    .collect()
            };
            let at = |row: &[i16], i: usize| i32::from(row[i]);
            let one_each = expect(&|i| at(a, i) - at(b, i));
            let two_each = expect(&|i| at(a, i) + at(b, i) - at(c, i) - at(d, i));
            let sum = exact_dot(&from, &weights);
            for &set in &sets {
                let mut to = vec![7; len];
                set.add_sub(&mut to, &from, [a, b]);
                assert_eq!(to, one_each, "{set:?}");
                set.add2_sub2(&mut to, &from, [a, b, c, d]);
                assert_eq!(to, two_each, "{set:?}");
                to.copy_from_slice(&from);
                set.add(&mut to, a);
                set.sub(&mut to, b);
                assert_eq!(to, one_each, "{set:?}");
                assert_eq!(set.screlu_dot(&from, &weights), sum, "{set:?}");
            }
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        for len in [32, 256, 512, 2_048] {
            let values = vec![i16::MAX; len];
            for weight in [OUTPUT_WEIGHT_LIMIT, -OUTPUT_WEIGHT_LIMIT] {
                let weights = vec![weight; len];
                for set in InstructionSet::available() {
                    let sum = set.screlu_dot(&values, &weights);
                    assert_eq!(sum, exact_dot(&values, &weights), "{set:?}");
                }
            }
        }
    }
}
