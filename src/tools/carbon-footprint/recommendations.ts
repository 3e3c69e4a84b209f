import {
  autoplay,
  brokenOrMoved,
  type Finding,
  groupOver,
  heavyFonts,
  largeGif,
  manyRequests,
  mostlyImages,
  noCacheLifetime,
  oldImageFormats,
  thirdParties,
  tooHeavy,
  uncompressedText,
  type Weighed,
} from "./findings.ts";
import type { Measurement } from "./weigh.ts";
import { KB, plural } from "./wording.ts";

const MOST_SENTENCES = 6;

/** One rule: what it looks for, past which limit, and who says so. */
interface Rule {
  find(page: Weighed, limit: number): Finding | undefined;
  /** Bytes, a count or a share, as the rule takes it. */
  limit: number;
  source: string;
}

/** Medians of desktop home pages: a page over one is heavier there than half of the web. */
const MEDIAN = "HTTP Archive, Web Almanac 2025, Page Weight";

const RULES: readonly Rule[] = [
  { find: tooHeavy, limit: 2667 * KB, source: MEDIAN },
  { find: mostlyImages, limit: 500 * KB, source: "ours: half of the weight, and enough to matter" },
  {
    find: oldImageFormats,
    limit: 100 * KB,
    source: "ours; savings: Google, WebP Compression Study",
  },
  { find: largeGif, limit: 100 * KB, source: "Lighthouse 12, efficient-animated-content" },
  { find: uncompressedText, limit: 1400, source: "Lighthouse 12, uses-text-compression" },
  { find: groupOver("script", "Scripts"), limit: 697 * KB, source: MEDIAN },
  { find: groupOver("css", "Style sheets"), limit: 82 * KB, source: MEDIAN },
  { find: heavyFonts, limit: 139 * KB, source: MEDIAN },
  { find: autoplay, limit: 0, source: "ours: any" },
  { find: noCacheLifetime, limit: 0, source: "RFC 9111, 4.2.2: any" },
  { find: manyRequests, limit: 71, source: MEDIAN },
  { find: thirdParties, limit: 0.3, source: "ours: a share of the weight" },
  { find: brokenOrMoved, limit: 0, source: "ours: any" },
  {
    find: groupOver("html", "HTML documents", 25 * KB),
    limit: 100 * KB,
    source: "ours: over five times the median, 18 KB (Web Almanac 2024)",
  },
];

/** At most six sentences about this page, those that save the most first; empty for a good page. */
export function recommendationsFor(measurement: Measurement): string[] {
  const { entries } = measurement;
  const page: Weighed = {
    measurement,
    entries,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: entries.reduce((sum, { requests }) => sum + requests, 0),
    of: (group) => entries.filter((entry) => entry.group === group),
  };
  const found = RULES.flatMap(({ find, limit }) => find(page, limit) ?? []);
  found.sort((one, other) => other.savedBytes - one.savedBytes);
  const notes = notesOn(measurement);
  const room = MOST_SENTENCES - notes.length;
  return [...found.slice(0, room).map(({ sentence }) => sentence), ...notes];
}

/** What the measurement cannot have seen. */
function notesOn({ rendered, complete, dynamicImports }: Measurement): string[] {
  const unseen = [
    ...(rendered === "client" ? ["the page is built by scripts, whose requests are not seen"] : []),
    ...(dynamicImports > 0 ? [`${plural(dynamicImports, "dynamic import")} may load more`] : []),
    ...(complete ? [] : ["a limit ended the measurement early"]),
  ];
  return unseen.length > 0 ? [`The true weight may be higher: ${unseen.join("; ")}.`] : [];
}
