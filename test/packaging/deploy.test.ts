import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { findFreePort } from "#scripts/test/free-port.mjs";
import { startNginx } from "#scripts/test/nginx.mjs";
import { eventually } from "../support/eventually.ts";
import { readGuideCompose } from "../support/guide-compose.ts";
import { findSkipReason } from "../support/needs.ts";
import { root, startServer } from "../support/server.ts";

const run = promisify(execFile);
const has = (program: string, word: string) => spawnSync(program, [word]).status === 0;

/**
 * A large send passes, with the address that the proxy saw instead of the address that the caller
 * claims.
 */
async function assertPassedOn(proxy: string): Promise<void> {
  const inbox = `${proxy}/api/v1/webhook/deploy`;
  const sent = await fetch(inbox, {
    method: "POST",
    headers: { "x-forwarded-for": "203.0.113.7" },
    body: "x".repeat(4_000_000),
  });
  assert.equal(sent.status, 200, await sent.text());
  const { payloads } = (await (await fetch(inbox)).json()) as {
    payloads: { ip: string; bodySize: number }[];
  };
  assert.deepEqual([payloads[0]?.ip, payloads[0]?.bodySize], ["127.0.0.1", 4_000_000]);
  const hashed = await fetch(`${proxy}/api/v1/hash`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(9_000_000),
  });
  assert.equal(hashed.status, 200, await hashed.text());
}

/**
 * The largest request heads that the server accepts pass; a scheme and a host that a caller claims
 * do not.
 */
async function assertHeadsPass(proxy: string): Promise<void> {
  const long = await fetch(`${proxy}/api/v1/webhook/long?q=${"q".repeat(30_000)}`, {
    method: "POST",
    headers: { "x-long": "h".repeat(20_000) },
  });
  assert.equal(long.status, 200, await long.text());
  const call = { name: "inbox_create", arguments: { id: "deploy" } };
  const response = await fetch(`${proxy}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "stranger.example",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  assert.ok((await response.text()).includes(`"${proxy}/api/v1/webhook/deploy"`));
}

/**
 * Starts nginx with the changed sample in front of a server; returns nginx's address. Both end with
 * the test.
 */
async function runBehindNginx(
  test: TestContext,
  settings: Record<string, string>,
  change: (sample: string) => string,
): Promise<string> {
  const server = await startServer({ TRUST_PROXY: "1", ...settings });
  const port = await findFreePort();
  const sample = change(await readFile(join(root, "deploy", "nginx.conf"), "utf8"))
    .replace("127.0.0.1:3000", `127.0.0.1:${server.port}`)
    .replace("listen 8080", `listen 127.0.0.1:${port}`);
  const stop = startNginx(sample);
  test.after(async () => {
    await stop();
    await server.stop();
  });
  return `http://127.0.0.1:${port}`;
}

/** Returns a configuration without its comments and empty lines. */
function listDirectives(configuration: string): string[] {
  return configuration
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

describe("deployment samples", () => {
  it("nginx in the guide's Compose file is configured as the sample", async () => {
    const { nginx } = await readGuideCompose();
    const expected = (await readFile(join(root, "deploy", "nginx.conf"), "utf8"))
      .replace("server 127.0.0.1:3000;", "server sundry:3000;")
      .replace("listen 8080;", "listen 80;");
    assert.deepEqual(listDirectives(nginx), listDirectives(expected));
  });

  it(
    "nginx with the configuration of the guide's Compose file serves the product",
    { skip: findSkipReason("nginx -v") },
    async (test) => {
      const { nginx } = await readGuideCompose();
      const url = await runBehindNginx(test, {}, () =>
        nginx.replace("sundry:3000", "127.0.0.1:3000").replace("listen 80;", "listen 8080;"),
      );
      const response = await eventually(() => fetch(`${url}/readyz`));
      assert.equal(await response.text(), '{"status":"ok"}');
    },
  );

  it(
    "systemd-analyze accepts the systemd unit",
    { skip: !has("systemd-analyze", "--version") },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "sundry-unit-"));
      const unit = await readFile(join(root, "deploy", "sundry.service"), "utf8");
      // The program of the unit must exist, so this machine's own replaces it.
      const here = unit.replace("/usr/bin/node", process.execPath);
      await writeFile(join(folder, "sundry.service"), here);
      const { stderr } = await run("systemd-analyze", ["verify", join(folder, "sundry.service")]);
      assert.equal(
        stderr
          .split("\n")
          .filter((line) => line.includes("sundry.service"))
          .join("\n"),
        "",
      );
      await rm(folder, { recursive: true });
    },
  );

  it("nginx forwards the client's address", { skip: findSkipReason("nginx -v") }, async (test) => {
    const url = await runBehindNginx(test, {}, (sample) => sample);
    const response = await eventually(() => fetch(`${url}/api/v1/qr?text=a`));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("x-usage-count"), "1");
    await assertPassedOn(url);
    await assertHeadsPass(url);
  });

  it(
    "nginx serves the product below a path",
    { skip: findSkipReason("nginx -v") },
    async (test) => {
      const under = { BASE_PATH: "/sundry", PUBLIC_URL: "https://example.com/sundry" };
      const url = await runBehindNginx(test, under, (sample) =>
        sample.replace("location / {", "location /sundry/ {"),
      );
      const page = await eventually(() => fetch(`${url}/sundry`));
      assert.equal(new URL(page.url).pathname, "/sundry/");
      const text = await page.text();
      const own = [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
      assert.ok(own.length > 5);
      for (const path of own) assert.equal((await fetch(url + path)).status, 200, path);
      await assertPassedOn(`${url}/sundry`);
    },
  );

  it(
    "Caddy forwards the client's address",
    { skip: findSkipReason("caddy version") },
    async (test) => {
      const folder = await mkdtemp(join(tmpdir(), "sundry-caddy-"));
      const server = await startServer({ TRUST_PROXY: "1", DATA_DIR: join(folder, "data") });
      const port = await findFreePort();
      const sample = await readFile(join(root, "deploy", "Caddyfile"), "utf8");
      assert.match(sample, /^sundry\.example\.com \{$/m);
      const here = sample
        .replace(/^sundry\.example\.com/m, `http://127.0.0.1:${port}`)
        .replace("127.0.0.1:3000", `127.0.0.1:${server.port}`);
      const config = join(folder, "Caddyfile");
      // No administration port, and nothing in the user's own folders.
      await writeFile(config, `{\n\tadmin off\n}\n${here}`);
      const words = ["--config", config, "--adapter", "caddyfile"];
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const caddy = spawn("caddy", ["run", ...words], { stdio: "ignore", env });
      test.after(async () => {
        caddy.kill("SIGTERM");
        await once(caddy, "exit");
        await server.stop();
        await rm(folder, { recursive: true });
      });
      await run("caddy", ["validate", ...words], { env });
      const url = `http://127.0.0.1:${port}`;
      await eventually(() => fetch(url));
      await assertPassedOn(url);
      await assertHeadsPass(url);
    },
  );
});
