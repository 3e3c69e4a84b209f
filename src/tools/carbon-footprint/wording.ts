import type { Entry } from "./ledger.ts";

/** Bytes in a kilobyte, as browsers' panels and the sources of the thresholds count them. */
export const KB = 1024;

const MOST_NAME = 60;

/** What people call a file: the last part of its path. */
export function name({ url }: Entry): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? hostname;
  return last.length > MOST_NAME ? `${last.slice(0, MOST_NAME)}…` : last;
}

/** Bytes as people write them: 1.8 MB, 94 KB, 300 bytes. */
export function size(bytes: number): string {
  if (bytes >= KB * KB) return `${(bytes / KB / KB).toFixed(1)} MB`;
  return bytes >= KB ? `${Math.round(bytes / KB)} KB` : plural(Math.round(bytes), "byte");
}

/** A share in whole per cent. */
export function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)}%`;
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** With the first letter large. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
