import type { Caller } from "../http/caller.ts";
import type { RequestContext } from "../http/context.ts";
import { chain, type MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { HttpError } from "../lib/errors.ts";
import { createNetworkFilter } from "../lib/net/networks.ts";
import { type AccountSettings, createAccountCaller, readProxyUser } from "./accounts.ts";
import {
  ADMINISTRATOR,
  type AuthenticateBrowser,
  type Authentication,
  type Authenticator,
} from "./authenticate.ts";
import type { Claims } from "./oidc/account-rules.ts";
import { isSameHash } from "./keys/key-format.ts";
import { toOutage } from "./refusals.ts";
import type { BrowserSession, Sessions } from "./sessions.ts";

interface BrowserDeps {
  settings: AccountSettings & {
    /** The header in which trusted proxies name the user. */
    accessUserHeader: string | undefined;
    trustProxy: number | string[] | undefined;
  };
  authenticator: Authenticator;
  sessions: Sessions;
  /** The SHA-256 of the admin token. */
  adminHash: Buffer | undefined;
  /** Returns the caller of an account by its claims; undefined where it is no longer allowed. */
  admitAccount(claims: Claims): Caller | undefined;
  /** True for a request of one of our own pages. */
  isSameOrigin(context: RequestContext): boolean;
}

/**
 * Creates the function that reads what browsers and proxies add themselves: a proxy's user, else a
 * session. It counts for requests of our own pages alone.
 */
export function createAuthenticateBrowser(deps: BrowserDeps): AuthenticateBrowser {
  const readUser = createUserReader(deps);
  return (context) => {
    const { cookie } = context.headers;
    const user = readUser?.(context);
    if (user === undefined && cookie === undefined) return undefined;
    if (!deps.isSameOrigin(context)) return undefined;
    if (user) return user;
    return chain(findSessionCaller(context, deps), (caller) => markSession(context, caller));
  };
}

function markSession(context: RequestContext, caller: Authentication): Authentication {
  context.hasSession = caller !== undefined && !("error" in caller);
  return caller;
}

type UserReader = (context: RequestContext) => Authentication;

/** Returns undefined where no proxy names users. */
function createUserReader({ settings }: BrowserDeps): UserReader | undefined {
  const { accessUserHeader: header, trustProxy, accessAdmins } = settings;
  if (header === undefined || !Array.isArray(trustProxy)) return undefined;
  const isTrusted = createNetworkFilter(trustProxy);
  return ({ headers, socketAddress }) => {
    if (headers[header] === undefined || !isTrusted(socketAddress)) return undefined;
    const user = readProxyUser(headers, header);
    if (!user) return createUserRefusal(header);
    const name = `user:${user}`;
    const isAdmin = accessAdmins.includes(name);
    return createAccountCaller({ name, identity: name, isAdmin }, settings);
  };
}

function createUserRefusal(header: string): Authentication {
  const message = `The header ${header} does not name a user.`;
  return {
    reason: "invalid",
    error: new HttpError(401, message, { "www-authenticate": "Bearer" }),
  };
}

function findSessionCaller(
  context: RequestContext,
  deps: BrowserDeps,
): MaybePromise<Authentication> {
  const session = deps.sessions.find(context);
  return session instanceof Promise
    ? session.then((result) => judgeSession(result, context, deps), toOutage)
    : judgeSession(session, context, deps);
}

/** A session whose key, token or account has ended counts as absent. */
function judgeSession(
  session: BrowserSession | undefined,
  context: RequestContext,
  { authenticator, adminHash, admitAccount }: BrowserDeps,
): MaybePromise<Authentication> {
  if (!session) return undefined;
  const { subject } = session;
  if (subject.kind === "user") return (session.caller ??= admitAccount(subject.claims));
  const hash = Buffer.from(subject.hash, "base64url");
  if (subject.kind === "admin")
    return adminHash && isSameHash(hash, adminHash) ? ADMINISTRATOR : undefined;
  return chain(authenticator.judgeKey(subject.keyId, hash, context), dropEnded);
}

function dropEnded(judged: Exclude<Authentication, undefined>): Authentication {
  const hasEnded = "error" in judged && ["invalid", "revoked", "expired"].includes(judged.reason);
  return hasEnded ? undefined : judged;
}
