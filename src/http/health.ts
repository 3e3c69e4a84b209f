import { HttpError } from "../lib/errors.ts";
import type { Metrics } from "./metrics.ts";
import type { Logger, Route } from "./types.ts";

/** What the health routes report. */
interface HealthOptions {
  /** Rejects while the stores are out of reach. */
  ready(): Promise<void>;
  metrics: Metrics;
  log: Logger;
}

const GET = ["GET", "HEAD"];

/** `/healthz` (the process is alive), `/readyz` (the store is reachable) and `/metrics` (Prometheus text). */
export function healthRoutes({ ready, metrics, log }: HealthOptions): Route[] {
  const health: Route = {
    methods: GET,
    path: "/healthz",
    handler: () => ({ json: { status: "ok" } }),
  };
  const readiness: Route = {
    methods: GET,
    path: "/readyz",
    handler: async () => {
      try {
        await ready();
        return { json: { status: "ok" } };
      } catch (error) {
        log.warn({ err: error }, "not ready");
        throw new HttpError(503, "The store is out of reach.", { "retry-after": "1" });
      }
    },
  };
  const exposition: Route = {
    methods: GET,
    path: "/metrics",
    handler: () => ({ type: "text/plain; version=0.0.4; charset=utf-8", body: metrics.text() }),
  };
  return [health, readiness, exposition];
}
