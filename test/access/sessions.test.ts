import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "../support/eventually.ts";
import { parseHead, sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { readCases } from "./support/cases.ts";
import {
  ADMIN_TOKEN,
  type Key,
  type KeyServer,
  post,
  readError,
  startKeyServer,
} from "./support/keys.ts";
import { toLocalPath } from "#src/web/server/local-path.js";

const HTML = { accept: "text/html" };

let server: KeyServer;

/** Signs in by the form, and returns the response. */
function signIn(key: string, next = "/", headers: Record<string, string> = {}) {
  return fetch(`${server.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ key, next }).toString(),
  });
}

/** Returns the cookie of a new session, as browsers send it. */
async function startSession(key: string): Promise<string> {
  const response = await signIn(key);
  assert.equal(response.status, 303);
  return response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
}

/** Requests a path with a cookie. */
function get(path: string, cookie: string, headers: Record<string, string> = {}) {
  return fetch(server.url + path, { redirect: "manual", headers: { cookie, ...headers } });
}

async function readKind(cookie: string): Promise<string> {
  const response = await get("/api/v1/me", cookie);
  return response.ok ? ((await response.json()) as { kind: string }).kind : "none";
}

describe("paths after the sign-in", () => {
  it("only a path of this server is opened after the sign-in", () => {
    for (const { next, to } of readCases().next)
      assert.equal(toLocalPath(next, ""), to, JSON.stringify(next));
    assert.equal(toLocalPath("/sundry/keys", "/sundry"), "/sundry/keys");
    for (const next of ["/keys", "/sundry/../keys", "/sundry2/keys", "/sundry/..//evil.example"])
      assert.equal(toLocalPath(next, "/sundry"), "/sundry/", next);
  });
});

describe("sessions", { timeout: 240_000 }, () => {
  let issued: Key;
  before(async () => {
    server = await startKeyServer();
    issued = await server.issue({ name: "Ada's laptop", scopes: ["tools:hash", "usage"] });
  });
  after(() => server.stop());

  it("a navigation without a credential is sent to the sign-in, and back afterwards", async () => {
    const start = await fetch(`${server.url}/tools/hash?a=1`, {
      redirect: "manual",
      headers: HTML,
    });
    assert.equal(start.status, 303);
    assert.equal(start.headers.get("location"), "/sign-in?next=%2Ftools%2Fhash%3Fa%3D1");
    const page = await fetch(`${server.url}/sign-in?next=%2Ftools%2Fhash`, { headers: HTML });
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("cache-control"), "no-store");
    assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    assert.match(await page.text(), /name="next" value="\/tools\/hash"/);
    const back = await signIn(issued.key, "/tools/hash");
    assert.equal(back.status, 303);
    assert.equal(back.headers.get("location"), "/tools/hash");
    assert.equal(back.headers.get("cache-control"), "no-store");
    for (const path of ["/api/v1/me", "/mcp"])
      assert.equal((await fetch(server.url + path, { headers: HTML })).status, 401, path);
    assert.equal((await fetch(`${server.url}/tools/hash`)).status, 401);
  });

  it("the cookie of a session is for this host alone and new at each sign-in", async () => {
    const planted = `sundry_session=${"A".repeat(43)}`;
    const first = (await signIn(issued.key, "/", { cookie: planted })).headers.get("set-cookie");
    assert.match(first ?? "", /^sundry_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/$/);
    assert.ok(!first?.includes(planted));
    assert.equal(await readKind(planted), "none");
    const second = await startSession(issued.key);
    assert.notEqual(first?.split(";", 1)[0], second);
    assert.deepEqual([await readKind(first ?? ""), await readKind(second)], ["key", "key"]);
    const https = await signIn(issued.key, "/", { "x-forwarded-proto": "https" });
    const cookie = https.headers.get("set-cookie") ?? "";
    assert.match(
      cookie,
      /^__Host-sundry_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Secure$/,
    );
    assert.equal(await readKind(cookie.split(";", 1)[0] ?? ""), "none");
    const overHttps = await get("/api/v1/me", cookie.split(";", 1)[0] ?? "", {
      "x-forwarded-proto": "https",
    });
    assert.equal(overHttps.status, 200);
  });

  it("a wrong key is a 401 page with the sentence, and too many are 429", async () => {
    const caller = { "x-forwarded-for": "10.70.0.1" };
    const wrong = await signIn("wrong", "//evil.example", caller);
    assert.equal(wrong.status, 401);
    assert.equal(wrong.headers.get("set-cookie"), null);
    const page = await wrong.text();
    assert.match(page, /This key is not valid\./);
    assert.match(page, /name="next" value="\/"/);
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++) statuses.push((await signIn("x", "/", caller)).status);
    assert.deepEqual(statuses.slice(-3), [401, 429, 429]);
    assert.equal((await signIn(issued.key, "/", caller)).status, 303);
  });

  it("a session does what its key may do, and a page beyond it names the scope", async () => {
    const cookie = await startSession(issued.key);
    const page = await get("/tools/hash", cookie, HTML);
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.match(html, /Signed in as <b>Ada's laptop<\/b>/);
    assert.match(html, /Sign out/);
    const refused = await get("/tools/qr", cookie, HTML);
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), /This key needs the scope tools:qr\./);
    assert.equal((await get("/keys", cookie, HTML)).status, 403);
    const home = await (await get("/", cookie, HTML)).text();
    assert.match(home, /href="\/tools\/hash"/);
    assert.doesNotMatch(home, /href="\/tools\/qr"|Webhook inbox/);
    const palette = await (await get("/palette.json", cookie)).text();
    assert.match(palette, /\/tools\/hash/);
    assert.doesNotMatch(palette, /\/tools\/qr/);
    const reference = await (await get("/docs/reference/qr", cookie, HTML)).text();
    const admin = await startSession(ADMIN_TOKEN);
    const complete = await (await get("/docs/reference/qr", admin, HTML)).text();
    assert.ok(complete.length > reference.length, "the response of the example is left out");
    assert.match(reference, /Ada's laptop/);
    assert.match(complete, /Signed in as <b>administrator/);
  });

  it("a posted form counts for the key of the session", async () => {
    const { key } = await server.issue({ perDay: 100 });
    const cookie = await startSession(key);
    const form = { method: "POST", body: new URLSearchParams({ text: "abc" }) };
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const response = await fetch(`${server.url}/tools/hash`, { ...form, headers });
    assert.equal(response.status, 200);
    const me = await get("/api/v1/me", cookie);
    assert.equal(me.headers.get("x-usage-count"), "2");
  });

  it("a session ends by signing out, and with its key", async () => {
    const cookie = await startSession(issued.key);
    const out = await fetch(`${server.url}/sign-out`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
    });
    assert.equal(out.status, 303);
    assert.equal(out.headers.get("location"), "/sign-in");
    assert.match(out.headers.get("set-cookie") ?? "", /^sundry_session=;.*Max-Age=0$/);
    assert.equal(await readKind(cookie), "none");
    const leaving = await server.issue();
    const kept = await startSession(leaving.key);
    await server.admin("POST", `/api/v1/keys/${leaving.id}/rotate`, { overlapSeconds: 600 });
    assert.equal(await readKind(kept), "key");
    await server.admin("POST", `/api/v1/keys/${leaving.id}/rotate`, { overlapSeconds: 600 });
    assert.equal(await readKind(kept), "none");
    const revoked = await server.issue();
    const cookieOfRevoked = await startSession(revoked.key);
    await server.admin("DELETE", `/api/v1/keys/${revoked.id}`);
    assert.equal(await readKind(cookieOfRevoked), "none");
  });

  it("forged and foreign cookies open nothing", async () => {
    const cookie = await startSession(issued.key);
    const [name, token = ""] = cookie.split("=");
    const end = token.endsWith("A") ? "B" : "A";
    for (const forged of [
      `${name}=${token.slice(0, -1)}${end}`,
      `${name}=`,
      `${name}=${issued.id}`,
      `${name}=..%2F${token}`,
      `x${cookie}`,
      `${name}=${token}x`,
    ])
      assert.equal(await readKind(forged), "none", forged);
    assert.equal(await readKind(`a=b; ${cookie}; c=d`), "key");
  });

  it("a session counts for requests of our own pages alone", async () => {
    const cookie = await startSession(ADMIN_TOKEN);
    for (const { method, path, headers, counts } of readCases().sameOrigin.flatMap(
      (group) => group.cases,
    )) {
      const lines = [
        `${method} ${path} HTTP/1.1`,
        "Host: sundry.example:3000",
        `Cookie: ${cookie}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(method === "POST" ? ["Content-Type: application/json", "Content-Length: 14"] : []),
        "Connection: close",
        "",
        method === "POST" ? '{"text":"abc"}' : "",
      ];
      const { status } = parseHead(await sendRaw(server.port, lines.join("\r\n")));
      assert.equal(status, counts ? 200 : 401, `${method} ${path} ${JSON.stringify(headers)}`);
    }
  });

  it("forms of other sites can neither sign in nor sign out nor change keys", async () => {
    const cookie = await startSession(ADMIN_TOKEN);
    const foreign: Record<string, string>[] = [
      { origin: "http://evil.example" },
      { origin: "null" },
      {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      const refused = await signIn(issued.key, "/", headers);
      assert.equal(refused.status, 403);
      assert.match(await readError(refused), /other origins/);
      const out = await fetch(`${server.url}/sign-out`, {
        method: "POST",
        headers: { cookie, ...headers },
      });
      assert.equal(out.status, 403);
      const form = new URLSearchParams({ name: "evil", scope: "tools:*" });
      const created = await fetch(`${server.url}/keys`, {
        method: "POST",
        body: form,
        headers: { cookie, ...headers },
      });
      assert.equal(created.status, 401);
    }
    assert.equal(await readKind(cookie), "admin");
    const listed = await (await server.admin("GET", "/api/v1/keys")).text();
    assert.doesNotMatch(listed, /evil/);
    const cors = await fetch(`${server.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${issued.key}` },
    });
    assert.equal(cors.headers.get("access-control-allow-origin"), "*");
    assert.equal(cors.headers.get("access-control-allow-credentials"), null);
  });
});

