import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  type Count,
  Counter,
  type Distribution,
  formatGauge,
  type Gauge,
  Histogram,
} from "../../lib/metrics.ts";

/** Bounds of the durations of responses, in seconds. */
const DURATION_BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

interface ObservedResponse {
  route: string;
  method: string;
  status: number;
  /** The time from the request's head to the response's. */
  seconds: number;
}

/**
 * The metrics of the process for Prometheus. Labels are routes, never paths, because callers make
 * those up.
 */
export interface Metrics {
  observe(response: ObservedResponse): void;
  /** Returns the text exposition format, version 0.0.4. */
  text(): string;
}

/** The counts of a route. Joining its labels for each response would take longer than counting. */
interface RouteSeries {
  durations: Distribution;
  /** By method and status. */
  responses: Map<string, Count>;
}

/** Creates the metrics of this process, with the gauges and counters of its features. */
export function createMetrics(
  gauges: () => readonly Gauge[] = () => [],
  counters: readonly Counter[] = [],
): Metrics {
  const requests = new Counter("sundry_http_requests_total", "Responses sent.");
  const durations = new Histogram(
    "sundry_http_request_duration_seconds",
    "Time to respond.",
    DURATION_BOUNDS,
  );
  const routes = new Map<string, RouteSeries>();
  const createSeries = (route: string): RouteSeries => {
    const series = { durations: durations.get({ route }), responses: new Map<string, Count>() };
    routes.set(route, series);
    return series;
  };
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  return {
    observe({ route, method, status, seconds }) {
      const series = routes.get(route) ?? createSeries(route);
      const kind = `${method} ${status}`;
      const responses = series.responses.get(kind) ?? requests.get({ route, method, status });
      if (responses.count === 0) series.responses.set(kind, responses);
      responses.count += 1;
      series.durations.add(seconds);
    },
    text: () =>
      [
        ...[requests, durations, ...counters].flatMap((metric) => metric.format()),
        ...[...listProcessGauges(loop), ...gauges()].flatMap(formatGauge),
        "",
      ].join("\n"),
  };
}

function listProcessGauges(loop: ReturnType<typeof monitorEventLoopDelay>): Gauge[] {
  const seconds = loop.percentile(99) / 1e9;
  loop.reset();
  const startSeconds = Date.now() / 1000 - process.uptime();
  const bytes = process.memoryUsage.rss();
  return [
    toGauge("sundry_event_loop_delay_seconds", "99th percentile since the last reading.", seconds),
    toGauge("process_resident_memory_bytes", "Resident memory.", bytes),
    toGauge("process_start_time_seconds", "Start of the process.", startSeconds),
  ];
}

function toGauge(name: string, help: string, value: number): Gauge {
  return { name, help, value };
}
