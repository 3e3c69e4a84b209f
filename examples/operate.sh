#!/bin/sh
# Fails when the store does not work or is nearly full, for a monitor: sh operate.sh [PERCENT]
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/metrics" | awk -v limit="${1:-90}" '
  $1 == "sundry_store_up" { up = $2 }
  $1 == "sundry_store_bytes" { bytes = $2 }
  $1 == "sundry_store_max_bytes" { max = $2 }
  END {
    if (up != 1) { print "the store does not work"; exit 1 }
    percent = 100 * bytes / max
    printf "the store is %.0f %% full\n", percent
    exit percent > limit
  }'
