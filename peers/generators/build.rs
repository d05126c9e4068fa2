//! Passes compiler and flags to the program, for its records.

use std::env;
use std::process::Command;

fn main() {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!(
        "cargo::rustc-env=BENCH_FLAGS={}",
        flags.replace('\x1f', " ")
    );
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned())
        .unwrap_or_default();
    println!("cargo::rustc-env=BENCH_RUSTC={version}");
    let profile = env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=BENCH_PROFILE={profile}");
    println!("cargo::rerun-if-changed=build.rs");
}
