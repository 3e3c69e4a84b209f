import type { Key } from "../../domain/access/key.ts";
import type { Caller } from "../../http/caller.ts";
import { formatUtcDay } from "../../lib/dates/date.ts";
import { createNetworkFilter } from "../../lib/net/networks.ts";
import { type AccessEntry, ISSUED_PREFIX } from "../../store/store.ts";
import type { KeyMembers } from "./schemas.ts";
import { isSameHash } from "./key-format.ts";

/** The stored text of a key. Hashes are SHA-256 in base64url. */
export interface KeyText extends StoredSettings {
  hash: string;
  /** The secret before the last rotation, which works until then. */
  previous: { hash: string; endsAt: string } | null;
  revokedAt: string | null;
}

/** The members that an administrator chooses. */
export type StoredSettings = Pick<
  Key,
  "name" | "scopes" | "perDay" | "perMinute" | "expiresAt" | "networks"
>;

/** An issued key, as requests are judged by it. */
export interface IssuedKey extends Pick<AccessEntry, "id" | "revision" | "createdAtMs"> {
  text: KeyText;
  /** The UTC day of the last use in milliseconds; 0: never. */
  usedAtMs: number;
  caller: Caller;
  expiresAtMs: number;
  hash: Buffer;
  previous: { hash: Buffer; endsAtMs: number } | undefined;
  /** Undefined: every address is allowed. */
  allowsAddress: ((address: string) => boolean) | undefined;
}

export function parseIssuedKey(entry: AccessEntry): IssuedKey {
  const text = JSON.parse(entry.text) as KeyText;
  const { id, revision, createdAtMs, usedAtMs } = entry;
  const { previous, networks, expiresAt } = text;
  return {
    id,
    revision,
    text,
    createdAtMs,
    usedAtMs,
    caller: toCaller(id, text),
    expiresAtMs: expiresAt === null ? Infinity : Date.parse(expiresAt),
    hash: Buffer.from(text.hash, "base64url"),
    previous: previous
      ? { hash: Buffer.from(previous.hash, "base64url"), endsAtMs: Date.parse(previous.endsAt) }
      : undefined,
    allowsAddress: networks.length > 0 ? createNetworkFilter(networks) : undefined,
  };
}

/** Returns the identity of a key's counts. */
export function toKeyIdentity(id: string): string {
  return ISSUED_PREFIX + id;
}

/** Returns true for the hash of the key's secret, and of the one before while both work. */
export function hasHash({ hash, previous }: IssuedKey, sent: Buffer, nowMs: number): boolean {
  if (isSameHash(sent, hash)) return true;
  return previous !== undefined && nowMs < previous.endsAtMs && isSameHash(sent, previous.hash);
}

/** Returns a key as the API shows it. */
export function toKeyMembers({ id, text, createdAtMs, usedAtMs }: IssuedKey, nowMs: number) {
  const { hash: _hash, previous, revokedAt, ...settings } = text;
  const isOverlapping = previous !== null && Date.parse(previous.endsAt) > nowMs;
  return {
    id,
    ...settings,
    createdAt: new Date(createdAtMs).toISOString(),
    lastUsedAt: usedAtMs === 0 ? null : formatUtcDay(usedAtMs),
    previousEndsAt: isOverlapping ? previous.endsAt : null,
    revokedAt,
  } satisfies KeyMembers;
}

function toCaller(id: string, { name, scopes, perDay, perMinute, expiresAt }: KeyText): Caller {
  const limits = Object.entries(perMinute).map(
    ([tool, limit]) => [tool, limit === "off" ? undefined : limit] as const,
  );
  return {
    kind: "key",
    id,
    name,
    scopes,
    isAdmin: false,
    quotaKey: toKeyIdentity(id),
    limits: { perDay: perDay ?? undefined, perMinute: new Map(limits) },
    expiresAt,
  };
}
