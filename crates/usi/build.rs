//! Passes compiler version and target to the program, for reports.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let unknown = || String::from("unknown");
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = (Command::new(compiler).arg("--version").output().ok())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(unknown, |version| version.trim().into());
    println!("cargo::rustc-env=KOMADAI_RUSTC={version}");
    let target = env::var("TARGET").unwrap_or_else(|_| unknown());
    println!("cargo::rustc-env=KOMADAI_TARGET={target}");
}
