#!/bin/sh
# A stateful MCP server over standard input and output. Its counter lives as long as the process. The tool "wait" creates the
# file "waiting" beside this script, and returns when the file "release" is there, unless the input ends before.
n=0
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
  [ -n "$id" ] || continue
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"counter","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      result='{"tools":[{"name":"count","inputSchema":{"type":"object"}},{"name":"wait","inputSchema":{"type":"object"}}]}' ;;
    *'"name":"wait"'*)
      {
        touch "${0%/*}/waiting"
        until [ -e "${0%/*}/release" ]; do sleep 0.05; done
        printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"waited"}]}}\n' "$id"
      } &
      waiter=$!
      continue ;;
    *'"method":"tools/call"'*)
      n=$((n + 1))
      result='{"content":[{"type":"text","text":"'$n'"}]}' ;;
    *'"method":"ping"'*)
      result='{}' ;;
    *)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id"
      continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
[ -z "$waiter" ] || kill "$waiter"
