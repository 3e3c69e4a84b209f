import { randomBytes } from "node:crypto";
import type { RequestContext } from "../../http/context.ts";
import { type AccessStore, mapStoreErrors } from "../../store/store.ts";
import { BrowserCookie } from "../browser-cookie.ts";
import { hashSecret, hashToText, isSameHash } from "../keys/key-format.ts";
import type { SignInSecrets } from "./sign-in-claims.ts";

/** A sign-in that has begun: its secrets, and the path that opens afterwards. */
export interface Attempt extends SignInSecrets {
  next: string;
}

interface AttemptDeps {
  store: AccessStore;
  now(): number;
  publicUrl: string;
}

const TTL_SECONDS = 600;
const MAX_ATTEMPTS = 10_000;

/** Maximum length of the path that opens afterwards; a longer one is the home page. */
const MAX_NEXT = 2_000;

/** Sign-ins at the provider. A cookie binds each to its browser, and each works once. */
export class Attempts {
  readonly #deps: AttemptDeps;
  readonly #cookie: BrowserCookie;

  constructor(deps: AttemptDeps) {
    this.#deps = deps;
    const { publicUrl } = deps;
    this.#cookie = new BrowserCookie({
      name: "sundry_sign_in",
      publicUrl,
      maxAgeSeconds: TTL_SECONDS,
    });
  }

  /** Resolves with a new attempt and its `Set-Cookie`. */
  async begin(
    context: RequestContext,
    next: string,
  ): Promise<{ attempt: Attempt; cookie: string }> {
    const { store, now } = this.#deps;
    const token = createSecret();
    const attempt = {
      state: createSecret(),
      nonce: createSecret(),
      verifier: createSecret(),
      next: next.length > MAX_NEXT ? `${context.basePath}/` : next,
    };
    const change = {
      id: hashToText(token),
      text: JSON.stringify(attempt),
      revision: 0,
      expiresAtMs: now() + TTL_SECONDS * 1000,
      max: MAX_ATTEMPTS,
      evictsOldest: true,
    };
    await mapStoreErrors(store.change("sign-in", change));
    return { attempt, cookie: this.#cookie.format(context, token) };
  }

  /** Resolves with the attempt of a browser, once; undefined where it began none with the state. */
  async take(context: RequestContext, state: string): Promise<Attempt | undefined> {
    const { store } = this.#deps;
    const token = this.#cookie.read(context);
    if (token === undefined) return undefined;
    const entry = await mapStoreErrors(store.get("sign-in", hashToText(token)));
    const attempt = entry && (JSON.parse(entry.text) as Attempt);
    // A link of another site with another state must not end the attempt.
    if (!attempt || !isSameHash(hashSecret(attempt.state), hashSecret(state))) return undefined;
    const isFirst = await mapStoreErrors(store.remove("sign-in", hashToText(token)));
    return isFirst ? attempt : undefined;
  }
}

function createSecret(): string {
  return randomBytes(32).toString("base64url");
}
