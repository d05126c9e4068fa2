//! Transparent huge pages for large tables: fewer TLB misses on random access, faster allocation.
#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "advice to the system takes a raw pointer")
)]

/// Smaller tables do not profit.
const WORTHWHILE_BYTES: usize = 8 << 20;

/// Advises the kernel to back a large table with huge pages; no effect on systems without them.
pub(crate) fn prefer_huge_pages<T>(table: &mut [T]) {
    let bytes = size_of_val(table);
    if bytes < WORTHWHILE_BYTES {
        return;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let start = table.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let whole_pages = (bytes - skipped.min(bytes)) / PAGE * PAGE;
        // SAFETY: the range lies within a live, exclusively borrowed allocation, and this advice
        // changes none of its bytes.
        let _ = unsafe {
            madvise(
                start.add(skipped).cast(),
                whole_pages,
                Advice::LinuxHugepage,
            )
        };
    }
}
