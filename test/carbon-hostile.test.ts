import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hostileTargets, serveHostile } from "./support/hostile-targets.ts";
import { type RunningServer, startServer } from "./support/server.ts";

describe("hostile targets", { concurrency: 4 }, () => {
  let product: RunningServer;
  before(async () => {
    const environment = { FETCH_ALLOW_CIDRS: "127.0.0.1/32", FETCH_ALLOW_PORTS: "*" };
    // Every target is another caller's: the limit of twenty a minute is not what is tried here.
    product = await startServer({ ...environment, TRUST_PROXY: "1" });
  });
  after(() => product.stop());

  async function post(path: string, body: object, caller: number): Promise<Response> {
    const headers = { "content-type": "application/json", "x-forwarded-for": `10.0.0.${caller}` };
    return fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  hostileTargets.forEach((target, caller) => {
    it(`${target.name}: ${target.status}, and others are answered meanwhile`, async () => {
      const { url, server } = await serveHostile(target);
      const measured = post("/api/v1/carbon-footprint", { url }, caller);
      const other = await post("/api/v1/hash", { text: "x", algorithm: "sha256" }, caller);
      assert.equal(other.status, 200);
      const answer = await measured;
      server.close();
      const json = (await answer.json()) as { error?: string; measurement?: { complete: boolean } };
      assert.equal(answer.status, target.status, JSON.stringify(json));
      if (typeof target.says === "boolean") assert.equal(json.measurement?.complete, target.says);
      else assert.ok(json.error?.includes(target.says), json.error);
    });
  });

  it("left the product as it was", async () => {
    const answer = await fetch(`${product.url}/healthz`);
    assert.equal(answer.status, 200);
  });
});
