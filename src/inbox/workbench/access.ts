import { setTimeout as wait } from "node:timers/promises";
import type { RequestContext } from "../../http/context.ts";
import type { Route } from "../../http/route.ts";
import { KeyedSlots } from "../../lib/concurrency/keyed-slots.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { HttpError, UnavailableError } from "../../lib/errors.ts";
import { type Counters, countSecondsLeft, MINUTE_MS } from "../../store/store.ts";
import { CAPTURE_PREFIX, INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { isPrivateInbox } from "../../domain/record/private-inbox.ts";
import { isReadToken } from "./private-id.ts";

/** Maximum wrong tokens per minute and client. */
const MAX_WRONG_TOKENS = 20;

/** Delay of the 401 to a wrong token, which slows guesses down without work for the server. */
const WRONG_TOKEN_DELAY_MS = 250;

/** Maximum concurrent delays of this process, a timer each; above it they are skipped. */
const MAX_DELAYED = 1000;

/** The tokens that a client presents, and its address for the limit on wrong ones. */
export interface Credentials {
  tokens: readonly string[];
  ipPrefix: string;
}

/**
 * Throws an HttpError of 401 unless the inbox is public or one of the tokens is its read token.
 * Throws an UnavailableError when the client has presented too many wrong ones. Synchronous for
 * public inboxes, which are read most.
 */
export type CheckInboxAccess = (inbox: string, credentials: Credentials) => MaybePromise<void>;

interface AccessDeps {
  counters: Counters;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this many milliseconds. Default: a timer. */
  wait?(ms: number): Promise<unknown>;
}

/**
 * Creates the check of read tokens. Only wrong tokens are counted and delayed: the right one always
 * opens its inbox.
 */
export function createCheckAccess(deps: AccessDeps): CheckInboxAccess {
  // As many per client as it may send a minute, so that only the total can run out.
  const slots = new KeyedSlots({ max: MAX_DELAYED, maxPerKey: MAX_WRONG_TOKENS });
  return (inbox, { tokens, ipPrefix }) => {
    if (!isPrivateInbox(inbox) || tokens.some((token) => isReadToken(token, inbox)))
      return undefined;
    if (tokens.length === 0) throw createUnauthorizedError("This inbox is private");
    return rejectWrongToken(deps, slots, ipPrefix);
  };
}

async function rejectWrongToken(
  { counters, now, wait: delay = wait }: AccessDeps,
  slots: KeyedSlots,
  ipPrefix: string,
): Promise<never> {
  const nowMs = now();
  const window = await counters.hit(`inbox-token ${ipPrefix}`, MINUTE_MS, nowMs);
  if (window.count <= MAX_WRONG_TOKENS) {
    const release = slots.take(ipPrefix);
    if (release) await delay(WRONG_TOKEN_DELAY_MS).finally(release);
    throw createUnauthorizedError("This is not the token of the inbox");
  }
  const seconds = countSecondsLeft(window, nowMs);
  const message = `At most ${MAX_WRONG_TOKENS} wrong tokens a minute. Try again in ${seconds} s.`;
  throw new UnavailableError(message, "rate-limited", seconds);
}

function createUnauthorizedError(problem: string): HttpError {
  const advice = "Send its read token as Authorization: Bearer TOKEN, or X-Inbox-Token.";
  return new HttpError(401, `${problem}. ${advice}`, { "www-authenticate": "Bearer" });
}

/** Matches paths with a segment that begins with `~`, so that most reads parse their path once. */
const MAY_BE_PRIVATE = /\/(?:~|%7e)/i;

/**
 * Returns the route with a check of the read token before the body, so that strangers upload
 * nothing.
 */
export function requireToken(route: Route, checkAccess: CheckInboxAccess): Route {
  const prefix = route.path.startsWith(CAPTURE_PREFIX) ? CAPTURE_PREFIX : INBOX_PREFIX;
  const beforeBody = (context: RequestContext) => {
    if (!MAY_BE_PRIVATE.test(context.target)) return undefined;
    const { inbox } = parseInboxPath(context.target, prefix);
    return isPrivateInbox(inbox) ? checkAccess(inbox, readCredentials(context)) : undefined;
  };
  // Where keys are required, the read token alone opens its inbox.
  const hasOwnCredential: Route["hasOwnCredential"] = ({ headers, target }) => {
    const inbox = MAY_BE_PRIVATE.test(target) ? findInbox(target, prefix) : "";
    return isPrivateInbox(inbox) && listTokens(headers).some((token) => isReadToken(token, inbox));
  };
  return { ...route, beforeBody, hasOwnCredential };
}

/** Not from the query, because URLs end up in logs and histories. */
function readCredentials({ headers, client: { ipPrefix } }: RequestContext): Credentials {
  return { tokens: listTokens(headers), ipPrefix };
}

/** Returns an empty text for a path without a valid id, which the route refuses later. */
function findInbox(target: string, prefix: string): string {
  try {
    return parseInboxPath(target, prefix).inbox;
  } catch (error) {
    if (error instanceof HttpError) return "";
    throw error;
  }
}

function listTokens(headers: RequestContext["headers"]): string[] {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  return [bearer, headers["x-inbox-token"]].flatMap((token) => token || []);
}
