import type { Key } from "../../domain/access/key.ts";
import type { UsageReport } from "../../domain/access/usage-report.ts";
import { toPrintable } from "../../lib/text/printable.ts";
import { alignColumns } from "../table.ts";

/** Returns a line for each key, in columns. */
export function formatKeys(keys: readonly Key[]): string {
  return alignColumns(
    keys.map((key) => [
      key.id,
      formatState(key),
      key.lastUsedAt ?? "never used",
      toPrintable(key.name),
      key.scopes.join(","),
    ]),
  );
}

/** Returns a line for each member of a key. */
export function formatKey(key: Key): string {
  const limits = Object.entries(key.perMinute).map(([tool, limit]) => `${tool}=${limit}`);
  return alignColumns([
    ["id", key.id],
    ["name", toPrintable(key.name)],
    ["state", formatState(key)],
    ["scopes", key.scopes.join(", ")],
    ["per day", String(key.perDay ?? "unlimited")],
    ["per minute", limits.join(", ") || "the tools' limits"],
    ["networks", key.networks.join(", ") || "everywhere"],
    ["expires", key.expiresAt ?? "never"],
    ["created", key.createdAt],
    ["last used", key.lastUsedAt ?? "never"],
    ...(key.previousEndsAt === null ? [] : [["key before works until", key.previousEndsAt]]),
  ]);
}

/** Returns a line for each day with requests. */
export function formatUsage({ days }: Pick<UsageReport, "days">): string {
  const rows = days
    .filter(({ total }) => total > 0)
    .map(({ date, total, tools }) => [
      date,
      String(total),
      Object.entries(tools)
        .map(([tool, count]) => `${tool} ${count}`)
        .join(", "),
    ]);
  return rows.length === 0 ? "no requests" : alignColumns(rows);
}

function formatState({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "active";
  return `until ${expiresAt.slice(0, 10)}`;
}
