#!/bin/sh
# Makes a PDF from a Markdown file: sh documents.sh samples/report.md
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

node -e '
  const { readFileSync } = require("node:fs");
  const markdown = readFileSync(process.argv[1], "utf8");
  console.log(JSON.stringify({ markdown, tableOfContents: true }));
' "$1" | curl -sf "$server/api/v1/pdf" -H 'content-type: application/json' -d @- -o report.pdf
