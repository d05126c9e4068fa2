#!/usr/bin/env bash
# Sets up a Rust compiler for wasm32-unknown-unknown. Idempotent: nothing is downloaded twice. Downloads go into
# .cache/, except a rustup target.
#
# Takes the first way that works:
#   rustup   standard library from rustup, or already installed
#   debian   Debian's rustc for the web, unpacked, builds the standard library from its sources
# KOMADAI_WASM_TOOLCHAIN=rustup|debian forces one; RUSTC_WEB_VERSION picks one of Debian's versions.
#
# Writes .cache/wasm/env.sh, which build-wasm.sh reads.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

WASM="$CACHE/wasm"
ENV="$WASM/env.sh"
DEBIAN="$WASM/debian"
BINDGEN_VERSION="$(pinned_version wasm-bindgen)"
mkdir -p "$WASM"

need cargo "install Rust from https://rustup.rs or your system's packages"
need npm "install Node.js 20 or newer with npm"

# --- the compiler target -------------------------------------------------------------------------

target_present() {
  local libs
  libs="$(rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null)" || return 1
  compgen -G "$libs/libstd-*.rlib" >/dev/null
}

use_rustup() {
  if ! target_present; then
    have rustup || return 1
    say "asking rustup for the $WASM_TARGET target"
    timeout 180 rustup target add "$WASM_TARGET" >"$WASM/rustup.log" 2>&1 || return 1
    target_present || return 1
  fi
  cat >"$ENV.new" <<END
# way: rustup
WASM_RUSTC=rustc
WASM_CARGO_FLAGS=()
END
}

# Debian's package lists may be missing or stale; a private copy needs no root rights.
APT=(-o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)")
apt_lists() {
  local state="$WASM/apt"
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  APT+=(-o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache")
  say "reading Debian's package lists"
  apt-get "${APT[@]}" update >"$WASM/apt.log" 2>&1 || warn "apt-get update: see .cache/wasm/apt.log"
}
candidate() { apt-cache "${APT[@]}" policy "$1" | awk '/Candidate:/ && $2 != "(none)" { print $2 }'; }
installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
# Prints the libraries that package $1 in version $2 depends on, one "name version" per line. The parts of Debian's
# compiler for the web come from one source package and must have the same version.
library_dependencies() {
  apt-cache "${APT[@]}" show --no-all-versions "$1=$2" | sed -n 's/^Depends: //p' | tr ',' '\n' |
    sed 's/|.*//; s/^ *//' | awk '/^lib/ && $1 != "libc-dev" { print $1 }'
}
# Adds package $1 (version $2, empty for any) and the libraries it needs to WANTED.
want() {
  local name="$1" version="$2" part
  [ -z "${WANTED[$name]+x}" ] || return 0
  [ -n "$version" ] || version="$(candidate "$name")"
  [ -n "$version" ] || die "Debian offers no package $name, which its web compiler needs"
  WANTED[$name]="$version"
  while read -r part; do
    case "$part" in
      libstd-rust-web-*) want "$part" "$version" ;;
      *) installed "$part" || want "$part" "" ;;
    esac
  done < <(library_dependencies "$name" "$version")
}
fetch_packages() {
  local name
  cd "$DEBIAN.new/packages"
  for name in "${!WANTED[@]}"; do
    apt-get "${APT[@]}" download "$name=${WANTED[$name]}" >>"$WASM/apt.log" 2>&1 || return 1
  done
}

unpack_debian() {
  have apt-get || return 1
  local version="${RUSTC_WEB_VERSION:-$(candidate rustc-web)}"
  [ -n "$version" ] || { apt_lists; version="$(candidate rustc-web)"; }
  [ -n "$version" ] || return 1

  local stamp="$DEBIAN/.unpacked"
  if [ ! -f "$stamp" ] || { [ -n "${RUSTC_WEB_VERSION:-}" ] && [ "$(cat "$stamp")" != "$version" ]; }; then
    rm -rf "$DEBIAN" "$DEBIAN.new"
    mkdir -p "$DEBIAN.new/packages"
    declare -gA WANTED=()
    say "fetching Debian's Rust compiler for the web, $version (about 140 MB)"
    : >"$WASM/apt.log"
    want rustc-web "$version"
    want libstd-rust-web-dev "$version"
    WANTED[rust-web-src]="$version"
    if ! (fetch_packages); then
      apt_lists
      [ -n "${RUSTC_WEB_VERSION:-}" ] || version="$(candidate rustc-web)"
      WANTED=()
      want rustc-web "$version"
      want libstd-rust-web-dev "$version"
      WANTED[rust-web-src]="$version"
      (fetch_packages) || { cat "$WASM/apt.log" >&2; return 1; }
    fi
    say "unpacking it into .cache/wasm/debian (about 480 MB)"
    local package
    for package in "$DEBIAN.new/packages"/*.deb; do
      case "$package" in
        # Only the standard library of the compiler's sources.
        */rust-web-src_*)
          dpkg --fsys-tarfile "$package" |
            tar -x -C "$DEBIAN.new" --wildcards './usr/src/rustc-*/library' './usr/src/rustc-*/vendor' 2>/dev/null ||
            dpkg --fsys-tarfile "$package" | tar -x -C "$DEBIAN.new" --wildcards './usr/src/rustc-*/library'
          ;;
        *) dpkg -x "$package" "$DEBIAN.new" ;;
      esac
    done
    rm -rf "$DEBIAN.new/packages"
    mkdir -p "$DEBIAN.new/usr/lib/rustlib/src"
    ln -sfn "$(basename "$DEBIAN.new"/usr/src/rustc-*)" "$DEBIAN.new/usr/src/rust"
    ln -sfn ../../../src/rust "$DEBIAN.new/usr/lib/rustlib/src/rust"
    echo "$version" >"$DEBIAN.new/.unpacked"
    mv "$DEBIAN.new" "$DEBIAN"
  fi

  cat >"$DEBIAN/rustc" <<'END'
