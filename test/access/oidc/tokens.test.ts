import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import { createOidcClient } from "#src/access/oidc/client.js";
import {
  type HostileProvider,
  type Members,
  startHostileProvider,
} from "../support/hostile-provider.ts";
import { eventually } from "../../support/eventually.ts";
import {
  ADMIN_TOKEN,
  createKeyClient,
  type KeyServer,
  post,
  readError,
  startKeyServer,
} from "../support/keys.ts";
import { startWalkedServer } from "../support/walked-server.ts";

const PUBLIC_URL = "https://sundry.example/tools";
const RESOURCE = `${PUBLIC_URL}/mcp`;
const METADATA = "/.well-known/oauth-protected-resource";

let provider: HostileProvider;
let server: KeyServer;
let callers = 0;

function createClaims(change: Members = {}): Members {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: provider.issuer, aud: RESOURCE, sub: "42", iat: now, exp: now + 300 };
  return { ...claims, scope: "mcp tools:hash tools:qr metrics", ...change };
}

/** Calls a tool over MCP with a token, from an address of its own. */
function call(token: string, name = "hash"): Promise<Response> {
  const params = { name, arguments: { text: "abc" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return send("/mcp", token, message);
}

function send(path: string, token: string, message: object): Promise<Response> {
  callers += 1;
  const address = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`;
  return fetch(
    server.url + path,
    post(message, {
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      "x-forwarded-for": address,
    }),
  );
}

describe("access tokens at /mcp", { timeout: 240_000 }, () => {
  before(async () => {
    provider = await startHostileProvider();
    server = await startKeyServer({
      PUBLIC_URL,
      BASE_PATH: "/tools",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "sundry",
      OIDC_ALLOWED: "sub:42,groups:tools",
      ACCESS_ADMINS: "sub:42",
      ACCESS_USER_SCOPES: "tools:hash,tools:password,mcp,usage",
    });
  });
  after(async () => {
    await server.stop();
    await provider.close();
  });

  it("a 401 names the metadata, which name the provider", async () => {
    const metadata = `resource_metadata="${PUBLIC_URL}${METADATA}/mcp", scope="mcp"`;
    const list = post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    for (const init of [list, {}]) {
      const missing = await fetch(`${server.url}/mcp`, init);
      assert.equal(missing.status, 401);
      assert.equal(missing.headers.get("www-authenticate"), `Bearer ${metadata}`);
    }
    const wrong = await call("a.b.c");
    assert.equal(wrong.status, 401);
    const challenge = `Bearer error="invalid_token", ${metadata}`;
    assert.equal(wrong.headers.get("www-authenticate"), challenge);
    const elsewhere = await fetch(`${server.url}/api/v1/me`);
    assert.equal(elsewhere.headers.get("www-authenticate"), "Bearer");
    const { origin } = new URL(server.url);
    for (const url of [server.url + METADATA, `${server.url}${METADATA}/mcp`, origin + METADATA]) {
      const response = await fetch(url);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.deepEqual(await response.json(), {
        resource: RESOURCE,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ["header"],
        scopes_supported: ["tools:hash", "tools:password", "mcp", "usage"],
      });
    }
  });

  it("a token does what both its scopes and those of accounts name, and never administers", async () => {
    const token = await provider.sign(createClaims());
    assert.equal((await call(token)).status, 200);
    for (const [name, scope] of [
      ["qr", "tools:qr"],
      ["password", "tools:password"],
    ] as const) {
      const refused = await call(token, name);
      assert.equal(refused.status, 403);
      assert.equal(
        refused.headers.get("www-authenticate"),
        `Bearer error="insufficient_scope", scope="${scope}"`,
      );
      assert.equal(await readError(refused), `This key needs the scope ${scope}.`);
    }
    const lists: [Members, number, RegExp][] = [
      [{}, 200, /"hash"/],
      [{ scope: undefined, scp: ["mcp", "tools:*"] }, 200, /"password"/],
      [{ scope: undefined, scp: "tools:hash" }, 403, /needs the scope mcp/],
      [{ scope: undefined }, 403, /needs the scope mcp/],
    ];
    for (const [change, status, content] of lists) {
      const listed = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const response = await send("/mcp", await provider.sign(createClaims(change)), listed);
      assert.equal(response.status, status, JSON.stringify(change));
      assert.match(await response.text(), content);
    }
    const known = await fetch(`${server.url}/mcp`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(known.status, 405);
  });

  it("a token that is forged, expired, of others or for others is 401", async () => {
    const foreign = await provider.createKeys();
    const now = Math.floor(Date.now() / 1000);
    const sign = (change: Members) => provider.sign(createClaims(change));
    const claims = createClaims();
    const [pem = "", jwk = ""] = await provider.signWithPublicKey(claims);
    const [head = "", body = "", signature = ""] = (await provider.sign(claims)).split(".");
    const admin = Buffer.from(JSON.stringify({ ...claims, scope: "mcp tools:*" }));
    const refused: Record<string, string> = {
      "no signature": provider.signWithNone(claims),
      "HS256 with the public key as PEM": pem,
      "HS256 with the public key as JWK": jwk,
      "a foreign key": await provider.sign(claims, {}, foreign),
      "a foreign key of a header": await provider.sign(
        claims,
        { jku: `${provider.issuer}/x` },
        foreign,
      ),
      "changed claims": `${head}.${admin.toString("base64url")}.${signature}`,
      "no signature beside a head": `${head}.${body}.`,
      "another issuer": await sign({ iss: "https://evil.example" }),
      "no issuer": await sign({ iss: undefined }),
      "another audience": await sign({ aud: "https://other.example/mcp" }),
      "the audience of ID tokens": await sign({ aud: "sundry" }),
      "the origin as audience": await sign({ aud: PUBLIC_URL }),
      "no audience": await sign({ aud: undefined }),
      "no subject": await sign({ sub: undefined }),
      "no expiry": await sign({ exp: undefined }),
      "not yet valid": await sign({ nbf: now + 600 }),
      "an account that is not allowed": await sign({ sub: "43" }),
    };
    for (const [reason, token] of Object.entries(refused)) {
      const response = await call(token);
      assert.equal(response.status, 401, reason);
      assert.equal(await readError(response), "This token is not valid.", reason);
    }
    const expired = await call(await sign({ exp: now - 60 }));
    assert.equal(expired.status, 401);
    assert.equal(await readError(expired), "This token expired.");
    const allowed = [
      { sub: "43", groups: ["tools"] },
      { exp: Math.floor(Date.now() / 1000) - 5 },
      { aud: ["a", RESOURCE] },
    ];
    for (const change of allowed)
      assert.equal((await call(await sign(change))).status, 200, JSON.stringify(change));
  });

  it("a token counts nowhere else, in no other header, and is not passed on", async () => {
    const token = await provider.sign(createClaims());
    const body = { text: "abc" };
    for (const path of ["/api/v1/hash", "/api/v1/batch/hash", "/MCP", "/api/v1/me"]) {
      const response = await send(path, token, body);
      assert.equal(response.status, 401, path);
    }
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const other = await fetch(`${server.url}/mcp`, post(list, { "x-api-key": token }));
    assert.equal(other.status, 401);
    const inQuery = await fetch(`${server.url}/mcp?access_token=${token}`, post(list));
    assert.equal(inQuery.status, 401);
    assert.ok(!server.log.join().includes(token));
  });

  it("a flood of unknown keys fetches the provider's keys no further time", async () => {
    const foreign = await provider.createKeys();
    const token = await provider.sign(createClaims());
    assert.equal((await call(token)).status, 200);
    const countFetches = () => provider.requests.filter((path) => path === "/keys").length;
    const earlier = countFetches();
    const tokens = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        provider.sign(createClaims(), { kid: `${at}` }, foreign),
      ),
    );
    const responses = await Promise.all(tokens.map((forged) => call(forged)));
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([401]));
    assert.ok(countFetches() - earlier <= 1, "at most one fetch a minute");
    assert.equal((await call(token)).status, 200);
  });
});

describe("keys of a provider that change", () => {
  it("a new key counts within a minute without a restart, and one that is gone no longer", async (test) => {
    const startMs = Date.now();
    mock.timers.enable({ apis: ["Date"], now: startMs });
    test.after(() => mock.timers.reset());
    const rotating = await startHostileProvider();
    test.after(() => rotating.close());
    provider = rotating;
    const client = await createOidcClient({
      issuer: rotating.issuer,
      clientId: "sundry",
      clientSecret: undefined,
      scope: "openid",
      redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
      resource: RESOURCE,
    });
    const old = await rotating.sign(createClaims({ exp: 9_999_999_999 }));
    assert.ok(typeof (await client.verifyToken(old)) === "object");
    await rotating.rotate();
    const young = await rotating.sign(createClaims({ exp: 9_999_999_999 }));
    assert.equal(await client.verifyToken(young), "invalid", "the keys are not fetched yet");
    mock.timers.setTime(startMs + 61_000);
    assert.ok(typeof (await client.verifyToken(young)) === "object");
    assert.equal(await client.verifyToken(old), "invalid");
  });
});

it("a call that waits over MCP is disconnected when its token expires", async (test) => {
  provider = await startHostileProvider();
  test.after(() => provider.close());
  const startMs = Date.now();
  mock.timers.enable({ apis: ["Date"], now: startMs });
  test.after(() => mock.timers.reset());
  const walked = await startWalkedServer({
    ACCESS: "required",
    ADMIN_TOKEN,
    PUBLIC_URL: "https://sundry.example",
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "sundry",
    OIDC_ALLOWED: "sub:42",
  });
  test.after(() => walked.close());
  const { as, admin } = createKeyClient(walked.url);
  await admin("POST", "/api/v1/inboxes", { id: "quiet" });
  const aud = "https://sundry.example/mcp";
  const token = await provider.sign(createClaims({ aud, scope: "mcp inbox:read" }));
  const params = { name: "inbox_wait", arguments: { id: "quiet", seconds: 30 } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const accept = "application/json, text/event-stream";
  const ended = as(token, "/mcp", post(message, { accept }))
    .then((response) => response.text())
    .catch((error: unknown) => error);
  await eventually(async () => {
    const metrics = await (await admin("GET", "/metrics")).text();
    assert.match(metrics, /^sundry_auth_requests_total\{kind="user"\} 1$/m);
  });
  // The tolerance of clocks is part of a token's life.
  mock.timers.setTime(startMs + 331_000);
  assert.ok((await ended) instanceof Error);
});
