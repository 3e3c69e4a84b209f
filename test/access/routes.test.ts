import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "#src/http/route.js";
import { ADMIN_TOKEN, createKeyClient } from "./support/keys.ts";
import { startWalkedServer, type WalkedServer } from "./support/walked-server.ts";

/** Values of the parameters of paths. */
const PARAMS: Record<string, string> = { tool: "hash", name: "hash", id: "vabz5yoob146" };

function toPath({ path }: Route): string {
  return path.replace(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? "x").replace("*", "x");
}

function getRule({ access }: Route): string {
  return typeof access === "function" ? access(PARAMS) : access;
}

/** Percent-encodes every letter. */
function encode(path: string): string {
  return path.replace(/\w/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** Spellings by which servers and proxies have been talked past their rules. */
const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll("/", "//"),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/healthz/..${path}`,
  (path) => `/assets/..${path}`,
  (path) => `/assets/%2e%2e${path}`,
  (path) => `/assets/..%2f${path.slice(1)}`,
  (path) => `/healthz/..;${path}`,
  (path) => `/healthz;${path}`,
  (path) => `/;x${path}`,
  (path) => `${path};x=1`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/x/..`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%09`,
  (path) => `${path}%2f`,
  (path) => `${path}.json`,
  (path) => `${path}?/healthz`,
  (path) => `${path}#/healthz`,
  (path) => path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  encode,
  (path) => encode(path).replaceAll("%", "%25"),
  (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
  (path) => path.replaceAll("/", "%c0%af").replace("%c0%af", "/"),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "\\").replace("\\", "/"),
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://evil.example/healthz/..${path}`,
  (path) => `https:${path}`,
];

/** Headers that name another path or method to some servers. */
const OVERRIDES = (path: string): Record<string, string> => ({
  "x-original-url": path,
  "x-rewrite-url": path,
  "x-http-method-override": "GET",
  "x-forwarded-prefix": "/healthz",
});

async function walk<T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  const iterator = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of iterator) await check(item);
    }),
  );
}

async function use(
  environment: Record<string, string>,
  run: (server: WalkedServer) => Promise<void>,
): Promise<void> {
  const server = await startWalkedServer(environment);
  try {
    assert.ok(server.routes.length > 60, `${server.routes.length} routes`);
    await run(server);
  } finally {
    await server.close();
  }
}

const OIDC = {
  PUBLIC_URL: "https://sundry.example",
  OIDC_ISSUER: "http://127.0.0.1:1",
  OIDC_CLIENT_ID: "sundry",
  OIDC_ALLOWED: "*",
};

const PUBLIC_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/api/v1/webhook/*",
  "/assets/:name",
  "/auth/oidc",
  "/auth/oidc/callback",
  "/healthz",
  "/readyz",
  "/sign-in",
  "/sign-out",
];

describe("every route", { timeout: 240_000 }, () => {
  it("where a key is required strangers get nothing by any of 35 spellings of its path", async () => {
    await use({ ACCESS: "required", ADMIN_TOKEN, ...OIDC }, async ({ routes, send }) => {
      const open = routes.filter((route) => getRule(route) === "public");
      assert.deepEqual([...new Set(open.map(({ path }) => path))].sort(), PUBLIC_PATHS);
      const closed = routes.filter((route) => getRule(route) !== "public");
      await walk(closed, async (route) => {
        const [method = "GET"] = route.methods;
        const path = toPath(route);
        assert.equal(await send(method, path), 401, `${method} ${path}`);
        for (const spell of SPELLINGS) {
          const status = await send(method, spell(path));
          // 404: a file below /assets that does not exist.
          assert.ok([400, 401, 404].includes(status), `${method} ${spell(path)}: ${status}`);
        }
        const overridden = await send("POST", "/api/v1/no-such-path", OVERRIDES(path));
        assert.equal(overridden, 401);
      });
    });
  });

  it("a key gets 403 from each whose scope it lacks, and no scope administers", async () => {
    await use({ ACCESS: "required", ADMIN_TOKEN }, async ({ routes, send, url }) => {
      const client = createKeyClient(url);
      const scopes = ["tools:*", "inbox:read", "inbox:manage", "mcp", "usage", "metrics"];
      const all = await client.issue({ scopes });
      const metrics = await client.issue({ scopes: ["metrics"] });
      const closed = routes.filter((route) => !["public", "signed-in"].includes(getRule(route)));
      await walk(closed, async (route) => {
        const rule = getRule(route);
        const [method = "GET"] = route.methods;
        const { key } = rule === "administrator" ? all : metrics;
        const status = await send(method, toPath(route), { authorization: `Bearer ${key}` });
        assert.equal(status, rule === "metrics" ? 200 : 403, `${method} ${route.path}`);
      });
    });
  });

  it("in open mode strangers may use each but the administration", async () => {
    await use({ ADMIN_TOKEN }, async ({ routes, send }) => {
      const closed = routes.filter((route) => getRule(route) === "administrator");
      assert.ok(closed.length >= 9);
      await walk(routes, async (route) => {
        const [method = "GET"] = route.methods;
        const path = toPath(route);
        if (!closed.includes(route)) {
          const status = await send(method, path);
          assert.ok(![401, 403].includes(status), `${method} ${path}: ${status}`);
          return;
        }
        for (const spell of SPELLINGS) {
          const status = await send(method, spell(path));
          assert.ok([400, 401, 404, 405].includes(status), `${method} ${spell(path)}: ${status}`);
        }
      });
    });
    await use({}, async ({ routes }) => {
      const rules = routes.map(getRule);
      assert.ok(!rules.includes("administrator"), "nobody administers");
    });
  });
});
