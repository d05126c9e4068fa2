#!/usr/bin/env bash
# Installs Debian packages for the tests: headless Chromium for browser tests, Japanese and Chinese fonts, strace for
# the disk test, Python for clients of the engine, PostgreSQL and nats-server for tests of the store and of several
# servers, libfaketime for fault tests. Skips packages that are unavailable. Starts no service.
#
#   scripts/install-packages.sh             all of them
#   scripts/install-packages.sh valgrind …  only the named programs
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

missing=()
if [ "$#" -gt 0 ]; then
  for program in "$@"; do
    have "$program" || missing+=("$program")
  done
else
  have chromium-headless-shell || missing+=(chromium-headless-shell)
  # The full browser: the headless shell has no back/forward cache.
  have chromium || missing+=(chromium)
  have strace || missing+=(strace)
  # Debian's python3 needs python3-venv for virtual environments.
  if ! have python3 || ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing+=(python3-venv)
  fi
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  # Its folder is not in every user's PATH.
  have nats-server || [ -x /usr/sbin/nats-server ] || missing+=(nats-server)
  compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || missing+=(libfaketime)
  if ! have fc-list || [ -z "$(fc-list ':lang=ja' family 2>/dev/null | head -n 1)" ]; then
    missing+=(fontconfig fonts-noto-cjk)
  fi
fi
if [ "${#missing[@]}" -eq 0 ]; then
  say "${*:-Chromium, strace, Python, PostgreSQL, nats-server, libfaketime and CJK fonts} there"
  exit 0
fi

by_hand="install these yourself (Debian's names): ${missing[*]}"
# Optional packages: tests that need them are skipped.
cannot() {
  local program needed=""
  for program in "${missing[@]}"; do
    case "$program" in
      postgresql | nats-server) say "left out: the tests that need $program ($1)" ;;
      libfaketime) say "left out: clocks set back ($1)" ;;
      chromium) say "left out: pages out of the back/forward cache ($1)" ;;
      *) needed=yes ;;
    esac
  done
  [ -n "$needed" ] || exit 0
  die "$1; $by_hand"
}
have apt-get || cannot "no apt-get here"
root=()
if [ "$(id -u)" -ne 0 ]; then
  have sudo && sudo -n true 2>/dev/null || cannot "this user may not install packages"
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
# Tests run their own servers, so Debian's packages must start none and create no cluster.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${root[@]}" tee "$policy" >/dev/null
  "${root[@]}" chmod +x "$policy"
fi
if [[ " ${missing[*]} " == *" postgresql "* ]]; then
  clusters=/etc/postgresql-common/createcluster.conf
  apt install -y --no-install-recommends postgresql-common || true
  [ ! -e "$clusters" ] || "${root[@]}" sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' "$clusters"
fi
apt install -y --no-install-recommends "${missing[@]}" || {
  tail -n 20 "$log" >&2
  die "apt-get could not install them; $by_hand"
}
