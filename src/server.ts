import { createHostFilter } from "./http/checks/host-header.ts";
import { createMetrics, type Metrics } from "./http/ops/metrics.ts";
import { createHttpServer, type HttpServer } from "./http/server.ts";
import type { Gauge } from "./lib/metrics.ts";
import { createFeatures, type Features } from "./server/features.ts";
import type { ServerOptions } from "./server/options.ts";
import { createRoutes, createSite } from "./server/routes.ts";
import { createStoreGauges } from "./store/gauges.ts";
import { renderNotFoundPage, renderRefusedPage } from "./web/server/pages.ts";

/** Joins the registry and the features to one server, ready to listen. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, log } = options;
  const stopping = new AbortController();
  const features = createFeatures(options, stopping.signal);
  const { access, inbox, jobs, quota, unsentResponses } = features;
  const site = createSite(options, features);
  let isDraining = false;
  const metrics = createServerMetrics(options, features, () => http.gauges());
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
    checkAccess: access?.checkAccess,
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
  http.server.once("listening", () => jobs.start());
  return {
    ...http,
    drain() {
      isDraining = true;
      http.drain();
    },
    async close() {
      stopping.abort();
      await Promise.all([http.close(), jobs.close()]);
      await inbox.close();
    },
  };
}

function createServerMetrics(
  { config, store, gauges, counters }: ServerOptions,
  { access, jobs, counters: featureCounters }: Features,
  listHttpGauges: () => readonly Gauge[],
): Metrics {
  const listGauges = () => [
    ...gauges(),
    ...createStoreGauges(store, config.storeMaxBytes),
    ...(access?.gauges() ?? []),
    ...jobs.gauges(),
    ...listHttpGauges(),
  ];
  return createMetrics(listGauges, [...featureCounters, ...counters]);
}
