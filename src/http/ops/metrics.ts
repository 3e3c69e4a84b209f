import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Counter, formatGauge, type Gauge } from "../../lib/metrics.ts";

/** Upper bounds of the duration histogram, in seconds. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

/**
 * The metrics of the process for Prometheus. Labels are routes, never paths, because callers make
 * those up.
 */
export interface Metrics {
  /** Counts one response; `seconds` is the time from the request's head to the response's. */
  observe(route: string, method: string, status: number, seconds: number): void;
  /** Returns the text exposition format, version 0.0.4. */
  text(): string;
}

interface Series {
  /** Responses by method and status. */
  statuses: Map<string, Map<number, number>>;
  buckets: number[];
  sum: number;
  count: number;
}

/** Creates the metrics of this process, with the gauges and counters of its features. */
export function createMetrics(
  gauges: () => readonly Gauge[] = () => [],
  counters: readonly Counter[] = [],
): Metrics {
  const routes = new Map<string, Series>();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  return {
    observe(route, method, status, seconds) {
      const series = getSeries(routes, route);
      const statuses = series.statuses.get(method) ?? new Map<number, number>();
      if (statuses.size === 0) series.statuses.set(method, statuses);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      addDuration(series, seconds);
    },
    text: () =>
      [
        ...formatCounters(routes),
        ...formatHistograms(routes),
        ...counters.flatMap((counter) => counter.format()),
        ...listProcessGauges(loop).flatMap(formatGauge),
        ...gauges().flatMap(formatGauge),
        ...formatGauge({
          name: "process_start_time_seconds",
          help: "Start of the process.",
          value: Date.now() / 1000 - process.uptime(),
        }),
        "",
      ].join("\n"),
  };
}

function getSeries(routes: Map<string, Series>, route: string): Series {
  const existing = routes.get(route);
  if (existing) return existing;
  const series = { statuses: new Map(), buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
  routes.set(route, series);
  return series;
}

function addDuration(series: Series, seconds: number): void {
  let index = 0;
  while (index < BUCKETS.length && seconds > (BUCKETS[index] ?? 0)) index += 1;
  if (index < BUCKETS.length) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  series.sum += seconds;
  series.count += 1;
}

function formatCounters(routes: Map<string, Series>): string[] {
  const name = "sundry_http_requests_total";
  const lines = [`# HELP ${name} Responses sent.`, `# TYPE ${name} counter`];
  for (const [route, { statuses }] of routes) {
    for (const [method, counts] of statuses) {
      for (const [status, count] of counts) {
        lines.push(`${name}{route="${route}",method="${method}",status="${status}"} ${count}`);
      }
    }
  }
  return lines;
}

function formatHistograms(routes: Map<string, Series>): string[] {
  const name = "sundry_http_request_duration_seconds";
  const lines = [`# HELP ${name} Time to respond.`, `# TYPE ${name} histogram`];
  for (const [route, { buckets, sum, count }] of routes) {
    let below = 0;
    for (const [index, bound] of BUCKETS.entries()) {
      below += buckets[index] ?? 0;
      lines.push(`${name}_bucket{route="${route}",le="${bound}"} ${below}`);
    }
    lines.push(`${name}_bucket{route="${route}",le="+Inf"} ${count}`);
    lines.push(`${name}_sum{route="${route}"} ${sum}`, `${name}_count{route="${route}"} ${count}`);
  }
  return lines;
}

function listProcessGauges(loop: ReturnType<typeof monitorEventLoopDelay>): Gauge[] {
  const seconds = loop.percentile(99) / 1e9;
  loop.reset();
  return [
    {
      name: "sundry_event_loop_delay_seconds",
      help: "99th percentile since the last reading.",
      value: seconds,
    },
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory.",
      value: process.memoryUsage.rss(),
    },
  ];
}
