#!/bin/sh
# Prints what a key used in the last days, as CSV, for a report or a chart: sh access.sh KEY [DAYS]
set -eu
server=${SUNDRY_URL:-http://localhost:3000}
key=${1:?usage: sh access.sh KEY [DAYS]}

curl -sf -H "X-API-Key: $key" "$server/api/v1/me" > /dev/null
curl -sf -H "X-API-Key: $key" "$server/api/v1/usage?days=${2:-7}&format=csv"
