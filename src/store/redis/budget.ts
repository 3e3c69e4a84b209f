import type { RedisConnection } from "./connection.ts";

const KEY = "sundry:bytes";
const MINUTE_MS = 60_000;

/**
 * How many bytes all inboxes hold, over all processes. Bytes are booked to the minute in which they expire, so
 * that they leave the sum without anybody taking them out; each process books and looks once a second. The
 * budget may be passed by what comes in within a second; a crash loses at most a second's booking.
 */
export class ByteBudget {
  readonly #connection: RedisConnection;
  readonly #most: number;
  #synced = 0;
  #pending = new Map<number, number>();

  constructor(connection: RedisConnection, most: number) {
    this.#connection = connection;
    this.#most = most;
  }

  /** Whether a new inbox may begin. */
  hasRoom(): boolean {
    let bytes = this.#synced;
    for (const change of this.#pending.values()) bytes += change;
    return bytes < this.#most;
  }

  /** Notes bytes that came (or, below zero, went) and when they expire. */
  add(bytes: number, expiresAtMs: number): void {
    const minute = Math.ceil(expiresAtMs / MINUTE_MS);
    this.#pending.set(minute, (this.#pending.get(minute) ?? 0) + bytes);
  }

  /** Books what is noted and takes up what others booked. Tried again next time when it fails. */
  async sync(nowMs: number): Promise<void> {
    if (!this.#connection.reachable) return;
    const changes = this.#pending;
    this.#pending = new Map();
    try {
      await this.#connection.ask(async (client) => {
        for (const [minute, bytes] of changes) {
          await client.hincrby(KEY, String(minute), bytes);
          // What fails later must not have it booked again.
          changes.delete(minute);
        }
        await this.#take(await client.hgetall(KEY), nowMs);
      });
    } catch {
      for (const [minute, bytes] of changes) this.add(bytes, minute * MINUTE_MS);
    }
  }

  async #take(booked: Record<string, string>, nowMs: number): Promise<void> {
    const minutes = Object.entries(booked);
    const over = minutes.filter(([minute]) => Number(minute) * MINUTE_MS <= nowMs - MINUTE_MS);
    const ended = over.map(([minute]) => minute);
    if (ended.length > 0) await this.#connection.ask((client) => client.hdel(KEY, ...ended));
    const living = minutes.filter(([minute]) => Number(minute) * MINUTE_MS > nowMs);
    this.#synced = living.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }
}
