import type { FastifyInstance } from "fastify";
import { HttpError } from "../lib/errors.ts";
import type { Metrics } from "./metrics.ts";

/** `/healthz` (the process lives), `/readyz` (`ready` does not reject) and `/metrics` (Prometheus text). */
export function healthRoutes(
  app: FastifyInstance,
  ready: () => Promise<void>,
  metrics: Metrics,
): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request) => {
    try {
      await ready();
      return { status: "ok" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      throw new HttpError(503, "the store is out of reach", { "retry-after": "1" });
    }
  });
  app.get("/metrics", async (_request, reply) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    return metrics.text();
  });
}
