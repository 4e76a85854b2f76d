#!/bin/sh
# A stateful MCP server over standard input and output: it counts calls, and remembers the client of the first one. Its state
# lives as long as the process. It uses no other program, because a measurement starts thousands of these processes.
n=0
owner=
while IFS= read -r line; do
  case $line in
    *'"id":'*) id=${line#*'"id":'} id=${id%%[,\}]*} ;;
    *) continue ;;
  esac
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"counter","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      result='{"tools":[{"name":"count","inputSchema":{"type":"object","properties":{"client":{"type":"string"}}}}]}' ;;
    *'"method":"tools/call"'*)
      n=$((n + 1))
      client=${line#*'"client":"'}
      [ -n "$owner" ] || owner=${client%%'"'*}
      result='{"content":[{"type":"text","text":"'$owner' '$n'"}]}' ;;
    *'"method":"ping"'*)
      result='{}' ;;
    *)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id"
      continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
