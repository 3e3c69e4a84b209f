#!/bin/sh
# Makes an invoice for each line of a CSV file (number, customer, item, quantity, rate):
# sh invoices.sh samples/invoices.csv
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

while IFS=, read -r number customer item quantity rate; do
  curl -sf "$server/api/invoice?format=pdf" -H 'content-type: application/json' \
    -o "$number.pdf" -d @- << JSON
{
  "invoiceNumber": "$number",
  "from": { "name": "Ada Lovelace" },
  "to": { "name": "$customer" },
  "items": [{ "description": "$item", "quantity": $quantity, "rate": $rate }],
  "taxRate": 19
}
JSON
  echo "$number.pdf"
done < "$1"
