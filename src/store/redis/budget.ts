import { ByteShares, type Exhaustion } from "../byte-shares.ts";
import { NO_OWNER } from "../store.ts";
import type { RedisConnection } from "./connection.ts";

/** Bytes of all inboxes by minute of expiry. */
const KEY = "sundry:bytes";

/**
 * Those of known owners by `minute:owner`; separate, because earlier releases share the other key.
 */
const OWNERS_KEY = "sundry:bytes-by-owner";

const MINUTE_MS = 60_000;

/**
 * Tracks the bytes of all inboxes over all processes. Bytes are recorded under the minute in which
 * they expire, so that they leave the sum without any bookkeeping at expiry. Each process syncs
 * once a second: within that second the budget may be exceeded, and a crash loses at most that
 * second's changes.
 */
export class RedisByteBudget {
  readonly #connection: RedisConnection;
  readonly #shares: ByteShares;
  /** Changes that Redis does not know yet, by field of either key. */
  #pending = new Map<string, number>();

  constructor(connection: RedisConnection, maxBytes: number) {
    this.#connection = connection;
    this.#shares = new ByteShares(maxBytes);
  }

  /** The bytes of all inboxes and plans. */
  get bytes(): number {
    return this.#shares.total;
  }

  /** Returns why the owner may create no inbox; undefined when it may. */
  findExhaustion(owner = NO_OWNER): Exhaustion | undefined {
    return this.#shares.findExhaustion(owner);
  }

  /**
   * Records bytes that were added (or, when negative, removed), when they expire and whose inbox
   * has them.
   */
  add(bytes: number, expiresAtMs: number, owner = NO_OWNER): void {
    const minute = Math.ceil(expiresAtMs / MINUTE_MS);
    this.#shares.add(owner, bytes);
    this.#addPending(String(minute), bytes);
    if (owner !== NO_OWNER) this.#addPending(`${minute}:${owner}`, bytes);
  }

  /**
   * Writes pending changes and reads those of other processes. Changes that fail to write remain
   * pending.
   */
  async sync(nowMs: number): Promise<void> {
    if (!this.#connection.reachable) return;
    const changes = this.#pending;
    this.#pending = new Map();
    try {
      await this.#connection.withClient(async (client) => {
        for (const [field, bytes] of changes) {
          await client.hincrby(getKey(field), field, bytes);
          // Removed one by one, so that a later failure does not count it twice.
          changes.delete(field);
        }
        const [totals, owned] = [await client.hgetall(KEY), await client.hgetall(OWNERS_KEY)];
        await this.#apply({ ...totals, ...owned }, nowMs);
      });
    } catch {
      for (const [field, bytes] of changes) this.#addPending(field, bytes);
    }
  }

  #addPending(field: string, bytes: number): void {
    this.#pending.set(field, (this.#pending.get(field) ?? 0) + bytes);
  }

  async #apply(bytesByField: Record<string, string>, nowMs: number): Promise<void> {
    const fields = Object.keys(bytesByField);
    await this.#removeFields(fields.filter((field) => toEndMs(field) <= nowMs - MINUTE_MS));
    this.#shares.clear();
    for (const field of fields) this.#share(field, Number(bytesByField[field]), nowMs);
    for (const [field, bytes] of this.#pending) this.#share(field, bytes, nowMs);
  }

  #share(field: string, bytes: number, nowMs: number): void {
    if (toEndMs(field) <= nowMs) return;
    const [, owner] = field.split(":");
    if (owner === undefined) return this.#shares.add(NO_OWNER, bytes);
    // The owner's bytes are part of the minute's.
    this.#shares.add(NO_OWNER, -bytes);
    this.#shares.add(Number(owner), bytes);
  }

  async #removeFields(fields: readonly string[]): Promise<void> {
    for (const key of [KEY, OWNERS_KEY]) {
      const expired = fields.filter((field) => getKey(field) === key);
      if (expired.length === 0) continue;
      await this.#connection.withClient((client) => client.hdel(key, ...expired));
    }
  }
}

function getKey(field: string): string {
  return field.includes(":") ? OWNERS_KEY : KEY;
}

/** Returns when the bytes of a field leave the sum. */
function toEndMs(field: string): number {
  return Number.parseInt(field, 10) * MINUTE_MS;
}
