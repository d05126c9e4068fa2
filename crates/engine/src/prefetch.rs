//! Memory asked for before it is needed. The only module here with `unsafe` code.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the instruction that asks for memory takes a bare pointer"
    )
)]

/// Asks for the memory where a value begins, a line of the cache, which then is near by the time it is
/// read. Does nothing where the processor has no such instruction or the language no name for it.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction. It reads nothing and faults nowhere,
        // and the pointer is one to a value that lives.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
