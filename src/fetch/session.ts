import { setMaxListeners } from "node:events";
import { Agent } from "undici";
import { limitConcurrency } from "../lib/concurrency/semaphore.ts";
import {
  type FetchedResponse,
  FetchError,
  type FetchOptions,
  type FetchSession,
  type ResponseHead,
} from "../lib/net/network.ts";
import type { AddressPolicy } from "./address.ts";
import { createBudget, FETCH_LIMITS, type FetchBudget, isExhausted } from "./budget.ts";
import { createGuardedConnector, type SafeLookup } from "./connector.ts";
import { decodeBody } from "./decode.ts";
import { toFetchError } from "./errors.ts";
import { type RawResponse, sendRequest } from "./send-request.ts";
import { getHost, parseAllowedUrl } from "./url.ts";

interface SessionOptions {
  policy: AddressPolicy;
  lookup: SafeLookup;
  /** Allowed ports; undefined allows all. */
  ports: ReadonlySet<number> | undefined;
  userAgent: string;
  limits: Partial<FetchBudget> | undefined;
  /** Called once, when the session is closed. */
  onClose(): void;
}

const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 65_536;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Opens a session with a connection pool, a deadline and a budget of its own. */
export function openSession(options: SessionOptions): FetchSession {
  const deadline = performance.now() + FETCH_LIMITS.jobMs;
  const job = createJob(options);
  const timer = setTimeout(() => job.controller.abort(createTimeoutError()), FETCH_LIMITS.jobMs);
  const limit = limitConcurrency(FETCH_LIMITS.inFlight);
  let closed = false;
  return {
    get: (url, fetchOptions) => limit(() => followRedirects(job, url, fetchOptions)),
    remainingMs: () => Math.max(0, deadline - performance.now()),
    overBudgetCount: () => job.overBudgetCount,
    resetBudget() {
      job.budget = createBudget(options.limits);
      job.overBudgetCount = 0;
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      job.controller.abort(createTimeoutError());
      // Does not wait for the end, because sockets may never close.
      job.agent.destroy().catch(() => {});
      options.onClose();
    },
  };
}

interface FetchJob extends SessionOptions {
  agent: Agent;
  controller: AbortController;
  budget: FetchBudget;
  overBudgetCount: number;
}

function createJob(options: SessionOptions): FetchJob {
  const receive = (bytes: number) => {
    job.budget.receivedBytes -= bytes;
    return job.budget.receivedBytes >= 0 && job.budget.headerLines >= 0;
  };
  const agent = new Agent({
    connect: createGuardedConnector(options.policy, options.lookup, receive),
    connections: FETCH_LIMITS.perOrigin,
    pipelining: 1,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const controller = new AbortController();
  // Raises the limit, because every request in flight adds a listener.
  setMaxListeners(FETCH_LIMITS.inFlight, controller.signal);
  const job = {
    ...options,
    agent,
    controller,
    budget: createBudget(options.limits),
    overBudgetCount: 0,
  };
  return job;
}

async function followRedirects(
  job: FetchJob,
  url: string,
  options: FetchOptions,
): Promise<FetchedResponse> {
  const redirects: ResponseHead[] = [];
  for (let next = url; ;) {
    const target = parseAllowedUrl(next, job.ports);
    if (options.allows?.(target) === false) {
      throw new FetchError("blocked", "is blocked because it redirects to another site");
    }
    const response = await send(job, target, options);
    const location = getRedirectLocation(response.head);
    if (location === undefined) return decodeResponse(job, response, redirects);
    redirects.push(response.head);
    if (redirects.length > FETCH_LIMITS.redirects) {
      throw new FetchError("redirects", `has more than ${FETCH_LIMITS.redirects} redirects`);
    }
    next = resolveLocation(location, target);
  }
}

async function send(job: FetchJob, url: URL, options: FetchOptions): Promise<RawResponse> {
  if (job.controller.signal.aborted) throw createTimeoutError();
  if (isExhausted(job.budget)) throw countOverBudget(job);
  job.budget.requests -= 1;
  try {
    // A host that cannot be resolved fails before undici creates a connection pool for it.
    await job.lookup(getHost(url));
    return await sendRequest(url, {
      dispatcher: job.agent,
      budget: job.budget,
      signal: job.controller.signal,
      headers: {
        accept: options.accept,
        "accept-encoding": "gzip, deflate, br",
        "accept-language": "en",
        "user-agent": job.userAgent,
        ...options.headers,
      },
      maxBodyBytes: Math.min(FETCH_LIMITS.bodyBytes, options.maxBodyBytes ?? Infinity),
      wantsBody: (head) => getRedirectLocation(head) === undefined && options.wantsBody(head),
    });
  } catch (error) {
    // The throttle closes every connection of a job that exceeds its header lines.
    throw job.budget.headerLines < 0 ? countOverBudget(job) : toFetchError(error);
  }
}

function countOverBudget(job: FetchJob): FetchError {
  job.overBudgetCount += 1;
  return new FetchError("too-large", "is too large: it exceeds the budget of one measurement");
}

function getRedirectLocation({ status, headers }: ResponseHead): string | undefined {
  return REDIRECT_STATUSES.has(status) ? headers["location"] : undefined;
}

async function decodeResponse(
  job: FetchJob,
  response: RawResponse,
  redirects: ResponseHead[],
): Promise<FetchedResponse> {
  const { head, bodyBytes, truncated } = response;
  const fetched = { ...head, redirects, bodyBytes, truncated };
  if (response.body.length === 0) return fetched;
  const maxBytes = Math.max(1, job.budget.decodedTextBytes);
  const contentEncoding = head.headers["content-encoding"] ?? "";
  const body = await decodeBody(response.body, contentEncoding, maxBytes);
  job.budget.decodedTextBytes -= body.length;
  return { ...fetched, body };
}

function resolveLocation(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) {
    throw new FetchError("redirects", "redirects to an address that is not a valid URL");
  }
  return new URL(location, base).href;
}

function createTimeoutError(): FetchError {
  return new FetchError("timeout", `timed out after ${FETCH_LIMITS.jobMs / 1000} s`);
}
