# PostgreSQL and NATS for the tests that need them: one of each for all, since nextest runs each test in a process of
# its own. Where there is none it is said what is left out; one that is there has to run.
# shellcheck shell=bash

POSTGRES_PROGRAMS="${POSTGRES_PROGRAMS:-/usr/lib/postgresql/*/bin}"
NATS_PROGRAMS="${NATS_PROGRAMS:-$PATH:/usr/sbin}"
export POSTGRES_PROGRAMS NATS_PROGRAMS

have_postgres() { compgen -G "$POSTGRES_PROGRAMS/initdb" >/dev/null; }
have_nats() { PATH="$NATS_PROGRAMS" have nats-server; }

# Exports KOMADAI_TEST_POSTGRES.
start_postgres() {
  local ready="" out=""
  postgres="" postgres_in=""
  if ! have_postgres; then
    say "left out: the tests on PostgreSQL, because Debian's postgresql is not there"
    return 0
  fi
  KOMADAI_TEST_POSTGRES="$(mktemp -d)"
  coproc POSTGRES { exec "$ROOT/scripts/postgres.sh" "$KOMADAI_TEST_POSTGRES"; }
  # Of one that has ended already bash knows nothing any more.
  postgres="${POSTGRES_PID:-}" out="${POSTGRES[0]:-}" postgres_in="${POSTGRES[1]:-}"
  if [ -n "$out" ]; then read -r ready <&"$out" || true; fi
  if [ "$ready" != ready ]; then
    rm -rf "$KOMADAI_TEST_POSTGRES"
    die "PostgreSQL is there and does not run"
  fi
  export KOMADAI_TEST_POSTGRES
}

stop_postgres() {
  [ -n "$postgres" ] || return 0
  # Its standard input ends.
  eval "exec $postgres_in>&-"
  wait "$postgres" || true
}

# Exports KOMADAI_TEST_NATS. Bash has one coprocess at a time: this one is a process with two pipes.
start_nats() {
  local ready="" out=""
  nats="" nats_in=""
  if ! have_nats; then
    say "left out: the tests of several servers, because Debian's nats-server is not there"
    return 0
  fi
  nats_pipes="$(mktemp -d)"
  mkfifo "$nats_pipes/in" "$nats_pipes/out"
  "$ROOT/scripts/nats.sh" "$(mktemp -d)" <"$nats_pipes/in" >"$nats_pipes/out" &
  nats=$!
  exec {nats_in}>"$nats_pipes/in" {out}<"$nats_pipes/out"
  read -r ready KOMADAI_TEST_NATS <&"$out" || true
  [ "$ready" = ready ] || die "nats-server is there and does not run"
  export KOMADAI_TEST_NATS
}

stop_nats() {
  [ -n "$nats" ] || return 0
  exec {nats_in}>&-
  wait "$nats" || true
  rm -rf "$nats_pipes"
}
