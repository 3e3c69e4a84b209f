import type { HttpError, UnavailableError } from "../lib/errors.ts";

/** The sender of a request by its credential, and what it may do. */
export interface Caller {
  /** "anonymous": a stranger, whom public routes serve where a credential is required. */
  kind: "key" | "admin" | "user" | "anonymous";
  /** The id of an issued key. */
  id: string | null;
  name: string | null;
  scopes: readonly string[];
  isAdmin: boolean;
  /** The identity of its counts; undefined: its address. */
  quotaKey?: string;
  /** The limits of an issued key; absent: those of everybody else. */
  limits?: CallerLimits;
  /** RFC 3339; `null`: never. */
  expiresAt: string | null;
}

interface CallerLimits {
  /** Requests a day, always enforced; undefined: unlimited. */
  perDay: number | undefined;
  /** Requests a minute by the tool whose limit they replace; undefined: unlimited. */
  perMinute: ReadonlyMap<string, number | undefined>;
}

/** The reason why a caller may not send a request, and its error. */
export interface Refusal {
  reason:
    | "missing"
    | "invalid"
    | "expired"
    | "revoked"
    | "network"
    | "scope"
    | "quota"
    | "throttled"
    | "unavailable";
  error: HttpError | UnavailableError;
  /** The issued key that was sent. */
  keyId?: string | undefined;
}