#!/bin/sh
# Debian's compiler with the libraries unpacked beside it.
here="$(dirname "$(readlink -f "$0")")"
for libs in "$here"/usr/lib/*-linux-gnu; do break; done
LD_LIBRARY_PATH="$libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/usr/bin/rustc" "$@"
END
  chmod +x "$DEBIAN/rustc"
  "$DEBIAN/rustc" -vV >"$WASM/rustc.log" 2>&1 || { cat "$WASM/rustc.log" >&2; return 1; }
}

use_debian() {
  unpack_debian || return 1
  local host linker
  host="$(rustc -vV | sed -n 's/^host: //p')"
  linker="$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld"
  [ -x "$linker" ] || linker="$(command -v wasm-ld || true)"
  [ -n "$linker" ] || die "no linker for WebAssembly: install Debian's package lld"
  cat >"$ENV.new" <<END
# way: debian $(cat "$DEBIAN/.unpacked")
WASM_RUSTC='$DEBIAN/rustc'
WASM_CARGO_FLAGS=(-Zbuild-std=std,panic_abort)
export RUSTC='$DEBIAN/rustc' RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER='$linker'
END
}

case "${KOMADAI_WASM_TOOLCHAIN:-}" in
  rustup) use_rustup || die "rustup could not add $WASM_TARGET: see .cache/wasm/rustup.log" ;;
  debian) use_debian || die "Debian's web compiler could not be set up: see .cache/wasm/apt.log" ;;
  "")
    use_rustup || use_debian || die "no way to compile for the browser on this machine.
Either 'rustup target add $WASM_TARGET' must work (see .cache/wasm/rustup.log),
or Debian's packages must be reachable with apt-get (see .cache/wasm/apt.log)."
    ;;
  *) die "KOMADAI_WASM_TOOLCHAIN is rustup or debian, not '$KOMADAI_WASM_TOOLCHAIN'" ;;
esac
# Rewritten only if it changes, since builds depend on its date.
cmp -s "$ENV.new" "$ENV" && rm "$ENV.new" || mv "$ENV.new" "$ENV"
say "compiler for the browser: $(sed -n 's/^# way: //p' "$ENV")"

# --- wasm-bindgen: writes the JavaScript beside a module -----------------------------------------

[ -n "$BINDGEN_VERSION" ] || die "Cargo.toml does not pin wasm-bindgen with ="
BINDGEN="$WASM/bin/komadai-bindgen"
BINDGEN_STAMP="$BINDGEN_VERSION $(cat "$ROOT/scripts/bindgen/Cargo.lock" "$ROOT/scripts/bindgen/src/main.rs" | sha256sum)"
if [ "$(cat "$BINDGEN.version" 2>/dev/null)" != "$BINDGEN_STAMP" ]; then
  grep -q "^wasm-bindgen-cli-support = \"=$BINDGEN_VERSION\"" "$ROOT/scripts/bindgen/Cargo.toml" ||
    die "scripts/bindgen/Cargo.toml pins another version than wasm-bindgen = $BINDGEN_VERSION in Cargo.toml"
  say "compiling wasm-bindgen $BINDGEN_VERSION (once, about a minute)"
  cargo build --quiet --locked --manifest-path "$ROOT/scripts/bindgen/Cargo.toml" --target-dir "$WASM/build"
  mkdir -p "$WASM/bin"
  cp "$WASM/build/debug/komadai-bindgen" "$BINDGEN"
  echo "$BINDGEN_STAMP" >"$BINDGEN.version"
  rm -rf "$WASM/build"
fi

# --- wasm-opt: makes a module smaller and faster -------------------------------------------------

npm_install "$ROOT/scripts/tools"
[ -x "$ROOT/scripts/tools/node_modules/.bin/wasm-opt" ] || die "npm's binaryen brought no wasm-opt"
