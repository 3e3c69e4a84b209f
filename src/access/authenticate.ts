import type { Caller, Refusal } from "../http/caller.ts";
import type { AccessOptions } from "./access-check.ts";
import type { RequestContext } from "../http/context.ts";
import type { MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { getUtcDayNumber } from "../lib/dates/date.ts";
import type { AccessStore } from "../store/store.ts";
import { ALL_SCOPES } from "./accounts.ts";
import { findRepeatedHeader, readCredential, type SentCredential } from "./credentials.ts";
import { hasHash, type IssuedKey } from "./keys/issued-key.ts";
import { hasChecksum, hashSecret, readKeyId } from "./keys/key-format.ts";
import type { KeyService } from "./keys/key-service.ts";
import { createNetworkRefusal, createRefusal, toOutage } from "./refusals.ts";

interface AuthenticateDeps {
  isRequired: boolean;
  isAdminToken(secret: string): boolean;
  keys: KeyService;
  store: AccessStore;
  now(): number;
  /** Judges access tokens of the provider; undefined: text in another form, or another path. */
  judgeToken?: ((token: string, context: RequestContext) => JudgedToken | undefined) | undefined;
}

type JudgedToken = Promise<Caller | Refusal>;

/** The caller of a credential; a refusal of a wrong one; undefined without one. */
export type Authentication = Caller | Refusal | undefined;

/** Reads a credential that browsers or proxies add. */
export type AuthenticateBrowser = (context: RequestContext) => MaybePromise<Authentication>;

/** The administrator by the admin token. */
export const ADMINISTRATOR: Caller = {
  kind: "admin",
  id: null,
  name: null,
  scopes: ALL_SCOPES,
  isAdmin: true,
  quotaKey: "admin",
  expiresAt: null,
};

/** Judges secrets: keys and the admin token. */
export class Authenticator {
  readonly #deps: AuthenticateDeps;

  constructor(deps: AuthenticateDeps) {
    this.#deps = deps;
  }

  /**
   * Creates the function that returns the caller of a request. `singleHeaders` may not be repeated
   * where a credential is required. A credential in a header precedes that of a browser.
   */
  createAuthenticate(
    singleHeaders: readonly string[],
    authenticateBrowser: AuthenticateBrowser,
  ): AccessOptions["authenticate"] {
    const names = new Set(["authorization", "x-api-key", ...singleHeaders]);
    return (context) => {
      const { isRequired } = this.#deps;
      const error = isRequired ? findRepeatedHeader(context, names) : undefined;
      if (error) return { reason: "invalid", error };
      const credential = readCredential(context, this.#deps);
      return credential ? this.judge(credential, context) : authenticateBrowser(context);
    };
  }

  /** Returns the caller of a secret, or why it is refused. */
  judge(
    { header, secret }: SentCredential,
    context: RequestContext,
  ): MaybePromise<Caller | Refusal> {
    if (header === "bearer" && this.#deps.isAdminToken(secret)) return ADMINISTRATOR;
    const id = readKeyId(secret);
    if (id === undefined) {
      const judged = header === "bearer" ? this.#deps.judgeToken?.(secret, context) : undefined;
      return judged ?? createRefusal("invalid");
    }
    // A key in the cache is judged by its hash alone.
    const cached = this.#deps.keys.cache.getRecent(id);
    if (!cached && !hasChecksum(secret)) return createRefusal("invalid");
    return this.judgeKey(id, hashSecret(secret), context);
  }

  /** Returns the caller of the key with this id and hash, or why it is refused. */
  judgeKey(id: string, hash: Buffer, context: RequestContext): MaybePromise<Caller | Refusal> {
    const key = this.#deps.keys.cache.get(id);
    return key instanceof Promise
      ? key.then((read) => this.#judgeRead(read, hash, context), toOutage)
      : this.#judgeRead(key, hash, context);
  }

  #judgeRead(
    key: IssuedKey | undefined,
    hash: Buffer,
    { client }: RequestContext,
  ): Caller | Refusal {
    const nowMs = this.#deps.now();
    if (!key || !hasHash(key, hash, nowMs)) return createRefusal("invalid");
    if (key.text.revokedAt !== null) return createRefusal("revoked", { keyId: key.id });
    if (key.expiresAtMs <= nowMs) return createRefusal("expired", { keyId: key.id });
    if (key.allowsAddress && !key.allowsAddress(client.ip)) return createNetworkRefusal(key.id);
    noteUse(key, nowMs, this.#deps.store);
    return key.caller;
  }
}

/** Stores the day of a key's last use. A failure is left to the next process or day. */
function noteUse(key: IssuedKey, nowMs: number, store: AccessStore): void {
  if (getUtcDayNumber(key.usedAtMs) === getUtcDayNumber(nowMs)) return;
  key.usedAtMs = nowMs;
  store.touch("key", key.id, { usedAtMs: nowMs }).catch(() => undefined);
}
