//! Embeds the web build (`web/dist`), each file with its compressed form. Without a web build the program has
//! no pages.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() {
    let manifest = PathBuf::from(env("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env("OUT_DIR"));
    let dist = manifest.join("../../web/dist");
    // cargo reruns a build script whose watched folder is missing every time, and watches an empty one. Failure
    // only costs reruns.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");

    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut assets: Vec<(String, String)> = files
        .iter()
        .filter(|file| !matches!(extension(file), "br" | "gz" | "map"))
        .map(|file| asset(&dist, file, &out))
        .collect();
    assets.sort();
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    for (_, asset) in &assets {
        code.push_str(asset);
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code).expect("OUT_DIR can be written");
    fs::write(out.join("art.rs"), art(&manifest)).expect("OUT_DIR can be written");
}

/// The piece sets of pictures: the default set of each variant.
fn art(manifest: &Path) -> String {
    let mut code = String::from("static ART: &[(&str, &str)] = &[\n");
    for set in ["birds/torishogi", "figures/shogun", "kanji/shogi"] {
        let folder = manifest.join("../../web/public/pieces").join(set);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut names: Vec<String> = fs::read_dir(&folder)
            .expect("the art is there")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".svg"))
            .collect();
        names.sort();
        for name in names {
            let file = folder.join(&name).canonicalize().expect("it exists");
            writeln!(
                code,
                "    ({:?}, include_str!({file:?})),",
                format!("{set}/{name}")
            )
            .expect("a String takes all text");
        }
    }
    code.push_str("];\n");
    code
}

fn env(name: &str) -> String {
    std::env::var(name).expect("cargo sets it")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn extension(file: &Path) -> &str {
    file.extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
}

fn asset(dist: &Path, file: &Path, out: &Path) -> (String, String) {
    let name = file.strip_prefix(dist).expect("it lies in the folder");
    let address = format!(
        "/{}",
        name.to_str().expect("names are UTF-8").replace('\\', "/")
    );
    let content = fs::read(file).expect("the web build can be read");
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());

    // The web build may bring brotli files; gzip is made here.
    let mut brotli = file.as_os_str().to_owned();
    brotli.push(".br");
    let brotli = PathBuf::from(brotli);
    let brotli = brotli
        .exists()
        .then(|| brotli.canonicalize().expect("it exists"));
    let gzip = compressed(&content).map(|bytes| {
        let path = out.join(format!("{:016x}.gz", hasher.finish()));
        fs::write(&path, bytes).expect("OUT_DIR can be written");
        path
    });

    let include = |path: &Option<PathBuf>| match path {
        Some(path) => format!("Some(include_bytes!({path:?}))"),
        None => "None".into(),
    };
    let mut code = String::new();
    writeln!(
        code,
        "    Asset {{ path: {address:?}, mime: {:?}, etag: {etag:?}, \
         bytes: include_bytes!({:?}), gzip: {}, brotli: {} }},",
        mime(extension(file)),
        file.canonicalize().expect("it exists"),
        include(&gzip),
        include(&brotli),
    )
    .expect("a String takes all text");
    (address, code)
}

/// `None` if compression saves less than a tenth.
fn compressed(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(content).ok()?;
    let bytes = encoder.finish().ok()?;
    (bytes.len() + bytes.len() / 10 < content.len()).then_some(bytes)
}

fn mime(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/vnd.microsoft.icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ogg" | "opus" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
