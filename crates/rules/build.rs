//! Restricts the features `small` (few tables, less unrolled code) and `tiny` (hardly any tables)
//! to wasm32.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(small)");
    println!("cargo::rustc-check-cfg=cfg(tiny)");
    // Features are united over a workspace; native builds must stay fast.
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        for (feature, cfg) in [
            ("CARGO_FEATURE_SMALL", "small"),
            ("CARGO_FEATURE_TINY", "tiny"),
        ] {
            if env::var_os(feature).is_some() {
                println!("cargo::rustc-cfg={cfg}");
            }
        }
    }
}
