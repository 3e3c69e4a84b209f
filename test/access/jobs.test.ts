import assert from "node:assert/strict";
import { it } from "node:test";
import { post, startKeyServer } from "./support/keys.ts";

it("a job is read and canceled only with the scope of its tool, even by its id", async (test) => {
  const server = await startKeyServer({ OFFLINE: "true" });
  test.after(() => server.stop());
  const { key: owner } = await server.issue({ scopes: ["tools:hash"] });
  const { key: other } = await server.issue({ scopes: ["tools:qr"] });
  const created = await server.as(owner, "/api/v1/jobs/hash", post({ rows: [{ text: "a" }] }));
  assert.equal(created.status, 202, await created.clone().text());
  const { id } = (await created.json()) as { id: string };
  const path = `/api/v1/jobs/${id}`;
  for (const [method, asked] of [
    ["GET", path],
    ["GET", `${path}/events`],
    ["GET", `${path}/result`],
    ["DELETE", path],
  ] as const) {
    const refused = await server.as(other, asked, { method });
    assert.deepEqual(
      [refused.status, await refused.json()],
      [403, { error: "This key needs the scope tools:hash." }],
    );
  }
  assert.equal((await server.as(owner, path)).status, 200);
  assert.equal((await server.as(owner, path, { method: "DELETE" })).status, 204);
});
