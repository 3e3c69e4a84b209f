import type { ApiResponse } from "./response.ts";

/** Who the server takes the caller for. */
export interface Me {
  kind: "key" | "admin" | "user" | "label" | "anonymous";
  id: string | null;
  name: string | null;
  scopes: string[];
  admin: boolean;
  perDay: number | null;
  expiresAt: string | null;
}

/** The requests of a caller by day and tool. */
export interface UsageReport {
  kind: Me["kind"];
  id: string | null;
  name: string | null;
  limit: number | null;
  from: string;
  to: string;
  /** True when a day has its total only. */
  partial: boolean;
  days: { date: string; total: number; tools: Record<string, number> }[];
}

/** The settings of an issued key. */
export interface KeySettings {
  name: string;
  scopes?: string[] | null;
  /** Requests a day; null: unlimited. */
  perDay?: number | null;
  /** Requests a minute by tool, instead of the tool's limit for an address. */
  perMinute?: Record<string, number | "off"> | null;
  /** RFC 3339; null: never. */
  expiresAt?: string | null;
  /** Addresses and CIDRs; none: everywhere. */
  networks?: string[] | null;
}

/** An issued key without its secret. */
export interface Key {
  id: string;
  name: string;
  scopes: string[];
  perDay: number | null;
  perMinute: Record<string, number | "off">;
  expiresAt: string | null;
  networks: string[];
  createdAt: string;
  lastUsedAt: string | null;
  previousEndsAt: string | null;
  revokedAt: string | null;
}

/** A key with its secret, which the server does not show again. */
export interface NewKey extends Key {
  key: string;
}

/** Administration of keys, which needs the admin token. */
export interface Keys {
  create(settings: KeySettings): Promise<ApiResponse<NewKey>>;
  list(): Promise<ApiResponse<{ keys: Key[] }>>;
  get(id: string): Promise<ApiResponse<Key>>;
  /** Absent members stay; null restores the default. */
  change(id: string, settings: Partial<KeySettings>): Promise<ApiResponse<Key>>;
  /** The present secret works on for `overlapSeconds`, a day by default. */
  rotate(id: string, overlapSeconds?: number): Promise<ApiResponse<NewKey>>;
  revoke(id: string): Promise<void>;
}
