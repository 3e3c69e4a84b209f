import type { Measurement } from "../crawl/measurement.ts";
import {
  checkCacheLifetimes,
  checkCompression,
  checkFailures,
  checkRequests,
  checkThirdParties,
} from "./delivery.ts";
import { type PageStats, type Recommendation, sum } from "./recommendation.ts";
import {
  checkAutoplay,
  checkFonts,
  checkGifs,
  checkImageFormats,
  checkImages,
  checkTotal,
  createTypeCheck,
} from "./weight.ts";
import { KB, pluralize } from "./wording.ts";

const MAX_RECOMMENDATIONS = 6;

/** A check with its thresholds and their source. */
interface RecommendationRule {
  check(page: PageStats): Recommendation | undefined;
  source: string;
}

/** Creates a rule from a check and its thresholds. Shares are between 0 and 1. */
function createRule<Limits>(
  check: (page: PageStats, limits: Limits) => Recommendation | undefined,
  limits: Limits,
  source: string,
): RecommendationRule {
  return { check: (page) => check(page, limits), source };
}

/** Source of the medians of desktop home pages. */
const MEDIAN = "HTTP Archive, Web Almanac 2025, Page Weight";

const NO_LIMITS = {};

const RULES: readonly RecommendationRule[] = [
  createRule(checkTotal, { bytes: 2667 * KB }, MEDIAN),
  createRule(
    checkImages,
    { bytes: 500 * KB, share: 0.5 },
    "our choice: half of the weight, and enough bytes to matter",
  ),
  createRule(
    checkImageFormats,
    { bytes: 100 * KB, fileBytes: 32 * KB },
    "total: our choice; file: Lighthouse 12, modern-image-formats, ignores savings under 8 KB, a quarter of 32",
  ),
  createRule(checkGifs, { bytes: 100 * KB }, "Lighthouse 12, efficient-animated-content"),
  createRule(checkCompression, { bytes: 1400, share: 0.1 }, "Lighthouse 12, uses-text-compression"),
  createRule(createTypeCheck("script", "Scripts"), { bytes: 697 * KB }, MEDIAN),
  createRule(createTypeCheck("css", "Style sheets"), { bytes: 82 * KB }, MEDIAN),
  createRule(checkFonts, { bytes: 139 * KB, files: 4 }, `${MEDIAN}; files and format: our choice`),
  createRule(checkAutoplay, NO_LIMITS, "our choice: any occurrence"),
  createRule(checkCacheLifetimes, NO_LIMITS, "RFC 9111, 4.2.2: any occurrence"),
  createRule(checkRequests, { requests: 71 }, MEDIAN),
  createRule(checkThirdParties, { share: 0.3 }, "our choice"),
  createRule(checkFailures, NO_LIMITS, "our choice: any occurrence"),
  createRule(
    createTypeCheck("html", "HTML documents"),
    { bytes: 100 * KB, medianBytes: 18 * KB },
    "our choice: over five times the median (HTTP Archive, Web Almanac 2024)",
  ),
];

/**
 * Returns up to six sentences, those that save the most bytes first. Empty for a page that needs no
 * change.
 */
export function recommend(measurement: Measurement): string[] {
  const { entries } = measurement;
  const page: PageStats = {
    measurement,
    entries,
    bytes: sum(entries.map(({ bytes }) => bytes)),
    requests: sum(entries.map(({ requests }) => requests)),
    filterByType: (type) => entries.filter((entry) => entry.type === type),
  };
  const recommendations = RULES.flatMap(({ check }) => check(page) ?? []);
  recommendations.sort((a, b) => b.savedBytes - a.savedBytes);
  const notes = describeGaps(measurement);
  const sentences = recommendations.map(({ sentence }) => sentence);
  return [...sentences.slice(0, MAX_RECOMMENDATIONS - notes.length), ...notes];
}

/**
 * Returns a sentence about what a measurement without a browser cannot see, if there is anything.
 */
function describeGaps({ rendered, complete, dynamicImports }: Measurement): string[] {
  const gaps = [
    ...(rendered === "client"
      ? ["scripts create the page, and their requests are not counted"]
      : []),
    ...(dynamicImports > 0 ? [`${pluralize(dynamicImports, "dynamic import")} may load more`] : []),
    ...(complete ? [] : ["a limit ended the measurement early"]),
  ];
  return gaps.length > 0 ? [`The actual weight may be higher: ${gaps.join("; ")}.`] : [];
}
