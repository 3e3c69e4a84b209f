#!/bin/sh
# Prints how many of today's requests a key has used: sh limits.sh KEY
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/hash?text=abc" -H "x-api-key: $1" -D - -o /dev/null |
  tr -d '\r' | grep -i '^x-usage-'
