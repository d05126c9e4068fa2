#!/usr/bin/env bash
# Runs a NATS server for tests, from Debian's package, as an ordinary user.
#
#   scripts/nats.sh FOLDER [PORT]   runs it on 127.0.0.1 with its files in FOLDER until standard input ends, and thus
#                                   until the calling program ends. Prints `ready` and the address. The input line `stop`
#                                   kills it (prints `stopped`), `start` restarts it on the same port. Uses
#                                   FOLDER/nats.conf if it exists.
#
# Exits with status 3 if nats-server is not installed.
set -euo pipefail

folder="$1" port="${2:--1}"
program="$(PATH="${NATS_PROGRAMS:-$PATH:/usr/sbin}" command -v nats-server)" || exit 3

# As in postgres.sh: the other user may be unable to read this file.
if [ "$(id -u)" = 0 ]; then
  for user in nats nobody; do
    if id -u "$user" >/dev/null 2>&1; then
      chown "$user:" "$folder"
      exec setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups bash -c "$(cat "$0")" "$0" "$@"
    fi
  done
  exit 3
fi

cd "$folder"
configuration=()
[ -f nats.conf ] && configuration=(-c "$folder/nats.conf")
start() {
  "$program" "${configuration[@]}" -a 127.0.0.1 -p "$port" --ports_file_dir "$folder" -l "$folder/log" >/dev/null 2>&1 &
  server=$!
  local address=""
  until [ -n "$address" ]; do
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
    address="$(grep -o 'nats://127.0.0.1:[0-9]*' "$folder/nats-server_$server.ports" 2>/dev/null || true)"
  done
  port="${address##*:}"
  echo "ready $address"
}
start
while read -r order; do
  case "$order" in
    stop) kill -KILL "$server"; wait "$server" 2>/dev/null || true; echo stopped ;;
    start) start ;;
  esac
done
kill -INT "$server" 2>/dev/null || true
wait "$server" || true
cd /
rm -rf "${folder:?}"
