#!/bin/sh
# Makes sheets of asset labels from a table and prints their number: sh labels.sh assets.csv
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/labels?sheet=avery-l7160" \
  -H 'content-type: text/csv' --data-binary "@$1" \
  --url-query 'label={"code":{"text":"{tag}"},"lines":[{"text":"{name}","bold":true},"{tag}","{place}"]}' \
  -D - -o labels.pdf | tr -d '\r' | grep -i '^x-labels-pages'
