#!/bin/sh
# Creates an inbox that only its token can read, and reads it: sh security.sh
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

curl -sf "$server/api/v1/inboxes" -H 'content-type: application/json' \
  -d '{"private":true}' -o inbox.json
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' inbox.json)
token=$(sed 's/.*"readToken":"\([^"]*\)".*/\1/' inbox.json)
curl -sf "$url" -d 'event=paid' > /dev/null
curl -s -o /dev/null -w 'without the token: %{http_code}\n' "$url"
curl -s -o /dev/null -w 'with the token: %{http_code}\n' -H "authorization: Bearer $token" "$url"
