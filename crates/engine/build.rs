//! Sets `has_avx512` for compilers with stable AVX-512 intrinsics (Rust 1.89 and newer), and with the
//! feature `nets` the folder of the nets.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(has_avx512)");
    if autocfg::new().probe_rustc_version(1, 89) {
        println!("cargo:rustc-cfg=has_avx512");
    }
    println!("cargo:rerun-if-env-changed=KOMADAI_NETS");
    if env::var_os("CARGO_FEATURE_NETS").is_some() {
        let nets = nets();
        assert!(
            nets.join("shogi.nnue").is_file(),
            "the feature `nets` embeds *.nnue of the folder {}; set KOMADAI_NETS to another",
            nets.display()
        );
        println!("cargo:rustc-env=KOMADAI_NETS={}", nets.display());
    }
}

/// `KOMADAI_NETS`, or the folder of the repository. The package has no nets.
fn nets() -> PathBuf {
    match env::var_os("KOMADAI_NETS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets"),
    }
}
