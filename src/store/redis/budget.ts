import type { RedisConnection } from "./connection.ts";

const KEY = "sundry:bytes";
const MINUTE_MS = 60_000;

/**
 * Tracks the bytes of all inboxes over all processes. Bytes are recorded under the minute in which they expire,
 * so that they leave the sum without any bookkeeping at expiry. Each process syncs once a second: within that
 * second the budget may be exceeded, and a crash loses at most that second's changes.
 */
export class RedisByteBudget {
  readonly #connection: RedisConnection;
  readonly #maxBytes: number;
  #synced = 0;
  #pending = new Map<number, number>();

  constructor(connection: RedisConnection, maxBytes: number) {
    this.#connection = connection;
    this.#maxBytes = maxBytes;
  }

  /** Returns true when a new inbox may be created. */
  hasRoom(): boolean {
    let bytes = this.#synced;
    for (const change of this.#pending.values()) bytes += change;
    return bytes < this.#maxBytes;
  }

  /** Records bytes that were added (or, when negative, removed) and when they expire. */
  add(bytes: number, expiresAtMs: number): void {
    const minute = Math.ceil(expiresAtMs / MINUTE_MS);
    this.#pending.set(minute, (this.#pending.get(minute) ?? 0) + bytes);
  }

  /** Writes pending changes and reads those of other processes. Changes that fail to write remain pending. */
  async sync(nowMs: number): Promise<void> {
    if (!this.#connection.reachable) return;
    const changes = this.#pending;
    this.#pending = new Map();
    try {
      await this.#connection.withClient(async (client) => {
        for (const [minute, bytes] of changes) {
          await client.hincrby(KEY, String(minute), bytes);
          // Removed one by one, so that a later failure does not count it twice.
          changes.delete(minute);
        }
        await this.#readTotal(await client.hgetall(KEY), nowMs);
      });
    } catch {
      for (const [minute, bytes] of changes) this.add(bytes, minute * MINUTE_MS);
    }
  }

  async #readTotal(bytesByMinute: Record<string, string>, nowMs: number): Promise<void> {
    const entries = Object.entries(bytesByMinute).map(([minute, bytes]) => ({
      minute,
      endsAtMs: Number(minute) * MINUTE_MS,
      bytes: Number(bytes),
    }));
    const expired = entries.filter(({ endsAtMs }) => endsAtMs <= nowMs - MINUTE_MS);
    if (expired.length > 0) {
      const minutes = expired.map(({ minute }) => minute);
      await this.#connection.withClient((client) => client.hdel(KEY, ...minutes));
    }
    const live = entries.filter(({ endsAtMs }) => endsAtMs > nowMs);
    this.#synced = live.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
