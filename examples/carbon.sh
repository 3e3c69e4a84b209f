#!/bin/sh
# Fails a build whose page is too heavy: sh carbon.sh https://example.com 0.5
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/carbon-footprint" -H 'content-type: application/json' \
  -d "{\"url\":\"$1\"}" -o carbon.json
node -e '
  const { readFileSync } = require("node:fs");
  const { co2PerVisitGrams, grade } = JSON.parse(readFileSync("carbon.json", "utf8"));
  console.log(`${co2PerVisitGrams} g of CO2 per visit, grade ${grade}`);
  process.exitCode = co2PerVisitGrams > Number(process.argv[1]) ? 1 : 0;
' "$2"
