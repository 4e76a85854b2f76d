#!/usr/bin/env bash
# Starts three gateways, PostgreSQL and HAProxy on this machine, counts in a session, kills the gateway that holds the session,
# and shows what the client is told. Takes about two minutes. Uses the ports 7430 to 7433 and 7439. Needs PostgreSQL's programs,
# haproxy, curl and openssl; on Debian:
#   apt install postgresql haproxy curl openssl
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
chmod 700 "$work"
pids=()

fail() { echo "$1" >&2; exit 1; }
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  [ ! -d "$work/data" ] || as_postgres "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
[ -n "$bin" ] || fail "PostgreSQL is not installed. On Debian: apt install postgresql"
for tool in haproxy curl openssl; do
  command -v "$tool" >/dev/null || fail "$tool is not installed. On Debian: apt install $tool"
done

"$root/mooring" version >/dev/null # builds the program if necessary
echo "Starting PostgreSQL, three gateways and HAProxy ..."

# PostgreSQL refuses to run as root.
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
mkdir "$work/data"
if [ "$(id -u)" = 0 ]; then chmod 711 "$work"; chown postgres "$work/data"; fi
as_postgres "$bin/initdb" -D "$work/data" -U mooring -A trust >/dev/null
as_postgres "$bin/pg_ctl" -D "$work/data" -w -l "$work/data/log" \
  -o "-p 7430 -c listen_addresses=127.0.0.1 -c unix_socket_directories=''" start >/dev/null
as_postgres "$bin/createdb" -h 127.0.0.1 -p 7430 -U mooring mooring

(umask 077; openssl rand -hex 32 > "$work/cluster.key")
cat > "$work/servers.json" <<JSON
{"mcpServers": {"notepad": {"command": "$root/mooring", "args": ["notepad"]}}}
JSON

for i in 1 2 3; do
  "$root/mooring" gateway --servers "$work/servers.json" --port "743$i" \
    --store postgresql://mooring@127.0.0.1:7430/mooring --cluster-key-file "$work/cluster.key" \
    > "$work/out$i" 2> "$work/err$i" &
  pids+=($!)
done
export MOORING_BIND=127.0.0.1:7439 MOORING_REPLICA_1=127.0.0.1:7431 MOORING_REPLICA_2=127.0.0.1:7432 MOORING_REPLICA_3=127.0.0.1:7433
for i in 1 2 3; do
  for _ in $(seq 120); do [ -s "$work/out$i" ] && break; sleep 0.5; done
  [ -s "$work/out$i" ] || { cat "$work/err$i" >&2; fail "Gateway $i does not start"; }
done
haproxy -f "$here/haproxy.cfg" >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 40); do curl -sf http://127.0.0.1:7439/health >/dev/null && break; sleep 0.5; done

call() { # TOOL ARGUMENTS
  curl -s http://127.0.0.1:7439/notepad/modern/mcp -H 'Content-Type: application/json' \
    -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2026-07-28' \
    -H "Mcp-Method: tools/call" -H "Mcp-Name: $1" \
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$1"'","arguments":'"$2"',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"demo","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}' |
    grep -o '"text":"[^"]*"' | head -1 | sed 's/^"text":"//; s/"$//; s/\(\\n\)\{1,\}/ /g'
}

echo "Three gateways behind http://127.0.0.1:7439. A first call starts a session on one of them:"
first=$(call add '{"text":"kept on one replica"}')
echo "  $first"
session=$(printf '%s' "$first" | grep -o '\[session: [0-9a-z]*' | sed 's/.*: //')
[ -n "$session" ] || fail "No session in the result"
echo "Further calls arrive at other gateways, and find the session:"
for _ in 1 2 3; do echo "  $(call read '{"session_id":"'"$session"'"}')"; done

owner=$(as_postgres "$bin/psql" -h 127.0.0.1 -p 7430 -U mooring -At -c \
  "SELECT right(address, 1) FROM replica r JOIN owned_handle h ON h.replica = r.number WHERE NOT h.lost" mooring | head -1)
echo "Gateway $owner holds the session. It is killed with SIGKILL:"
kill -9 "${pids[$((owner - 1))]}"
wait "${pids[$((owner - 1))]}" 2>/dev/null || true
echo "  $(call read '{"session_id":"'"$session"'"}')"
echo "The other gateways wait up to 70 seconds for it to come back:"
for _ in $(seq 60); do
  answer=$(call read '{"session_id":"'"$session"'"}')
  case $answer in *lost*) break ;; esac
  sleep 2
done
echo "  $answer"
case $answer in *lost*) ;; *) fail "The loss was not reported" ;; esac
echo "A call without the session starts a new one, on a gateway that is alive:"
echo "  $(call add '{"text":"a new start"}')"
