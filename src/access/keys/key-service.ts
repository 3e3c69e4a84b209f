import type { CreatedKey } from "../../domain/access/key.ts";
import { DAY_MS } from "../../lib/dates/date.ts";
import { collectErrors, HttpError, UnavailableError, ValidationError } from "../../lib/errors.ts";
import type { Issue } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import { DEFAULT_SCOPES } from "../../lib/scope.ts";
import { type AccessStore, EntryCache, mapStoreErrors } from "../../store/store.ts";
import {
  type IssuedKey,
  type StoredSettings,
  type KeyText,
  parseIssuedKey,
  toKeyMembers,
} from "./issued-key.ts";
import { createKey, createKeyId, hashToText, isKeyId } from "./key-format.ts";
import { KeyChange, KeyInput, type KeyMembers } from "./schemas.ts";
import type { ToolNames } from "./tool-names.ts";

interface KeyServiceDeps {
  store: AccessStore;
  now(): number;
  tools: ToolNames;
}

const MAX_KEYS = 1000;
const MAX_YEARS = 10;
const YEAR_MS = 365.25 * DAY_MS;

/** Milliseconds that a revoked key is listed. */
const KEEP_REVOKED_MS = 31 * DAY_MS;

/** Tries of a change while other processes change the same key. */
const MAX_TRIES = 5;

const DEFAULTS: Omit<StoredSettings, "name"> = {
  scopes: [...DEFAULT_SCOPES],
  perDay: null,
  perMinute: {},
  expiresAt: null,
  networks: [],
};

const parseInput = compileInput(KeyInput);
const parseChange = compileInput(KeyChange);

/** Issues and changes keys. Rejects with errors of HTTP; a change is durable when it resolves. */
export class KeyService {
  readonly cache: EntryCache<IssuedKey>;
  readonly #deps: KeyServiceDeps;

  constructor(deps: KeyServiceDeps) {
    this.#deps = deps;
    this.cache = new EntryCache({ ...deps, kind: "key", parse: parseIssuedKey });
  }

