#!/usr/bin/env bash
# Installs the programs that the tests need and that come from Debian's packages:
# Chromium without windows for the browser tests, fonts for Japanese and Chinese, strace for the disk test, Python for
# the clients that drive the engine.
#
#   scripts/install-packages.sh             those
#   scripts/install-packages.sh valgrind …  the named programs only
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

missing=()
if [ "$#" -gt 0 ]; then
  for program in "$@"; do
    have "$program" || missing+=("$program")
  done
else
  have chromium-headless-shell || missing+=(chromium-headless-shell)
  have strace || missing+=(strace)
  # Debian's Python alone makes no environments.
  if ! have python3 || ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing+=(python3-venv)
  fi
  if ! have fc-list || [ -z "$(fc-list ':lang=ja' family 2>/dev/null | head -n 1)" ]; then
    missing+=(fontconfig fonts-noto-cjk)
  fi
fi
if [ "${#missing[@]}" -eq 0 ]; then
  say "${*:-Chromium, strace, Python and CJK fonts} there"
  exit 0
fi

by_hand="install these yourself (Debian's names): ${missing[*]}"
have apt-get || die "no apt-get here; $by_hand"
root=()
if [ "$(id -u)" -ne 0 ]; then
  have sudo && sudo -n true 2>/dev/null || die "this user may not install packages; $by_hand"
  root=(sudo)
fi
say "installing ${missing[*]}"
log="$CACHE/packages.log"
mkdir -p "$CACHE"
apt() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1
}
: >"$log"
apt update || warn "apt-get update failed; trying with the lists that are there"
apt install -y --no-install-recommends "${missing[@]}" || {
  tail -n 20 "$log" >&2
  die "apt-get could not install them; $by_hand"
}
