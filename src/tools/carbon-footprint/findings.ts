import type { Entry, Group } from "./ledger.ts";
import type { Measurement } from "./weigh.ts";
import { capital, name, percent, plural, size } from "./wording.ts";

/** A sentence, and the bytes that following it would save a visit. */
export interface Finding {
  savedBytes: number;
  sentence: string;
}

/** The page as the rules look at it. */
export interface Weighed {
  measurement: Measurement;
  entries: readonly Entry[];
  bytes: number;
  requests: number;
  of(group: Group): Entry[];
}

/** More than so much is said. */
interface Most {
  bytes: number;
}

/** More than half of all pages. */
export function tooHeavy({ bytes, requests }: Weighed, most: Most): Finding | undefined {
  if (bytes <= most.bytes) return undefined;
  const sentence = `The page weighs ${size(bytes)} in ${requests} requests; half of all pages stay under ${size(most.bytes)}.`;
  return { savedBytes: bytes - most.bytes, sentence };
}

/** Images over this share of the weight, and over `most` in bytes. */
export function mostlyImages(
  { of, bytes }: Weighed,
  most: Most & { share: number },
): Finding | undefined {
  const images = of("image");
  const weight = sum(images.map((entry) => entry.bytes));
  const largest = largestOf(images);
  const within = Math.max(most.bytes, bytes * most.share);
  if (!largest || weight <= within) return undefined;
  const sentence = `Images are ${percent(weight, bytes)} of ${size(bytes)}; the largest is ${name(largest)} at ${size(largest.bytes)}.`;
  return { savedBytes: weight - within, sentence };
}

/**
 * Files of `least.fileBytes` that are over `least.bytes` together. WebP is 25 to 34 % smaller than JPEG at equal
 * quality, 26 % than PNG (Google, WebP Compression Study).
 */
export function oldImageFormats(
  { of }: Weighed,
  least: { bytes: number; fileBytes: number },
): Finding | undefined {
  const old = of("image").filter(
    (entry) => /^image\/(jpe?g|png)/.test(type(entry)) && entry.bodyBytes >= least.fileBytes,
  );
  const weight = sum(old.map(({ bodyBytes }) => bodyBytes));
  const largest = largestOf(old);
  if (!largest || weight <= least.bytes) return undefined;
  const sentence = `${plural(old.length, "JPEG or PNG image")} of ${size(weight)} together could be WebP or AVIF, about ${size(weight / 4)} less; begin with ${name(largest)} at ${size(largest.bytes)}.`;
  return { savedBytes: weight / 4, sentence };
}

/** Animated GIFs as lossy WebP are 64 % smaller on average (Google, WebP FAQ). */
export function largeGif({ of }: Weighed, most: Most): Finding | undefined {
  const largest = largestOf(of("image").filter((entry) => type(entry) === "image/gif"));
  if (!largest || largest.bodyBytes <= most.bytes) return undefined;
  const sentence = `${name(largest)} is a GIF of ${size(largest.bytes)}; as a video or animated WebP it would be about ${size(largest.bytes * 0.36)}.`;
  return { savedBytes: largest.bytes * 0.64, sentence };
}

/** Text that came uncompressed and of which gzip would save more than `least`, in bytes and as a share. */
export function uncompressedText(
  { entries }: Weighed,
  least: { bytes: number; share: number },
): Finding | undefined {
  const plain = entries.filter(
    (entry) => gzipSaving(entry) > Math.max(least.bytes, entry.bodyBytes * least.share),
  );
  const total = sum(plain.map(gzipSaving));
  const largest = plain.toSorted((one, other) => gzipSaving(other) - gzipSaving(one))[0];
  if (!largest) return undefined;
  const sentence = `${plural(plain.length, "text file")} came uncompressed; gzip would save ${size(total)}, most of it on ${name(largest)} (${size(largest.bytes)}).`;
  return { savedBytes: total, sentence };
}

/** Measured where the text was read; a script that was not is taken to halve, which is the least of common ones. */
function gzipSaving({ gzipSaves, kind, headers, bodyBytes }: Entry): number {
  if (gzipSaves > 0) return gzipSaves;
  return kind === "script" && !headers["content-encoding"] ? bodyBytes / 2 : 0;
}

/** A whole group over `most.bytes`; half of all pages stay under `medianBytes`, where that is another number. */
export function groupOver(group: Group, label: string) {
  return ({ of }: Weighed, most: Most & { medianBytes?: number }): Finding | undefined => {
    const weight = sum(of(group).map(({ bytes }) => bytes));
    const largest = largestOf(of(group));
    if (!largest || weight <= most.bytes) return undefined;
    const sentence = `${label} weigh ${size(weight)}; half of all pages need under ${size(most.medianBytes ?? most.bytes)}. The largest is ${name(largest)} at ${size(largest.bytes)}.`;
    return { savedBytes: weight - most.bytes, sentence };
  };
}

