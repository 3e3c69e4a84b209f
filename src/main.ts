import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { type Config, readConfig, takeInheritedSocket } from "./config.ts";
import { formatUtcDay } from "./lib/dates/date.ts";
import { listStaleWarnings } from "./fees/schedules.ts";
import { getPublicationTime } from "./lib/dates/target-days.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import { Counter } from "./lib/metrics.ts";
import type { OnHealthChange } from "./store/health.ts";
import type { Store } from "./store/store.ts";
import { createContext, lazyNetwork } from "./context.ts";
import { limitHeap } from "./lib/heap.ts";
import { listen } from "./lib/net/listen.ts";
import { getErrorMessage } from "./lib/errors.ts";
import { createLog } from "./server/log.ts";

async function serve(config: Config): Promise<void> {
  const inheritedSocket = takeInheritedSocket();
  const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
  const dropped = new Counter("sundry_log_dropped_total", "Lines of the log that nobody read.");
  const output = createLog(config, (lines) => dropped.add({}, lines));
  const { log, logRequest } = output;
  const rateBook = createRateBook({
    file: config.fxFile,
    directory: config.dataDirectory,
    onProblem: (line) => log.warn(line),
  });
  const context = createServerContext(config, { rateBook, log, version });
  if (config.fetchAllowCidrs.length > 0) {
    log.warn({ ranges: config.fetchAllowCidrs }, "the guarded fetch may reach these ranges");
  }
  const storeOpening = openStore(config, { now: () => context.now(), log });
  // Imported here, so that the store's thread opens its file in parallel.
  const [store, { createServer }] = await Promise.all([storeOpening, import("./server.ts")]);
  const { server, drain, close } = createServer({
    config,
    version,
    log,
    logRequest,
    context,
    store,
    gauges: () => [createRatesAgeGauge(rateBook.newestDay(), context.now())],
    counters: [dropped],
  });
  const refresher = await refreshRates(config, {
    book: rateBook,
    store,
    log,
    version,
    now: () => context.now(),
  });
  stopOnSignals(log, async () => {
    refresher?.stop();
    if (config.stopDelayMs > 0) {
      drain();
      await setTimeout(config.stopDelayMs);
    }
    await close();
    await store.close();
    await context.close();
    await output.end();
  });
  limitHeap();
  const origin = await listen(server, { ...config, inheritedSocket });
  output.announce(origin + config.basePath, version);
}

/**
 * Creates the context of the tools. Fee schedules that are out of date are logged when they are
 * first read.
 */
function createServerContext(
  config: Config,
  { rateBook, log, version }: { rateBook: RateBook; log: Logger; version: string },
) {
  const context = createContext({
    rateBook,
    offline: config.offline,
    allowCidrs: config.fetchAllowCidrs,
    allowPorts: config.fetchAllowPorts,
    feesDirectory: config.feesDirectory,
    onFees: (fees) => {
      for (const warning of listStaleWarnings(fees, formatUtcDay(context.now()))) log.warn(warning);
    },
    userAgent: `Sundry/${version} (+${config.publicUrl ?? "no contact URL: PUBLIC_URL is not set"})`,
  });
  // Reading validates an operator's fee schedules before the server listens. The built-in ones are
  // validated by tests and loaded on first use, because reading them takes a tenth of the start and
  // 8 MB.
  if (config.feesDirectory !== undefined) void context.fees;
  // Reading validates the operator's file of exchange rates, too.
  if (config.fxFile !== undefined) void rateBook.rates;
  return context;
}

/**
 * Ends the process with code 0 on SIGTERM and SIGINT, after `close` has resolved. A second signal
 * ends it immediately.
 */
function stopOnSignals(log: Logger, close: () => Promise<void>): void {
  const stop = (signal: string) => {
    process.off("SIGTERM", stop).off("SIGINT", stop);
    log.info({ signal }, "stopping");
    void close().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}

interface RefreshOptions {
  book: RateBook;
  store: Store;
  log: Logger;
  version: string;
  now(): number;
}

/** Starts the refresh of exchange rates if it is enabled; imports its modules only then. */
async function refreshRates(config: Config, options: RefreshOptions) {
  if (config.fxUpdate === "off") return undefined;
  const { book, store, log, version, now } = options;
  const [{ createEcbClient }, { startRefresher }] = await Promise.all([
    import("./rates/ecb-client.ts"),
    import("./rates/refresher.ts"),
  ]);
  // Uses a separate network, because the operator's settings for callers' addresses do not apply to
  // the ECB.
  const network = lazyNetwork({
    offline: config.offline,
    allowCidrs: [],
    allowPorts: [443],
    userAgent: `Sundry/${version} (exchange rates)`,
    now,
  });
  return startRefresher({
    book,
    ecb: createEcbClient({ book, network, now }),
    directory: config.dataDirectory,
    shared: store.sharedText?.("rates"),
    log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
    now,
    random: Math.random,
  });
}

/**
 * Returns the age of the newest exchange rates as a gauge, so that an alert can detect a refresh
 * that fails.
 */
function createRatesAgeGauge(newestDay: number, nowMs: number) {
  return {
    name: "sundry_rates_age_seconds",
    help: "Time since the newest exchange rates were published.",
    value: Math.max(0, Math.round((nowMs - getPublicationTime(newestDay)) / 1000)),
  };
}

/**
 * Milliseconds between purges of expired inboxes, so that their data is deleted within a minute.
 */
const PURGE_INTERVAL_MS = 20_000;

/**
 * Opens the store of the configuration: Redis when it has a URL, else SQLite. Logs changes of the
 * store's health.
 */
async function openStore(
  config: Config,
  { now, log }: { now(): number; log: Logger },
): Promise<Store> {
  const onHealthChange: OnHealthChange = (problem) =>
    problem
      ? log.error({ reason: problem.reason }, `the store does not work: ${problem.message}`)
      : log.info("the store works again");
  const onWarning = (message: string) => log.warn(message);
  const limits = {
    ttlMs: config.inboxTtlSeconds * 1000,
    maxRecords: config.inboxMaxRecords,
    maxInboxBytes: config.inboxMaxBytes,
    maxStoreBytes: config.storeMaxBytes,
  };
  const { dataDirectory: directory, redisUrl: url, storeDeadlineMs: deadlineMs } = config;
  if (url === undefined) {
    const purgeIntervalMs = PURGE_INTERVAL_MS;
    const events = { onHealthChange, onWarning };
    return openSqliteStore({ directory, limits, now, purgeIntervalMs, deadlineMs, ...events });
  }
  // Imported on demand: the client takes 26 MB and an eighth of a second, which most starts do not
  // need.
  const { openRedisStore } = await import("./store/redis/redis-store.ts");
  return openRedisStore({ url, limits, now, onHealthChange, onWarning, commandMs: deadlineMs });
}

try {
  await serve(readConfig());
} catch (error) {
  // Names every wrong variable, not only the first that the start came to.
  const { checkSettings } = await import("./check-settings.ts");
  const { problems } = await checkSettings();
  process.stderr.write(`${problems.join("; ") || getErrorMessage(error)}\n`);
  process.exit(1);
}
