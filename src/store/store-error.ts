import type { Exhaustion } from "./byte-shares.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";

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

/**
 * Converts a StoreError to its HTTP response: 507 when the disk is full, 503 with Retry-After
 * otherwise.
 */
export async function mapStoreErrors<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.reason === "full") throw new HttpError(507, "The store is full.");
    if (error.reason === "budget") {
      throw new UnavailableError(
        "The store accepts no new inboxes until others expire.",
        "overloaded",
        60,
      );
    }
    if (error.reason === "share") {
      throw new UnavailableError(
        "The inboxes that your address created take half of the store; it gets no new ones until they expire.",
        "overloaded",
        60,
      );
    }
    throw new UnavailableError("The store is out of reach.", "overloaded", 1);
  }
}
