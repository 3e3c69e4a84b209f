import assert from "node:assert/strict";
import { startServerOnRedis } from "../../support/redis.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

export const ADMIN_TOKEN = "the-admin-token-of-the-tests-0123456789";

/** A key as the API returns it. */
export interface Key {
  id: string;
  key: string;
  name: string;
  scopes: string[];
  perDay: number | null;
  perMinute: Record<string, number | "off">;
  expiresAt: string | null;
  networks: string[];
  createdAt: string;
  lastUsedAt: string | null;
  previousEndsAt: string | null;
  revokedAt: string | null;
}

/** A server with an administrator. */
export interface KeyServer extends RunningServer {
  /** Sends a request with the admin token; an object is sent as JSON. */
  admin(method: string, path: string, body?: object): Promise<Response>;
  issue(settings?: object): Promise<Key>;
  /** Sends a request with a key as the bearer. */
  as(key: string, path: string, init?: RequestInit): Promise<Response>;
}

export async function startKeyServer(environment: Record<string, string> = {}): Promise<KeyServer> {
  const start = environment["REDIS_URL"] === undefined ? startServer : startServerOnRedis;
  const server = await start({
    ACCESS: "required",
    TRUST_PROXY: "1",
    ADMIN_TOKEN,
    ...environment,
  });
  return { ...server, ...createKeyClient(server.url) };
}

export function createKeyClient(url: string): Pick<KeyServer, "admin" | "issue" | "as"> {
  const as: KeyServer["as"] = (key, path, init = {}) =>
    fetch(url + path, {
      redirect: "manual",
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
  const admin: KeyServer["admin"] = (method, path, body) =>
    as(ADMIN_TOKEN, path, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  return {
    as,
    admin,
    async issue(settings = {}) {
      const response = await admin("POST", "/api/v1/keys", { name: "test", ...settings });
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()) as Key;
    },
  };
}

/** Returns an init that sends a value as JSON by POST. */
export function post(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** Returns the sentence of an error response. */
export async function readError(response: Response): Promise<string> {
  return ((await response.json()) as { error: string }).error;
}
