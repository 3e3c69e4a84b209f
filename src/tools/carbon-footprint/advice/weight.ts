import {
  type Recommendation,
  largestOf,
  type Most,
  mediaType,
  sum,
  type PageStats,
} from "./recommendation.ts";
import type { ResourceType } from "../crawl/entries.ts";
import { fileName, formatPercent, pluralize, formatBytes } from "./wording.ts";

/** More than half of all pages. */
export function tooHeavy({ bytes, requests }: PageStats, most: Most): Recommendation | undefined {
  if (bytes <= most.bytes) return undefined;
  const sentence = `The page weighs ${formatBytes(bytes)} in ${requests} requests; half of all pages stay under ${formatBytes(most.bytes)}.`;
  return { savedBytes: bytes - most.bytes, sentence };
}

/** Images over this share of the weight, and over `most` in bytes. */
export function mostlyImages(
  { of, bytes }: PageStats,
  most: Most & { share: number },
): Recommendation | undefined {
  const images = of("image");
  const weight = sum(images.map((entry) => entry.bytes));
  const largest = largestOf(images);
  const within = Math.max(most.bytes, bytes * most.share);
  if (!largest || weight <= within) return undefined;
  const sentence = `Images are ${formatPercent(weight, bytes)} of ${formatBytes(bytes)}; the largest is ${fileName(largest)} at ${formatBytes(largest.bytes)}.`;
  return { savedBytes: weight - within, sentence };
}

/**
 * Files of `least.fileBytes` that are over `least.bytes` together. WebP is 25 to 34 % smaller than JPEG at equal
 * quality, 26 % than PNG (Google, WebP Compression Study).
 */
export function oldImageFormats(
  { of }: PageStats,
  least: { bytes: number; fileBytes: number },
): Recommendation | undefined {
  const old = of("image").filter(
    (entry) => /^image\/(jpe?g|png)/.test(mediaType(entry)) && entry.bodyBytes >= least.fileBytes,
  );
  const weight = sum(old.map(({ bodyBytes }) => bodyBytes));
  const largest = largestOf(old);
  if (!largest || weight <= least.bytes) return undefined;
  const sentence = `${pluralize(old.length, "JPEG or PNG image")} of ${formatBytes(weight)} together could be WebP or AVIF, about ${formatBytes(weight / 4)} less; begin with ${fileName(largest)} at ${formatBytes(largest.bytes)}.`;
  return { savedBytes: weight / 4, sentence };
}

/** Animated GIFs as lossy WebP are 64 % smaller on average (Google, WebP FAQ). */
export function largeGif({ of }: PageStats, most: Most): Recommendation | undefined {
  const largest = largestOf(of("image").filter((entry) => mediaType(entry) === "image/gif"));
  if (!largest || largest.bodyBytes <= most.bytes) return undefined;
  const sentence = `${fileName(largest)} is a GIF of ${formatBytes(largest.bytes)}; as a video or animated WebP it would be about ${formatBytes(largest.bytes * 0.36)}.`;
  return { savedBytes: largest.bytes * 0.64, sentence };
}

/** A whole group over `most.bytes`; half of all pages stay under `medianBytes`, where that is another number. */
export function groupOver(group: ResourceType, label: string) {
  return ({ of }: PageStats, most: Most & { medianBytes?: number }): Recommendation | undefined => {
    const weight = sum(of(group).map(({ bytes }) => bytes));
    const largest = largestOf(of(group));
    if (!largest || weight <= most.bytes) return undefined;
    const sentence = `${label} weigh ${formatBytes(weight)}; half of all pages need under ${formatBytes(most.medianBytes ?? most.bytes)}. The largest is ${fileName(largest)} at ${formatBytes(largest.bytes)}.`;
    return { savedBytes: weight - most.bytes, sentence };
  };
}

/** WOFF2 is 20 to 26 % smaller than WOFF for TrueType outlines (W3C, WOFF 2.0 Evaluation Report, 2016). */
const WOFF2_SAVES = 0.2;

/** Over `most`, in bytes or files, or one that is not WOFF2. */
export function heavyFonts(
  { of }: PageStats,
  most: Most & { files: number },
): Recommendation | undefined {
  const fonts = of("font");
  const weight = sum(fonts.map(({ bytes }) => bytes));
  const old = fonts.filter((entry) => !/woff2/.test(`${mediaType(entry)} ${entry.url}`));
  const oldBytes = sum(old.map(({ bytes }) => bytes));
  const over = Math.max(0, weight - most.bytes);
  const filesOver = Math.max(0, fonts.length - most.files);
  if (over === 0 && filesOver === 0 && old.length === 0) return undefined;
  const parts = [
    `${pluralize(fonts.length, "font file")} weigh${fonts.length === 1 ? "s" : ""} ${formatBytes(weight)}`,
    ...(old.length > 0
      ? [
          `${old.length} of them not WOFF2, which would save about ${formatBytes(oldBytes * WOFF2_SAVES)}`,
        ]
      : []),
  ];
  return {
    savedBytes: Math.max(over, oldBytes * WOFF2_SAVES, (weight * filesOver) / fonts.length),
    sentence: `${parts.join("; ")}.`,
  };
}

/** A video that plays by itself is loaded by everybody. */
export function autoplay({ measurement, of }: PageStats): Recommendation | undefined {
  const weight = sum(of("media").map(({ bytes }) => bytes));
  if (measurement.autoplays === 0) return undefined;
  const sentence = `${pluralize(measurement.autoplays, "video")} play${measurement.autoplays === 1 ? "s" : ""} without being asked: ${formatBytes(weight)} for every visitor.`;
  return { savedBytes: weight, sentence };
}
