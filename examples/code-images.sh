#!/bin/sh
# Draws a source file as PNG and SVG: sh code-images.sh FILE
set -eu
server=${SUNDRY_URL:-http://localhost:3000}

for format in png svg; do
  node -e '
    const { readFileSync } = require("node:fs");
    const [filename, format] = process.argv.slice(1);
    const code = readFileSync(filename, "utf8");
    console.log(JSON.stringify({ code, filename, theme: "Nord", format }));
  ' "$1" "$format" | curl -sf "$server/api/v1/code-image" -H 'content-type: application/json' \
    -d @- -o "code.$format"
done
