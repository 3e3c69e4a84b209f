import type { ResourceEntry, ResourceType } from "../crawl/entries.ts";
import type { Measurement } from "../crawl/measurement.ts";

/** A recommendation as a sentence, and the bytes that a visit would save. */
export interface Recommendation {
  savedBytes: number;
  sentence: string;
}

/** A measurement with the totals that the checks read. */
export interface PageStats {
  measurement: Measurement;
  entries: readonly ResourceEntry[];
  bytes: number;
  requests: number;
  filterByType(type: ResourceType): ResourceEntry[];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns the entry with the most bytes. */
export function findLargest(entries: readonly ResourceEntry[]): ResourceEntry | undefined {
  return entries.toSorted((a, b) => b.bytes - a.bytes)[0];
}