/** WOFF2 is 20 to 26 % smaller than WOFF for TrueType outlines (W3C, WOFF 2.0 Evaluation Report, 2016). */
const WOFF2_SAVES = 0.2;

/** Over `most`, in bytes or files, or one that is not WOFF2. */
export function heavyFonts({ of }: Weighed, most: Most & { files: number }): Finding | undefined {
  const fonts = of("font");
  const weight = sum(fonts.map(({ bytes }) => bytes));
  const old = fonts.filter((entry) => !/woff2/.test(`${type(entry)} ${entry.url}`));
  const oldBytes = sum(old.map(({ bytes }) => bytes));
  const over = Math.max(0, weight - most.bytes);
  const filesOver = Math.max(0, fonts.length - most.files);
  if (over === 0 && filesOver === 0 && old.length === 0) return undefined;
  const parts = [
    `${plural(fonts.length, "font file")} weigh${fonts.length === 1 ? "s" : ""} ${size(weight)}`,
    ...(old.length > 0
      ? [`${old.length} of them not WOFF2, which would save about ${size(oldBytes * WOFF2_SAVES)}`]
      : []),
  ];
  return {
    savedBytes: Math.max(over, oldBytes * WOFF2_SAVES, (weight * filesOver) / fonts.length),
    sentence: `${parts.join("; ")}.`,
  };
}

/** A video that plays by itself is loaded by everybody. */
export function autoplay({ measurement, of }: Weighed): Finding | undefined {
  const weight = sum(of("media").map(({ bytes }) => bytes));
  if (measurement.autoplays === 0) return undefined;
  const sentence = `${plural(measurement.autoplays, "video")} play${measurement.autoplays === 1 ? "s" : ""} without being asked: ${size(weight)} for every visitor.`;
  return { savedBytes: weight, sentence };
}

/** Without `max-age` or `Expires` browsers guess how long, or ask again. Only returning visitors save. */
export function noCacheLifetime({ entries }: Weighed): Finding | undefined {
  const short = entries.filter(
    ({ kind, headers, status }) =>
      kind !== "document" &&
      status < 400 &&
      !/max-age=[1-9]/.test(headers["cache-control"] ?? "") &&
      !headers["expires"],
  );
  const weight = sum(short.map(({ bytes }) => bytes));
  if (short.length === 0) return undefined;
  const sentence = `${plural(short.length, "file")} of ${size(weight)}${short.length === 1 ? "" : " together"} name${short.length === 1 ? "s" : ""} no cache lifetime, so returning visitors may have to ask for ${short.length === 1 ? "it" : "them"} again.`;
  return { savedBytes: 0, sentence };
}

/** More than half of all pages. */
export function manyRequests(
  { requests, entries }: Weighed,
  most: { requests: number },
): Finding | undefined {
  if (requests <= most.requests) return undefined;
  const headers = sum(entries.map(({ bytes, bodyBytes }) => bytes - bodyBytes));
  const sentence = `The page makes ${requests} requests; half of all pages make ${most.requests} or fewer. Their headers alone are ${size(headers)}.`;
  return { savedBytes: (headers * (requests - most.requests)) / requests, sentence };
}

/** More than this share of the weight from other sites. */
export function thirdParties(
  { entries, measurement, bytes }: Weighed,
  most: { share: number },
): Finding | undefined {
  const own = siteOf(measurement.finalUrl);
  const others = entries.filter(({ url }) => siteOf(url) !== own);
  const weight = sum(others.map((entry) => entry.bytes));
  const largest = largestOf(others);
  if (!largest || weight <= bytes * most.share) return undefined;
  const sentence = `Other sites send ${percent(weight, bytes)} of the weight (${size(weight)}); the largest file is ${name(largest)} from ${new URL(largest.url).hostname}.`;
  return { savedBytes: weight - bytes * most.share, sentence };
}

/** Requests that bring nothing. */
export function brokenOrMoved({ entries, measurement }: Weighed): Finding | undefined {
  const failing = entries.filter(({ status }) => status >= 400);
  const redirects = sum(entries.map(({ requests }) => requests - 1));
  const unreachable = measurement.failed;
  if (failing.length + unreachable + redirects === 0) return undefined;
  const parts = [
    ...(failing.length + unreachable > 0
      ? [`${plural(failing.length + unreachable, "file")} could not be loaded`]
      : []),
    ...(redirects > 0 ? [`${plural(redirects, "request")} ended in a redirect`] : []),
  ];
  const [first] = failing;
  const example = first ? ` (${name(first)} answers ${first.status})` : "";
  return {
    savedBytes: sum(failing.map(({ bytes }) => bytes)),
    sentence: `${capital(parts.join(" and "))}${example}.`,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function largestOf(entries: readonly Entry[]): Entry | undefined {
  return entries.toSorted((one, other) => other.bytes - one.bytes)[0];
}

function type({ headers }: Entry): string {
  return (headers["content-type"] ?? "").split(";")[0]?.toLowerCase() ?? "";
}

/** The last two labels of a host, or an address whole: near enough to tell one site from another. */
function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
