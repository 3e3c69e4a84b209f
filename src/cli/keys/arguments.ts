import { parseLimit } from "../../domain/access/parse-limit.ts";
import { ValidationError } from "../../lib/errors.ts";
import { parseFlags } from "../parse-flags.ts";

const OPTIONS = {
  name: { type: "string" },
  scope: { type: "string", multiple: true },
  "per-day": { type: "string" },
  "per-minute": { type: "string", multiple: true },
  expires: { type: "string" },
  network: { type: "string", multiple: true },
  overlap: { type: "string" },
  csv: { type: "boolean" },
  json: { type: "boolean" },
  "token-file": { type: "string" },
  server: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export type KeyFlags = ReturnType<typeof parseKeyArgs>["values"];

/**
 * Parses the arguments after `keys`. Throws ValidationError for unknown flags and missing values.
 */
export function parseKeyArgs(argv: readonly string[]) {
  return parseFlags(argv, { command: "keys", options: OPTIONS, allowPositionals: true });
}

/** The value of a flag that restores the default. */
const DEFAULT = "default";

/** Returns the settings that the flags name, for the API. */
export function readSettings(values: KeyFlags, nowMs: number): Record<string, unknown> {
  const { name, scope, expires, network } = values;
  const perDay = values["per-day"];
  const perMinute = values["per-minute"];
  return {
    ...(name !== undefined && { name }),
    ...(scope && { scopes: readList(scope) }),
    ...(perDay !== undefined && { perDay: perDay === DEFAULT ? null : parseLimit(perDay) }),
    ...(perMinute && { perMinute: readLimits(perMinute) }),
    ...(expires !== undefined && { expiresAt: readExpiry(expires, nowMs) }),
    ...(network && { networks: readList(network) }),
  };
}

function readList(values: readonly string[]): readonly string[] | null {
  return values.includes(DEFAULT) ? null : values;
}

function readLimits(values: readonly string[]): object | null {
  if (values.includes(DEFAULT)) return null;
  const limits = values.map((entry) => {
    const [, tool, limit = ""] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    if (tool === undefined)
      throw ValidationError.at(["--per-minute"], "must be a tool and a number, such as qr=600");
    return [tool, parseLimit(limit)];
  });
  return Object.fromEntries(limits) as object;
}

function readExpiry(text: string, nowMs: number): string | null {
  if (text === DEFAULT) return null;
  const seconds = parseDuration(text);
  return seconds === undefined ? text : new Date(nowMs + seconds * 1000).toISOString();
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Returns the seconds of a time such as `90d` or `12h`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 1);
}
