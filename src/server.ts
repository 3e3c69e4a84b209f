import { createAccessCheck } from "./http/checks/access.ts";
import { createHostFilter } from "./http/checks/host-header.ts";
import { createMetrics } from "./http/ops/metrics.ts";
import { createHttpServer, type HttpServer } from "./http/server.ts";
import { createFeatures } from "./server/features.ts";
import type { ServerOptions } from "./server/options.ts";
import { createRoutes, createSite } from "./server/routes.ts";
import { createStoreGauges } from "./store/gauges.ts";
import { renderNotFoundPage, renderRefusedPage } from "./web/server/pages.ts";

/** Joins the registry and the features to one server, ready to listen. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, log, store } = options;
  const stopping = new AbortController();
  const features = createFeatures(options, stopping.signal);
  const { access, inbox, jobs, quota, unsentResponses } = features;
  const site = createSite(options, features);
  let isDraining = false;
  const metrics = createMetrics(
    () => [
      ...options.gauges(),
      ...createStoreGauges(store, config.storeMaxBytes),
      ...(access?.gauges() ?? []),
      ...jobs.gauges(),
      ...http.gauges(),
    ],
    [...features.counters, ...options.counters],
  );
  const http: HttpServer = createHttpServer({
    ...quota,
    isAllowedHost: createHostFilter(config),
    publicUrl: config.publicUrl,
    routes: createRoutes(options, features, {
      site,
      metrics,
      inject: (parent, request) => http.inject(parent, request),
      isStopping: () => isDraining,
    }),
    notFoundPage: renderNotFoundPage(site),
    checkAccess: access && createAccessCheck(access.options),
    refusedPage: access && renderRefusedPage(site),
    isLabel: access?.isLabel,
    isPrivate: config.access === "required",
    metrics,
    log,
    trustProxy: config.trustProxy,
    basePath: config.basePath,
    maxConnections: config.maxConnections,
    unsentResponses,
    logRequest: options.logRequest,
  });
  const drain = () => {
    isDraining = true;
    http.drain();
  };
  const close = async () => {
    stopping.abort();
    await Promise.all([http.close(), jobs.close()]);
    await inbox.close();
  };
  http.server.once("listening", () => jobs.start());
  return { ...http, drain, close };
}
