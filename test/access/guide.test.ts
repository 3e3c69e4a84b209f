import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { findFreePort } from "#scripts/test/free-port.mjs";
import { startNginx } from "#scripts/test/nginx.mjs";
import { checkConfig } from "#src/config.js";
import { eventually } from "../support/eventually.ts";
import { findSkipReason } from "../support/needs.ts";
import { root } from "../support/server.ts";
import { ADMIN_TOKEN, type KeyServer, post, startKeyServer } from "./support/keys.ts";

const HTML = { accept: "text/html" };

let folder: string;

/** Reads the settings and blocks of a recipe. */
function readRecipe(title: string): { settings: Record<string, string>; nginx: string } {
  const guide = readFileSync(join(root, "docs", "guides", "access.md"), "utf8");
  const [, recipe = ""] = guide.split(`### ${title}\n`);
  const [own = ""] = recipe.split(/^##/m);
  const [, lines = ""] = /```sh\n([^]*?)```/.exec(own) ?? [];
  const settings = [...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
    name,
    name.endsWith("_FILE") ? secretFile() : value,
  ]);
  const [, nginx = ""] = /```nginx\n([^]*?)```/.exec(own) ?? [];
  return { settings: Object.fromEntries(settings) as Record<string, string>, nginx };
}

function secretFile(): string {
  const path = join(folder, "secret");
  writeFileSync(path, `${ADMIN_TOKEN}\n`);
  return path;
}

/** Settings of a recipe for a server of a test, whose token is in a file. */
function adapt(settings: Record<string, string>): Record<string, string> {
  return { ...settings, HOST: "127.0.0.1", ADMIN_TOKEN: "" };
}

before(() => (folder = mkdtempSync(join(tmpdir(), "sundry-guide-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("recipes of the guide to access", { timeout: 240_000 }, () => {
  it("the settings of every recipe are accepted", () => {
    for (const title of [
      "A team with keys",
      "Keycloak",
      "Behind Authelia",
      "Behind oauth2-proxy",
      "A public demo with limits",
    ]) {
      const { settings } = readRecipe(title);
      assert.ok(Object.keys(settings).length >= 5, title);
      assert.deepEqual(checkConfig(settings).problems, [], title);
    }
  });

  it("a public demo limits everybody, and a key brings limits of its own", async (test) => {
    const { settings } = readRecipe("A public demo with limits");
    const server = await startKeyServer(adapt(settings));
    test.after(() => server.stop());
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const response = await fetch(`${server.url}/api/v1/carbon-footprint`, post({}));
      assert.equal(response.headers.get("x-usage-limit"), "200");
      statuses.push(response.status);
    }
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
    const limits = { perDay: 10_000, perMinute: { "carbon-footprint": 100 } };
    const { key } = await server.issue(limits);
    const response = await server.as(key, "/api/v1/carbon-footprint", post({}));
    assert.equal(response.status, 422);
    assert.equal(response.headers.get("x-usage-limit"), "10000");
  });

  it(
    "nginx with the portal of Authelia names users, whom nobody else can name",
    { skip: findSkipReason("nginx -v") },
    async (test) => {
      const { settings, nginx } = readRecipe("Behind Authelia");
      const server = await startKeyServer(adapt(settings));
      const portal = await startPortal();
      const port = await findFreePort();
      const stop = startNginx(
        nginx
          .replace("127.0.0.1:9091", `127.0.0.1:${portal.port}`)
          .replace("127.0.0.1:3000", `127.0.0.1:${server.port}`)
          .replace("listen 8080", `listen 127.0.0.1:${port}`),
      );
      test.after(async () => {
        await stop();
        await server.stop();
        await portal.close();
      });
      await checkProxy(`http://127.0.0.1:${port}`, server);
    },
  );
});

/** Responds to the requests that nginx makes for each, as Authelia does. */
async function startPortal(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(({ url, headers }, response) => {
    assert.equal(url, "/api/authz/auth-request");
    const [, user] = /authelia_session=(\w+)/.exec(headers.cookie ?? "") ?? [];
    const login = { location: "https://portal.example/" };
    response.writeHead(user ? 200 : 401, user ? { "remote-user": user } : login).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function checkProxy(url: string, server: KeyServer): Promise<void> {
  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(url + path, { redirect: "manual", ...init, headers: { ...init.headers, ...headers } });
  const readMe = async (headers: Record<string, string>) => {
    const response = await send("/api/v1/me", headers);
    const { kind, name } = (await response.json()) as { kind?: string; name?: string };
    return [response.status, kind, name];
  };
  const smuggled = { "remote-user": "ada" };
  const bob = { cookie: "authelia_session=bob" };
  const stranger = await eventually(() => send("/tools/hash", { ...HTML, ...smuggled }));
  assert.equal(stranger.status, 302);
  assert.equal(stranger.headers.get("location"), "https://portal.example/");
  assert.deepEqual(await readMe({ ...bob, ...smuggled }), [200, "user", "user:bob"]);
  const page = await send("/tools/hash", { ...bob, ...HTML });
  assert.match(await page.text(), /Signed in as <b>bob<\/b>/);
  assert.deepEqual(await readMe({ cookie: "authelia_session=ada" }), [200, "user", "user:ada"]);
  assert.equal((await send("/api/v1/keys", { cookie: "authelia_session=ada" })).status, 200);
  assert.equal((await send("/api/v1/keys", bob)).status, 403);
  const { key, name } = await server.issue();
  assert.deepEqual(await readMe({ "x-api-key": key, ...smuggled }), [200, "key", name]);
  const wrong = await send("/api/v1/me", { authorization: "Bearer x", ...smuggled });
  assert.equal(wrong.status, 401);
  const inbox = post({ id: "orders" });
  assert.equal((await server.as(key, "/api/v1/inboxes", inbox)).status, 201);
  assert.equal((await send("/api/v1/webhook/orders", smuggled, post({ a: 1 }))).status, 200);
  const list = post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  assert.equal((await send("/mcp", smuggled, list)).status, 401);
  const direct = await fetch(`${server.url}/api/v1/me`, { headers: { remote_user: "ada" } });
  assert.equal(direct.status, 401);
}
