import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { readCases } from "./support/cases.ts";
import {
  ADMIN_TOKEN,
  type Key,
  type KeyServer,
  post,
  readError,
  startKeyServer,
} from "./support/keys.ts";

let server: KeyServer;
let manager: Key;

const send = (inbox: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1/webhook/${inbox}`, { method: "POST", body: "{}", ...init });
const read = async (inbox: string) => {
  const response = await server.as(manager.key, `/api/v1/webhook/${inbox}`);
  return (await response.json()) as {
    total: number;
    payloads: { headers: Record<string, string>; rawHeaders: string[][] }[];
  };
};

describe("inboxes where keys are required", () => {
  before(async () => {
    server = await startKeyServer();
    manager = await server.issue();
  });
  after(() => server.stop());

  it("a stranger sends to registered names alone, and nothing else is kept", async () => {
    const refused = await send("unknown");
    assert.equal(refused.status, 404);
    assert.match(await readError(refused), /^No inbox has this name\. /);
    assert.equal((await read("unknown")).total, 0);
    const created = await server.as(manager.key, "/api/v1/inboxes", post({ id: "orders" }));
    assert.equal(created.status, 201);
    assert.equal(((await created.json()) as { id: string }).id, "orders");
    assert.equal(
      (await server.as(manager.key, "/api/v1/inboxes", post({ id: "orders" }))).status,
      200,
    );
    assert.equal((await send("orders")).status, 200);
    assert.equal((await send("orders/path?x=1", { method: "PUT" })).status, 200);
    assert.equal((await read("orders")).total, 2);
  });

  it("random and private inboxes are registered, and names follow the rules of ids", async () => {
    for (const body of [{}, { private: true }]) {
      const { id } = (await (
        await server.as(manager.key, "/api/v1/inboxes", post(body))
      ).json()) as { id: string };
      assert.equal((await send(id)).status, 200);
    }
    for (const [id, sentence] of [
      ["~mine", "id must not begin with ~"],
      ["a/b", "id must be one path segment of 1 to 128 printable characters, not . or .."],
      ["", "id must be one path segment of 1 to 128 printable characters, not . or .."],
    ]) {
      const response = await server.as(manager.key, "/api/v1/inboxes", post({ id }));
      assert.equal(response.status, 422);
      assert.equal(await readError(response), sentence);
    }
  });

  it("a sender that may manage inboxes registers a name by its first send", async () => {
    const reader = await server.issue({ scopes: ["inbox:read"] });
    assert.equal((await send("by-send", { headers: { "x-api-key": reader.key } })).status, 404);
    assert.equal((await send("by-send", { headers: { "x-api-key": manager.key } })).status, 200);
    assert.equal((await send("by-send")).status, 200);
  });

  it("a foreign or wrong credential on a send is not judged, and own ones are masked", async () => {
    await server.as(manager.key, "/api/v1/inboxes", post({ id: "masked" }));
    const [mistyped = ""] = readCases().keys.invalid.map(({ key }) => key);
    const headers = {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      "x-api-key": manager.key,
      "x-other": `a ${manager.key}; b`,
      "x-foreign": "sk_live_123",
      "x-mistyped": mistyped,
      cookie: "a=1; sundry_session=abc; __Host-sundry_session=def; theme=dark",
    };
    assert.equal((await send("masked", { headers })).status, 200);
    assert.equal(
      (
        await send("masked", {
          headers: { authorization: "Bearer foreign", "x-api-key": mistyped },
        })
      ).status,
      200,
    );
    const { payloads } = await read("masked");
    const text = JSON.stringify(payloads);
    assert.ok(!text.includes(ADMIN_TOKEN) && !text.includes(manager.key));
    const [first, second] = payloads.map((record) => record.headers);
    assert.equal(first?.["authorization"], "Bearer ***");
    assert.equal(first?.["x-api-key"], "***");
    assert.equal(first?.["x-other"], "a ***; b");
    assert.equal(first?.["x-foreign"], "sk_live_123");
    assert.equal(first?.["x-mistyped"], mistyped);
    assert.equal(
      first?.["cookie"],
      "a=1; sundry_session=***; __Host-sundry_session=***; theme=dark",
    );
    assert.equal(second?.["authorization"], "Bearer foreign");
    assert.equal(second?.["x-api-key"], mistyped);
  });

  it("a deleted inbox takes nothing, and a preflight is captured only where the send would be", async () => {
    await server.as(manager.key, "/api/v1/inboxes", post({ id: "gone" }));
    const preflight = (inbox: string) =>
      send(inbox, {
        method: "OPTIONS",
        body: null,
        headers: { origin: "http://a.example", "access-control-request-method": "POST" },
      });
    assert.equal((await preflight("gone")).status, 204);
    assert.equal((await read("gone")).total, 1);
    const removed = await server.as(manager.key, "/api/v1/inboxes/gone", { method: "DELETE" });
    assert.equal(removed.status, 204);
    assert.equal((await send("gone")).status, 404);
    const response = await preflight("gone");
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-methods"), "POST");
    assert.equal((await read("gone")).total, 0);
  });
});
