import type { Entry, Group } from "./ledger.ts";
import type { Measurement } from "./weigh.ts";

const KB = 1024;
const MOST_SENTENCES = 6;

/** A sentence, and the bytes that following it would save a visit. */
interface Finding {
  savedBytes: number;
  sentence: string;
}

/** The page as the rules look at it. */
interface Weighed {
  measurement: Measurement;
  entries: readonly Entry[];
  bytes: number;
  requests: number;
  of(group: Group): Entry[];
}

/**
 * One rule each. Thresholds for whole groups are medians of desktop pages (HTTP Archive, Web Almanac 2025,
 * chapter Page Weight): a page over one is heavier there than half of the web.
 */
const RULES: ((page: Weighed) => Finding | undefined)[] = [
  tooHeavy,
  mostlyImages,
  oldImageFormats,
  largeGif,
  uncompressedText,
  groupOver("script", 697 * KB, "Scripts"),
  groupOver("css", 82 * KB, "Style sheets"),
  heavyFonts,
  autoplay,
  noCacheLifetime,
  manyRequests,
  thirdParties,
  brokenOrMoved,
  groupOver("html", 100 * KB, "HTML documents"),
];

/** At most six sentences about this page, those that save the most first; empty for a good page. */
export function recommendationsFor(measurement: Measurement): string[] {
  const { entries } = measurement;
  const page: Weighed = {
    measurement,
    entries,
    bytes: sum(entries.map(({ bytes }) => bytes)),
    requests: sum(entries.map(({ requests }) => requests)),
    of: (group) => entries.filter((entry) => entry.group === group),
  };
  const found = RULES.flatMap((rule) => rule(page) ?? []);
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

/** Median desktop page: 2667 KiB. */
function tooHeavy({ bytes, requests }: Weighed): Finding | undefined {
  const most = 2667 * KB;
  if (bytes <= most) return undefined;
  const sentence = `The page weighs ${size(bytes)} in ${requests} requests; half of all pages stay under ${size(most)}.`;
  return { savedBytes: bytes - most, sentence };
}

/** Over half of the weight and over 500 KB. */
function mostlyImages({ of, bytes }: Weighed): Finding | undefined {
  const images = of("image");
  const weight = sum(images.map((entry) => entry.bytes));
  const largest = largestOf(images);
  if (!largest || weight <= 500 * KB || weight <= bytes / 2) return undefined;
  const sentence = `Images are ${percent(weight, bytes)} of ${size(bytes)}; the largest is ${name(largest)} at ${size(largest.bytes)}.`;
  return { savedBytes: weight - Math.max(500 * KB, bytes / 2), sentence };
}

/** WebP is 25 % smaller than JPEG at equal quality at the least (Google, WebP Compression Study, 2011). */
function oldImageFormats({ of }: Weighed): Finding | undefined {
  const old = of("image").filter(
    (entry) => /^image\/(jpe?g|png)/.test(type(entry)) && entry.bodyBytes > 10 * KB,
  );
  const weight = sum(old.map(({ bodyBytes }) => bodyBytes));
  const largest = largestOf(old);
  if (!largest || weight < 100 * KB) return undefined;
  const sentence = `${plural(old.length, "JPEG or PNG image")} of ${size(weight)} together could be WebP or AVIF, ${size(weight / 4)} less at least; begin with ${name(largest)} at ${size(largest.bytes)}.`;
  return { savedBytes: weight / 4, sentence };
}

/** Animated GIFs as lossy WebP are 64 % smaller (Google, WebP FAQ); 100 KB is Lighthouse's threshold. */
function largeGif({ of }: Weighed): Finding | undefined {
  const largest = largestOf(of("image").filter((entry) => type(entry) === "image/gif"));
  if (!largest || largest.bodyBytes <= 100 * KB) return undefined;
  const sentence = `${name(largest)} is a GIF of ${size(largest.bytes)}; as a video or animated WebP it would be about ${size(largest.bytes * 0.36)}.`;
  return { savedBytes: largest.bytes * 0.64, sentence };
}

/** Lighthouse's threshold for text that came uncompressed: 1.4 KB saved. */
function uncompressedText({ entries }: Weighed): Finding | undefined {
  const plain = entries.filter((entry) => gzipSaving(entry) > 1400);
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

/** A whole group over the median page's. */
function groupOver(group: Group, most: number, label: string) {
  return ({ of }: Weighed): Finding | undefined => {
    const weight = sum(of(group).map(({ bytes }) => bytes));
    const largest = largestOf(of(group));
    if (!largest || weight <= most) return undefined;
    const sentence = `${label} weigh ${size(weight)}; half of all pages need under ${size(most)}. The largest is ${name(largest)} at ${size(largest.bytes)}.`;
    return { savedBytes: weight - most, sentence };
  };
}

/** Median desktop page: 139 KB. WOFF2 is about 30 % smaller than WOFF (W3C, WOFF 2.0 Evaluation Report, 2016). */
function heavyFonts({ of }: Weighed): Finding | undefined {
  const fonts = of("font");
  const weight = sum(fonts.map(({ bytes }) => bytes));
  const old = fonts.filter((entry) => !/woff2/.test(`${type(entry)} ${entry.url}`));
  const oldBytes = sum(old.map(({ bytes }) => bytes));
  const over = Math.max(0, weight - 139 * KB);
  if (over === 0 && fonts.length <= 4 && old.length === 0) return undefined;
  const parts = [
    `${plural(fonts.length, "font file")} weigh${fonts.length === 1 ? "s" : ""} ${size(weight)}`,
    ...(old.length > 0
      ? [`${old.length} of them not WOFF2, which would save about ${size(oldBytes * 0.3)}`]
      : []),
  ];
  const perFile = fonts.length > 4 ? (weight * (fonts.length - 4)) / fonts.length : 0;
  return { savedBytes: Math.max(over, oldBytes * 0.3, perFile), sentence: `${parts.join("; ")}.` };
}

/** A video that plays by itself is loaded by everybody. */
function autoplay({ measurement, of }: Weighed): Finding | undefined {
  const weight = sum(of("media").map(({ bytes }) => bytes));
  if (measurement.autoplays === 0) return undefined;
  const sentence = `${plural(measurement.autoplays, "video")} play${measurement.autoplays === 1 ? "s" : ""} without being asked: ${size(weight)} for every visitor.`;
  return { savedBytes: weight, sentence };
}

/** Without `max-age` or `Expires` every visit asks again (RFC 9111, section 4.2). Only returning visitors save. */
function noCacheLifetime({ entries }: Weighed): Finding | undefined {
  const short = entries.filter(
    ({ kind, headers, status }) =>
      kind !== "document" &&
      status < 400 &&
      !/max-age=[1-9]/.test(headers["cache-control"] ?? "") &&
      !headers["expires"],
  );
  const weight = sum(short.map(({ bytes }) => bytes));
  if (short.length === 0) return undefined;
  const sentence = `${plural(short.length, "file")} of ${size(weight)} together name${short.length === 1 ? "s" : ""} no cache lifetime, so returning visitors load them again.`;
  return { savedBytes: 0, sentence };
}

/** Median desktop page: 71 requests. */
function manyRequests({ requests, entries }: Weighed): Finding | undefined {
  if (requests <= 71) return undefined;
  const headers = sum(entries.map(({ bytes, bodyBytes }) => bytes - bodyBytes));
  const sentence = `The page makes ${requests} requests; half of all pages make 71 or fewer. Their headers alone are ${size(headers)}.`;
  return { savedBytes: (headers * (requests - 71)) / requests, sentence };
}

/** Over 30 % of the weight from other sites. */
function thirdParties({ entries, measurement, bytes }: Weighed): Finding | undefined {
  const own = siteOf(measurement.finalUrl);
  const others = entries.filter(({ url }) => siteOf(url) !== own);
  const weight = sum(others.map((entry) => entry.bytes));
  const largest = largestOf(others);
  if (!largest || weight <= bytes * 0.3) return undefined;
  const sentence = `Other sites send ${percent(weight, bytes)} of the weight (${size(weight)}); the largest file is ${name(largest)} from ${new URL(largest.url).hostname}.`;
  return { savedBytes: weight - bytes * 0.3, sentence };
}

/** Requests that bring nothing. */
function brokenOrMoved({ entries, measurement }: Weighed): Finding | undefined {
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

const MOST_NAME = 60;

/** What people call a file: the last part of its path. */
function name({ url }: Entry): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? hostname;
  return last.length > MOST_NAME ? `${last.slice(0, MOST_NAME)}…` : last;
}

/** Bytes as people write them: 1.8 MB, 94 KB, 300 bytes. */
function size(bytes: number): string {
  if (bytes >= KB * KB) return `${(bytes / KB / KB).toFixed(1)} MB`;
  return bytes >= KB ? `${Math.round(bytes / KB)} KB` : plural(Math.round(bytes), "byte");
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)}%`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
