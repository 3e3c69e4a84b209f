import type { Exhaustion } from "./byte-shares.ts";

/** The reason why a store could not do a valid request. */
export class StoreError extends Error {
  /**
   * "full": no space left. "budget": `maxStoreBytes` is used up. "share": half of it is, by the
   * sender. "unavailable": unreachable, late or broken.
   */
  readonly reason: "full" | Exhaustion | "unavailable";

  constructor(reason: StoreError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.reason = reason;
  }
}
