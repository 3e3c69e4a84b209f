import type { Config } from "../config.ts";
import type { LogRequest } from "../http/ops/request-log.ts";
import type { Logger } from "../lib/logger.ts";
import type { Counter, Gauge } from "../lib/metrics.ts";
import type { Store } from "../store/store.ts";
import type { ToolContext } from "../tools/tool-context.ts";

/** Parts and settings of the server. */
export interface ServerOptions {
  config: Config;
  version: string;
  log: Logger;
  /** Left out: requests have no lines of their own. */
  logRequest?: LogRequest | undefined;
  context: ToolContext;
  store: Store;
  /** Gauges of features, beside those of the server. */
  gauges: () => readonly Gauge[];
  counters: readonly Counter[];
}
