//! Chooses the tables where a module for a browser is built: `small` for few tables and less unrolled
//! code, `tiny` for hardly any tables on top of that.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(small)");
    println!("cargo::rustc-check-cfg=cfg(tiny)");
    // Only there: with the features of a whole workspace united, native builds stay fast.
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
