import {
  brokenOrMoved,
  manyRequests,
  noCacheLifetime,
  thirdParties,
  uncompressedText,
} from "./delivery.ts";
import type { Recommendation, PageStats } from "./recommendation.ts";
import type { Measurement } from "../crawl/measurement.ts";
import {
  autoplay,
  groupOver,
  heavyFonts,
  largeGif,
  mostlyImages,
  oldImageFormats,
  tooHeavy,
} from "./weight.ts";
import { KB, pluralize } from "./wording.ts";

const MAX_SENTENCES = 6;

/** One rule: what it looks for, past which limits, and who says so. */
interface Rule {
  find(page: PageStats): Recommendation | undefined;
  source: string;
}

/** A line of the table. Shares are of one. */
function rule<Limits>(
  find: (page: PageStats, limits: Limits) => Recommendation | undefined,
  limits: Limits,
  source: string,
): Rule {
  return { find: (page) => find(page, limits), source };
}

/** Medians of desktop home pages: a page over one is heavier there than half of the web. */
const MEDIAN = "HTTP Archive, Web Almanac 2025, Page Weight";

const NO_LIMITS = {};

const RULES: readonly Rule[] = [
  rule(tooHeavy, { bytes: 2667 * KB }, MEDIAN),
  rule(
    mostlyImages,
    { bytes: 500 * KB, share: 0.5 },
    "ours: half of the weight, and enough to matter",
  ),
  rule(
    oldImageFormats,
    { bytes: 100 * KB, fileBytes: 32 * KB },
    "ours; a file: Lighthouse 12, modern-image-formats, leaves savings under 8 KB alone, a quarter of 32",
  ),
  rule(largeGif, { bytes: 100 * KB }, "Lighthouse 12, efficient-animated-content"),
  rule(uncompressedText, { bytes: 1400, share: 0.1 }, "Lighthouse 12, uses-text-compression"),
  rule(groupOver("script", "Scripts"), { bytes: 697 * KB }, MEDIAN),
  rule(groupOver("css", "Style sheets"), { bytes: 82 * KB }, MEDIAN),
  rule(heavyFonts, { bytes: 139 * KB, files: 4 }, `${MEDIAN}; files and format: ours`),
  rule(autoplay, NO_LIMITS, "ours: one is enough"),
  rule(noCacheLifetime, NO_LIMITS, "RFC 9111, 4.2.2: one is enough"),
  rule(manyRequests, { requests: 71 }, MEDIAN),
  rule(thirdParties, { share: 0.3 }, "ours"),
  rule(brokenOrMoved, NO_LIMITS, "ours: one is enough"),
  rule(
    groupOver("html", "HTML documents"),
    { bytes: 100 * KB, medianBytes: 18 * KB },
    "ours: over five times the median (HTTP Archive, Web Almanac 2024)",
  ),
];

/** At most six sentences about this page, those that save the most first; empty for a good page. */
export function recommendationsFor(measurement: Measurement): string[] {
  const { entries } = measurement;
  const page: PageStats = {
    measurement,
    entries,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: entries.reduce((sum, { requests }) => sum + requests, 0),
    of: (group) => entries.filter((entry) => entry.group === group),
  };
  const found = RULES.flatMap(({ find }) => find(page) ?? []);
  found.sort((one, other) => other.savedBytes - one.savedBytes);
  const notes = notesOn(measurement);
  const room = MAX_SENTENCES - notes.length;
  return [...found.slice(0, room).map(({ sentence }) => sentence), ...notes];
}

/** What the measurement cannot have seen. */
function notesOn({ rendered, complete, dynamicImports }: Measurement): string[] {
  const unseen = [
    ...(rendered === "client" ? ["the page is built by scripts, whose requests are not seen"] : []),
    ...(dynamicImports > 0 ? [`${pluralize(dynamicImports, "dynamic import")} may load more`] : []),
    ...(complete ? [] : ["a limit ended the measurement early"]),
  ];
  return unseen.length > 0 ? [`The true weight may be higher: ${unseen.join("; ")}.`] : [];
}
