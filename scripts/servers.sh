# Starts one PostgreSQL and one NATS for all tests, since nextest runs each test in its own process. Reports skipped
# tests if one is not installed; an installed one must start.
# shellcheck shell=bash

POSTGRES_PROGRAMS="${POSTGRES_PROGRAMS:-/usr/lib/postgresql/*/bin}"
NATS_PROGRAMS="${NATS_PROGRAMS:-$PATH:/usr/sbin}"
export POSTGRES_PROGRAMS NATS_PROGRAMS

have_postgres() { compgen -G "$POSTGRES_PROGRAMS/initdb" >/dev/null; }
have_nats() { PATH="$NATS_PROGRAMS" have nats-server; }

# Process ids of running servers, and file descriptors of their standard input.
declare -A SERVER_PROCESS SERVER_INPUT

# start_server <name> <folder>: runs scripts/<name>.sh. Sets SERVER_SAID to the text after `ready`.
start_server() {
  local name="$1" folder="$2" pipes input output said other
  pipes="$(mktemp -d)"
  mkfifo "$pipes/in" "$pipes/out"
  (
    # The child must not inherit the others' descriptors, which would keep them running.
    for other in "${SERVER_INPUT[@]}"; do exec {other}>&-; done
    exec "$ROOT/scripts/$name.sh" "$folder" <"$pipes/in" >"$pipes/out"
  ) &
  SERVER_PROCESS[$name]=$!
  exec {input}>"$pipes/in" {output}<"$pipes/out"
  SERVER_INPUT[$name]=$input
  read -r said SERVER_SAID <&"$output" || true
  exec {output}<&-
  rm -r "$pipes"
  [ "$said" = ready ] && return
  stop_server "$name"
  rm -rf "$folder"
  return 1
}

# stop_server <name>: closes its standard input, which stops the server.
stop_server() {
  local name="$1" input="${SERVER_INPUT[$1]:-}"
  [ -n "$input" ] || return 0
  exec {input}>&-
  wait "${SERVER_PROCESS[$name]}" || true
  unset "SERVER_PROCESS[$name]" "SERVER_INPUT[$name]"
}

# Exports KOMADAI_TEST_POSTGRES.
start_postgres() {
  if ! have_postgres; then
    say "left out: the tests on PostgreSQL, because Debian's postgresql is not there"
    return 0
  fi
  KOMADAI_TEST_POSTGRES="$(mktemp -d)"
  start_server postgres "$KOMADAI_TEST_POSTGRES" || die "PostgreSQL is there and does not run"
  export KOMADAI_TEST_POSTGRES
}

stop_postgres() { stop_server postgres; }

# Exports KOMADAI_TEST_NATS.
start_nats() {
  if ! have_nats; then
    say "left out: the tests of several servers, because Debian's nats-server is not there"
    return 0
  fi
  start_server nats "$(mktemp -d)" || die "nats-server is there and does not run"
  export KOMADAI_TEST_NATS="$SERVER_SAID"
}

stop_nats() { stop_server nats; }
