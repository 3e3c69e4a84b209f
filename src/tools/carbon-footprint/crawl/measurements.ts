import { ValidationError } from "../../../lib/errors.ts";
import { parseHttpUrl } from "../../../lib/net/http-url.ts";
import { LruCache } from "../../../lib/lru.ts";
import { FetchError, type Network } from "../../../lib/net/network.ts";
import { type AnalysisWorker, createAnalysisWorker } from "../worker/analysis-worker.ts";
import { measurePage } from "./measure-page.ts";
import type { Measurement, Measurements } from "./measurement.ts";
import type { Waiting } from "../../tool-context.ts";
import { DAY_MS } from "../../../lib/dates/date.ts";

const RESULT_TTL_MS = 600_000;
const FAILURE_TTL_MS = 30_000;
const MAX_CACHED = 500;
/**
 * Weights are kept longer than measurements, because badges are requested by every visitor of a
 * page.
 */
const WEIGHT_TTL_MS = DAY_MS;
const MAX_CACHED_WEIGHTS = 5_000;

interface CachedMeasurement {
  result: Promise<Measurement>;
  /** In milliseconds since 1970; Infinity while the measurement runs. */
  expiresAt: number;
  /** Callers whose signals are not aborted. */
  callers: number;
  /** Aborts the fetches. */
  canceling: AbortController;
  /** Called with the number of files that were fetched. */
  watchers: Set<(fetched: number) => void>;
}

interface MeasurementDeps {
  network: Network;
  now(): number;
  worker: AnalysisWorker;
}

/**
 * Creates the measurements of a context. Results are cached for 10 minutes, weights for a day,
 * failures for 30 s.
 */
export function createMeasurements(
  network: Network,
  now: () => number,
  worker: AnalysisWorker = createAnalysisWorker(),
): Measurements {
  const cache = new MeasurementCache({ network, now, worker });
  const weights = new LruCache<string, { bytes: number; expiresAt: number }>(MAX_CACHED_WEIGHTS);
  return {
    measure: (url, signal, onProgress) =>
      toInputErrors(async () => cache.measure(getCacheKey(url), url, { signal, onProgress })),
    measureWeight: (url, signal) =>
      toInputErrors(async () => {
        const key = getCacheKey(url);
        const cached = weights.get(key);
        if (cached && cached.expiresAt > now()) return cached.bytes;
        const { entries } = await cache.measure(key, url, { signal });
        const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
        if (!signal?.aborted) weights.set(key, { bytes, expiresAt: now() + WEIGHT_TTL_MS });
        return bytes;
      }),
  };
}

/** Measurements by their normalized URL, of which callers share those that run. */
class MeasurementCache {
  readonly #deps: MeasurementDeps;
  readonly #cache = new Map<string, CachedMeasurement>();

  constructor(deps: MeasurementDeps) {
    this.#deps = deps;
  }

  measure(key: string, url: string, { signal, onProgress }: Waiting): Promise<Measurement> {
    const cached = this.#cache.get(key);
    const isCurrent = cached && cached.expiresAt > this.#deps.now();
    const entry = isCurrent ? cached : this.#start(key, url);
    entry.callers += 1;
    if (onProgress) entry.watchers.add(onProgress);
    onAbort(signal, () => {
      if (onProgress) entry.watchers.delete(onProgress);
      entry.callers -= 1;
      if (entry.callers > 0 || entry.expiresAt !== Infinity) return;
      // Not kept, because what was measured so far is not the page.
      this.#remove(key, entry);
      entry.canceling.abort();
    });
    return entry.result;
  }

  #start(key: string, url: string): CachedMeasurement {
    const { network, now, worker } = this.#deps;
    const canceling = new AbortController();
    const watchers: CachedMeasurement["watchers"] = new Set();
    const watched = watchFetches(closeOnAbort(network, canceling.signal), (fetched) =>
      watchers.forEach((watch) => watch(fetched)),
    );
    const result = measurePage(url, watched, worker);
    const entry = { result, expiresAt: Infinity, callers: 0, canceling, watchers };
    result.then(
      () => (entry.expiresAt = now() + RESULT_TTL_MS),
      (error: unknown) => {
        if (error instanceof FetchError) entry.expiresAt = now() + FAILURE_TTL_MS;
        else this.#remove(key, entry);
      },
    );
    this.#cache.set(key, entry);
    evictExpired(this.#cache, now());
    return entry;
  }

  #remove(key: string, entry: CachedMeasurement): void {
    if (this.#cache.get(key) === entry) this.#cache.delete(key);
  }
}

function onAbort(signal: AbortSignal | undefined, leave: () => void): void {
  if (signal?.aborted) leave();
  else signal?.addEventListener("abort", leave, { once: true });
}

/** Returns a network whose sessions close, and so fail, when the signal is aborted. */
function closeOnAbort(network: Network, signal: AbortSignal): Network {
  return {
    async openSession(url) {
      const session = await network.openSession(url);
      onAbort(signal, () => session.close());
      return session;
    },
  };
}

/** Returns a network that reports after each fetch of a session how many it has made. */
function watchFetches(network: Network, onFetch: (fetched: number) => void): Network {
  return {
    async openSession(url) {
      const session = await network.openSession(url);
      let fetched = 0;
      return {
        ...session,
        get: (...args) => session.get(...args).finally(() => onFetch((fetched += 1))),
      };
    },
  };
}

/**
 * Converts a FetchError to a ValidationError of the field `url`, because the caller chose what to
 * fetch.
 */
async function toInputErrors<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw ValidationError.at(["url"], error.message, error.code);
  }
}

/**
 * Returns the normalized URL without its fragment. Throws FetchError for an invalid URL, so that it
 * cannot share the entry of the URL that a parser would repair it to.
 */
function getCacheKey(text: string): string {
  const url = parseHttpUrl(text);
  url.hash = "";
  return url.href;
}

/**
 * Evicts what expired, and past the limit the oldest results. Running measurements stay, because
 * callers share them.
 */
function evictExpired(cache: Map<string, CachedMeasurement>, time: number): void {
  for (const [key, { expiresAt }] of cache) {
    const surplus = cache.size > MAX_CACHED && expiresAt !== Infinity;
    if (expiresAt <= time || surplus) cache.delete(key);
  }
}
