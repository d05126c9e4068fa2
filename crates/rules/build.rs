//! Sets `small` where the module for the page is built: fewer tables and less unrolled code, slower.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(small)");
    let wanted = env::var_os("CARGO_FEATURE_SMALL").is_some();
    // Only there: with the features of a whole workspace united, native builds stay fast.
    let wasm = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if wanted && wasm {
        println!("cargo::rustc-cfg=small");
    }
}
