import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../support/server.ts";
import { verify } from "./support.ts";

const text = readFileSync(join(root, "docs", "guides", "webhooks.md"), "utf8");
// Other examples in the guide are response plans.
const requests = [...text.matchAll(/\n### ([^\n]+)\n[^#]*?<<'JSON'\n(.*?)\nJSON/gs)].filter(
  ([, , json]) => json?.includes('"secret"'),
);
const [, result = ""] = /### GitHub.*?```json\n(.*?)```/s.exec(text) ?? [];

describe("docs/guides/webhooks.md", () => {
  it("docs/guides/webhooks.md has examples of four providers and of a generic scheme", () => {
    const titles = requests.map(([, title]) => title);
    assert.deepEqual(titles, ["GitHub", "Stripe", "Slack", "Shopify", "Schemes"]);
  });

  for (const [, title = "", request = ""] of requests) {
    it(`the example of ${title} in docs/guides/webhooks.md is valid`, async () => {
      const verification = await verify(JSON.parse(request) as object);
      assert.deepEqual([verification.reason, verification.hints], ["ok", []]);
      if (title === "GitHub") assert.deepEqual(JSON.parse(result), verification);
    });
  }
});
