#!/bin/sh
# Calls a tool as an assistant does: sh mcp.sh
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/mcp" -H 'content-type: application/json' \
  -H 'accept: application/json, text/event-stream' -d @- << 'JSON'
{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": { "name": "hash", "arguments": { "text": "abc" } }
}
JSON
