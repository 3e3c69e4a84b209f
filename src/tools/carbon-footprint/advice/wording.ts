import type { ResourceEntry } from "../crawl/entries.ts";

/** Bytes in a kilobyte, as browsers' panels and the sources of the thresholds count them. */
export const KB = 1024;

const MAX_NAME = 60;

/** What people call a file: the last part of its path. */
export function fileName({ url }: ResourceEntry): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? hostname;
  return last.length > MAX_NAME ? `${last.slice(0, MAX_NAME)}…` : last;
}

/** Bytes as people write them: 1.8 MB, 94 KB, 300 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes >= KB * KB) return `${(bytes / KB / KB).toFixed(1)} MB`;
  return bytes >= KB ? `${Math.round(bytes / KB)} KB` : pluralize(Math.round(bytes), "byte");
}

/** A share in whole per cent. */
export function formatPercent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)}%`;
}

/** `1 file`, `2 files`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** With the first letter large. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
