import type { ResourceType } from "../crawl/entries.ts";
import { getMediaType } from "../crawl/response-head.ts";
import { findLargest, type PageStats, type Recommendation, sum } from "./recommendation.ts";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import { getFileName, formatPercent, pluralize } from "./wording.ts";

/** Recommends reducing a page of more than `max.bytes`. */
export function checkTotal(
  { bytes, requests }: PageStats,
  max: { bytes: number },
): Recommendation | undefined {
  if (bytes <= max.bytes) return undefined;
  const sentence = `The page weighs ${formatBytes(bytes)} in ${requests} requests; half of all pages stay under ${formatBytes(max.bytes)}.`;
  return { savedBytes: bytes - max.bytes, sentence };
}

/** Recommends reducing images that exceed both `max.bytes` and `max.share` of the page. */
export function checkImages(
  { filterByType, bytes }: PageStats,
  max: { bytes: number; share: number },
): Recommendation | undefined {
  const images = filterByType("image");
  const weight = sum(images.map((entry) => entry.bytes));
  const largest = findLargest(images);
  const limit = Math.max(max.bytes, bytes * max.share);
  if (!largest || weight <= limit) return undefined;
  const sentence = `Images are ${formatPercent(weight, bytes)} of ${formatBytes(bytes)}; the largest is ${getFileName(largest)} at ${formatBytes(largest.bytes)}.`;
  return { savedBytes: weight - limit, sentence };
}

/**
 * Recommends converting JPEG and PNG files of at least `min.fileBytes` that have over `min.bytes`
 * together. WebP is 25-34% smaller than JPEG at equal quality and 26% smaller than PNG (Google,
 * WebP Compression Study).
 */
export function checkImageFormats(
  { filterByType }: PageStats,
  min: { bytes: number; fileBytes: number },
): Recommendation | undefined {
  const old = filterByType("image").filter(
    (entry) => /^image\/(jpe?g|png)/.test(getMediaType(entry)) && entry.bodyBytes >= min.fileBytes,
  );
  const weight = sum(old.map(({ bodyBytes }) => bodyBytes));
  const largest = findLargest(old);
  if (!largest || weight <= min.bytes) return undefined;
  const sentence = `${pluralize(old.length, "JPEG or PNG image")} of ${formatBytes(weight)} together could be WebP or AVIF, about ${formatBytes(weight / 4)} less; begin with ${getFileName(largest)} at ${formatBytes(largest.bytes)}.`;
  return { savedBytes: weight / 4, sentence };
}

/**
 * Recommends replacing the largest GIF. As lossy WebP it is 64% smaller on average (Google, WebP
 * FAQ).
 */
export function checkGifs(
  { filterByType }: PageStats,
  max: { bytes: number },
): Recommendation | undefined {
  const gifs = filterByType("image").filter((entry) => getMediaType(entry) === "image/gif");
  const largest = findLargest(gifs);
  if (!largest || largest.bodyBytes <= max.bytes) return undefined;
  const sentence = `${getFileName(largest)} is a GIF of ${formatBytes(largest.bytes)}; as a video or animated WebP it would be about ${formatBytes(largest.bytes * 0.36)}.`;
  return { savedBytes: largest.bytes * 0.64, sentence };
}

/**
 * Creates a check that recommends reducing one type to `max.bytes`. `medianBytes` defaults to the
 * same.
 */
export function createTypeCheck(type: ResourceType, label: string) {
  return (
    { filterByType }: PageStats,
    max: { bytes: number; medianBytes?: number },
  ): Recommendation | undefined => {
    const entries = filterByType(type);
    const weight = sum(entries.map(({ bytes }) => bytes));
    const largest = findLargest(entries);
    if (!largest || weight <= max.bytes) return undefined;
    const median = formatBytes(max.medianBytes ?? max.bytes);
    const sentence = `${label} weigh ${formatBytes(weight)}; half of all pages need under ${median}. The largest is ${getFileName(largest)} at ${formatBytes(largest.bytes)}.`;
    return { savedBytes: weight - max.bytes, sentence };
  };
}

/**
 * WOFF2 is 20-26% smaller than WOFF for TrueType outlines (W3C, WOFF 2.0 Evaluation Report, 2016).
 */
const WOFF2_SAVINGS = 0.2;

/**
 * Recommends reducing fonts that exceed `max.bytes` or `max.files`, or converting those that are
 * not WOFF2.
 */
export function checkFonts(
  { filterByType }: PageStats,
  max: { bytes: number; files: number },
): Recommendation | undefined {
  const fonts = filterByType("font");
  const weight = sum(fonts.map(({ bytes }) => bytes));
  const old = fonts.filter((entry) => !/woff2/.test(`${getMediaType(entry)} ${entry.url}`));
  const conversionSavings = sum(old.map(({ bytes }) => bytes)) * WOFF2_SAVINGS;
  const surplusBytes = Math.max(0, weight - max.bytes);
  const surplusFiles = Math.max(0, fonts.length - max.files);
  if (surplusBytes === 0 && surplusFiles === 0 && old.length === 0) return undefined;
  const verb = fonts.length === 1 ? "weighs" : "weigh";
  const total = `${pluralize(fonts.length, "font file")} ${verb} ${formatBytes(weight)}`;
  const conversion = `${old.length} of them not WOFF2, which would save about ${formatBytes(conversionSavings)}`;
  return {
    savedBytes: Math.max(surplusBytes, conversionSavings, (weight * surplusFiles) / fonts.length),
    sentence: `${old.length > 0 ? `${total}; ${conversion}` : total}.`,
  };
}

/**
 * Recommends stopping autoplay, because every visitor downloads a video that plays automatically.
 */
export function checkAutoplay({
  measurement,
  filterByType,
}: PageStats): Recommendation | undefined {
  if (measurement.autoplays === 0) return undefined;
  const weight = sum(filterByType("media").map(({ bytes }) => bytes));
  const sentence = `${pluralize(measurement.autoplays, "video")} play${measurement.autoplays === 1 ? "s" : ""} without being asked: ${formatBytes(weight)} for every visitor.`;
  return { savedBytes: weight, sentence };
}
