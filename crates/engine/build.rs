//! Says whether the compiler can compile for AVX-512, which Rust 1.85 can not.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(has_avx512)");
    if autocfg::new().probe_rustc_version(1, 89) {
        println!("cargo:rustc-cfg=has_avx512");
    }
}