describe("sessions after a restart", { timeout: 240_000 }, () => {
  it("a session survives a kill, and ends when the admin token changes", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "sundry-session-"));
    test.after(() => rmSync(directory, { recursive: true, force: true }));
    const start = async (environment: Record<string, string> = {}) => {
      server = await startKeyServer({ DATA_DIR: directory, ...environment });
    };
    await start();
    test.after(() => server.stop());
    const { key } = await server.issue();
    const [admin, holder] = [await startSession(ADMIN_TOKEN), await startSession(key)];
    await server.stop("SIGKILL");
    await start();
    assert.deepEqual([await readKind(admin), await readKind(holder)], ["admin", "key"]);
    await server.stop();
    await start({ ADMIN_TOKEN: `${ADMIN_TOKEN}-changed` });
    assert.deepEqual([await readKind(admin), await readKind(holder)], ["none", "key"]);
  });
});

describe("an open server where people can sign in", () => {
  before(async () => {
    server = await startKeyServer({ ACCESS: "open" });
  });
  after(() => server.stop());

  it("pages are open, only the administration asks for a sign-in, and a session shows who it is", async () => {
    const stranger = await (await fetch(`${server.url}/tools/hash`, { headers: HTML })).text();
    assert.match(stranger, /href="\/sign-in"/);
    assert.doesNotMatch(stranger, /Signed in as/);
    const keys = await fetch(`${server.url}/keys`, { redirect: "manual", headers: HTML });
    assert.equal(keys.headers.get("location"), "/sign-in?next=%2Fkeys");
    const cookie = await startSession(ADMIN_TOKEN);
    assert.equal((await get("/keys", cookie, HTML)).status, 200);
    assert.equal((await get("/usage", "", HTML)).status, 200);
    assert.equal(await readKind("sundry_session=stale"), "anonymous");
    const docs = await (await get("/docs", cookie, HTML)).text();
    assert.match(docs, /Signed in as <b>administrator<\/b>/);
    assert.doesNotMatch(await (await get("/docs", "", HTML)).text(), /Signed in as/);
  });
});

