#!/bin/sh
# Converts each line of a CSV file (date, currency, amount) to euros: sh currency.sh samples/amounts.csv
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

while IFS=, read -r date currency amount; do
  query="from=$currency&to=EUR&amount=$amount&date=$date"
  result=$(curl -sf "$server/api/v1/currency?$query" | sed 's/.*"result":\([^,]*\),.*/\1/')
  echo "$date,$currency,$amount,$result"
done < "$1"
