#!/bin/sh
# Draws a label for each line of a CSV file (number, name): sh barcode.sh samples/labels.csv
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

while IFS=, read -r number name; do
  curl -sf "$server/api/v1/barcode?type=ean13&text=$number" -o "$number.svg"
  echo "$number.svg $name"
done < "$1"