/** Sends a request with a user that the proxy names. */
const asUser = (user: string, path: string, init: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: "manual",
    ...init,
    headers: { "remote-user": user, ...init.headers },
  });

describe("users that a proxy names", () => {
  before(async () => {
    server = await startKeyServer({
      TRUST_PROXY: "127.0.0.0/8",
      ACCESS_USER_HEADER: "Remote-User",
      ACCESS_USER_SCOPES: "tools:hash,usage",
      ACCESS_ADMINS: "user:root",
    });
  });
  after(() => server.stop());

  it("a proxy's user has the scopes of accounts, counts of its own, and its name on every page", async () => {
    const me = (await (await asUser("ada", "/api/v1/me")).json()) as object;
    assert.deepEqual(me, {
      kind: "user",
      id: null,
      name: "user:ada",
      scopes: ["tools:hash", "usage"],
      admin: false,
      perDay: 100,
      expiresAt: null,
    });
    const hash = {
      ...post({ text: "a" }),
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    };
    assert.equal((await asUser("ada", "/api/v1/hash", hash)).status, 200);
    assert.equal((await asUser("ada", "/api/v1/qr", hash)).status, 403);
    assert.equal((await asUser("bob", "/api/v1/me")).headers.get("x-usage-count"), "1");
    const page = await (await asUser("ada", "/tools/hash", { headers: HTML })).text();
    assert.match(page, /Signed in as <b>ada<\/b>/);
    assert.equal((await asUser("root", "/api/v1/keys")).status, 200);
    assert.equal((await asUser("ada", "/api/v1/keys")).status, 403);
  });

  it("a malformed user is 401, a foreign page cannot use one, and a key precedes it", async () => {
    for (const user of ["x".repeat(257), "a\tb"])
      assert.equal((await asUser(user, "/api/v1/me")).status, 401, user);
    assert.equal((await asUser("ada", "/api/v1/hash", post({ text: "a" }))).status, 401);
    assert.equal(
      (await asUser("ada", "/api/v1/me", { headers: { "sec-fetch-site": "cross-site" } })).status,
      401,
    );
    const { key } = await server.issue();
    const me = await asUser("ada", "/api/v1/me", { headers: { authorization: `Bearer ${key}` } });
    assert.equal(((await me.json()) as { kind: string }).kind, "key");
    assert.equal(
      (await asUser("ada", "/api/v1/me", { headers: { authorization: "Bearer wrong" } })).status,
      401,
    );
    const twice = await sendRaw(
      server.port,
      "GET /api/v1/me HTTP/1.1\r\nHost: a\r\nRemote-User: ada\r\nremote-user: root\r\nConnection: close\r\n\r\n",
    );
    assert.equal(parseHead(twice).status, 400);
  });

  it("the header of a peer that is not a trusted proxy is ignored", async () => {
    const other = await startKeyServer({
      TRUST_PROXY: "10.0.0.0/8",
      ACCESS_USER_HEADER: "Remote-User",
    });
    try {
      for (const headers of [
        { "remote-user": "root" },
        { "remote-user": "root", "x-forwarded-for": "10.0.0.1" },
      ])
        assert.equal((await fetch(`${other.url}/api/v1/me`, { headers })).status, 401);
    } finally {
      await other.stop();
    }
  });

  it("a start with a header of users needs required access and the addresses of proxies", async () => {
    const user = { ACCESS_USER_HEADER: "Remote-User" };
    await assert.rejects(
      startKeyServer({ ...user, ACCESS: "open", TRUST_PROXY: "10.0.0.0/8" }),
      /ACCESS_USER_HEADER/,
    );
    await assert.rejects(startKeyServer({ ...user, TRUST_PROXY: "1" }), /TRUST_PROXY/);
  });

  it("an unknown tool in ACCESS_USER_SCOPES stops the start, and a server without an administrator warns", async () => {
    await assert.rejects(
      startKeyServer({ ACCESS_USER_SCOPES: "tools:qr,tools:qrr" }),
      /ACCESS_USER_SCOPES must name tools \(.*qr.*\); qrr is none/,
    );
    const alone = await startServer({ ACCESS: "required" });
    try {
      await eventually(() => assert.match(alone.log.join(), /nobody can issue keys/));
      assert.equal((await fetch(`${alone.url}/api/v1/me`)).status, 401);
    } finally {
      await alone.stop();
    }
  });
});
