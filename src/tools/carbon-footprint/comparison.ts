import { round } from "./co2.ts";

/** Bytes of a kilobyte, as the source counts. */
const KB = 1024;

/**
 * Page weights of desktop pages, home and inner pages together: the share of pages that are
 * heavier, by bytes. Source: HTTP Archive, Web Almanac 2025, Page Weight, "Page weight distribution
 * by device", crawl of July 2025.
 */
const REFERENCE_PAGES = {
  source: "HTTP Archive, Web Almanac 2025, Page Weight: desktop pages",
  date: "2025-07",
  heavierShares: [
    { bytes: 0, share: 1 },
    { bytes: 607 * KB, share: 0.9 },
    { bytes: 1275 * KB, share: 0.75 },
    { bytes: 2412 * KB, share: 0.5 },
    { bytes: 4570 * KB, share: 0.25 },
    { bytes: 9179 * KB, share: 0.1 },
  ],
} as const;

/** Rank of a page among the pages of the web. */
export interface PageComparison {
  /**
   * Share of reference pages that are heavier, between 0.1 and 1. The source has no data for the
   * heaviest 10%.
   */
  heavierShare: number;
  source: string;
  /** Year and month of the data. */
  date: string;
}

/**
 * Compares the weight of a page to the reference pages. Interpolates linearly between the published
 * percentiles.
 */
export function compareWeight(bytes: number): PageComparison {
  const { source, date, heavierShares } = REFERENCE_PAGES;
  const upperIndex = heavierShares.findIndex((point) => bytes <= point.bytes);
  const upper = heavierShares[upperIndex];
  if (upper === undefined) return { heavierShare: 0.1, source, date };
  const lower = heavierShares[upperIndex - 1] ?? upper;
  const fraction = upper === lower ? 0 : (bytes - lower.bytes) / (upper.bytes - lower.bytes);
  const heavierShare = lower.share + fraction * (upper.share - lower.share);
  return { heavierShare: round(heavierShare, 2), source, date };
}
