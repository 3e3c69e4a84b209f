import type { ResourceEntry, ResourceType } from "../crawl/entries.ts";
import type { Measurement } from "../crawl/measurement.ts";

/** A sentence, and the bytes that following it would save a visit. */
export interface Recommendation {
  savedBytes: number;
  sentence: string;
}

/** The page as the rules look at it. */
export interface PageStats {
  measurement: Measurement;
  entries: readonly ResourceEntry[];
  bytes: number;
  requests: number;
  of(group: ResourceType): ResourceEntry[];
}

/** Of more than so much something is said. */
export interface Most {
  bytes: number;
}

/** All of them together. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The one that weighs most. */
export function largestOf(entries: readonly ResourceEntry[]): ResourceEntry | undefined {
  return entries.toSorted((one, other) => other.bytes - one.bytes)[0];
}

/** Its media type, without parameters. */
export function mediaType({ headers }: ResourceEntry): string {
  return (headers["content-type"] ?? "").split(";")[0]?.toLowerCase() ?? "";
}
