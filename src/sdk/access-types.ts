import type { Key } from "../domain/access/key.ts";
import type { CallerKind } from "../domain/access/usage-report.ts";
import type { ApiResponse } from "./response.ts";

/** How a file is kept. */
export interface UploadOptions {
  /** Up to 100 characters without slashes. Default: `file`. */
  name?: string;
  signal?: AbortSignal;
}

/** A file that the server keeps until it expires. */
export interface KeptFile {
  id: string;
  uri: string;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  expiresAt: string;
}

/** The caller, as the server knows it by its credential. */
export interface Me {
  kind: CallerKind;
  id: string | null;
  name: string | null;
  scopes: string[];
  admin: boolean;
  perDay: number | null;
  expiresAt: string | null;
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
