import assert from "node:assert/strict";
import { it } from "node:test";
import { createEntry } from "#src/tools/carbon-footprint/crawl/entries.js";

it("createEntry keeps four headers, cut at 200 bytes", () => {
  const long = { "cache-control": `max-age=60${", x".repeat(20_000)}`, etag: "x" };
  const answer = { url: "https://site.example/", status: 200, headers: long, headerBytes: 60_100 };
  const { headers, bytes } = createEntry(
    { ...answer, redirects: [], bodyBytes: 3, truncated: false },
    "image",
  );
  assert.deepEqual([Object.keys(headers), bytes], [["cache-control"], 60_103]);
  assert.match(headers["cache-control"] ?? "", /^max-age=60.{190}$/);
});
