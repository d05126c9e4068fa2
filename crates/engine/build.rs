//! Sets `has_avx512` for compilers with stable AVX-512 intrinsics (Rust 1.89 and newer).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(has_avx512)");
    if autocfg::new().probe_rustc_version(1, 89) {
        println!("cargo:rustc-cfg=has_avx512");
    }
}
