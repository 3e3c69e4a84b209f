import { promises as dns } from "node:dns";
import { Semaphore } from "../lib/concurrency/semaphore.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { FetchSession, Network } from "../lib/net/network.ts";
import { createAddressPolicy } from "./address.ts";
import type { FetchBudget } from "./budget.ts";
import { createSafeLookup } from "./connector.ts";
import { limitDnsLookups, type Resolve } from "./dns.ts";
import { createPerHostLimiter } from "./per-host-limiter.ts";
import { openSession } from "./session.ts";
import { getHost, parseAllowedUrl } from "./url.ts";

export interface SafeFetchOptions {
  /** Rejects every request. */
  offline: boolean;
  /** Private ranges that may be fetched although they are not public. */
  allowCidrs: readonly string[];
  /** Allowed ports; undefined allows all. */
  allowPorts: readonly number[] | undefined;
  /** Product, version and contact URL. */
  userAgent: string;
  now(): number;
  /** Default: `FETCH_LIMITS`. */
  limits?: Partial<FetchBudget>;
  /** Default: the system's resolver. */
  resolve?: Resolve;
}

const OFFLINE_RETRY_SECONDS = 3600;

/** Maximum concurrent jobs, because each may keep 30 MB of text in memory. */
const MAX_JOBS = 12;
/** Maximum queued jobs: about as many as typically finish within MAX_QUEUE_MS. */
const MAX_QUEUED_JOBS = 100;
const MAX_QUEUE_MS = 5_000;
const BUSY_RETRY_SECONDS = 5;

/** Creates the SSRF-safe fetcher. Each session has its own connection pool, deadline and budget. */
export function createSafeFetch(options: SafeFetchOptions): Network {
  const policy = createAddressPolicy(options.allowCidrs);
  const ports = options.allowPorts && new Set(options.allowPorts);
  const { userAgent, limits } = options;
  const resolve = options.resolve ?? ((name: string) => dns.lookup(name, { all: true }));
  const createResolver = limitDnsLookups(resolve);
  const perHost = createPerHostLimiter(() => options.now());
  const jobs = createJobSemaphore();

  async function openAt(host: string, releaseJob: () => void): Promise<FetchSession> {
    const lookup = createSafeLookup(policy, createResolver());
    const addresses = await lookup(host);
    const allowlisted = addresses.every(({ address }) => policy.isAllowlisted(address));
    const releaseHost = allowlisted ? () => {} : perHost.acquire(host);
    const onClose = () => {
      releaseJob();
      releaseHost();
    };
    return openSession({ policy, lookup, ports, userAgent, limits, onClose });
  }

  return {
    async openSession(url) {
      if (options.offline) throw createOfflineError();
      const host = getHost(parseAllowedUrl(url, ports));
      const releaseJob = await jobs.acquire();
      try {
        return await openAt(host, releaseJob);
      } catch (error) {
        releaseJob();
        throw error;
      }
    },
  };
}

/**
 * Creates the queue of jobs. A job that finds it full, or waits longer than 5 s, gets
 * UnavailableError ("overloaded").
 */
export function createJobSemaphore(): Semaphore {
  return new Semaphore({
    max: MAX_JOBS,
    maxQueued: MAX_QUEUED_JOBS,
    maxWaitMs: MAX_QUEUE_MS,
    createError: () =>
      new UnavailableError("too many measurements are running", "overloaded", BUSY_RETRY_SECONDS),
  });
}

function createOfflineError(): UnavailableError {
  return new UnavailableError(
    "outbound requests are disabled",
    "overloaded",
    OFFLINE_RETRY_SECONDS,
  );
}
