import { setMaxListeners } from "node:events";
import { Agent } from "undici";
import {
  type FetchedResponse,
  FetchError,
  type ResponseHead,
  type FetchSession,
  type FetchOptions,
} from "../lib/network.ts";
import { limitConcurrency } from "../lib/concurrency.ts";
import type { AddressPolicy } from "./address.ts";
import { type Budget, budgetOf, LIMITS } from "./budget.ts";
import { type CheckedLookup, guardedConnector } from "./connector.ts";
import { decode } from "./decode.ts";
import { sendRequest, type RawResponse } from "./request.ts";
import { toFailure } from "./errors.ts";
import { checkUrl, hostOf } from "./url.ts";

/** What a job needs of the guard. */
export interface VisitOptions {
  policy: AddressPolicy;
  lookup: CheckedLookup;
  ports: ReadonlySet<number> | undefined;
  userAgent: string;
  /** Called once when the job ends. */
  onEnd(): void;
}

const HEADERS_MS = 10_000;
const IDLE_BODY_MS = 10_000;
const MAX_HEADER_BYTES = 65_536;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Opens a job: its own connections, one deadline, one budget. */
export function openVisit(options: VisitOptions): FetchSession {
  const deadline = performance.now() + LIMITS.jobMs;
  const receive = (bytes: number) => (job.budget.receivedBytes -= bytes) >= 0;
  const opened = openJob(options, receive);
  const job: Job = { ...options, ...opened, budget: budgetOf(LIMITS), refused: 0 };
  const timer = setTimeout(() => job.controller.abort(timedOut()), LIMITS.jobMs);
  const turn = limitConcurrency(LIMITS.inFlight);
  let ended = false;
  return {
    get: (url, wanted) => turn(() => follow(job, url, wanted)),
    remainingMs: () => Math.max(0, deadline - performance.now()),
    refused: () => job.refused,
    renew() {
      job.budget = budgetOf(LIMITS);
      job.refused = 0;
    },
    end() {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      job.controller.abort(timedOut());
      // Destroying waits for sockets that may never close; nobody waits for it.
      job.agent.destroy().catch(() => {});
      options.onEnd();
    },
  };
}

interface Job extends VisitOptions {
  agent: Agent;
  controller: AbortController;
  budget: Budget;
  refused: number;
}

function openJob(
  { policy, lookup }: VisitOptions,
  receive: (bytes: number) => boolean,
): Pick<Job, "agent" | "controller"> {
  const agent = new Agent({
    connect: guardedConnector(policy, lookup, receive),
    connections: LIMITS.perOrigin,
    pipelining: 1,
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_BODY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const controller = new AbortController();
  // Every request in flight listens.
  setMaxListeners(LIMITS.inFlight, controller.signal);
  return { agent, controller };
}

async function follow(job: Job, text: string, wanted: FetchOptions): Promise<FetchedResponse> {
  const redirects: ResponseHead[] = [];
  for (let next = text; ;) {
    const url = checkUrl(next, job.ports);
    if (wanted.allows?.(url) === false) {
      throw new FetchError("blocked", "is blocked: it leads to another site");
    }
    const found = await send(job, url, wanted);
    const location = REDIRECTS.has(found.head.status) ? found.head.headers["location"] : undefined;
    if (location === undefined) return toAnswer(job, found, redirects);
    redirects.push(found.head);
    if (redirects.length > LIMITS.redirects) {
      throw new FetchError("redirects", `has more than ${LIMITS.redirects} redirects`);
    }
    next = resolveLocation(location, url);
  }
}

async function send(job: Job, url: URL, wanted: FetchOptions): Promise<RawResponse> {
  if (job.controller.signal.aborted) throw timedOut();
  const { requests, drawnBytes, receivedBytes } = job.budget;
  if (Math.min(requests, drawnBytes, receivedBytes) <= 0) {
    job.refused += 1;
    throw new FetchError("too-large", "is past what one job may draw");
  }
  job.budget.requests -= 1;
  const request = {
    dispatcher: job.agent,
    budget: job.budget,
    signal: job.controller.signal,
    headers: {
      accept: wanted.accept,
      "accept-encoding": "gzip, deflate, br",
      "accept-language": "en",
      "user-agent": job.userAgent,
      ...wanted.headers,
    },
    maxBodyBytes: Math.min(LIMITS.bodyBytes, wanted.maxBodyBytes ?? LIMITS.bodyBytes),
    wants: (head: ResponseHead) => !isRedirect(head) && wanted.body(head),
  };
  // A name that leads nowhere is known before anything is built for a connection.
  return job
    .lookup(hostOf(url))
    .then(() => sendRequest(url, request))
    .catch((error: unknown) => {
      throw toFailure(error);
    });
}

function isRedirect({ status, headers }: ResponseHead): boolean {
  return REDIRECTS.has(status) && headers["location"] !== undefined;
}

async function toAnswer(
  job: Job,
  found: RawResponse,
  redirects: ResponseHead[],
): Promise<FetchedResponse> {
  const { head, bodyBytes, cut } = found;
  const answer = { ...head, redirects, bodyBytes, cut };
  if (found.body.length === 0) return answer;
  const most = Math.max(1, job.budget.decodedTextBytes);
  const body = await decode(found.body, head.headers["content-encoding"] ?? "", most);
  job.budget.decodedTextBytes -= body.length;
  return { ...answer, body };
}

function resolveLocation(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) {
    throw new FetchError("redirects", "redirects to an address that cannot be read");
  }
  return new URL(location, base).href;
}

function timedOut(): FetchError {
  return new FetchError("timeout", `timed out: it took more than ${LIMITS.jobMs / 1000} s`);
}
