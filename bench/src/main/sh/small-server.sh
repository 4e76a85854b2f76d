#!/bin/sh
# A legacy MCP server over standard streams that is as small as a process can be: one tool that says how often it was called.
count=0
while IFS= read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"small","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      result='{"tools":[{"name":"count","inputSchema":{"type":"object"}}]}' ;;
    *'"method":"tools/call"'*)
      count=$((count + 1))
      result='{"content":[{"type":"text","text":"'$count'"}]}' ;;
    *'"method":"ping"'*) result='{}' ;;
    *'"method":"notifications/'*) continue ;;
    *)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"unknown method"}}\n' "$id"
      continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
