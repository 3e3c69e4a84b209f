import assert from "node:assert/strict";
import { it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { startServer } from "./support/server.ts";

it("the OpenAPI document lints clean and lists what is served", async () => {
  const server = await startServer();
  const source = await (await fetch(`${server.url}/openapi.json`)).text();
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config });
  assert.deepEqual(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    ),
    [],
  );
  const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, unknown>> };
  for (const [path, item] of Object.entries(paths)) {
    if (path.includes("{")) continue;
    const allowed = await fetch(server.url + path, { method: "OPTIONS" });
    assert.equal(allowed.status, 204, path);
    for (const method of Object.keys(item)) {
      assert.match(allowed.headers.get("allow") ?? "", new RegExp(method, "i"), path);
    }
  }
  await server.stop();
});
