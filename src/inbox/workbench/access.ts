import type { RequestContext } from "../../http/request-context.ts";
import type { Handler, Route } from "../../http/types.ts";
import { HttpError, UnavailableError } from "../../lib/errors.ts";
import type { Counters, MaybePromise } from "../../store/store.ts";
import { CAPTURE_PREFIX, INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { certifies, isPrivateId } from "./private-id.ts";

/** Wrong tokens a minute and client. */
const MAX_WRONG_TOKENS = 20;
const WINDOW_MS = 60_000;

/** The tokens that a client presents, and its address for the limit on wrong ones. */
export interface Credentials {
  tokens: readonly string[];
  ipPrefix: string;
}

/**
 * Throws an HttpError of 401 unless the inbox is public or one of the tokens is its read token, and an UnavailableError
 * when the client has presented too many wrong ones. Synchronous for public inboxes, which are read most.
 */
export type CheckAccess = (inbox: string, credentials: Credentials) => MaybePromise<void>;

/** Creates the check of read tokens. Only wrong tokens are counted, so that the right one always opens its inbox. */
export function createCheckAccess(counters: Counters, now: () => number): CheckAccess {
  return (inbox, { tokens, ipPrefix }) => {
    if (!isPrivateId(inbox) || tokens.some((token) => certifies(token, inbox))) return undefined;
    if (tokens.length === 0) throw unauthorized("This inbox is private");
    return countWrongToken(counters, ipPrefix, now());
  };
}

async function countWrongToken(counters: Counters, ipPrefix: string, nowMs: number) {
  const { count, endsAtMs } = await counters.hit(`inbox-token ${ipPrefix}`, WINDOW_MS, nowMs);
  if (count <= MAX_WRONG_TOKENS) throw unauthorized("This is not the token of the inbox");
  const seconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
  const message = `At most ${MAX_WRONG_TOKENS} wrong tokens a minute. Try again in ${seconds} s.`;
  throw new UnavailableError(message, "rate-limited", seconds);
}

function unauthorized(problem: string): HttpError {
  const advice = "Send its read token as Authorization: Bearer TOKEN, or X-Inbox-Token.";
  return new HttpError(401, `${problem}. ${advice}`, { "www-authenticate": "Bearer" });
}

/** Matches paths with a segment that begins with `~`, so that most reads parse their path once. */
const MAY_BE_PRIVATE = /\/(?:~|%7e)/i;

/** Returns the route with a handler that checks the read token first. */
export function requireToken(route: Route, checkAccess: CheckAccess): Route {
  const { handler } = route;
  const prefix = route.path.startsWith(CAPTURE_PREFIX) ? CAPTURE_PREFIX : INBOX_PREFIX;
  const guarded: Handler = (context) => {
    if (!MAY_BE_PRIVATE.test(context.target)) return handler(context);
    const { inbox } = parseInboxPath(context.target, prefix);
    if (!isPrivateId(inbox)) return handler(context);
    const checked = checkAccess(inbox, readCredentials(context));
    return checked instanceof Promise ? checked.then(() => handler(context)) : handler(context);
  };
  return { ...route, handler: guarded };
}

/** Not from the query, because URLs end up in logs and histories. */
function readCredentials({ headers, client: { ipPrefix } }: RequestContext): Credentials {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  const tokens = [bearer, headers["x-inbox-token"]].flatMap((token) => token || []);
  return { tokens, ipPrefix };
}
