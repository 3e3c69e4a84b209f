#!/bin/sh
# Prints the checksums of files in the format of sha256sum: sh hash.sh FILE... > SHA256SUMS
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

for file in "$@"; do
  hash=$(curl -sf "$server/api/v1/hash" -H 'content-type: application/octet-stream' \
    -X POST -T "$file" | sed 's/.*"hash":"\([^"]*\)".*/\1/')
  echo "$hash  $file"
done
