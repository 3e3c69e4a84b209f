#!/bin/sh
# Compares what platforms leave of a sale: sh fees.sh PRICE COST
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/profit-calculator" -H 'content-type: application/json' \
  -d "{\"platform\":\"all\",\"salePrice\":$1,\"materialCost\":$2}" -o profit.json
grep -o '"netProfit":[-0-9.]*' profit.json
