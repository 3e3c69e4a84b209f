import type { Refusal } from "../http/caller.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { StoreError } from "../store/store.ts";

const ENDS = {
  // One sentence for an unknown id and a wrong secret, so that ids cannot be enumerated.
  invalid: "is not valid.",
  expired: "expired.",
  revoked: "was revoked.",
};

/** Returns the refusal of a wrong credential. */
export function createRefusal(
  reason: keyof typeof ENDS,
  { kind = "key", keyId }: { kind?: "key" | "token"; keyId?: string } = {},
): Refusal {
  const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
  return { reason, keyId, error: new HttpError(401, `This ${kind} ${ENDS[reason]}`, headers) };
}

export function createNetworkRefusal(keyId: string): Refusal {
  const error = new HttpError(403, "This key may not be used from this address.");
  return { reason: "network", keyId, error };
}

/** The refusal while the store of keys and sessions is out of reach. */
export function toOutage(error: unknown): Refusal {
  if (!(error instanceof StoreError)) throw error;
  return createOutageRefusal("The store of keys is out of reach.");
}

export function createOutageRefusal(message: string): Refusal {
  return { reason: "unavailable", error: new UnavailableError(message, "overloaded", 1) };
}
