#!/bin/sh
# Draws a QR code that joins a Wi-Fi network: sh qr.sh NAME PASSWORD
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/qr" -H 'content-type: application/json' -o wifi.svg -d @- << JSON
{ "content": { "type": "wifi", "ssid": "$1", "password": "$2" } }
JSON