  async create(body: unknown): Promise<CreatedKey> {
    const [settings] = collectErrors(
      () => ({ ...DEFAULTS, ...parseInput(body) }),
      () => this.#checkValues(body),
    );
    const id = createKeyId();
    const key = createKey(id);
    const text = { ...normalize(settings), hash: hashToText(key), previous: null };
    const change = {
      id,
      text: JSON.stringify({ ...text, revokedAt: null } satisfies KeyText),
      revision: 0,
      expiresAtMs: undefined,
      max: MAX_KEYS,
    };
    const outcome = await mapStoreErrors(this.#deps.store.change("key", change));
    if (outcome === "full")
      throw new HttpError(409, `There are ${MAX_KEYS} keys already. Revoke one first.`);
    this.cache.forget(id);
    return { ...(await this.get(id)), key };
  }

  async list(): Promise<KeyMembers[]> {
    const entries = await mapStoreErrors(this.#deps.store.list("key"));
    return entries.map((entry) => toKeyMembers(parseIssuedKey(entry), this.#deps.now()));
  }

  async get(id: string): Promise<KeyMembers> {
    return toKeyMembers(await this.#read(id), this.#deps.now());
  }

  /** Changes settings: absent ones stay, and `null` restores the default. */
  async change(id: string, body: unknown): Promise<KeyMembers> {
    const [change] = collectErrors(
      () => readChange(body),
      () => this.#checkValues(body),
    );
    return this.#update(id, (text) => ({ ...text, ...normalize({ ...text, ...change }) }));
  }

  /** Issues a new secret; the present one works on for a while, and the one before ends. */
  async rotate(id: string, overlapSeconds: number): Promise<CreatedKey> {
    const key = createKey(id);
    const endsAt = new Date(this.#deps.now() + overlapSeconds * 1000).toISOString();
    const members = await this.#update(id, (text) => ({
      ...text,
      hash: hashToText(key),
      previous: overlapSeconds === 0 ? null : { hash: text.hash, endsAt },
    }));
    return { ...members, key };
  }

  /** Resolves with false where the key was revoked already. */
  async revoke(id: string): Promise<boolean> {
    if ((await this.#read(id)).text.revokedAt !== null) return false;
    const nowMs = this.#deps.now();
    const revokedAt = new Date(nowMs).toISOString();
    await this.#update(id, (text) => ({ ...text, revokedAt }), nowMs + KEEP_REVOKED_MS);
    return true;
  }

  async #read(id: string): Promise<IssuedKey> {
    const entry = isKeyId(id) ? await mapStoreErrors(this.#deps.store.get("key", id)) : undefined;
    if (!entry) throw new HttpError(404, "No key has this id.");
    return parseIssuedKey(entry);
  }

  async #update(
    id: string,
    toText: (text: KeyText) => KeyText,
    expiresAtMs?: number,
  ): Promise<KeyMembers> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const key = await this.#read(id);
      requireLive(key, this.#deps.now());
      const text = JSON.stringify(toText(key.text));
      const change = { id, text, revision: key.revision, expiresAtMs, max: MAX_KEYS };
      const outcome = await mapStoreErrors(this.#deps.store.change("key", change));
      this.cache.forget(id);
      if (outcome === "stored") return this.get(id);
    }
    throw new UnavailableError("The key is being changed by others.", "overloaded", 1);
  }

  /** Throws a ValidationError for values that the clock or the list of tools forbids. */
  #checkValues(body: unknown): void {
    const { scopes, perMinute, expiresAt } = Object(body) as Record<string, unknown>;
    const { tools, now } = this.#deps;
    const issues: Issue[] = [];
    if (Array.isArray(scopes)) {
      for (const [index, scope] of scopes.entries()) {
        const [, tool] = /^tools:([a-z0-9-]{1,64})$/.exec(String(scope)) ?? [];
        if (tool !== undefined && !tools.scopes.has(tool))
          issues.push({ path: ["scopes", index], message: "must be a scope" });
      }
    }
    if (typeof perMinute === "object" && perMinute !== null) {
      for (const tool of Object.keys(perMinute).slice(0, 100)) {
        if (!tools.limits.has(tool))
          issues.push({ path: ["perMinute", tool], message: "is not a tool" });
      }
    }
    const endMs = typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.NaN;
    if (endMs <= now()) issues.push({ path: ["expiresAt"], message: "must be in the future" });
    if (endMs > now() + MAX_YEARS * YEAR_MS)
      issues.push({ path: ["expiresAt"], message: `must be within ${MAX_YEARS} years` });
    if (issues.length > 0) throw new ValidationError(issues);
  }
}

/** Throws an HttpError of 409 for a key that has ended. */
function requireLive({ text, expiresAtMs }: IssuedKey, nowMs: number): void {
  if (text.revokedAt !== null) throw new HttpError(409, "This key was revoked.");
  if (expiresAtMs <= nowMs) throw new HttpError(409, "This key expired.");
}

/** Returns the settings to change; those that are `null` have their defaults. */
function readChange(body: unknown): Partial<StoredSettings> {
  const change = parseChange(body) as Partial<StoredSettings>;
  const isReset = (name: string) => (body as Record<string, unknown>)[name] === null;
  if (isReset("name")) throw ValidationError.at(["name"], "must be a string");
  const reset = Object.entries(DEFAULTS).filter(([name]) => isReset(name));
  return { ...change, ...Object.fromEntries(reset) };
}

/** Returns the settings alone, each scope and network once and the time in UTC. */
function normalize({ name, perDay, perMinute, ...rest }: Partial<StoredSettings>): StoredSettings {
  const { scopes = [], networks = [], expiresAt } = rest;
  return {
    name: name ?? "",
    scopes: [...new Set(scopes)],
    perDay: perDay ?? null,
    perMinute: perMinute ?? {},
    expiresAt: expiresAt ? new Date(expiresAt).toISOString() : null,
    networks: [...new Set(networks)],
  };
}
