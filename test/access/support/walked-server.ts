import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import findMyWay from "find-my-way";
import { pino } from "pino";
import { readConfig } from "#src/config.js";
import { createContext } from "#src/context.js";
import type { Route } from "#src/http/route.js";
import { createServer } from "#src/server.js";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";

/** A server in this process, and the routes that its router has. */
export interface WalkedServer {
  url: string;
  routes: Route[];
  /** Resolves with the status of a request whose target is sent unchanged. */
  send(method: string, target: string, headers?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "access" in value && "handler" in value;
}

export async function startWalkedServer(
  environment: Record<string, string>,
): Promise<WalkedServer> {
  const directory = mkdtempSync(join(tmpdir(), "sundry-walk-"));
  const config = readConfig({ DATA_DIR: directory, TRUST_PROXY: "1", ...environment });
  const log = pino({ level: "silent" });
  const context = createContext({
    offline: true,
    allowCidrs: [],
    allowPorts: [],
    userAgent: "Sundry/test",
  });
  const now = () => context.now();
  const store = await openSqliteStore({
    directory,
    limits: { ttlMs: 60_000, maxRecords: 10, maxInboxBytes: 65_536, maxStoreBytes: 1_048_576 },
    now,
    purgeIntervalMs: 60_000,
    deadlineMs: 30_000,
  });
  const added = mock.method(findMyWay.prototype as { on: (...args: unknown[]) => void }, "on");
  // The router keeps fixed paths in a map.
  const kept = mock.method(Map.prototype, "set");
  const parts = { config, log, context, store, version: "1.0.0" };
  const { server, close } = createServer({ ...parts, gauges: () => [], counters: [] });
  const values = [
    ...added.mock.calls.map(({ arguments: [, , , route] }) => route),
    ...kept.mock.calls.map(({ arguments: [, value] }) => value as unknown),
  ];
  const routes = [...new Set(values)].filter(isRoute);
  added.mock.restore();
  kept.mock.restore();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    url: `http://127.0.0.1:${port}`,
    routes,
    send: (method, path, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request({ port, method, path, headers, agent }, (response) => {
          resolve(response.statusCode ?? 0);
          // A stream of events has no end.
          if (response.headers["content-type"] === "text/event-stream") response.destroy();
          else response.resume();
        });
        sent.on("error", reject).end();
      }),
    async close() {
      agent.destroy();
      await close();
      await store.close();
      await context.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
