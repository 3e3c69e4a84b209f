#!/bin/sh
# Waits until a server is ready, then prints its counters: sh deploy.sh
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

for _ in 1 2 3 4 5 6 7 8 9 10; do
  curl -sf "$server/readyz" > /dev/null && ready=yes && break
  sleep 1
done
[ "${ready:-no}" = yes ] || { echo "$server is not ready" >&2; exit 1; }
curl -sf "$server/metrics" | grep '^sundry_store_up'
