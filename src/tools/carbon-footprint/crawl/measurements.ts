import { ValidationError } from "../../../lib/errors.ts";
import { parseHttpUrl } from "../../../lib/http-url.ts";
import { FetchError, type Network } from "../../../lib/network.ts";
import { type AnalysisWorker, createAnalysisWorker } from "../worker/analysis-worker.ts";
import { measurePage } from "./measure-page.ts";
import type { Measurement, Measurements } from "./measurement.ts";

const RESULT_TTL_MS = 600_000;
const FAILURE_TTL_MS = 30_000;
const MAX_CACHED = 500;

interface CachedMeasurement {
  result: Promise<Measurement>;
  /** In milliseconds since 1970; Infinity while the measurement runs. */
  expiresAt: number;
}

/** Creates the measurements of a context. Results are cached for 10 minutes, failures for 30 s. */
export function createMeasurements(
  network: Network,
  now: () => number,
  worker: AnalysisWorker = createAnalysisWorker(),
): Measurements {
  const cache = new Map<string, CachedMeasurement>();
  const start = (key: string, url: string): CachedMeasurement => {
    const entry = { result: measurePage(url, network, worker), expiresAt: Infinity };
    entry.result.then(
      () => (entry.expiresAt = now() + RESULT_TTL_MS),
      (error: unknown) => {
        if (error instanceof FetchError) entry.expiresAt = now() + FAILURE_TTL_MS;
        else cache.delete(key);
      },
    );
    cache.set(key, entry);
    evictExpired(cache, now());
    return entry;
  };
  return {
    async measure(url) {
      try {
        const key = getCacheKey(url);
        const cached = cache.get(key);
        const entry = cached && cached.expiresAt > now() ? cached : start(key, url);
        return await entry.result;
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        throw ValidationError.at(["url"], error.message, error.code);
      }
    },
  };
}

/**
 * Returns the normalized URL without its fragment. Throws FetchError for a text that is not a valid URL, so that it
 * cannot share the entry of the URL that a parser would repair it to.
 */
function getCacheKey(text: string): string {
  const url = parseHttpUrl(text);
  url.hash = "";
  return url.href;
}

/** Evicts what expired, and past the limit the oldest results. Running measurements stay, because callers share them. */
function evictExpired(cache: Map<string, CachedMeasurement>, time: number): void {
  for (const [key, { expiresAt }] of cache) {
    const surplus = cache.size > MAX_CACHED && expiresAt !== Infinity;
    if (expiresAt <= time || surplus) cache.delete(key);
  }
}
