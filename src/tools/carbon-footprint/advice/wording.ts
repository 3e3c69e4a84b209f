import type { ResourceEntry } from "../crawl/entries.ts";

/** Bytes of a kilobyte, as network panels of browsers and the sources of thresholds count. */
export const KB = 1024;

const MAX_NAME_LENGTH = 60;

/** Returns the last segment of the path, or the host if the path is empty. */
export function getFileName({ url }: ResourceEntry): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? hostname;
  return last.length > MAX_NAME_LENGTH ? `${last.slice(0, MAX_NAME_LENGTH)}…` : last;
}

/** Formats a share as a whole percentage. */
export function formatPercent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)}%`;
}

/** Returns "1 file" or "2 files". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
