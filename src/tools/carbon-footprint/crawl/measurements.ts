import { ValidationError } from "../../../lib/errors.ts";
import { FetchError, type Network } from "../../../lib/network.ts";
import { type AnalysisWorker, createAnalyst } from "../worker/analysis-worker.ts";
import type { Measurement, Measurements } from "./measurement.ts";
import { measurePage } from "./measure-page.ts";

const KEPT_MS = 600_000;
const FAILURE_KEPT_MS = 30_000;
const MAX_KEPT = 500;

interface Kept {
  result: Promise<Measurement>;
  /** Milliseconds since 1970; Infinity while it runs. */
  until: number;
}

/** Keeps results ten minutes and failures thirty seconds. */
export function createMeasurements(
  network: Network,
  now: () => number,
  analyst: AnalysisWorker = createAnalyst(),
): Measurements {
  const kept = new Map<string, Kept>();
  const start = (key: string, url: string): Kept => {
    const entry: Kept = { result: measurePage(url, network, analyst), until: Infinity };
    entry.result.then(
      () => (entry.until = now() + KEPT_MS),
      (error: unknown) => {
        if (error instanceof FetchError) entry.until = now() + FAILURE_KEPT_MS;
        else kept.delete(key);
      },
    );
    kept.set(key, entry);
    forgetOld(kept, now());
    return entry;
  };
  return {
    async of(url) {
      const key = keyOf(url);
      const known = kept.get(key);
      const entry = known && known.until > now() ? known : start(key, url);
      try {
        return await entry.result;
      } catch (error) {
        if (error instanceof FetchError)
          throw ValidationError.at(["url"], error.message, error.kind);
        throw error;
      }
    },
  };
}

/** One address, however it is spelled; what is no URL stands for itself. */
function keyOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  // Text that the guard refuses must not share a key with its tidied form.
  return /[\s\\\p{Cc}]/u.test(url) ? url : parsed.href.replace(/#.*$/, "");
}

function forgetOld(kept: Map<string, Kept>, time: number): void {
  for (const [key, { until }] of kept) {
    if (until <= time || (kept.size > MAX_KEPT && until !== Infinity)) kept.delete(key);
  }
}
