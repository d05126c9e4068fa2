//! A program without the standard library that uses the rules.
#![no_std]

#[cfg(feature = "with-std")]
extern crate std;

use core::alloc::{GlobalAlloc, Layout};

use komadai_notation as _;
use komadai_rules as _;

struct NoMemory;

// SAFETY: it never hands out memory, so no promise about memory can be broken.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: NoMemory = NoMemory;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
