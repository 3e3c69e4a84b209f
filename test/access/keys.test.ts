import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseHead, sendRaw } from "../support/raw.ts";
import { readCases } from "./support/cases.ts";
import {
  ADMIN_TOKEN,
  type Key,
  type KeyServer,
  post,
  readError,
  startKeyServer,
} from "./support/keys.ts";

const HASH = "/api/v1/hash";
const text = post({ text: "abc" });

let server: KeyServer;

const toRequest = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n\r\n`;

async function countKeys(): Promise<number> {
  const response = await server.admin("GET", "/api/v1/keys");
  return ((await response.json()) as { keys: Key[] }).keys.length;
}

/** Returns a message to `/mcp`. */
function createMessage(method: string, params: object): RequestInit {
  const init = post({ jsonrpc: "2.0", id: 1, method, params });
  const accept = "application/json, text/event-stream";
  return { ...init, headers: { "content-type": "application/json", accept } };
}

describe("administration of keys", () => {
  before(async () => {
    server = await startKeyServer();
  });
  after(() => server.stop());

  it("a key is created with its defaults, shown once and listed without its secret", async () => {
    const response = await server.admin("POST", "/api/v1/keys", { name: "CI" });
    const { key, createdAt, ...members } = (await response.json()) as Key;
    assert.equal(response.status, 201);
    assert.equal(response.headers.get("location"), `/api/v1/keys/${members.id}`);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(key, /^sndr_[0-9a-z]{12}_[0-9A-Za-z]{38}$/);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.deepEqual(members, {
      id: key.slice(5, 17),
      name: "CI",
      scopes: ["tools:*", "inbox:read", "inbox:manage", "mcp", "usage"],
      perDay: null,
      perMinute: {},
      expiresAt: null,
      networks: [],
      lastUsedAt: null,
      previousEndsAt: null,
      revokedAt: null,
    });
    const got = await server.admin("GET", `/api/v1/keys/${members.id}`);
    assert.deepEqual(await got.json(), { ...members, createdAt });
    const listed = await (await server.admin("GET", "/api/v1/keys")).text();
    assert.ok(listed.includes(members.id) && !listed.includes(key));
  });

  it("every broken rule of a key is named by its path, and nothing is created", async () => {
    const existing = await countKeys();
    const cases: [object, string][] = [
      [{}, "name is required"],
      [{ name: "" }, "name must not be empty"],
      [{ name: "a\u0000" }, "name must not contain control or bidirectional characters"],
      [{ name: "a", scopes: ["tools:qr", "inbox"] }, "scopes[1] must be a scope"],
      [{ name: "a", scopes: ["tools:nothing"] }, "scopes[0] must be a scope"],
      [{ name: "a", scopes: [] }, "scopes must have at least 1 entry"],
      [{ name: "a", perDay: 0 }, "perDay must be at least 1"],
      [{ name: "a", perMinute: { qr: 0 } }, "perMinute.qr must be at least 1"],
      [{ name: "a", perMinute: { qr: "on" } }, 'perMinute.qr must be a whole number or "off"'],
      [{ name: "a", perMinute: { nothing: 5 } }, "perMinute.nothing is not a tool"],
      [{ name: "a", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt must be in the future"],
      [{ name: "a", expiresAt: "2200-01-01T00:00:00Z" }, "expiresAt must be within 10 years"],
      [
        { name: "a", expiresAt: "2027-02-30T00:00:00Z" },
        "expiresAt must be a time of RFC 3339, such as 2027-01-31T00:00:00Z",
      ],
      [{ name: "a", networks: ["10.0.0.0/33"] }, "networks[0] must be an address or a CIDR"],
      [
        { scopes: ["x"], perDay: -1, networks: ["x"] },
        "name is required; scopes[0] must be a scope; perDay must be at least 1; networks[0] must be an address or a CIDR",
      ],
    ];
    for (const [body, sentence] of cases) {
      const response = await server.admin("POST", "/api/v1/keys", body);
      assert.equal(response.status, 422, sentence);
      assert.equal(await readError(response), sentence);
    }
    assert.equal(await countKeys(), existing);
  });

  it("a change keeps absent members, and null restores the default", async () => {
    const endMs = Date.now() + 86_400_000;
    const inHelsinki = new Date(endMs + 7_200_000).toISOString().replace("Z", "+02:00");
    const { id } = await server.issue({
      name: "old",
      perDay: 5,
      perMinute: { qr: 2, pdf: "off" },
      networks: ["10.0.0.0/8", "10.0.0.0/8"],
      expiresAt: inHelsinki,
    });
    const patch = (body: object) => server.admin("PATCH", `/api/v1/keys/${id}`, body);
    const renamed = (await (await patch({ name: "new\n\tname" })).json()) as Key;
    assert.equal(renamed.name, "new name");
    assert.equal(renamed.perDay, 5);
    assert.deepEqual(renamed.networks, ["10.0.0.0/8"]);
    assert.equal(renamed.expiresAt, new Date(endMs).toISOString());
    const reset = await patch({
      scopes: null,
      perDay: null,
      perMinute: null,
      expiresAt: null,
      networks: null,
    });
    const { scopes, perDay, perMinute, expiresAt, networks } = (await reset.json()) as Key;
    assert.equal(scopes.length, 5);
    assert.deepEqual(
      { perDay, perMinute, expiresAt, networks },
      { perDay: null, perMinute: {}, expiresAt: null, networks: [] },
    );
    assert.equal(await readError(await patch({ name: null })), "name must be a string");
  });

  it("a rotated key works with both secrets until the overlap ends, and at most two work", async () => {
    const first = await server.issue();
    const rotate = async (body: object) =>
      (await (await server.admin("POST", `/api/v1/keys/${first.id}/rotate`, body)).json()) as Key;
    const statusOf = async (key: string) => (await server.as(key, HASH, text)).status;
    const second = await rotate({});
    assert.equal(second.id, first.id);
    assert.ok(second.previousEndsAt !== null && second.previousEndsAt > new Date().toISOString());
    assert.deepEqual([await statusOf(first.key), await statusOf(second.key)], [200, 200]);
    const third = await rotate({ overlapSeconds: 60 });
    assert.deepEqual(
      [await statusOf(first.key), await statusOf(second.key), await statusOf(third.key)],
      [401, 200, 200],
    );
    const fourth = await rotate({ overlapSeconds: 0 });
    assert.equal(fourth.previousEndsAt, null);
    assert.deepEqual([await statusOf(third.key), await statusOf(fourth.key)], [401, 200]);
    const wrong = await server.admin("POST", `/api/v1/keys/${first.id}/rotate`, {
      overlapSeconds: 604_801,
    });
    assert.equal(await readError(wrong), "overlapSeconds must be at most 604800");
  });

  it("a revoked key is listed, cannot be changed, and only its right secret learns that", async () => {
    const { id, key } = await server.issue({ name: "leaves" });
    const revoke = () => server.admin("DELETE", `/api/v1/keys/${id}`);
    assert.equal((await revoke()).status, 204);
    assert.equal((await revoke()).status, 204);
    const refused = await server.as(key, HASH, text);
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    assert.equal(await readError(refused), "This key was revoked.");
    const { revokedAt } = (await (await server.admin("GET", `/api/v1/keys/${id}`)).json()) as Key;
    assert.ok(revokedAt);
    for (const [method, path] of [
      ["PATCH", ""],
      ["POST", "/rotate"],
    ] as const) {
      const response = await server.admin(method, `/api/v1/keys/${id}${path}`, {});
      assert.equal(response.status, 409);
      assert.equal(await readError(response), "This key was revoked.");
    }
  });

  it("an unknown id is 404, and administration is for administrators alone", async () => {
    for (const id of ["aaaaaaaaaaaa", "x", "..%2Fkeys"]) {
      assert.equal((await server.admin("GET", `/api/v1/keys/${id}`)).status, 404);
      assert.equal((await server.admin("DELETE", `/api/v1/keys/${id}`)).status, 404);
    }
    const { key } = await server.issue({
      scopes: ["tools:*", "inbox:read", "inbox:manage", "mcp", "usage", "metrics"],
    });
    for (const path of [
      "/api/v1/keys",
      "/api/v1/keys/aaaaaaaaaaaa",
      "/api/v1/keys/aaaaaaaaaaaa/usage",
    ]) {
      const response = await server.as(key, path);
      assert.equal(response.status, 403);
      assert.equal(await readError(response), "Only an administrator may do this.");
      assert.equal((await fetch(server.url + path)).status, 401);
    }
  });

  it("a key reports who it is, its own count and its limits", async () => {
    const { key, id } = await server.issue({
      name: "bot",
      perDay: 3,
      scopes: ["tools:hash", "usage"],
    });
    const me = await server.as(key, "/api/v1/me");
    assert.equal(me.headers.get("x-usage-count"), "1");
    assert.equal(me.headers.get("x-usage-limit"), "3");
    assert.deepEqual(await me.json(), {
      kind: "key",
      id,
      name: "bot",
      scopes: ["tools:hash", "usage"],
      admin: false,
      perDay: 3,
      expiresAt: null,
    });
    assert.equal((await server.as(key, HASH, text)).headers.get("x-usage-remaining"), "1");
    const last = await server.as(key, "/api/v1/usage?days=1");
    const { days, limit } = (await last.json()) as {
      days: { total: number; tools: object }[];
      limit: number;
    };
    assert.equal(limit, 3);
    assert.deepEqual([days[0]?.total, days[0]?.tools], [3, { hash: 1, access: 2 }]);
    const past = await server.as(key, HASH, text);
    assert.equal(past.status, 429);
    assert.match(await readError(past), /^The daily limit of 3 requests is used up/);
    const seen = await server.admin("GET", `/api/v1/keys/${id}/usage?days=1`);
    const usage = (await seen.json()) as {
      kind: string;
      id: string;
      name: string;
      limit: number;
      days: { total: number }[];
    };
    assert.deepEqual(
      [usage.kind, usage.id, usage.name, usage.limit, usage.days[0]?.total],
      ["key", id, "bot", 3, 4],
    );
    const { lastUsedAt } = (await (await server.admin("GET", `/api/v1/keys/${id}`)).json()) as Key;
    assert.equal(lastUsedAt, new Date().toISOString().slice(0, 10));
    const admin = (await (await server.admin("GET", "/api/v1/me")).json()) as {
      kind: string;
      admin: boolean;
      perDay: number;
    };
    assert.deepEqual([admin.kind, admin.admin, admin.perDay], ["admin", true, 100]);
  });
});

describe("what a key may do", () => {
  before(async () => {
    server = await startKeyServer();
  });
  after(() => server.stop());

  it("without a credential everything but public routes is 401, unknown paths and methods too", async () => {
    const paths = [
      ["GET", "/"],
      ["POST", HASH],
      ["GET", HASH],
      ["GET", "/nothing"],
      ["PUT", "/api/v1/me"],
      ["GET", "/metrics"],
      ["GET", "/openapi.json"],
      ["GET", "/docs"],
      ["POST", "/mcp"],
      ["GET", "/api/v1/webhook/a"],
      ["DELETE", "/api/v1/inboxes/a"],
      ["OPTIONS", "/nothing"],
    ] as const;
    for (const [method, path] of paths) {
      const response = await fetch(server.url + path, { method });
      assert.equal(response.status, 401, `${method} ${path}`);
      assert.equal(response.headers.get("www-authenticate"), "Bearer");
      assert.match(await readError(response), /^This server needs a key\. /);
    }
    for (const path of ["/healthz", "/readyz", "/assets/nothing.js"])
      assert.notEqual((await fetch(server.url + path)).status, 401, path);
    const preflight = await fetch(server.url + HASH, {
      method: "OPTIONS",
      headers: { origin: "http://a.example", "access-control-request-method": "POST" },
    });
    assert.equal(preflight.status, 204);
  });

  it("a key opens the routes of its scopes, by either header, and 403 names the scope it lacks", async () => {
    const { key, id } = await server.issue({ scopes: ["tools:hash"] });
    assert.equal((await server.as(key, HASH, text)).status, 200);
    assert.equal(
      (await fetch(server.url + HASH, post({ text: "a" }, { "x-api-key": key }))).status,
      200,
    );
    const cases: [string, RequestInit, string][] = [
      ["/api/v1/qr", post({ text: "a" }), "tools:qr"],
      ["/tools/qr", {}, "tools:qr"],
      ["/api/v1/batch/qr", post([]), "tools:qr"],
      ["/api/v1/code-image/languages", {}, "tools:code-image"],
      ["/api/v1/webhook/a", {}, "inbox:read"],
      ["/api/v1/inboxes", post({}), "inbox:manage"],
      ["/mcp", post({}), "mcp"],
      ["/api/v1/usage", {}, "usage"],
      ["/metrics", {}, "metrics"],
    ];
    for (const [path, init, scope] of cases) {
      const response = await server.as(key, path, init);
      assert.equal(response.status, 403, path);
      assert.equal(
        response.headers.get("www-authenticate"),
        `Bearer error="insufficient_scope", scope="${scope}"`,
      );
      assert.equal(await readError(response), `This key needs the scope ${scope}.`);
    }
    assert.equal((await server.as(key, "/api/v1/me")).status, 200);
    await server.admin("PATCH", `/api/v1/keys/${id}`, { scopes: ["tools:*"] });
    assert.equal((await server.as(key, "/api/v1/qr", post({ text: "a" }))).status, 200);
  });

  it("a wrong, mistyped or unknown key is 401 with one sentence, in either header", async () => {
    const { key } = await server.issue();
    const [foreign = ""] = readCases().keys.valid;
    const end = key.endsWith("A") ? "B" : "A";
    const wrong = [
      foreign,
      key.slice(0, -1) + end,
      `${key}0`,
      "x",
      ADMIN_TOKEN.replace("the", "The"),
    ];
    for (const [index, secret] of wrong.entries()) {
      const caller = { "x-forwarded-for": `10.20.0.${index}` };
      for (const headers of [{ authorization: `bearer ${secret}` }, { "x-api-key": secret }]) {
        const response = await fetch(
          server.url + HASH,
          post({ text: "a" }, { ...headers, ...caller }),
        );
        assert.equal(response.status, 401, secret);
        assert.equal(response.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
        assert.equal(await readError(response), "This key is not valid.");
      }
    }
    const asApiKey = await fetch(
      server.url + HASH,
      post({ text: "a" }, { "x-api-key": ADMIN_TOKEN }),
    );
    assert.equal(asApiKey.status, 401);
    const both = await fetch(
      server.url + HASH,
      post({ text: "a" }, { authorization: "Bearer x", "x-api-key": key }),
    );
    assert.equal(both.status, 401);
    const basic = await fetch(
      server.url + HASH,
      post({ text: "a" }, { authorization: "Basic eDp5", "x-api-key": key }),
    );
    assert.equal(basic.status, 200);
  });

  it("more than 20 wrong keys a minute of an address are 429, and a right one still works", async () => {
    const { key } = await server.issue();
    const caller = { "x-forwarded-for": "2001:db8:1:2::7" };
    const send = (headers: Record<string, string>) =>
      fetch(server.url + HASH, post({ text: "a" }, { ...caller, ...headers }));
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries++)
      statuses.push((await send({ "x-api-key": `x${tries}` })).status);
    assert.deepEqual(statuses.slice(19), [401, 429, 429]);
    const neighbor = { "x-forwarded-for": "2001:db8:1:2:ffff::1" };
    const throttled = await send({ ...neighbor, authorization: "Bearer x" });
    assert.equal(throttled.status, 429);
    assert.match(throttled.headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal((await send({ "x-api-key": key })).status, 200);
    assert.equal((await send({})).status, 401);
    assert.equal((await send({ "x-forwarded-for": "10.3.0.1", "x-api-key": "x" })).status, 401);
  });

  it("a key works from its networks alone", async () => {
    const { key } = await server.issue({ networks: ["10.40.0.0/16", "2001:db8:40::/48"] });
    const send = async (address: string) =>
      server.as(key, HASH, { ...text, headers: { ...text.headers, "x-forwarded-for": address } });
    assert.equal((await send("10.40.1.2")).status, 200);
    assert.equal((await send("2001:db8:40:1::2")).status, 200);
    const refused = await send("10.41.0.1");
    assert.equal(refused.status, 403);
    assert.equal(await readError(refused), "This key may not be used from this address.");
  });

  it("the limit per minute of a key replaces the one for each address", async () => {
    const { key } = await server.issue({ perMinute: { hash: 2, "meeting-cost": "off" } });
    const send = async (address: string) =>
      server.as(key, HASH, { ...text, headers: { ...text.headers, "x-forwarded-for": address } });
    const first = await send("10.50.0.1");
    assert.equal(first.headers.get("ratelimit-policy"), '"hash";q=2;w=60');
    assert.equal((await send("10.50.0.2")).status, 200);
    assert.equal((await send("10.50.0.3")).status, 429);
    const costs = await server.as(key, "/api/v1/meeting-cost", post({}));
    assert.equal(costs.headers.get("ratelimit-policy"), null);
    const rows = await server.as(key, "/api/v1/batch/hash", post({ rows: [{ text: "a" }] }));
    assert.equal(rows.status, 429);
  });

  it("a repeated credential header is 400, and a refused body is not asked for", async () => {
    const { key } = await server.issue();
    const response = await sendRaw(
      server.port,
      toRequest([
        "POST /api/v1/hash HTTP/1.1",
        "Host: localhost",
        `X-API-Key: ${key}`,
        `x-api-key: ${key}`,
        "Content-Length: 0",
        "Connection: close",
      ]),
    );
    assert.equal(parseHead(response).status, 400);
    const waiting = await sendRaw(
      server.port,
      toRequest([
        "POST /api/v1/hash HTTP/1.1",
        "Host: localhost",
        "Expect: 100-continue",
        "Content-Length: 100",
        "Connection: close",
      ]),
    );
    assert.equal(parseHead(waiting).status, 401);
  });

  it("shared caches may store no response, and a 304 needs the credential too", async () => {
    const { key } = await server.issue();
    const path = "/api/v1/qr?text=abc";
    const image = await server.as(key, path);
    assert.match(image.headers.get("cache-control") ?? "", /^private, /);
    const headers = { "if-none-match": image.headers.get("etag") ?? "" };
    assert.equal((await server.as(key, path, { headers })).status, 304);
    assert.equal((await fetch(server.url + path, { headers })).status, 401);
    const asset = await fetch(`${server.url}/assets/x.js`);
    assert.doesNotMatch(asset.headers.get("cache-control") ?? "", /public/);
  });

  it("the list over MCP has the tools of the scopes, and a call beyond them is 403", async () => {
    const { key } = await server.issue({ scopes: ["mcp", "tools:hash", "inbox:read"] });
    const listed = await (await server.as(key, "/mcp", createMessage("tools/list", {}))).text();
    const names = new Set([...listed.matchAll(/"name":"([a-z_-]+)"/g)].map(([, name]) => name));
    for (const name of ["hash", "inbox_list", "inbox_wait"]) assert.ok(names.has(name), name);
    for (const name of ["qr", "inbox_create", "inbox_respond"]) assert.ok(!names.has(name), name);
    const call = (name: string, args: object) =>
      server.as(key, "/mcp", createMessage("tools/call", { name, arguments: args }));
    assert.equal((await call("hash", { text: "a" })).status, 200);
    const refused = await call("qr", { text: "a" });
    assert.equal(refused.status, 403);
    assert.equal(await readError(refused), "This key needs the scope tools:qr.");
    const hidden = await server.as(
      key,
      "/mcp?mode=search",
      createMessage("tools/call", {
        name: "call_tool",
        arguments: { name: "qr", arguments: { text: "a" } },
      }),
    );
    assert.equal(hidden.status, 403);
  });

  it("the MCP tool for many rows names the tools of the scopes, and is not listed without one", async () => {
    const list = async (scopes: string[], query: string) => {
      const { key } = await server.issue({ scopes: ["mcp", ...scopes] });
      const init = createMessage("tools/list", {});
      return (await server.as(key, `/mcp${query}`, init)).text();
    };
    // The same selection of callers with other scopes, one after the other.
    for (const [scopes, choices] of [
      [["tools:hash"], '["hash"]'],
      [["tools:qr"], '["qr"]'],
    ] as const) {
      const listed = await list([...scopes], "?tools=batch");
      assert.ok(listed.includes(`"enum":${choices}`), listed);
      assert.equal(listed.includes("hash"), scopes[0] === "tools:hash");
    }
    assert.doesNotMatch(await list(["inbox:read"], ""), /"batch"/);
    const { key } = await server.issue({ scopes: ["mcp", "tools:hash"] });
    const call = async (tool: string) => {
      const params = { name: "batch", arguments: { tool, rows: [{ text: "a" }] } };
      return (await server.as(key, "/mcp", createMessage("tools/call", params))).text();
    };
    assert.match(await call("hash"), /"failed":0/);
    assert.match(await call("qr"), /This key needs the scope tools:qr/);
  });

  it("a read token opens its private inbox without a key, and a key alone does not", async () => {
    const { key } = await server.issue();
    const created = await server.as(key, "/api/v1/inboxes", post({ private: true }));
    const { id, readToken } = (await created.json()) as { id: string; readToken: string };
    const path = `/api/v1/webhook/${id}`;
    assert.equal((await server.as(key, path)).status, 401);
    assert.equal(
      (await server.as(key, path, { headers: { "x-inbox-token": readToken } })).status,
      200,
    );
    assert.equal((await server.as(readToken, path)).status, 200);
    assert.equal(
      (await fetch(server.url + path, { headers: { "x-inbox-token": readToken } })).status,
      200,
    );
    assert.equal((await server.as(readToken, "/api/v1/webhook/other")).status, 401);
    assert.equal((await server.as(`${readToken}x`, path)).status, 401);
  });
});
