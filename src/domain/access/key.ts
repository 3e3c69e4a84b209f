/** An issued key without its secret. Times are RFC 3339 in UTC with milliseconds. */
export interface Key {
  id: string;
  name: string;
  scopes: string[];
  /** Requests a day; null: unlimited. */
  perDay: number | null;
  /** Requests a minute by tool, instead of the tool's limit for an address. */
  perMinute: Record<string, number | "off">;
  expiresAt: string | null;
  /** Addresses and CIDRs; none: everywhere. */
  networks: string[];
  createdAt: string;
  /** A UTC day. */
  lastUsedAt: string | null;
  previousEndsAt: string | null;
  revokedAt: string | null;
}

/** A key with its new secret. */
export type CreatedKey = Key & { key: string };
