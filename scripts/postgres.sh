#!/usr/bin/env bash
# Runs a PostgreSQL server for tests, from Debian's package, as an ordinary user.
#
#   scripts/postgres.sh FOLDER   makes a cluster in FOLDER and runs it on a Unix socket until standard input ends, and
#                                thus until the calling program ends. Prints `ready`. The input line `stop` stops it
#                                immediately (prints `stopped`), `start` restarts it on the same data.
#
# Exits with status 3 if PostgreSQL is not installed.
set -euo pipefail

folder="$1"
# shellcheck disable=SC2086 # a pattern
programs="$(ls -d ${POSTGRES_PROGRAMS:-/usr/lib/postgresql/*/bin} 2>/dev/null | sort -V | tail -n 1)"
[ -x "$programs/initdb" ] || exit 3

# PostgreSQL refuses to run as root. The other user may be unable to read this file.
if [ "$(id -u)" = 0 ]; then
  for user in postgres nobody; do
    if id -u "$user" >/dev/null 2>&1; then
      chown "$user:" "$folder"
      exec setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups \
        bash -c "$(cat "$0")" "$0" "$folder"
    fi
  done
  exit 3
fi

cd "$folder"
"$programs/initdb" -D "$folder/data" -U komadai -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2; exit 1; }
start() {
  # Test data need not survive a crash of the machine; measurements set POSTGRES_FSYNC=on.
  "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c shared_buffers=16MB -c fsync="${POSTGRES_FSYNC:-off}" \
    >>"$folder/log" 2>&1 &
  server=$!
  until "$programs/pg_isready" -q -h "$folder"; do
    kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
  done
  echo ready
}
start
while read -r order; do
  case "$order" in
    # Immediate shutdown, as after a crash.
    stop) kill -QUIT "$server"; wait "$server" || true; echo stopped ;;
    start) start ;;
  esac
done
kill -INT "$server" 2>/dev/null || true
wait "$server" || true
cd /
rm -rf "${folder:?}"
