#!/bin/sh
# Tests how a sender retries: the first two sends fail, the third succeeds. sh webhooks.sh
set -eu
server=${SUNDRY_URL:-http://localhost:3000}
inbox=retries-$$

curl -sf -X PUT "$server/api/v1/inboxes/$inbox/response" -H 'content-type: application/json' \
  -d '{"steps":[{"status":503,"times":2},{"status":202}]}' > /dev/null
for _ in 1 2 3; do
  curl -s -o /dev/null -w '%{http_code}\n' "$server/api/v1/webhook/$inbox" -d '{"event":"paid"}'
done
curl -sf "$server/api/v1/webhook/$inbox" -o records.json
