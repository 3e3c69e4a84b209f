import { HttpError } from "../../lib/errors.ts";
import type { Metrics } from "./metrics.ts";
import type { StoreProblem } from "../../store/store.ts";
import type { Route } from "../route.ts";

interface HealthOptions {
  /** True while the process is about to stop, so that proxies choose another. */
  isStopping(): boolean;
  /** Rejects while the store cannot store records; the log and the metrics name the reason. */
  ready(): Promise<void>;
  /** The reason why the store does not work at present. */
  problem(): StoreProblem["reason"] | undefined;
  metrics: Metrics;
}

const PROBE = { methods: ["GET", "HEAD"], access: "public" } as const;

/**
 * `/healthz` (the process is alive), `/readyz` (the store is reachable) and `/metrics` (Prometheus
 * text).
 */
export function createHealthRoutes(options: HealthOptions): Route[] {
  const { isStopping, ready, problem, metrics } = options;
  const health = { ...PROBE, path: "/healthz", handler: () => ({ json: { status: "ok" } }) };
  const readiness: Route = {
    ...PROBE,
    path: "/readyz",
    handler: async () => {
      if (isStopping()) throw new HttpError(503, "The server is stopping.", { "retry-after": "1" });
      try {
        await ready();
        return { json: { status: "ok" } };
      } catch {
        // The store logs each problem once; a line for every probe of a load balancer would hide
        // it.
        throw new HttpError(503, REASONS[problem() ?? "unreachable"], { "retry-after": "1" });
      }
    },
  };
  const exposition: Route = {
    ...PROBE,
    path: "/metrics",
    access: "metrics",
    handler: () => ({ type: "text/plain; version=0.0.4; charset=utf-8", body: metrics.text() }),
  };
  return [health, readiness, exposition];
}

/**
 * Sentences for the prober, which may be a stranger: without the hosts and paths that are in the
 * log.
 */
const REASONS: Record<StoreProblem["reason"], string> = {
  unreachable: "The store is out of reach.",
  denied: "The store denies access.",
  "read-only": "The store is read-only.",
  full: "The store is full.",
  corrupt: "The store's file is damaged.",
  failing: "The store does not work.",
};
