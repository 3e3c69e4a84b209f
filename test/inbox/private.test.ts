import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { connectTo } from "../support/mcp.ts";
import { createCaller, postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { isPrivateInbox } from "#src/domain/record/private-inbox.js";
import { isReadToken, createPrivateId } from "#src/inbox/workbench/private-id.js";

interface Created {
  id: string;
  url: string;
  page: string;
  readToken: string;
  expiresAt: null;
  error: string;
}

/** The routes that read or change an inbox. */
const listRoutes = (id: string): [method: string, path: string][] => [
  ["GET", `/api/v1/webhook/${id}`],
  ["GET", `/api/v1/webhook/${id}?token=x&after=0&wait=1`],
  ["GET", `/api/v1/inboxes/${id}`],
  ["GET", `/api/v1/inboxes/${id}/events`],
  ["GET", `/api/v1/inboxes/${id}/records/unknown/raw`],
  ["DELETE", `/api/v1/inboxes/${id}`],
];

describe("createPrivateId", () => {
  it("createPrivateId returns ids that only their own token certifies", () => {
    const [one, other] = [createPrivateId(), createPrivateId()];
    assert.notEqual(one.id, other.id);
    assert.ok(isPrivateInbox(one.id));
    assert.equal(Buffer.from(one.readToken, "base64url").length, 20);
    assert.ok(isReadToken(one.readToken, one.id));
    for (const token of [other.readToken, "", one.readToken.slice(1), `${one.readToken} `])
      assert.ok(!isReadToken(token, one.id), token);
  });

  it("isPrivateInbox is false for other ids", () => {
    const { id } = createPrivateId();
    for (const other of [id.slice(1), `${id}x`, id.slice(0, -1), `~${id.slice(2)}.`, `x${id}`])
      assert.ok(!isPrivateInbox(other), other);
  });
});

describe("private inboxes", { timeout: 300_000 }, () => {
  let server: RunningServer;
  before(async () => (server = await startServer({ TRUST_PROXY: "1" })));
  after(() => server.stop());

  async function create(): Promise<Created> {
    const response = await postJson(`${server.url}/api/v1/inboxes`, { private: true });
    assert.equal(response.status, 201);
    return (await response.json()) as Created;
  }

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method, headers: { ...createCaller(), ...headers } });

  it("a private inbox has an id that is the hash of the token, and links without state", async () => {
    const { id, url, page, readToken, expiresAt } = await create();
    const hash = createHash("sha256").update(readToken).digest("base64url");
    assert.equal(id, `~${hash.slice(0, 22)}`);
    assert.equal(url, `${server.url}/api/v1/webhook/${id}`);
    assert.equal(page, `${server.url}/inbox/${id}#token=${readToken}`);
    assert.equal(expiresAt, null);
  });

  it("the redirect to a private inbox, which carries its token, is not stored", async () => {
    const url = `${server.url}/inbox?private=true`;
    const { status, headers } = await fetch(url, { method: "POST", redirect: "manual" });
    assert.match(headers.get("location") ?? "", /^\/inbox\/~[\w-]{22}#token=./);
    assert.deepEqual([status, headers.get("cache-control")], [303, "no-store"]);
  });

  it("an inbox is public and has no token unless private is true", async () => {
    for (const body of [{}, { private: false }]) {
      const response = await postJson(`${server.url}/api/v1/inboxes`, body);
      const json = (await response.json()) as Created;
      assert.equal(response.status, 201);
      assert.deepEqual(Object.keys(json), ["id", "url", "page", "expiresAt"]);
      assert.equal((await fetch(json.url)).status, 200);
    }
    const refused = await postJson(`${server.url}/api/v1/inboxes`, { private: "yes" });
    assert.equal(refused.status, 422);
    assert.equal(((await refused.json()) as Created).error, "private must be true or false");
  });

  it("a private inbox accepts sends from anyone and keeps a token that is sent with them", async () => {
    const { id, url, readToken } = await create();
    const authorization = `Bearer ${readToken}`;
    assert.equal((await fetch(url, { method: "POST", body: "1" })).status, 200);
    await fetch(`${url}/sub`, { method: "PUT", body: "2", headers: { authorization } });
    const listed = await ask("GET", `/api/v1/webhook/${id}`, { authorization });
    const { payloads } = (await listed.json()) as {
      payloads: { body: string; headers: Record<string, string> }[];
    };
    assert.deepEqual(
      payloads.map(({ body }) => body),
      ["1", "2"],
    );
    assert.equal(payloads[1]?.headers["authorization"], authorization);
  });

  it("a private inbox responds 401 with WWW-Authenticate to every read and change without the token", async () => {
    const { id, url, readToken } = await create();
    await fetch(url, { method: "POST", body: "secret" });
    const wrong = (await create()).readToken;
    for (const [method, path] of listRoutes(id)) {
      for (const headers of [{}, { authorization: `Bearer ${wrong}` }, { "x-inbox-token": "" }]) {
        const response = await ask(method, path, headers);
        const text = await response.text();
        assert.equal(response.status, 401, `${method} ${path}`);
        assert.equal(response.headers.get("www-authenticate"), "Bearer");
        assert.match(text, /^\{"error":"This (inbox )?is /);
      }
    }
    const path = `/api/v1/webhook/${id}?token=${readToken}`;
    assert.equal((await ask("GET", path)).status, 401, "a token in the query is not read");
  });

  it("a private inbox checks the token before the body", async () => {
    const { id } = await create();
    for (const headers of [{}, { "x-inbox-token": "wrong" }]) {
      for (const [method, path] of [
        ["PUT", "response"],
        ["POST", "records/unknown/verify"],
      ]) {
        const response = await fetch(`${server.url}/api/v1/inboxes/${id}/${path}`, {
          method: method as string,
          headers: { ...createCaller(), ...headers, "content-type": "application/json" },
          body: "{",
        });
        await response.text();
        assert.equal(response.status, 401);
      }
    }
  });

  it("a private inbox accepts the token in either header, also under an escaped id", async () => {
    const { id, url, readToken } = await create();
    await fetch(url, { method: "POST", body: "secret" });
    for (const headers of [
      { authorization: `Bearer ${readToken}` },
      { authorization: `bearer ${readToken}` },
      { "x-inbox-token": readToken },
      { authorization: "Basic eDp5", "x-inbox-token": readToken },
    ]) {
      const response = await ask("GET", `/api/v1/inboxes/%7E${id.slice(1)}`, headers);
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { count: number }).count, 1);
    }
    const headers = { "x-inbox-token": readToken };
    assert.equal((await ask("DELETE", `/api/v1/inboxes/${id}`, headers)).status, 204);
    assert.equal((await ask("GET", `/api/v1/inboxes/${id}`)).status, 401, "it stays private");
  });

  it("every id of a private inbox's form is protected, also one that a caller chose", async () => {
    const id = `~${"A".repeat(22)}`;
    assert.equal((await ask("POST", `/api/v1/webhook/${id}`)).status, 200);
    assert.equal((await ask("GET", `/api/v1/webhook/${id}`)).status, 401);
    const other = `~${"A".repeat(23)}`;
    assert.equal((await ask("GET", `/api/v1/webhook/${other}`)).status, 200);
  });

  it("a private inbox responds 429 after 20 wrong tokens a minute from one address, and 200 to the right one", async () => {
    const { id, readToken } = await create();
    const caller = createCaller();
    const responses = await Promise.all(
      Array.from({ length: 22 }, (_, tried) => {
        const headers = { ...caller, authorization: `Bearer wrong${tried}` };
        return ask("GET", `/api/v1/inboxes/${id}`, headers);
      }),
    );
    const statuses = responses.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 20);
    assert.equal(statuses.filter((status) => status === 429).length, 2);
    const limited = await ask("GET", `/api/v1/webhook/${id}`, { ...caller, "x-inbox-token": "x" });
    assert.equal(limited.status, 429);
    assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/);
    const right = { ...caller, "x-inbox-token": readToken };
    assert.equal((await ask("GET", `/api/v1/inboxes/${id}`, right)).status, 200);
    assert.equal((await ask("GET", `/api/v1/inboxes/${id}`, caller)).status, 401);
    const elsewhere = { ...createCaller(), "x-inbox-token": "x" };
    assert.equal((await ask("GET", `/api/v1/inboxes/${id}`, elsewhere)).status, 401);
  });

  it("a private inbox is created and read over MCP with the token", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.77");
    const { structuredContent } = await call("inbox_create", { private: true });
    const { id, url, readToken, page } = structuredContent as Created;
    assert.ok(isPrivateInbox(id) && page.endsWith(`#token=${readToken}`));
    await postJson(url, { event: "paid" });
    for (const [name, args] of [
      ["inbox_create", { id }],
      ["inbox_list", { id }],
      ["inbox_list", { id, token: "wrong" }],
      ["inbox_wait", { id, after: 0, token: "wrong" }],
    ] as const) {
      const refused = await call(name, { ...args });
      assert.ok(refused.isError, name);
      assert.match(refused.content[0]?.text ?? "", /^This (inbox )?is /);
    }
    const listed = await call("inbox_list", { id, token: readToken });
    assert.equal((listed.structuredContent as { total: number }).total, 1);
    const both = await call("inbox_create", { id: "mine", private: true });
    assert.equal(both.content[0]?.text, "id must be left out of a private inbox");
    await client.close();
  });
});
