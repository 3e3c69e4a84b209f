import type { LookupAddress } from "node:dns";
import { limitConcurrency } from "../lib/concurrency/semaphore.ts";
import { UnavailableError } from "../lib/errors.ts";
import { FetchError } from "../lib/net/network.ts";
import { withTimeout } from "../lib/concurrency/timeout.ts";
import { toFetchError } from "./errors.ts";

/**
 * Resolves a name to all of its addresses. Rejects, or resolves with an empty list, when it has
 * none.
 */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/**
 * Maximum concurrent lookups of the process: half of libuv's four threads, because a running lookup
 * cannot be canceled.
 */
const MAX_LOOKUPS = 2;
/**
 * Maximum concurrent lookups of one job, so that a page with many hanging hosts leaves a thread to
 * other jobs.
 */
const MAX_LOOKUPS_PER_JOB = 1;
const RESOLVE_TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Returns a function that creates the resolver of one job. Resolvers share a limit on concurrent
 * lookups and settle within 5 s. They reject with FetchError if the lookup fails or hangs, and with
 * UnavailableError if it is still queued.
 */
export function limitDnsLookups(resolve: Resolve): () => Resolve {
  const limit = limitConcurrency(MAX_LOOKUPS);
  return () => {
    const limitInJob = limitConcurrency(MAX_LOOKUPS_PER_JOB);
    return (name) => resolveInTime((lookup) => limitInJob(() => limit(lookup)), resolve, name);
  };
}

function resolveInTime(
  enqueue: (lookup: () => Promise<LookupAddress[]>) => Promise<LookupAddress[]>,
  resolve: Resolve,
  name: string,
): Promise<LookupAddress[]> {
  let started = false;
  let expired = false;
  const lookup = async () => {
    // A queued lookup whose caller has already timed out is skipped.
    if (expired) return [];
    started = true;
    return resolve(name);
  };
  return withTimeout(
    enqueue(lookup).catch((error: unknown) => Promise.reject(toFetchError(error))),
    RESOLVE_TIMEOUT_MS,
    () => {
      expired = true;
      return started ? createLookupTimeoutError() : createQueueTimeoutError();
    },
  );
}

function createLookupTimeoutError(): FetchError {
  return new FetchError("dns", "has a host that DNS did not resolve in time");
}

function createQueueTimeoutError(): UnavailableError {
  return new UnavailableError("too many DNS lookups are queued", "overloaded", RETRY_AFTER_SECONDS);
}
