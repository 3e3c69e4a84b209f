import { hash } from "node:crypto";

/**
 * Owners that are told apart. Few, because callers may come from any number of addresses; two may
 * share a number.
 */
const MAX_OWNERS = 4_096;

/** The number of inboxes whose owner is unknown. They have no share. */
export const NO_OWNER = 0;

/** Each owner may use this part of the store. */
const SHARE = 1 / 2;

/**
 * Returns the owner's number of a client's address, from 1 on. It is the same in every process and
 * release.
 */
export function toOwner(address: string): number {
  return 1 + (Number.parseInt(hash("sha256", address).slice(0, 8), 16) % MAX_OWNERS);
}

/** Why no inbox may be created: the whole store is used up, or the owner's share of it. */
export type Exhaustion = "budget" | "share";

/**
 * The bytes of each owner, of which one may use half of the store. Bytes beyond an owner's share
 * (live inboxes keep growing) do not count against others, so that no owner can use up the store
 * alone.
 */
export class ByteShares {
  readonly #maxBytes: number;
  readonly #bytes = new Float64Array(MAX_OWNERS + 1);
  #total = 0;
  /** The bytes that count against everybody: of each owner at most its share. */
  #counted = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get total(): number {
    return this.#total;
  }

  /** Adds bytes to an owner, or subtracts them when negative. */
  add(owner: number, bytes: number): void {
    const before = this.#bytes[owner] ?? 0;
    this.#bytes[owner] = before + bytes;
    this.#total += bytes;
    this.#counted += this.#limit(owner, before + bytes) - this.#limit(owner, before);
  }

  /**
   * Returns why the owner may create no inbox; undefined when it may. `planBytes` count against
   * everybody, too.
   */
  findExhaustion(owner: number, planBytes = 0): Exhaustion | undefined {
    const isOverShare = owner !== NO_OWNER && (this.#bytes[owner] ?? 0) >= this.#maxBytes * SHARE;
    if (isOverShare) return "share";
    return this.#counted + planBytes >= this.#maxBytes ? "budget" : undefined;
  }

  clear(): void {
    this.#bytes.fill(0);
    this.#total = 0;
    this.#counted = 0;
  }

  #limit(owner: number, bytes: number): number {
    return owner === NO_OWNER ? bytes : Math.min(bytes, this.#maxBytes * SHARE);
  }
}
