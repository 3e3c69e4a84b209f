import { randomBytes } from "node:crypto";
import type { Caller } from "../http/caller.ts";
import type { RequestContext } from "../http/context.ts";
import { chain, type MaybePromise } from "../lib/concurrency/maybe-promise.ts";
import { type AccessEntry, type AccessStore, EntryCache, mapStoreErrors } from "../store/store.ts";
import { BrowserCookie } from "./browser-cookie.ts";
import { hashToText } from "./keys/key-format.ts";
import type { Claims } from "./oidc/account-rules.ts";

/** The account or key of a session. Hashes are SHA-256 in base64url. */
export type SessionSubject =
  | { kind: "key"; keyId: string; hash: string }
  | { kind: "admin"; hash: string }
  | { kind: "user"; claims: Claims };

/** A session as it was read. */
export interface BrowserSession extends Pick<AccessEntry, "id" | "createdAtMs" | "usedAtMs"> {
  subject: SessionSubject;
  expiresAtMs: number;
  /** The caller of an account, made at the first use; others are those of their key. */
  caller?: Caller | undefined;
}

interface SessionDeps {
  store: AccessStore;
  now(): number;
  ttlMs: number;
  publicUrl: string | undefined;
}

const TOKEN_BYTES = 32;
const MAX_SESSIONS = 10_000;

/** Maximum life of a session, in multiples of its time to live. */
const MAX_LIVES = 14;
const MAX_LIVES_OF_ACCOUNT = 2;

/** Uses within this time are stored once: a minute at most. */
const NOTED_MS = 60_000;
const NOTED_SHARE = 20;

/** Sessions of browsers, in the store by the hash of their cookie. */
export class Sessions {
  readonly #deps: SessionDeps;
  readonly #cache: EntryCache<BrowserSession>;
  readonly #cookie: BrowserCookie;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#cache = new EntryCache({ ...deps, kind: "session", parse: parseSession });
    this.#cookie = new BrowserCookie({ ...deps, name: "sundry_session" });
  }

  /** Resolves with the `Set-Cookie` of a new session. Ends the one that the browser had. */
  async start(context: RequestContext, subject: SessionSubject): Promise<string> {
    const { store, now, ttlMs } = this.#deps;
    await this.end(context);
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const change = {
      id: hashToText(token),
      text: JSON.stringify(subject),
      revision: 0,
      expiresAtMs: now() + ttlMs,
      max: MAX_SESSIONS,
      evictsOldest: true,
    };
    await mapStoreErrors(store.change("session", change));
    return this.#cookie.format(context, token);
  }

  /** Ends the session of a browser; resolves with the `Set-Cookie` that deletes its cookie. */
  async end(context: RequestContext): Promise<string> {
    const token = this.#cookie.read(context);
    if (token !== undefined) {
      await mapStoreErrors(this.#deps.store.remove("session", hashToText(token)));
      this.#cache.forget(hashToText(token));
    }
    return this.#cookie.format(context, undefined);
  }

  /** Returns the session of a browser; undefined without a live one. Rejects with a StoreError. */
  find(context: RequestContext): MaybePromise<BrowserSession | undefined> {
    const token = this.#cookie.read(context);
    if (token === undefined) return undefined;
    const id = hashToText(token);
    const cached = this.#cache.get(id);
    const hasEnded =
      !(cached instanceof Promise) && cached && cached.expiresAtMs <= this.#deps.now();
    // Another process may have used it since.
    if (hasEnded) this.#cache.forget(id);
    return chain(hasEnded ? this.#cache.get(id) : cached, (session) => this.#use(session));
  }

  /** Notes the use of a session, which moves its end. */
  #use(session: BrowserSession | undefined): BrowserSession | undefined {
    const { store, now, ttlMs } = this.#deps;
    const nowMs = now();
    if (!session || session.expiresAtMs <= nowMs) return undefined;
    if (nowMs - session.usedAtMs < Math.min(NOTED_MS, ttlMs / NOTED_SHARE)) return session;
    const lives = session.subject.kind === "user" ? MAX_LIVES_OF_ACCOUNT : MAX_LIVES;
    session.usedAtMs = nowMs;
    session.expiresAtMs = Math.min(nowMs + ttlMs, session.createdAtMs + lives * ttlMs);
    const use = { usedAtMs: nowMs, expiresAtMs: session.expiresAtMs };
    // A use that is not stored only ends the session earlier.
    store.touch("session", session.id, use).catch(() => undefined);
    return session;
  }
}

function parseSession(entry: AccessEntry): BrowserSession {
  const { id, text, createdAtMs, usedAtMs, expiresAtMs = 0 } = entry;
  const subject = JSON.parse(text) as SessionSubject;
  return { id, subject, createdAtMs, usedAtMs: Math.max(usedAtMs, createdAtMs), expiresAtMs };
}
