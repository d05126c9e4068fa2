#!/usr/bin/env bash
# A PostgreSQL server of the tests' own, by Debian's package, as an ordinary user.
#
#   scripts/postgres.sh FOLDER   makes a cluster in the folder and runs it there, on a socket alone, until standard
#                                input ends: with the program that started it, whatever ends that. Says `ready`.
#                                Lines of standard input, `stop` and `start`, stop it hard (says `stopped`) and start it
#                                again on the same data.
#
# Leaves with status 3 where there is no PostgreSQL.
set -euo pipefail

folder="$1"
# shellcheck disable=SC2086 # a pattern
programs="$(ls -d ${POSTGRES_PROGRAMS:-/usr/lib/postgresql/*/bin} 2>/dev/null | sort -V | tail -n 1)"
[ -x "$programs/initdb" ] || exit 3

# The server refuses to run as root. The other user may be unable to read this file.
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
  # A machine that fails in the middle of the tests may lose them.
  "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c shared_buffers=16MB -c fsync=off \
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
    # As it ends by a fault of its own.
    stop) kill -QUIT "$server"; wait "$server" || true; echo stopped ;;
    start) start ;;
  esac
done
kill -INT "$server" 2>/dev/null || true
wait "$server" || true
cd /
rm -rf "${folder:?}"
