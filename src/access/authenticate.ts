import type { Caller } from "../http/caller.ts";
import type { AccessOptions, Refusal, RefusalReason } from "../http/checks/access.ts";
import type { RequestContext } from "../http/context.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { DAY_MS } from "../lib/dates/date.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { SCOPES } from "../lib/scope.ts";
import { type AccessStore, type Counters, StoreError } from "../store/store.ts";
import { findRepeatedHeader, readCredential, type SentCredential } from "./credentials.ts";
import { hasSecret, type IssuedKey } from "./keys/issued-key.ts";
import { parseKeyId } from "./keys/key-format.ts";
import type { KeyService } from "./keys/key-service.ts";

interface AuthenticateDeps {
  isRequired: boolean;
  isAdminToken(secret: string): boolean;
  keys: KeyService;
  store: AccessStore;
  counters: Counters;
  now(): number;
}

/** The administrator by the admin token. */
export const ADMINISTRATOR: Caller = {
  kind: "admin",
  id: null,
  name: null,
  scopes: ["tools:*", ...SCOPES],
  isAdmin: true,
  quotaKey: "admin",
  expiresAt: null,
};

const SINGLE_HEADERS: ReadonlySet<string> = new Set(["authorization", "x-api-key"]);

/** Creates the function that returns the caller of a request's credential. */
export function createAuthenticate(deps: AuthenticateDeps): AccessOptions["authenticate"] {
  return (context) => {
    if (deps.isRequired) {
      const error = findRepeatedHeader(context, SINGLE_HEADERS);
      if (error) return { reason: "invalid", error };
    }
    const credential = readCredential(context, deps);
    return credential && authenticateSecret(credential, context, deps);
  };
}

function authenticateSecret(
  { header, secret }: SentCredential,
  context: RequestContext,
  deps: AuthenticateDeps,
): MaybePromise<Caller | Refusal> {
  if (header === "bearer" && deps.isAdminToken(secret)) return ADMINISTRATOR;
  const id = parseKeyId(secret);
  if (id === undefined) return createRefusal("invalid");
  const key = deps.keys.cache.get(id);
  return key instanceof Promise
    ? key.then((read) => judgeKey(read, secret, context, deps), toOutage)
    : judgeKey(key, secret, context, deps);
}

function judgeKey(
  key: IssuedKey | undefined,
  secret: string,
  { client }: RequestContext,
  deps: AuthenticateDeps,
): Caller | Refusal {
  const nowMs = deps.now();
  if (!key || !hasSecret(key, secret, nowMs)) return createRefusal("invalid");
  if (key.text.revokedAt !== null) return createRefusal("revoked", key.id);
  if (key.expiresAtMs <= nowMs) return createRefusal("expired", key.id);
  if (key.allowsAddress && !key.allowsAddress(client.ip)) return createNetworkRefusal(key.id);
  noteUse(key, nowMs, deps.store);
  return key.caller;
}

/** Stores the day of a key's last use. A failure is left to the next process or day. */
function noteUse(key: IssuedKey, nowMs: number, store: AccessStore): void {
  if (Math.floor(key.usedAtMs / DAY_MS) === Math.floor(nowMs / DAY_MS)) return;
  key.usedAtMs = nowMs;
  store.touch("key", key.id, { usedAtMs: nowMs }).catch(() => undefined);
}

const SENTENCES = {
  // One sentence for an unknown id and a wrong secret, so that ids cannot be enumerated.
  invalid: "This key is not valid.",
  expired: "This key expired.",
  revoked: "This key was revoked.",
} satisfies Partial<Record<RefusalReason, string>>;

function createRefusal(reason: keyof typeof SENTENCES, keyId?: string): Refusal {
  const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
  return { reason, keyId, error: new HttpError(401, SENTENCES[reason], headers) };
}

function createNetworkRefusal(keyId: string): Refusal {
  const error = new HttpError(403, "This key may not be used from this address.");
  return { reason: "network", keyId, error };
}

function toOutage(error: unknown): Refusal {
  if (!(error instanceof StoreError)) throw error;
  const message = "The store of keys is out of reach.";
  return { reason: "unavailable", error: new UnavailableError(message, "overloaded", 1) };
}

const MAX_WRONG = 20;
const WINDOW_MS = 60_000;

/** Creates the limit of wrong credentials for an address. A right one is never counted. */
export function createThrottle({
  counters,
  now,
}: Pick<AuthenticateDeps, "counters" | "now">): AccessOptions["throttle"] {
  return ({ client }, refusal) => {
    const nowMs = now();
    const window = counters.hit(`credential ${client.ipPrefix}`, WINDOW_MS, nowMs);
    const decide = ({ count, endsAtMs }: { count: number; endsAtMs: number }): Refusal => {
      if (count <= MAX_WRONG) return refusal;
      const seconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
      const message = `At most ${MAX_WRONG} wrong keys a minute. Try again in ${seconds} s.`;
      const error = new UnavailableError(message, "rate-limited", seconds);
      return { reason: "throttled", error };
    };
    return window instanceof Promise ? window.then(decide) : decide(window);
  };
}
