import { parseLimit } from "../../domain/access/parse-limit.ts";
import { splitList } from "../../lib/text/split-list.ts";
import type { Key } from "../../domain/access/key.ts";

/** Returns the state of a key in words. */
export function describeState({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `Revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "Active";
  const isExpired = Date.parse(expiresAt) <= Date.now();
  return `${isExpired ? "Expired" : "Expires"} ${expiresAt.slice(0, 10)}`;
}

/** Returns the fields of a form with the settings of a key. */
export function toFormValues(key: Key): URLSearchParams {
  const { name, perDay, perMinute, expiresAt, networks, scopes } = key;
  const limits = Object.entries(perMinute).map(([tool, limit]) => `${tool}=${limit}`);
  return new URLSearchParams([
    ["name", name],
    ...scopes.map((scope) => ["scope", scope]),
    ["perDay", String(perDay ?? "")],
    ["perMinute", limits.join(", ")],
    ["expiresAt", expiresAt ?? ""],
    ["networks", networks.join(", ")],
  ]);
}

/**
 * Returns the settings that a form names, for the API. An empty field is `null`; text that is not
 * of its kind stays text, so that the API names it.
 */
export function toSettings(form: URLSearchParams): object {
  const read = (name: string) => form.get(name)?.trim() ?? "";
  const perDay = read("perDay");
  const limits = splitList(read("perMinute")).map((entry) => {
    const [tool = "", limit = ""] = entry.split("=").map((part) => part.trim());
    return [tool, parseLimit(limit)];
  });
  return {
    name: read("name"),
    scopes: form.getAll("scope"),
    perDay: perDay === "" ? null : parseLimit(perDay),
    perMinute: Object.fromEntries(limits) as object,
    expiresAt: read("expiresAt") || null,
    networks: splitList(read("networks")),
  };
}
